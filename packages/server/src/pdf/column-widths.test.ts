import { describe, expect, it } from 'vitest';
import { columnWidths } from './column-widths.ts';
import { breakable, breakPoint } from './word-breaks.ts';

const room = { width: 493, inset: 11.4, size: 8.6 };
const columns = (...all: readonly (readonly [number, ...string[]])[]) =>
  columnWidths(
    all.map(([width, ...texts]) => ({ width, texts })),
    room,
  );
const isWhole = (word: string, width: number) =>
  !breakable(word, { width: width - room.inset, size: room.size }).includes(breakPoint);

describe('the widths of columns', () => {
  it('are their shares where all words fit', () => {
    expect(columns([1, 'Art'], [3, 'Angabe'])).toEqual([493 / 4, (493 * 3) / 4]);
  });

  it('leave a long word whole where other columns have room to spare', () => {
    const widths = columns([1, 'Organisation'], [1, 'zusammengeschrieben'], [1, '0'], [7, 'kurz']);
    expect(isWhole('Organisation', widths[0]!)).toBe(true);
    expect(isWhole('zusammengeschrieben', widths[1]!)).toBe(true);
    expect(widths.reduce((sum, width) => sum + width)).toBeCloseTo(493);
    expect(isWhole('Organisation', 493 / 10)).toBe(false);
  });

  it('are their shares where the words of all columns are too wide together, and where one is a hash', () => {
    const long = 'Zusammengehörigkeit';
    expect(columns([1, long], [1, long], [1, long], [1, long], [2, long])[0]).toBe(493 / 6);
    const [narrow, wide] = columns(
      [1, 'Organisation'],
      ...[2, 2, 2, 2].map((share) => [share, long] as const),
    );
    expect(isWhole('Organisation', narrow!)).toBe(true);
    expect(isWhole(long, wide!)).toBe(false);
    expect(columns([1, 'f'.repeat(64)], [1, 'x'])).toEqual([493 / 2, 493 / 2]);
  });

  it('keep a number beside its sign', () => {
    const [narrow, other] = columns([1, '100,00\u00A0%'], [20, 'x']);
    expect(narrow).toBeGreaterThan(columns([1, '100,00 %'], [20, 'x'])[0]!);
    expect(narrow! + other!).toBeCloseTo(493);
  });

  it('count the groups of an address or identifier, between which a line may end', () => {
    const [narrow] = columns([1, 'one-two/three:four-five-six-seven-eight'], [9, 'x']);
    expect(narrow).toBeLessThan(60);
  });
});
