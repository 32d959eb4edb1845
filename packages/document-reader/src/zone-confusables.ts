import type { FoundZone } from './found-zone.ts';
import { lookAlikes } from './look-alikes.ts';
import type { ZoneLines } from './picture-readout.ts';
import { glyphAt, likeness } from './zone-fillers.ts';
import { classAt, type PlaceClass, type ZoneLayout } from './zone-layout.ts';

/** How much more like its twin a character must look before it is doubted, and before it is exchanged. */
const clearly = 0.06;

/** How like its twin a character is held to be of which the zone has no example: the same are more alike, others less. */
const unseen = 0.8;
/** A character that looks less than this like the zone's examples of it was misread. */
const unlike = 0.62;
/** A character nobody read is taken for the one it looks like, when it looks this much like it. */
const likeEnough = 0.8;

/**
 * Compares characters with the same zone's in places where only letters or only digits stand: the zone is its own typeface.
 * Where both may stand, doubt lowers the confidence, by which a check digit's repair chooses; G and 6, which no check
 * digit tells apart, are exchanged at once. What was not read at all is filled.
 */
export function compareConfusables(
  { grid, isFiller }: Pick<FoundZone, 'grid' | 'isFiller'>,
  layout: ZoneLayout,
  { lines, confidences }: ZoneLines,
): ZoneLines {
  const examples = new Map<string, Float64Array[]>();
  const places = lines.flatMap((text, line) => [...text].map((read, column) => ({ line, column, read })));
  const written = places.filter(({ line, column }) => !isFiller[line]![column]!);
  for (const { line, column, read } of written) {
    if (read === '<' || classAt(layout, line, column) === 'both') continue;
    examples.set(read, [...(examples.get(read) ?? []), glyphAt(grid, line, column, 'whole')]);
  }
  const taken = lines.map((text) => [...text]);
  const sure = confidences.map((row) => [...row]);
  for (const { line, column, read } of written) {
    const kind = classAt(layout, line, column);
    const glyph = () => glyphAt(grid, line, column, 'whole');
    if (read === '<') taken[line]![column] = mostSimilar(glyph(), examples, kind) ?? '<';
    if (kind !== 'both' || !(read in lookAlikes)) continue;
    const own = bestLikeness(glyph(), examples.get(read));
    if (own !== undefined && own < unlike) {
      taken[line]![column] = mostSimilar(glyph(), examples, kind) ?? read;
      sure[line]![column] = 0;
    }
    for (const twin of lookAlikes[read]!) {
      const other = bestLikeness(glyph(), examples.get(twin));
      if (own === undefined && other === undefined) continue;
      const lead = (other ?? unseen) - (own ?? unseen);
      sure[line]![column] = Math.max(0, Math.min(sure[line]![column]!, 0.5 - 2 * lead));
      if ('G6'.includes(read) && lead > clearly) taken[line]![column] = twin;
    }
  }
  return { lines: taken.map((row) => row.join('')), confidences: sure };
}

function mostSimilar(
  glyph: Float64Array,
  examples: ReadonlyMap<string, readonly Float64Array[]>,
  kind: PlaceClass,
): string | undefined {
  const wanted = { letters: /[A-Z]/, digits: /\d/, both: /./ }[kind];
  return [...examples]
    .filter(([character]) => wanted.test(character))
    .map(([character, own]) => ({ character, like: bestLikeness(glyph, own)! }))
    .filter(({ like }) => like > likeEnough)
    .toSorted((a, b) => b.like - a.like)[0]?.character;
}

function bestLikeness(
  glyph: Float64Array,
  examples: readonly Float64Array[] | undefined,
): number | undefined {
  return examples === undefined ? undefined : Math.max(...examples.map((one) => likeness(glyph, one)));
}
