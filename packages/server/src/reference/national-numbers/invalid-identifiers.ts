import { invalidIdentifiers, type Subject } from '@gatehouse/matching';
import { identifierText } from '../../lib/identifier-text.ts';
import { type NationalNumber, validateNationalNumber } from './national-number.ts';

const checked: ReadonlySet<string | undefined> = new Set<NationalNumber>([
  'tax',
  'registration',
  'national-id',
]);

/**
 * What is wrong with a subject's identifiers, by their own checks and by those of their country, each as a sentence without its full
 * stop. They are looked up all the same.
 */
export async function findInvalidIdentifiers(subject: Subject): Promise<string[]> {
  return [...invalidIdentifiers(subject), ...(await findCheckDigitFaults(subject))];
}

/**
 * Tax, registration and national numbers of a subject whose check digits are wrong by the rules of their country, each as a sentence
 * without its full stop. They are looked up all the same. A company's registration number counts as one of its only country.
 */
async function findCheckDigitFaults(subject: Subject): Promise<string[]> {
  const { identifiers = [], registrationNumber, countries = [] } = subject;
  const [country, ...others] = countries;
  const own =
    registrationNumber && country && others.length === 0
      ? [{ type: 'registration' as const, value: registrationNumber, country }]
      : [];
  const faults: string[] = [];
  for (const identifier of [...identifiers, ...own]) {
    const { type, value } = identifier;
    if (identifier.country === undefined || !checked.has(type)) continue;
    const check = await validateNationalNumber(identifier.country, type as NationalNumber, value);
    if (check === 'wrong check digit') faults.push(`${identifierText(identifier)}: its check digit is wrong`);
  }
  return [...new Set(faults)];
}
