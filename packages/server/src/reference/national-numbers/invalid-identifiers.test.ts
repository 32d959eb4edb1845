import type { Subject } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { findInvalidIdentifiers } from './invalid-identifiers.ts';

const company = (more: Partial<Subject>): Subject => ({ name: 'Quillfeather', type: 'corporate', ...more });

describe('findInvalidIdentifiers', () => {
  it('names numbers whose check digit is wrong in the country that issued them', async () => {
    const identifiers = [
      { type: 'tax' as const, value: '7707083894', country: 'RU' },
      { type: 'tax' as const, value: '7707083893', country: 'RU' },
      { type: 'tax' as const, value: '7707083894' },
      { type: 'passport' as const, value: '7707083894', country: 'RU' },
    ];
    expect(await findInvalidIdentifiers(company({ identifiers }))).toEqual([
      'tax number 7707083894 (RU): its check digit is wrong',
    ]);
  });

  it('takes a registration number for one of the only country', async () => {
    const registrationNumber = '552100555';
    expect(await findInvalidIdentifiers(company({ registrationNumber, countries: ['FR'] }))).toEqual([
      'registration number 552100555 (FR): its check digit is wrong',
    ]);
    expect(await findInvalidIdentifiers(company({ registrationNumber, countries: ['FR', 'GB'] }))).toEqual(
      [],
    );
    expect(await findInvalidIdentifiers(company({ registrationNumber }))).toEqual([]);
  });
});
