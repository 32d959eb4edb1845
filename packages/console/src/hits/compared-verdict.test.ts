import { expect, it } from 'vitest';
import { verdictOf } from './compared-verdict.ts';

const reason = (feature: string, score: number, detail: string) => ({ feature, score, detail });
const countries = { features: ['nationality', 'country'], isTold: true, verdicts: undefined };

it('takes ties to countries for near where one agrees and another contradicts, as the table of hits does', () => {
  const against = reason('nationality', -0.04, 'RU against US');
  const both = { reasons: [against, reason('country', 0.02, 'both tied to US')] };
  expect(verdictOf(both, countries)).toMatchObject({ sign: '≈', word: 'near, agrees in part' });
  expect(verdictOf({ reasons: [against] }, countries)).toMatchObject({ sign: '✕', word: 'contradicts' });
});

it('takes a birth for near where the table says so', () => {
  const birth = { reasons: [reason('date-of-birth', -0.1, '1980-03-02 contradicts 1980-02-03')] };
  const said = {
    birth: 'near',
    name: 'agree',
    country: 'unknown',
    gender: 'unknown',
    identifiers: 'unknown',
  } as const;
  const ofBirth = { features: ['date-of-birth'], isTold: true };
  expect(verdictOf(birth, { ...ofBirth, verdicts: said })).toMatchObject({ sign: '≈' });
  expect(verdictOf(birth, { ...ofBirth, verdicts: { ...said, birth: 'contradict' } })).toMatchObject({
    sign: '✕',
  });
});
