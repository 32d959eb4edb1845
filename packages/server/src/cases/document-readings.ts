import type { DocumentPlace, SubmittedDocumentView } from '@gatehouse/contract';
import { z } from 'zod';

/**
 * What the reader of documents found on the sides of a document, as its step keeps it. Kept by whatever version of the
 * service took the document in, so all of it may be absent.
 */

const place = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });
const places = z.record(z.string(), place).default({});
const keptReading = z.object({
  side: z.enum(['front', 'back']),
  reading: z.object({
    kind: z.literal('read'),
    mrz: z.object({ fields: z.record(z.string(), z.string()), places }).nullable(),
    printed: z.record(z.string(), z.object({ value: z.string(), place: place.optional() })),
  }),
});
type KeptReading = z.infer<typeof keptReading>;

/** By field, what the zone and the print say, and where these stand. */
export function readingsIn(details: unknown): Pick<SubmittedDocumentView, 'readings' | 'places'> {
  const sides = (Array.isArray(details) ? details : []).flatMap(
    (side) => keptReading.safeParse(side).data ?? [],
  );
  const fields = new Set(
    sides.flatMap(({ reading }) => [
      ...Object.keys(reading.mrz?.fields ?? {}),
      ...Object.keys(reading.printed),
    ]),
  );
  const first = (pick: (side: KeptReading) => string | undefined) =>
    sides.map(pick).find((value) => value !== undefined) ?? null;
  return {
    readings: [...fields].map((field) => ({
      field,
      zone: first(({ reading }) => reading.mrz?.fields[field]),
      print: first(({ reading }) => reading.printed[field]?.value),
    })),
    places: sides.flatMap(placesOn),
  };
}

function placesOn({ side, reading }: KeptReading): DocumentPlace[] {
  const inZone = Object.entries(reading.mrz?.places ?? {}).map(([field, at]) => ({
    field,
    origin: 'zone' as const,
    at,
  }));
  const inPrint = Object.entries(reading.printed).flatMap(([field, { place: at }]) =>
    at === undefined ? [] : [{ field, origin: 'print' as const, at }],
  );
  return [...inZone, ...inPrint].map(({ at, ...of }) => ({ ...of, side, ...at }));
}
