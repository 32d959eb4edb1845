import type { MrzCorrection } from './document-reading.ts';
import { lookAlikes } from './look-alikes.ts';
import {
  type CheckedStretches,
  classAt,
  frenchLayout,
  isFrenchCard,
  layoutsOf,
  type ZoneLayout,
} from './zone-layout.ts';

export interface RepairedZone {
  readonly lines: readonly string[];
  readonly corrected: readonly MrzCorrection[];
}

/**
 * Letters and digits that look alike and that a check digit can tell apart. G and 6 are not among them: their values differ
 * by ten, which no check digit sees.
 */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lookAlikes).filter(([character]) => !'G6'.includes(character)),
);
const maxChanges = 3;

/**
 * Exchanges letters and digits that look alike where both may stand, so that a check digit which fails then fits. The fewest
 * changes count, and only where they leave no choice: what stays doubtful stays as it was read. Between several, the one
 * that changes what was read least surely wins where it does so clearly; `confidences` are those of the places.
 */
export function repairZone(
  lines: readonly string[],
  confidences: readonly (readonly number[])[] = [],
): RepairedZone {
  const layout = isFrenchCard(lines) ? frenchLayout() : layoutsOf(lines.length, lines[0]!.length)[0];
  if (layout === undefined) return { lines, corrected: [] };
  const checks = layout.checks.filter((check) => !check.isComposite);
  const whole = layout.checks.find((check) => check.isComposite)!;
  let taken = lines;
  for (const check of checks) {
    if (fits(taken, check)) continue;
    const repaired = repairOne(taken, check, { layout, whole, confidences });
    if (repaired !== undefined) taken = repaired;
  }
  return { lines: taken, corrected: differences(lines, taken) };
}

/** The digit that ICAO 9303-3, 4.9 demands of a text: weights 7, 3, 1, letters from 10 on, fillers 0. */
export function checkDigitOf(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    const value = character === '<' ? 0 : Number.parseInt(character, 36);
    sum += value * [7, 3, 1][i % 3]!;
  }
  return sum % 10;
}

function fits(lines: readonly string[], { of, digit }: CheckedStretches): boolean {
  const text = of.map(({ line, start, end }) => lines[line]!.slice(start, end)).join('');
  const stands = lines[digit.line]![digit.column]!;
  return stands === '<' ? /^<*$/.test(text) : checkDigitOf(text) === Number(stands);
}

interface Surroundings {
  readonly confidences: readonly (readonly number[])[];
  readonly layout: ZoneLayout;
  readonly whole: CheckedStretches;
}

function repairOne(
  lines: readonly string[],
  check: CheckedStretches,
  { layout, whole, confidences }: Surroundings,
): readonly string[] | undefined {
  const doubtful = check.of.flatMap(({ line, start, end }) =>
    Array.from({ length: end - start }, (_, i) => ({ line, column: start + i })).filter(
      (place) => classAt(layout, line, place.column) === 'both' && lines[line]![place.column]! in alike,
    ),
  );
  let variants: (readonly string[])[] = [lines];
  for (let changes = 0; changes < maxChanges; changes++) {
    variants = variants.flatMap((variant) =>
      doubtful
        // In order, so that no two changes are tried both ways around.
        .filter((place) => doubtful.indexOf(place) > lastChanged(lines, variant, doubtful))
        .flatMap(({ line, column }) =>
          [...alike[lines[line]![column]!]!].map((other) => replaced(variant, line, column, other)),
        ),
    );
    const fitting = variants.filter((variant) => fits(variant, check));
    const likely = fitting.length > 1 ? fitting.filter((variant) => fits(variant, whole)) : fitting;
    if (fitting.length > 0) return clearest(lines, likely, confidences);
  }
  return undefined;
}

/** How much surer the second choice must have been read. */
const clearly = 0.1;

function clearest(
  lines: readonly string[],
  variants: readonly (readonly string[])[],
  confidences: readonly (readonly number[])[],
): readonly string[] | undefined {
  const costs = variants
    .map((variant) => {
      const changed = differences(lines, variant).map(({ line, column }) => confidences[line]?.[column] ?? 1);
      return { variant, cost: changed.reduce((sum, one) => sum + one, 0) };
    })
    .toSorted((a, b) => a.cost - b.cost);
  const [first, second] = costs;
  return first !== undefined && (second === undefined || second.cost - first.cost > clearly)
    ? first.variant
    : undefined;
}

function lastChanged(
  lines: readonly string[],
  variant: readonly string[],
  places: readonly { readonly line: number; readonly column: number }[],
): number {
  return places.findLastIndex(({ line, column }) => lines[line]![column] !== variant[line]![column]);
}

function replaced(lines: readonly string[], line: number, column: number, character: string): string[] {
  return lines.map((text, i) =>
    i === line ? text.slice(0, column) + character + text.slice(column + 1) : text,
  );
}

function differences(read: readonly string[], taken: readonly string[]): MrzCorrection[] {
  return read.flatMap((text, line) =>
    [...text].flatMap((character, column) => {
      const other = taken[line]![column]!;
      return other === character ? [] : [{ line, column, read: character, taken: other }];
    }),
  );
}
