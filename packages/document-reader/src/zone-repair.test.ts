import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededNumbers, specimenOf } from './testing/specimen-people.ts';
import { zoneOf } from './testing/specimen-zone.ts';
import { checkDigitOf, repairZone } from './zone-repair.ts';

const anyZone = fc
  .tuple(fc.nat(), fc.constantFrom('TD1', 'TD2', 'TD3' as const))
  .map(([seed, format]) => zoneOf(specimenOf(seededNumbers(seed), format)));

describe('repairing a zone', () => {
  it('changes nothing where every check digit fits', () => {
    fc.assert(
      fc.property(anyZone, (lines) => {
        expect(repairZone(lines)).toEqual({ lines, corrected: [] });
      }),
    );
  });

  it('takes a letter for the digit that it looks like, where a check digit demands it', () => {
    const lines = [
      'I<UTOI12345674<<<<<<<<<<<<<<<<',
      '7408122F2704151UTO<<<<<<<<<<<0',
      'MUSTER<<ERIKA<<<<<<<<<<<<<<<<<',
    ];
    // Of its characters only the first looks like another.
    const number = '134693469';
    const whole = [`I<UTO${number}${checkDigitOf(number)}<<<<<<<<<<<<<<<`, lines[1]!, lines[2]!];
    expect(repairZone([whole[0]!.replace('O1', 'OI'), lines[1]!, lines[2]!])).toEqual({
      lines: whole,
      corrected: [{ line: 0, column: 5, read: 'I', taken: '1' }],
    });
  });

  it('of several exchanges that fit takes the one that was read least surely, or none', () => {
    const name = 'P<D<<MUSTER<<ERIKA<<<<<<<<<<<<<<<<<<<<<<<<<<';
    const read = 'CO1X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4';
    const confidences = [Array<number>(44).fill(1), [...read].map((_, i) => (i === 1 ? 0.6 : 0.95))];
    expect(repairZone([name, read])).toEqual({ lines: [name, read], corrected: [] });
    expect(repairZone([name, read], confidences).corrected).toEqual([
      { line: 1, column: 1, read: 'O', taken: '0' },
    ]);
  });
});
