import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIdentifier } from './check-identifier.ts';
import { differingCharacters, identifierKeys, nearKeys } from './keys.ts';
import { typedIdentifier, typeOfKind } from './published-kind.ts';
import { recognizedIdentifiers } from './recognize.ts';
import type { IdentifierType } from './types.ts';
import { chainName, checkWallet } from './wallets.ts';

/** Addresses of the documents that define each form, or of public contracts and gifts. */
const ADDRESSES: readonly [string, string][] = [
  ['XBT', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['XBT', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['XBT', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['XBT', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['XMR', '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'],
  [
    'ZEC',
    'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf',
  ],
  ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
];

describe('a wallet', () => {
  it.each(ADDRESSES)('of chain %s is valid: %s', (chain, address) => {
    const checked = checkWallet(address);
    expect(checked).toMatchObject({ check: 'valid' });
    expect(checked.chains).toContain(chain);
  });

  it.each(ADDRESSES)('of chain %s with one wrong character is invalid, and has keys: %s', (_, address) => {
    const at = address.length - 6;
    const wrong = address.slice(0, at) + (address[at] === 'd' ? 'e' : 'd') + address.slice(at + 1);
    expect(checkWallet(wrong)).toMatchObject({ check: 'invalid', fault: 'its checksum is wrong' });
    expect(identifierKeys({ type: 'wallet', value: wrong })).not.toEqual([]);
  });

  it('of Ethereum in one case has no checksum; one without 0x is the same', () => {
    const [, mixed] = ADDRESSES[5]!;
    const lower = mixed.toLowerCase();
    expect(checkWallet(lower)).toMatchObject({ check: 'unchecked', normal: lower });
    expect(checkWallet(mixed.slice(2))).toMatchObject({ check: 'valid', normal: lower });
    expect(checkWallet(`0x${mixed.slice(2).toUpperCase()}`).check).toBe('unchecked');
    expect(checkWallet(lower.slice(0, -1))).toMatchObject({
      check: 'invalid',
      fault: 'must have 40 digits after 0x, has 39',
    });
  });

  it('of Solana or of an unknown form is unchecked', () => {
    expect(checkWallet('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toMatchObject({
      check: 'unchecked',
      chains: ['SOL'],
    });
    expect(checkWallet('5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320')).toMatchObject({
      check: 'unchecked',
      chains: [],
    });
  });

  it('is read from a payment link, with blanks and in another case', () => {
    expect(checkWallet('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1').normal).toBe(ADDRESSES[0]![1]);
    expect(checkWallet('0x5aAeb605 3F3E94C9 b9A09f33 669435E7 Ef1BeAed').check).toBe('valid');
    expect(checkWallet('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatchObject({
      check: 'valid',
      normal: ADDRESSES[2]![1],
    });
    // Base58 of both cases that begins like Bech32 of Litecoin.
    expect(checkWallet('LTC1Chz4DmvyFuC6d3F739rQEEHaqxdy5G')).toMatchObject({
      check: 'valid',
      chains: ['LTC'],
    });
    expect(checkWallet('Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4').fault).toBe(
      'must not mix upper and lower case',
    );
    for (const [, value] of ADDRESSES) {
      const keys = identifierKeys({ type: 'wallet', value });
      // One of TON, whose account its letters' case decides, keeps the key of its text alone.
      expect(keys).toEqual(
        expect.arrayContaining(identifierKeys({ type: 'wallet', value: value.toLowerCase() })),
      );
    }
  });

  it('has a near key of another with the same head and tail, and no other', () => {
    const keys = (value: string) => nearKeys({ type: 'wallet', value });
    const areNear = (one: string, other: string) => keys(one).some((key) => keys(other).includes(key));
    const listed = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';
    expect(areNear('0x8576aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa353c', listed)).toBe(true);
    expect(areNear('0x8576acc5c05d6ce88f4e49bf65bdf0c62f91363c', listed)).toBe(false);
    expect(areNear('0x9576acc5c05d6ce88f4e49bf65bdf0c62f91353c', listed)).toBe(false);
    expect(nearKeys({ type: 'passport', value: listed })).toEqual([]);
    expect(differingCharacters(listed, `${listed.slice(0, 20)}f${listed.slice(21)}`)).toBe(1);
    expect(differingCharacters(listed, listed.slice(0, 20) + listed.slice(21))).toBe(1);
  });

  it('of Ethereum is near to one without its last digit, or with another one', () => {
    const whole = '0xa7e5d5a720f06526557c513402f2e6b5fa20b008';
    const keys = (value: string) => nearKeys({ type: 'wallet', value });
    for (const other of [whole.slice(0, -1), `${whole.slice(0, -1)}9`]) {
      expect(keys(other).some((key) => keys(whole).includes(key))).toBe(true);
    }
    expect(keys(whole.slice(0, -2)).some((key) => keys(whole).includes(key))).toBe(false);
  });

  it('of TON is the same in all of its forms', () => {
    const [, address] = ADDRESSES.find(([chain]) => chain === 'TON')!;
    const raw = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
    for (const form of [
      address,
      'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
      raw,
      raw.toUpperCase(),
    ]) {
      expect(checkWallet(form), form).toMatchObject({ normal: raw, chains: ['TON'] });
      expect(identifierKeys({ type: 'wallet', value: form })).toContain(
        '083DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8',
      );
    }
    expect(checkWallet(raw).check).toBe('unchecked');
    const signs = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2';
    expect(recognizedIdentifiers(signs)).toEqual([{ type: 'wallet', value: signs, isWhole: true }]);
    expect(recognizedIdentifiers(signs.replace('L', 'M'))).toEqual([]);
  });

  it('has a chain by any of its names', () => {
    expect(['btc', ' Bitcoin ', 'XBT', 'doge', '', undefined].map(chainName)).toEqual([
      'XBT',
      'XBT',
      'XBT',
      'DOGE',
      undefined,
      undefined,
    ]);
  });
});

describe('checkIdentifier', () => {
  it('says what a wrong identifier must be', () => {
    const faultOf = (type: IdentifierType, value: string) => checkIdentifier(type, value).fault;
    expect(faultOf('mmsi', '57246921')).toBe('must have nine digits');
    expect(faultOf('bic', 'DEUTDEF')).toBe('is not a valid BIC (8 or 11 characters)');
    expect(faultOf('imo', '907472')).toBe('must have 7 characters, has 6');
    expect(faultOf('lei', '5493001KJTIIGC8Y1R13')).toBe('its check digit is wrong');
  });

  it.each<[IdentifierType, string, string, string]>([
    ['lei', '5493001KJTIIGC8Y1R12', 'valid', '5493001KJTIIGC8Y1R12'],
    ['lei', 'LEI 5493 001K JTII GC8Y 1R12', 'valid', '5493001KJTIIGC8Y1R12'],
    ['lei', '5493001KJTIIGC8Y1R13', 'invalid', '5493001KJTIIGC8Y1R13'],
    ['isin', 'US0378331005', 'valid', 'US0378331005'],
    ['isin', 'ISIN: RU0009177331', 'valid', 'RU0009177331'],
    ['isin', 'US0378331006', 'invalid', 'US0378331006'],
    ['imo', 'IMO 9074729', 'valid', '9074729'],
    ['imo', '9074728', 'invalid', '9074728'],
    ['imo', '5342883', 'valid', '5342883'],
    ['imo', '907472', 'invalid', '907472'],
    ['mmsi', '572469210', 'unchecked', '572469210'],
    ['mmsi', '57246921', 'invalid', '57246921'],
    ['bic', 'deutdeffxxx', 'unchecked', 'DEUTDEFF'],
    ['bic', 'DEUTDEFF500', 'unchecked', 'DEUTDEFF500'],
    ['bic', 'DEUTQQFF', 'invalid', 'DEUTQQFF'],
    ['call-sign', 'T2-EA4', 'unchecked', 'T2EA4'],
    ['tail-number', 'EP-MNA', 'unchecked', 'EPMNA'],
    ['registration', '(USCC) 91222401MA0Y31E659', 'unchecked', '91222401MA0Y31E659'],
    ['passport', 'a 123-456', 'unchecked', 'A123456'],
  ])('of type %s checks %s: %s', (type, value, check, normal) => {
    const checked = checkIdentifier(type, value);
    expect(checked).toMatchObject({ check, normal });
    expect(checked.fault === undefined).toBe(check !== 'invalid');
  });

  it('takes any text, and a normal form is its own', () => {
    const types = fc.constantFrom<IdentifierType>(
      'wallet',
      'imo',
      'mmsi',
      'lei',
      'bic',
      'isin',
      'tax',
      'passport',
    );
    fc.assert(
      fc.property(types, fc.string({ unit: 'grapheme', maxLength: 60 }), (type, value) => {
        const { normal } = checkIdentifier(type, value);
        if (type !== 'wallet' && type !== 'bic') expect(checkIdentifier(type, normal).normal).toBe(normal);
        identifierKeys({ type, value });
        nearKeys({ type, value });
        recognizedIdentifiers(value);
      }),
    );
  });
});

describe('identifierKeys', () => {
  it('has typed keys for what has no digit', () => {
    expect(identifierKeys({ value: 'EP-MNA' })).toEqual([]);
    expect(identifierKeys({ type: 'tail-number', value: 'EP-MNA' })).toEqual(['tail-number:EPMNA']);
    expect(identifierKeys({ type: 'bic', value: 'KDBKKPPYXXX' })).toEqual(['bic:KDBKKPPY']);
    expect(identifierKeys({ type: 'passport', value: '--' })).toEqual([]);
  });
});

describe('published kinds', () => {
  it.each([
    ['Digital Currency Address - XBT', 'wallet'],
    ['Vessel Registration Identification IMO', 'imo'],
    ['MMSI', 'mmsi'],
    ['Call Sign', 'call-sign'],
    ['Vessel Call Sign', 'call-sign'],
    ['Previous Aircraft Tail Number', 'tail-number'],
    ['LEI', 'lei'],
    ['SWIFT/BIC', 'bic'],
    ['Numéro de passeport', 'passport'],
    ['V.A.T. Number', 'tax'],
    ['INN', 'tax'],
    ['National Identification Number', 'national-id'],
    ['Electoral Registry No.', 'national-id'],
    ['Unified Social Credit Code', 'registration'],
    ['Immigration No.', undefined],
    ['Government Gazette Number', undefined],
  ])('%s names the type %s', (kind, type) => {
    expect(typeOfKind(kind)).toBe(type);
  });

  it('name the chain of a wallet; else its form does where only one chain has it', () => {
    const chainOf = (kind: string, value: string) => typedIdentifier({ kind, value }).chain;
    expect(chainOf('Digital Currency Address - USDT', ADDRESSES[5]![1])).toBe('USDT');
    expect(chainOf('Digital Currency Address', ADDRESSES[2]![1])).toBe('XBT');
    expect(chainOf('Digital Currency Address', ADDRESSES[5]![1])).toBeUndefined();
  });
});

describe('recognizedIdentifiers', () => {
  it.each<[string, IdentifierType, boolean]>([
    ...ADDRESSES.map(([, address]): [string, IdentifierType, boolean] => [address, 'wallet', true]),
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee', 'wallet', true],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'wallet', true],
    ['Jane Doe (1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)', 'wallet', false],
    ['5493001KJTIIGC8Y1R12', 'lei', true],
    ['US0378331005', 'isin', true],
    ['9074729', 'imo', true],
    ['MT FORTUNE (IMO 9074729)', 'imo', false],
    ['MMSI 572469210', 'mmsi', true],
    ['KDBKKPPY', 'bic', true],
  ])('finds in %s the type %s', (name, type, isWhole) => {
    expect(recognizedIdentifiers(name)).toMatchObject([{ type, isWhole }]);
  });

  it.each([
    'Usama bin Laden',
    'ROBERTSON',
    'Robertus',
    '5493001KJTIIGC8Y1R13',
    'US0378331006',
    '9074728',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    '11420 CORP.',
    '123456789012345678901234567890',
    '',
  ])('finds nothing in %s', (name) => {
    expect(recognizedIdentifiers(name)).toEqual([]);
  });
});
