/** What may be in a place of a zone beside a filler: letters, digits, or both. */
export type PlaceClass = 'letters' | 'digits' | 'both';

/** A stretch of a line. */
interface Stretch {
  readonly line: number;
  /** The end is the first place after it. */
  readonly start: number;
  readonly end: number;
}

/** A check digit with what it is made of. */
export interface CheckedStretches {
  readonly of: readonly Stretch[];
  readonly digit: { readonly line: number; readonly column: number };
  /** Over the whole: it is tried last. */
  readonly isComposite: boolean;
}

export interface ZoneLayout {
  readonly lineCount: number;
  readonly lineLength: number;
  /** One letter a place: `a` letters, `9` digits, `x` both. */
  readonly classes: readonly string[];
  readonly checks: readonly CheckedStretches[];
}

const at = (line: number, start: number, end: number): Stretch => ({ line, start, end });
const check = (line: number, start: number, column: number): CheckedStretches => ({
  of: [at(line, start, column)],
  digit: { line, column },
  isComposite: false,
});
const composite = (of: readonly Stretch[], line: number, column: number): CheckedStretches => ({
  of,
  digit: { line, column },
  isComposite: true,
});

/** ICAO 9303 parts 4 to 6: what stands where. */
const layouts: readonly ZoneLayout[] = [
  {
    lineCount: 2,
    lineLength: 44,
    classes: ['a'.repeat(44), `${'x'.repeat(9)}9aaa${'9'.repeat(7)}a${'9'.repeat(7)}${'x'.repeat(14)}99`],
    checks: [
      check(1, 0, 9),
      check(1, 13, 19),
      check(1, 21, 27),
      check(1, 28, 42),
      composite([at(1, 0, 10), at(1, 13, 20), at(1, 21, 43)], 1, 43),
    ],
  },
  {
    lineCount: 2,
    lineLength: 36,
    classes: ['a'.repeat(36), `${'x'.repeat(9)}9aaa${'9'.repeat(7)}a${'9'.repeat(7)}${'x'.repeat(7)}9`],
    checks: [
      check(1, 0, 9),
      check(1, 13, 19),
      check(1, 21, 27),
      composite([at(1, 0, 10), at(1, 13, 20), at(1, 21, 35)], 1, 35),
    ],
  },
  {
    lineCount: 3,
    lineLength: 30,
    classes: [
      `aaaaa${'x'.repeat(9)}9${'x'.repeat(15)}`,
      `${'9'.repeat(7)}a${'9'.repeat(7)}aaa${'x'.repeat(11)}9`,
      'a'.repeat(30),
    ],
    checks: [
      check(0, 5, 14),
      check(1, 0, 6),
      check(1, 8, 14),
      composite([at(0, 5, 30), at(1, 0, 7), at(1, 8, 15), at(1, 18, 29)], 1, 29),
    ],
  },
];

/** The French card from before 2021 has TD2's size and a layout of its own. */
const frenchCard: ZoneLayout = {
  lineCount: 2,
  lineLength: 36,
  classes: [`${'a'.repeat(30)}xxx999`, `9999xxx99999${'9'}${'a'.repeat(14)}${'9'.repeat(7)}a9`],
  checks: [check(1, 0, 12), check(1, 27, 33), composite([at(0, 0, 36), at(1, 0, 35)], 1, 35)],
};

const classNames: Readonly<Record<string, PlaceClass>> = { a: 'letters', '9': 'digits', x: 'both' };

export function classAt({ classes }: ZoneLayout, line: number, column: number): PlaceClass {
  return classNames[classes[line]![column]!]!;
}

/** The layouts that a zone of that size may have. */
export function layoutsOf(lineCount: number, lineLength: number): readonly ZoneLayout[] {
  const fitting = layouts.filter((one) => one.lineCount === lineCount && one.lineLength === lineLength);
  return lineLength === 36 ? [...fitting, frenchCard] : fitting;
}

export function isFrenchCard(lines: readonly string[]): boolean {
  return lines.length === 2 && lines[0]!.startsWith('IDFRA') && lines[0]!.length === 36;
}

export function frenchLayout(): ZoneLayout {
  return frenchCard;
}
