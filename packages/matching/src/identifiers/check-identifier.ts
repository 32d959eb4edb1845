/** One validator and one normal form for each type of identifier. */
import { countryCode } from '../names/countries.ts';
import { toAscii } from '../names/transliterate.ts';
import { isImo, isIsin, isLei } from './check-digits.ts';
import type { CheckedIdentifier, IdentifierType } from './types.ts';
import { checkWallet } from './wallets.ts';

/** Letters and digits in capitals. */
export function plainIdentifier(value: string): string {
  return toAscii(value)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}

/** The same without a word that names the number: `IMO 9187629`, `ISIN: RU0009177331`, `(USCC) 9122…`. */
function withoutLabel(value: string, label: RegExp): string {
  return plainIdentifier(value.replace(label, ''));
}

type Check = (value: string) => CheckedIdentifier;

function byCheckDigit(label: RegExp, isRight: (normal: string) => boolean, length: number): Check {
  return (value) => {
    const normal = withoutLabel(value, label);
    if (isRight(normal)) return { normal, check: 'valid' };
    const fault =
      normal.length === length
        ? 'its check digit is wrong'
        : `must have ${length} characters, has ${normal.length}`;
    return { normal, check: 'invalid', fault };
  };
}

function checkMmsi(value: string): CheckedIdentifier {
  const normal = withoutLabel(value, /^\s*mmsi\b/i);
  if (/^\d{9}$/.test(normal)) return { normal, check: 'unchecked' };
  return { normal, check: 'invalid', fault: 'must have nine digits' };
}

/** ISO 9362: institution, country, place, and a branch of which `XXX` is the head office and left out. */
function checkBic(value: string): CheckedIdentifier {
  const normal = withoutLabel(value, /^\s*(?:swift(?:\/bic)?|bic)\b/i).replace(/^(.{8})XXX$/, '$1');
  if (isBic(normal)) return { normal, check: 'unchecked' };
  return { normal, check: 'invalid', fault: 'is not a valid BIC (8 or 11 characters)' };
}

/** Whether a text in capitals has the form of a BIC, with a country that exists. */
export function isBic(text: string): boolean {
  const parts = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.exec(text);
  return parts !== null && (parts[1] === 'XK' || countryCode(parts[1]!) !== undefined);
}

/** Numbers whose check digits differ by country: none is verified. */
function withoutCheck(value: string): CheckedIdentifier {
  const normal = withoutLabel(value, /^\s*\([A-Z]+\)/);
  return { normal, check: 'unchecked' };
}

const CHECKS: Readonly<Record<IdentifierType, Check>> = {
  wallet: checkWallet,
  imo: byCheckDigit(/\bimo\b/i, isImo, 7),
  mmsi: checkMmsi,
  'call-sign': withoutCheck,
  'tail-number': withoutCheck,
  lei: byCheckDigit(/^\s*lei\b/i, isLei, 20),
  bic: checkBic,
  isin: byCheckDigit(/^\s*isin\b/i, isIsin, 12),
  tax: withoutCheck,
  registration: withoutCheck,
  passport: withoutCheck,
  'national-id': withoutCheck,
};

/** Checks an identifier and brings it to its normal form. A wrong one has a normal form too: it is looked up all the same. */
export function checkIdentifier(type: IdentifierType, value: string): CheckedIdentifier {
  return CHECKS[type](value);
}
