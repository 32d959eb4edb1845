import { z } from 'zod';
import { unreadableReasons } from './document-reading.ts';
import { picturePlace } from './picture-place.ts';

const share = z.number().min(0).max(1);

const quality = z.strictObject({
  width: z.number().int(),
  height: z.number().int(),
  sharpness: share,
  glare: share,
  darkness: share,
});

const word = z.strictObject({
  text: z.string().max(200),
  confidence: share,
  /** In pixels of the page that was read, which may be turned or cut out of the picture. */
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
  /** On the picture. */
  place: picturePlace.optional(),
});

/** Of one zone: two or three lines of one format's length. */
const zone = z.strictObject({
  lines: z
    .array(z.string().regex(/^[A-Z0-9<]{30,44}$/))
    .min(2)
    .max(3),
  /** For each place, how surely it was read. */
  confidences: z.array(z.array(share).max(44)).max(3),
  /** For each line, where its characters stand on the picture. */
  places: z.array(z.array(picturePlace).max(44)).max(3).optional(),
});

/**
 * What the process that decodes a picture says of it. It is checked: what a picture does to its decoder must not reach
 * further than a wrong reading.
 */
export const pictureReadout = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('unreadable'),
    reason: z.enum(unreadableReasons),
    quality: quality.nullable(),
  }),
  z.strictObject({
    kind: z.literal('text'),
    /** The likeliest first. */
    zones: z.array(zone).max(4),
    words: z.array(word).max(5_000),
    quality,
  }),
]);

export type PictureReadout = z.infer<typeof pictureReadout>;
export type PictureWord = z.infer<typeof word>;
export type ZoneLines = z.infer<typeof zone>;

/** The input of the process, as JSON in its one argument; the file's bytes come through its standard input. */
export interface PictureRequest {
  readonly tesseract: string;
  readonly maxPixels: number;
  /** `document`: its zone and print are read; `writing`: whether any is there; `anything`: whether it shows more than a plain surface. */
  readonly lookFor: 'document' | 'writing' | 'anything';
}
