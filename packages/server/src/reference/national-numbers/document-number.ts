import { nationalIds } from './national-ids.ts';
import { residencePermits } from './residence-permits.ts';

/** What is known of a number once its document's form was asked. */
export type NumberCheck = 'fits' | 'wrong form' | 'wrong check digit' | 'not known';

const cards: Readonly<Record<string, typeof nationalIds>> = {
  NATIONAL_ID: nationalIds,
  RESIDENCE_PERMIT: residencePermits,
};

const finRule = ['FIN', '[FGM]\\d{7}[A-Z]', 'singapore'] as const;

/** A number as its pattern wants it: without blanks, hyphens, dots and slashes, in capitals. */
export function plainNumber(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[\s\-./‐-―]/gu, '')
    .toUpperCase();
}

/**
 * Whether a number of an identity document fits its country's form and check digits. `not known` for documents whose
 * numbers have no public form; a number is never refused for that.
 */
export async function validateDocumentNumber(
  country: string,
  type: string,
  number: string,
): Promise<NumberCheck> {
  const isSingaporePass = country === 'SG' && (type === 'FIN_CARD' || type === 'WORK_PASS');
  const rule = isSingaporePass ? finRule : cards[type]?.[country]?.number;
  if (rule === undefined) return 'not known';
  const [, pattern, check] = rule;
  const plain = plainNumber(number);
  if (!new RegExp(`^(?:${pattern})$`, 'v').test(plain)) return 'wrong form';
  if (check === undefined) return 'fits';
  return (await checkDigitsFit(check, plain)) ? 'fits' : 'wrong check digit';
}

async function checkDigitsFit(check: string, plain: string): Promise<boolean> {
  if (check === 'luhn') return luhnFits(plain);
  if (check === 'singapore') return singaporeFits(plain);
  // Loaded when first asked for: it holds the rules of 80 countries, and most nodes never ask.
  const { stdnum } = await import('stdnum');
  const [country, rule] = check.split('.') as [string, string];
  const validator = stdnum[country]?.[rule];
  if (validator === undefined) throw new Error(`there is no rule ${check} for check digits`);
  return validator.validate(plain).isValid;
}

/** ISO/IEC 7812-1, annex B. */
function luhnFits(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

const singaporeWeights = [2, 7, 6, 5, 4, 3, 2];
/** By first letter: what is added to the weighted sum, and the check letter for each remainder of 11. */
const singaporeLetters: Readonly<Record<string, readonly [number, string]>> = {
  S: [0, 'JZIHGFEDCBA'],
  T: [4, 'JZIHGFEDCBA'],
  F: [0, 'XWUTRQPNMLK'],
  G: [4, 'XWUTRQPNMLK'],
  M: [3, 'KLJNPQRTUWX'],
};

/** Singapore's NRIC and FIN, whose rule is public knowledge though not published by the authority. */
function singaporeFits(number: string): boolean {
  const [offset, letters] = singaporeLetters[number[0]!]!;
  const sum = singaporeWeights.reduce((total, weight, i) => total + weight * Number(number[i + 1]), offset);
  return letters[sum % 11] === number[8];
}
