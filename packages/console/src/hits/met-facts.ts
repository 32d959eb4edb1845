import type { AlertSubject } from '@gatehouse/contract';
import { fieldTexts } from '../ui/country-text.ts';
import type { EntityFact } from './entity-facts.ts';
import { genderText } from './reason-text.ts';

/** Which facts of a listed entity say the same as the subject, letter for letter but for case. Pure. */

/** Fields of a subject that state what a fact of an entity states, by the entity's. */
const subjectFields: Readonly<Partial<Record<EntityFact['field'], readonly string[]>>> = {
  names: ['name', 'aliasName'],
  births: ['dateOfBirth'],
  genders: ['sex'],
  nationalities: ['countryOfNationality'],
  countries: ['countryOfNationality', 'countryOfResidence', 'countryOfIncorporation'],
  incorporatedOn: ['incorporationDate'],
};

/** Whether a value of a fact is what the subject states. */
export function isMet(subject: AlertSubject, field: EntityFact['field'], value: string): boolean {
  // A name has its kind and its script behind it.
  const stated = folded(field === 'names' ? value.replace(/ ?[(（][^()（）]*[)）]$/, '') : value);
  return statedTexts(subject, subjectFields[field] ?? []).some((own) => folded(own) === stated);
}

/** What a subject states in these fields, as a list would write it: each value by itself, and once. */
export function statedTexts({ facts }: AlertSubject, fields: readonly string[]): readonly string[] {
  const values = fields.flatMap((field) => {
    const value = facts[field];
    if (value === undefined) return [];
    return field === 'sex' ? [genderText(value)] : fieldTexts(field, value);
  });
  return [...new Set(values)];
}

/** Without marks that keep directions apart. */
function folded(value: string): string {
  return value
    .replaceAll(/[\u2068\u2069]/g, '')
    .trim()
    .toLowerCase();
}
