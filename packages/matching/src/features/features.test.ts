import { describe, expect, it } from 'vitest';
import { parseBirth, yearInterval } from '../dates.ts';
import type { DateInterval, Identifier } from '../entry.ts';
import type { IdentifierType } from '../identifiers/index.ts';
import type { Subject, SubjectIdentifier } from '../subject.ts';
import { birth } from './birth.ts';
import type { Facts } from './feature.ts';
import { identifierMatch, identifiersOf } from './identifier.ts';
import { corroborate } from './table.ts';

const nothing: Facts = { type: 'individual', births: [], nationalities: [], countries: [], identifiers: [] };
const subject = (facts: Partial<Subject> = {}): Subject => ({
  name: 'Ann Kite',
  type: 'individual',
  ...facts,
});
const day = (text: string) => parseBirth(text)!;
const agreement = (own: DateInterval, other: DateInterval[]) =>
  birth.evaluate(subject({ births: [own] }), { ...nothing, births: other })?.agreement;

describe('corroborate', () => {
  it('is neutral when either side is silent', () => {
    const full = { gender: 'F' as const, births: [day('1970')], nationalities: ['IR'], countries: ['IR'] };
    expect(corroborate(subject(), { ...nothing, ...full })).toMatchObject({
      adjustment: 0,
      support: 0,
      reasons: [],
    });
    expect(corroborate(subject(full), nothing)).toMatchObject({ adjustment: 0, support: 0, reasons: [] });
  });

  it('raises for agreement and lowers for contradiction, with a reason for each fact', () => {
    const entity: Facts = { ...nothing, gender: 'M', births: [day('1970-01-02')], nationalities: ['IR'] };
    const good = corroborate(
      subject({ gender: 'M', births: [day('1970-01-02')], nationalities: ['IR'] }),
      entity,
    );
    expect(good.adjustment).toBeGreaterThan(0);
    expect(good.reasons.map(({ feature }) => feature)).toEqual(['date-of-birth', 'gender', 'nationality']);
    const bad = corroborate(
      subject({ gender: 'F', births: [day('1990-05-05')], nationalities: ['BR'] }),
      entity,
    );
    expect(bad.adjustment).toBeLessThan(-0.3);
  });

  it('takes another residence of a person as no contradiction', () => {
    expect(corroborate(subject({ countries: ['BR'] }), { ...nothing, countries: ['IR'] }).reasons).toEqual(
      [],
    );
    const company = { ...nothing, type: 'corporate' as const, countries: ['IR'] };
    expect(corroborate(subject({ type: 'corporate', countries: ['BR'] }), company).adjustment).toBeLessThan(
      0,
    );
  });
});

describe('date of birth', () => {
  it('agrees by overlap, the more the more exact both sides are', () => {
    expect(agreement(day('1970-01-02'), [day('1970-01-02')])).toBe(1);
    expect(agreement(day('1970-01-02'), [day('1970')])).toBe(0.6);
    expect(agreement(day('1980'), [yearInterval(1977, 1985, 'range')])).toBe(0.4);
    expect(agreement(day('1971'), [day('1950'), day('1971-10-20')])).toBe(0.6);
  });

  it('takes swapped day and month as a typing error', () => {
    expect(agreement(day('1970-02-01'), [day('1970-01-02')])).toBe(0.5);
  });

  it('contradicts the more the further apart, and less when one side estimates', () => {
    const near = agreement(day('1970-06-01'), [day('1971-01-01')])!;
    const far = agreement(day('1970-06-01'), [day('1990-01-01')])!;
    expect(near).toBeLessThan(0);
    expect(far).toBe(-1);
    expect(near).toBeGreaterThan(far);
    expect(agreement(day('1970'), [yearInterval(1971, 1975, 'circa')])).toBe(0);
  });
});

describe('identifier', () => {
  const passport = { kind: 'Passport', value: 'AB 12345' };
  const identifierReason = (own: Subject, identifiers: Identifier[]) =>
    identifierMatch(identifiersOf(own), { identifiers, title: 'Jane' })?.reason;

  it('matches the same number whatever its punctuation', () => {
    expect(identifierReason(subject({ identifiers: [{ value: 'ab-12345' }] }), [passport])?.feature).toBe(
      'identifier',
    );
    expect(identifierReason(subject({ identifiers: [{ value: 'AB 12346' }] }), [passport])).toBeUndefined();
  });

  it('does not take a passport for a registration number', () => {
    const own = subject({ type: 'corporate', registrationNumber: 'AB12345' });
    expect(identifierReason(own, [passport])).toBeUndefined();
    expect(identifierReason(own, [{ kind: 'Company Number', value: 'AB12345' }])).toBeDefined();
  });

  it('keeps stated types apart, but those of documents only as their kinds say', () => {
    const match = (type: IdentifierType, other: Identifier) =>
      identifierReason(subject({ identifiers: [{ type, value: '123456789' }] }), [other]);
    const mmsi: Identifier = { kind: 'MMSI', value: '123456789', type: 'mmsi' };
    const national: Identifier = { kind: 'National ID No.', value: '123456789', type: 'national-id' };
    const unknown: Identifier = { kind: 'Serial No.', value: '123456789' };
    expect(match('tax', mmsi)).toBeUndefined();
    expect(match('mmsi', mmsi)?.detail).toBe('MMSI 123456789 is the same');
    expect(match('mmsi', unknown)).toBeDefined();
    expect(match('passport', national)).toBeDefined();
    expect(match('registration', national)).toBeUndefined();
  });

  it('says where issuer or chain differ, and what is wrong with the number', () => {
    const detailOf = (own: SubjectIdentifier, other: Identifier) =>
      identifierReason(subject({ identifiers: [own] }), [other])?.detail;
    expect(
      detailOf(
        { type: 'passport', value: 'ab12345', country: 'FR' },
        { ...passport, type: 'passport', country: 'SY' },
      ),
    ).toBe('Passport AB 12345 is the same; it was given with issuer FR, and is listed with SY');
    expect(detailOf({ type: 'imo', value: '9074728' }, { kind: 'IMO', value: '9074728', type: 'imo' })).toBe(
      'IMO 9074728 is the same; its check digit is wrong',
    );
    const value = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';
    expect(
      detailOf(
        { type: 'wallet', value, chain: 'USDT' },
        { kind: 'Wallet', value, type: 'wallet', chain: 'ETH' },
      ),
    ).toBe(`wallet ${value}, chain ETH, listed under Jane; it was given for chain USDT`);
  });

  it('explains an address that is listed for several chains by the chain that was stated', () => {
    const value = '0xd882cfc20f52f2599d84b8e8d58c7fb62cfe344b';
    const detailOf = (chain: string) =>
      identifierReason(
        subject({ identifiers: [{ type: 'wallet', value, chain }] }),
        ['ETH', 'ETC', 'BSC'].map((listed) => ({ kind: 'Wallet', value, type: 'wallet', chain: listed })),
      )?.detail;
    for (const chain of ['ETH', 'ETC', 'BSC'])
      expect(detailOf(chain)).toBe(`wallet ${value}, chain ${chain}, listed under Jane`);
    expect(detailOf('USDT')).toBe(
      `wallet ${value}, chain ETH, listed under Jane; it was given for chain USDT`,
    );
  });
});
