import type { DateInterval, HitEntry, Identifier, Subject } from '@gatehouse/matching';
import type { RulingFacts } from './rulings.ts';

/** What the list says of an entity, as rulings remember it. */
export function entityFacts(entry: HitEntry): RulingFacts {
  return {
    type: fold([entry.type]),
    names: fold(entry.names.map((name) => name.text)),
    births: foldBirthDates(entry.births),
    nationalities: fold(entry.nationalities),
    countries: fold(entry.countries),
    gender: fold([entry.gender]),
    identifiers: foldIdentifiers(entry.identifiers),
  };
}

/** What was known of the subject, as rulings remember it. */
export function subjectFacts(subject: Subject): RulingFacts {
  return {
    type: fold([subject.type]),
    names: fold([subject.name, ...(subject.aliases ?? [])]),
    births: foldBirthDates(subject.births ?? []),
    nationalities: fold(subject.nationalities ?? []),
    countries: fold(subject.countries ?? []),
    gender: fold([subject.gender]),
    identifiers: fold([
      ...foldIdentifiers(subject.identifiers ?? []),
      ...foldIdentifiers(subject.registrationNumber ? [{ value: subject.registrationNumber }] : []),
    ]),
  };
}

function foldBirthDates(births: readonly DateInterval[]): string[] {
  return fold(births.map((birth) => `${birth.from}/${birth.to}`));
}

/** Numbers are written with and without spaces, dots and hyphens. */
function foldIdentifiers(identifiers: readonly Pick<Identifier, 'value'>[]): string[] {
  return fold(identifiers.map((identifier) => identifier.value.replace(/[\s./-]+/g, '')));
}

function fold(texts: readonly (string | undefined)[]): string[] {
  const folded = new Set<string>();
  for (const text of texts) {
    const plain = (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
    if (plain !== '') folded.add(plain);
  }
  return [...folded].sort();
}
