import { wordPhrases } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { contradictionOf as contradictionPhrases, rulingReasons } from './ruling-reasons.ts';

/** In English. */
function contradictionOf(...of: Parameters<typeof contradictionPhrases>): string | undefined {
  const phrases = contradictionPhrases(...of);
  return phrases && wordPhrases(phrases);
}

const nobody = { facts: {} };

const hit = (...reasons: readonly (readonly [string, number, string?])[]) => ({
  dobs: [],
  dobRanges: [],
  reasons: reasons.map(([feature, score, detail = '']) => ({ feature, score, detail })),
});

describe('reasons for a ruling', () => {
  it('name the facts that contradict, and never one that agrees', () => {
    const mixed = hit(
      ['name', 1],
      ['date-of-birth', 0.05, '1980 fits 1980'],
      ['nationality', -0.12, 'SG against KP'],
    );
    expect(rulingReasons(mixed, nobody)).toEqual({
      FALSE_POSITIVE: ['Another nationality: SG against KP'],
      TRUE_MATCH: ['Name agrees; year of birth agrees (1980)'],
      UNDECIDED: ['More information is needed'],
    });
    const other = hit(['name', 0.9], ['date-of-birth', -0.15, '1990 contradicts 1961']);
    expect(rulingReasons(other, nobody)).toMatchObject({
      FALSE_POSITIVE: ['Another date of birth: 1990 contradicts 1961'],
      TRUE_MATCH: [],
    });
  });

  it.each([
    ['1980-05-05 fits 1980', 'Name agrees; year of birth agrees (1980)'],
    ['1980 fits 1980-05-05', 'Name agrees; year of birth agrees (1980)'],
    ['1980-05 fits 1980-05-05', 'Name agrees; month of birth agrees (1980-05)'],
    ['1980-05-05 fits 1980-05-05', 'Name agrees; date of birth agrees (1980-05-05)'],
  ])('say of a birth no more than both sides state: %s', (detail, reason) => {
    const found = rulingReasons(hit(['name', 1], ['date-of-birth', 0.03, detail]), nobody);
    expect(found.TRUE_MATCH).toEqual([reason]);
  });

  it.each(['1980-05-05 fits 1978 to 1982', '1980 fits about 1980', '1980-02-01 fits 1980-01-02'])(
    'are none of a birth that only may be the same: %s',
    (detail) => {
      const only = hit(['name', 1], ['date-of-birth', 0.02, detail]);
      expect(rulingReasons(only, nobody).TRUE_MATCH).toEqual([]);
      const said = { ruling: 'FALSE_POSITIVE', reason: 'Another date of birth' } as const;
      expect(contradictionOf(only, said)).toBe(`its date of birth may be the same: ${detail}`);
    },
  );

  it('say of another tie to a country nothing of nationality', () => {
    const tied = hit(
      ['name', 1],
      ['gender', 0.005, 'both female'],
      ['nationality', 0.01, 'SG is another tie of the entity'],
      ['date-of-birth', 0.05, '1980-05-05 fits 1980-05-05'],
    );
    expect(rulingReasons(tied, nobody).TRUE_MATCH).toEqual([
      'Name agrees; gender agrees; date of birth agrees (1980-05-05)',
    ]);
  });

  it('are none where the name alone was compared, or where a number is the same', () => {
    expect(rulingReasons(hit(['name', 1]), nobody)).toMatchObject({ FALSE_POSITIVE: [], TRUE_MATCH: [] });
    const same = hit(['identifier', 1, 'Passport X1 is the same'], ['date-of-birth', -0.15]);
    expect(rulingReasons(same, nobody)).toMatchObject({
      FALSE_POSITIVE: [],
      TRUE_MATCH: ['Identifier agrees: Passport X1 is the same'],
    });
  });

  it.each([
    ['1980-03-15', 'a digit of the day'],
    ['1980-04-14', 'a digit of the month'],
    ['1970-03-14', 'a digit of the year'],
    ['1908-03-14', 'two digits exchanged'],
    ['1980-11-02', 'within the year'],
    ['1981', 'the next year'],
  ])('never make another date of birth of %s beside 1980-03-14: %s', (dateOfBirth) => {
    const near = {
      ...hit(['name', 1], ['date-of-birth', -0.15, `${dateOfBirth} contradicts 1980-03-14`]),
      dobs: [{ dateOfBirth: '1961-05-05' }, { dateOfBirth: '1980-03-14' }],
    };
    const subject = { facts: { dateOfBirth } };
    expect(rulingReasons(near, subject).FALSE_POSITIVE).toEqual([]);
  });

  it.each(['1980-11-02', '1981', '1979-05-05'])('never make another one of %s beside 1980', (dateOfBirth) => {
    const near = {
      ...hit(['name', 1], ['date-of-birth', -0.15, `${dateOfBirth} contradicts 1980`]),
      dobRanges: [{ from: '1980-01-01', to: '1980-12-31' }],
    };
    expect(rulingReasons(near, { facts: { dateOfBirth } }).FALSE_POSITIVE).toEqual([]);
  });

  it('name another year of birth, however many of its digits are the same', () => {
    const other = {
      ...hit(['name', 1], ['date-of-birth', -0.15, '1990 contradicts 1960']),
      dobRanges: [{ from: '1960-01-01', to: '1960-12-31' }],
    };
    expect(rulingReasons(other, { facts: { dateOfBirth: '1990' } }).FALSE_POSITIVE).toEqual([
      'Another date of birth: 1990 contradicts 1960',
    ]);
  });

  it('name another date of birth that no typing error explains', () => {
    const other = {
      ...hit(['name', 1], ['date-of-birth', -0.15, '1962-11-20 contradicts 1980-03-14']),
      dobs: [{ dateOfBirth: '1980-03-14' }],
      dobRanges: [{ from: '1975-01-01', to: '1978-12-31' }],
    };
    expect(rulingReasons(other, { facts: { dateOfBirth: '1962-11-20' } }).FALSE_POSITIVE).toEqual([
      'Another date of birth: 1962-11-20 contradicts 1980-03-14',
    ]);
  });

  it.each([
    ['date-of-birth', '1980-05-05 fits 1980', '1980-05-05 contradicts 1961'],
    ['date-of-birth', '1980-05 fits 1980-05-05', '1980-05-05 contradicts 1961'],
    ['date-of-birth', '1980-05-05 fits 1980-05-05', '1980-05-05 contradicts 1961'],
    ['gender', 'both female', 'female against male'],
    ['nationality', 'both SG', 'SG against KP'],
    ['country', 'both SG', 'SG against KP'],
  ])('of one hit are refused for another that contradicts: %s, %s', (feature, agreeing, contradicting) => {
    const birth = ['date-of-birth', 0.05, '1980 fits 1980'] as const;
    const one = hit(['name', 1], ...(feature === 'date-of-birth' ? [] : [birth]), [feature, 0.05, agreeing]);
    const other = hit(['name', 1], [feature, -0.15, contradicting]);
    const offered = rulingReasons(one, nobody).TRUE_MATCH;
    expect(offered).toHaveLength(1);
    for (const reason of offered) {
      const said = { ruling: 'TRUE_MATCH', reason } as const;
      expect(contradictionOf(one, said), reason).toBeUndefined();
      expect(contradictionOf(other, said), reason).toMatch(` contradicts: ${contradicting}`);
    }
  });

  it('are refused where the hit says otherwise, and believed where it says nothing', () => {
    const agreeing = hit(['date-of-birth', 0.05, '1980 fits 1980']);
    const say = (reason: string, ruling: 'FALSE_POSITIVE' | 'TRUE_MATCH' = 'FALSE_POSITIVE') => ({
      ruling,
      reason,
    });
    for (const reason of [
      'Another date of birth',
      'another  date of birth: see passport',
      'Other date of birth.',
    ]) {
      expect(contradictionOf(agreeing, say(reason)), reason).toBe('its year of birth agrees: 1980 fits 1980');
    }
    expect(contradictionOf(agreeing, say('Another date of birth was misread here'))).toBeUndefined();
    expect(contradictionOf(hit(['name', 1]), say('Another date of birth'))).toBeUndefined();
    const contradicting = hit(['date-of-birth', -0.15, '1990 contradicts 1961']);
    const claim = 'Name, date of birth and country agree';
    expect(contradictionOf(contradicting, say(claim, 'TRUE_MATCH'))).toBeDefined();
    expect(contradictionOf(agreeing, say(claim, 'TRUE_MATCH'))).toBeUndefined();
    // The reason of another hit, with what was compared there.
    const ofAnother = 'Name and date of birth agree: 1980 fits 1980';
    expect(contradictionOf(contradicting, say(ofAnother, 'TRUE_MATCH'))).toBe(
      'its date of birth contradicts: 1990 contradicts 1961',
    );
    expect(contradictionOf(agreeing, say(ofAnother, 'TRUE_MATCH'))).toBeUndefined();
    expect(contradictionOf(contradicting, say('Another date of birth'))).toBeUndefined();
    const clauses = 'Name agrees; date of birth agrees (1980-05-05)';
    expect(contradictionOf(contradicting, say(clauses, 'TRUE_MATCH'))).toBeDefined();
    expect(contradictionOf(agreeing, say(clauses, 'TRUE_MATCH'))).toBeUndefined();
    expect(
      contradictionOf(contradicting, say('Name agrees; the date of birth needs a look', 'TRUE_MATCH')),
    ).toBeUndefined();
  });
});
