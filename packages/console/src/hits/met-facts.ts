import type { AlertSubject } from '@gatehouse/contract';
import { fieldText } from '../ui/country-text.ts';
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
  return (subjectFields[field] ?? []).some((name) => {
    const own = subject.facts[name];
    if (own === undefined) return false;
    return folded(name === 'sex' ? genderText(own) : fieldText(name, own)) === stated;
  });
}

/** Without marks that keep directions apart. */
function folded(value: string): string {
  return value
    .replaceAll(/[\u2068\u2069]/g, '')
    .trim()
    .toLowerCase();
}
