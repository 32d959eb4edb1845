import { z } from 'zod';
import { engines } from './domain-values.ts';

/** One hit of a list engine: the fields of spec 2.7 first, then ours (wire-decisions 4). */
export const hitSchema = z.object({
  firstName: z.string(),
  lastName: z.string().describe('The whole name of a company or vessel.'),
  category: z.string().describe('sanctions, pep, law-enforcement, adverse-media or watchlist.'),
  subCategory: z.string(),
  addresses: z.array(z.object({ country: z.object({ code: z.string(), name: z.string() }) })),
  dobs: z.array(z.object({ dateOfBirth: z.string().describe('YYYY-MM-DD') })).describe('Full dates only.'),
  hitId: z.string(),
  name: z.string(),
  matchedName: z.string(),
  score: z.number().describe('0 to 1'),
  entityId: z.string().describe("Source id, a colon and the publisher's own id."),
  source: z.string(),
  dobRanges: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .describe('Partial or approximate dates of birth as inclusive ranges.'),
  reasons: z.array(z.object({ feature: z.string(), score: z.number(), detail: z.string() })),
});
export type WireHit = z.infer<typeof hitSchema>;

/** Hits under the name of their engine. */
export const hitsByEngine = z.partialRecord(z.enum(engines), z.array(hitSchema));
