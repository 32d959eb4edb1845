import { expect, it } from 'vitest';
import { birthVerdict } from './birth-verdict.ts';

it('says no more of two dates of birth than the coarser one states', () => {
  expect(
    [
      '1980-03-02 fits 1980-03-02',
      '1980-03-02 fits 1980-02-03',
      '1980-03-02 fits 1980-03',
      '1980-03-02 fits 1980',
      '1957 fits 1957-07-30',
      '1980 fits 1978 to 1982',
      'about 1980 fits 1980',
    ].map(birthVerdict),
  ).toEqual(['same-date', 'swapped', 'same-month', 'same-year', 'same-year', 'possible', 'possible']);
});
