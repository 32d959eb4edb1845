import { describe, expect, it } from 'vitest';
import { identifierText } from '../lib/identifier-text.ts';
import { splitIdentifiers, subjectTitle } from './subject-identifiers.ts';

describe('splitIdentifiers', () => {
  it('takes identifiers with what belongs to them, and leaves the other fields', () => {
    const fields = {
      name: 'Jane',
      wallet: ' 0x1 ',
      walletChain: 'btc',
      passportNumber: 'A1',
      imo: '',
      issuingCountry: 'FRA',
    };
    expect(splitIdentifiers(fields)).toEqual({
      identifiers: [
        { type: 'wallet', value: '0x1', chain: 'XBT' },
        { type: 'passport', value: 'A1', country: 'FR' },
      ],
      others: { name: 'Jane' },
    });
    expect(splitIdentifiers({ lei: 'L', issuingCountry: 'Atlantis' }).identifiers).toEqual([
      { type: 'lei', value: 'L' },
    ]);
  });

  it('takes each wallet that monitoring follows', () => {
    expect(splitIdentifiers({ name: 'Jane', wallets: ['0x1', ' 12Qt ', '', 7] })).toEqual({
      identifiers: [
        { type: 'wallet', value: '0x1' },
        { type: 'wallet', value: '12Qt' },
      ],
      others: { name: 'Jane' },
    });
  });
});

describe('a subject', () => {
  it('without a name is called by its identifier', () => {
    const identifiers = [{ type: 'wallet' as const, value: '0x1', chain: 'ETH' }];
    expect(subjectTitle({ name: '', identifiers })).toBe('wallet 0x1, chain ETH');
    expect(subjectTitle({ name: 'Jane', identifiers })).toBe('Jane');
    expect(identifierText({ type: 'passport', value: 'A1', country: 'FR' })).toBe('passport A1 (FR)');
    expect(identifierText({ kind: 'Licence', value: '7' })).toBe('Licence 7');
  });
});
