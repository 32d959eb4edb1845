import type { Owner } from '@gatehouse/contract';

/** When two statements are of one person or company, and when they only may be. */

export type Identity = Pick<
  Owner,
  'kind' | 'name' | 'dateOfBirth' | 'registrationNumber' | 'countryOfIncorporation'
>;

/** A person by name and birth; a company by its number and country, or by its name where it has no number. */
export function identityOf(party: Identity): string {
  const name = plainName(party.name);
  if (party.kind === 'person') return JSON.stringify(['person', name, party.dateOfBirth]);
  const number = plainName(party.registrationNumber ?? '');
  return JSON.stringify(['company', number === '' ? name : number, party.countryOfIncorporation]);
}

/** Whether equal facts prove one party: a year and a common name are of many people, a name alone of many companies. */
export function isIdentified({ kind, dateOfBirth, registrationNumber }: Identity): boolean {
  if (kind === 'person') return dateOfBirth !== null && /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth);
  return plainName(registrationNumber ?? '') !== '';
}

/** Most parties of one name that are compared pair by pair; of more, any may be the same as any other. */
const maxCompared = 100;

/** Groups of parties of one name and kind whose other facts do not tell them apart; by their ids. */
export function namesakes(parties: readonly (Identity & { readonly id: string })[]): string[][] {
  const byName = Map.groupBy(parties, ({ kind, name }) => `${kind} ${plainName(name)}`);
  return [...byName.values()]
    .map((same) =>
      same.length > maxCompared
        ? same
        : same.filter((party) => same.some((other) => other !== party && mayBeOne(party, other))),
    )
    .filter((same) => same.length > 1)
    .map((same) => same.map(({ id }) => id));
}

/** Facts that are missing or less exact contradict nothing. */
function mayBeOne(one: Identity, other: Identity): boolean {
  const [shorter, longer] = [one.dateOfBirth ?? '', other.dateOfBirth ?? ''].toSorted(
    (a, b) => a.length - b.length,
  );
  if (one.kind === 'person') return longer!.startsWith(shorter!);
  const numbers = [one, other].map(({ registrationNumber }) => plainName(registrationNumber ?? ''));
  const countries = [one, other].map(({ countryOfIncorporation }) => countryOfIncorporation);
  const differ = ([first, second]: readonly (string | null | undefined)[]) =>
    Boolean(first) && Boolean(second) && first !== second;
  return !differ(numbers) && !differ(countries);
}

/** A name without case, marks and repeated blanks. */
export function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
