import { describe, expect, it } from 'vitest';
import { hitVerdicts, listedTexts } from './hit-verdicts.ts';

describe('hitVerdicts', () => {
  const birthOf = (stated: string, listed: readonly string[], score: number) =>
    hitVerdicts(
      {
        reasons: [{ feature: 'date-of-birth', score, detail: '' }],
        dobs: listed.map((dateOfBirth) => ({ dateOfBirth })),
        dobRanges: [],
      } as unknown as Parameters<typeof hitVerdicts>[0],
      { facts: { dateOfBirth: stated } },
    ).birth;

  it.each([
    ['the same day', '1961-04-02', ['1950-01-01', '1961-04-02'], 0.05, 'agree'],
    ['the same year alone', '1961', ['1961-04-02'], 0.03, 'near'],
    ['day and month swapped', '1961-04-02', ['1961-02-04'], 0.02, 'near'],
    ['another birth', '1961-04-02', ['1935-11-20'], -0.15, 'contradict'],
  ] as const)('say of a birth: %s', (_, stated, listed, score, verdict) => {
    expect(birthOf(stated, listed, score)).toBe(verdict);
  });

  it('say nothing of what the score does not use', () => {
    const none = { reasons: [], dobs: [], dobRanges: [] };
    expect(new Set(Object.values(hitVerdicts(none, { facts: { dateOfBirth: '1961-04-02' } })))).toEqual(
      new Set(['unknown']),
    );
  });
});

describe('what the list states, in a row', () => {
  const entry = { gender: 'F', nationalities: ['NZ'], countries: ['SG', 'AU'], identifiers: [] } as const;
  const hit = (...reasons: readonly (readonly [string, number, string])[]) => ({
    dobs: [{ dateOfBirth: '1957-03-10' }, { dateOfBirth: '1957-07-30' }],
    dobRanges: [],
    addresses: [],
    reasons: reasons.map(([feature, score, detail]) => ({ feature, score, detail })),
  });
  const textsOf = (of: ReturnType<typeof hit>) => listedTexts(of, entry as never);

  it('is one birth and one country, and how many more there are', () => {
    expect(textsOf(hit())).toEqual({ birth: '1957-03-10 +1', country: 'NZ +2', gender: 'Female' });
  });

  it('begins with what was compared', () => {
    const compared = hit(
      ['date-of-birth', 0.03, '1957 fits 1957-07-30'],
      ['nationality', 0.01, 'SG is another tie of the entity'],
    );
    expect(textsOf(compared)).toMatchObject({ birth: '1957-07-30 +1', country: 'SG +2' });
  });
});
