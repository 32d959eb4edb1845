import { describe, expect, it } from 'vitest';
import { compare } from '../index.ts';

const score = (query: string, listed: string) => compare(query, listed, { type: 'vessel' }).score;

describe('what is beside the name of a ship', () => {
  it.each([
    'M/V HENNA',
    'M.V. HENNA',
    'MT-HENNA',
    'HENNA, M/T',
    'SEA HENNA MV',
    'Motor Vessel HENNA',
    'Crude Oil Tanker HENNA',
    'HENNA, chemical/oil tanker',
    'HENNA (bulk carrier)',
    'General Cargo Ship HENNA',
    'Buque tanque HENNA',
    'т/х HENNA',
    'теплоход HENNA',
    'LNG/C HENNA',
    'HENNA IMO 9123456',
    'HENNA IMO9123456',
    'IMO: 9123456 HENNA',
    'HENNA - IMO number 9123456',
    'M/V HENNA (IMO No. 9123456)',
    'HENNA 9074729',
    'HENNA MMSI 572469210',
    'HENNA call sign 5BXY2',
    'HENNA (hull 1234)',
    'HENNA, Hull No. S-1234',
  ])('is left out: %s', (query) => {
    expect(score(query, query.includes('SEA') ? 'SEA HENNA' : 'HENNA')).toBeGreaterThanOrEqual(0.98);
  });

  it('is left out of a name of numbers', () => {
    expect(score('M.V. 7-28', '7-28')).toBeGreaterThanOrEqual(0.98);
  });

  it('is left out of a name with one letter wrong, and on the side of the list', () => {
    expect(score('M/V HwNNA IMO 9123456', 'HENNA')).toBeGreaterThanOrEqual(0.84);
    expect(score('HENNA', 'Oil tanker HENNA')).toBe(0.98);
  });

  it('is no reason to leave out what distinguishes', () => {
    expect(score('M/V Snow Storm 1 IMO 9123456', 'Snow Storm 2')).toBeLessThan(0.65);
    expect(score('Hull No. 455 Acme Yards', 'Acme Yards')).toBeLessThan(0.85);
    expect(score('MS Trading Ltd', 'MT Trading Ltd')).toBeLessThan(0.65);
    expect(score('OOO MS Volna', 'OOO MT Volna')).toBeLessThan(0.8);
    expect(score('MV EP-GOM', 'EP-GOM')).toBeGreaterThanOrEqual(0.98);
    expect(score('SS Trading', 'MS Trading')).toBeLessThan(0.65);
    expect(score('Ocean Carrier', 'Ocean')).toBeLessThan(0.65);
    expect(score('National Petrel Tanker Company', 'National Petrel Company')).toBeLessThan(0.98);
  });
});
