/** Finds identifiers in what was given as a name. */
import { isImo, isIsin, isLei } from './check-digits.ts';
import { isBic } from './check-identifier.ts';
import { tonAddress } from './ton.ts';
import type { IdentifierType } from './types.ts';

export interface RecognizedIdentifier {
  type: IdentifierType;
  value: string;
  /** The text is nothing but this identifier. */
  isWhole: boolean;
}

/**
 * A word with the length of an address, of letters and digits. Any such word is looked up, whatever its checksum: it is
 * no name, and only an equal or nearly equal address meets it.
 */
const ADDRESS = /^(?:[a-z]+:)?(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{25,500}$/i;
const NUMBERED = /\b(IMO|MMSI)\b[\s:#.-]*(?:No\.?|number)?[\s:#.-]*(\d{7}|\d{9})\b/i;

/** Addresses of TON hold signs too: only one without an error is no name for certain. */
function isTon(word: string): boolean {
  const address = tonAddress(word);
  return address !== undefined && address.isRight !== false;
}

function typeOfWord(word: string): IdentifierType | undefined {
  if (word.length >= 25) return ADDRESS.test(word) || isTon(word) ? 'wallet' : undefined;
  if (word.length === 20) return isLei(word.toUpperCase()) ? 'lei' : undefined;
  return word.length === 12 && isIsin(word.toUpperCase()) ? 'isin' : undefined;
}

/** A text that is one number: those of ships by their digits, and BICs where they are written in capitals. */
function typeOfText(text: string): IdentifierType | undefined {
  if (/^\d{7}$/.test(text)) return isImo(text) ? 'imo' : undefined;
  if (/^[2-7]\d{8}$/.test(text)) return 'mmsi';
  return /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(text) && isBic(text) ? 'bic' : undefined;
}

/**
 * Identifiers that a name is or holds: addresses of digital currencies; LEI, ISIN and IMO numbers whose check digits are
 * right; MMSI numbers and BICs by their form. Identifiers without check or form are names like others.
 */
export function recognizedIdentifiers(name: string): RecognizedIdentifier[] {
  const text = name.trim();
  const whole = typeOfText(text);
  if (whole) return [{ type: whole, value: text, isWhole: true }];
  if (!/\d/.test(text)) return [];
  const found: RecognizedIdentifier[] = [];
  for (const word of text.split(/[\s,;()<>[\]"'|]+/)) {
    const type = word.length >= 12 ? typeOfWord(word) : undefined;
    if (type) found.push({ type, value: word, isWhole: word === text });
  }
  const numbered = NUMBERED.exec(text);
  if (numbered) {
    const type = numbered[1]!.toUpperCase() === 'IMO' ? 'imo' : 'mmsi';
    found.push({ type, value: numbered[2]!, isWhole: numbered[0] === text });
  }
  return found;
}
