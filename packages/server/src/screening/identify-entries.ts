import {
  checkIdentifier,
  enginePolicies,
  type Hit,
  type IdentifierType,
  type LayeredList,
  type Subject,
  screen,
  titleKey,
} from '@gatehouse/matching';

/** A party that may be an entry of a list. */
export interface PartyToIdentify {
  /** Its id in the structure; null: the customer itself. */
  readonly reference: string | null;
  readonly subject: Subject;
}

/** An entry that a party is. */
export interface IdentifiedEntry {
  readonly reference: string | null;
  readonly entityId: string;
  readonly source: string;
  /** A number of one issuer, or a name and a full date of birth, prove it; a name alone does not. */
  readonly isCertain: boolean;
}

/** Parties that are looked up for one answer; each is a search of all lists. */
const maxParties = 500;
const exact = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });

/** Entries that parties are, or by their name may be. A rule for people and companies alike: docs/ownership.md. */
export function identifyEntries(
  lists: readonly LayeredList[],
  parties: readonly PartyToIdentify[],
): { readonly identified: readonly IdentifiedEntry[]; readonly isCut: boolean } {
  let isCut = parties.length > maxParties;
  const identified = parties.slice(0, maxParties).flatMap(({ reference, subject }) => {
    const { hits, capped } = screen(lists, subject, exact);
    isCut ||= capped;
    return hits.map((hit) => ({
      reference,
      entityId: hit.entityId,
      source: hit.source,
      isCertain: isProven(subject, hit.entry),
    }));
  });
  return { identified, isCut };
}

function isProven(subject: Subject, entry: Hit['entry']): boolean {
  if (subject.type === 'individual') return entry.type === 'individual' && isSamePerson(subject, entry);
  return entry.type !== 'individual' && isSameCompany(subject, entry);
}

function isSamePerson({ name, births = [] }: Subject, entry: Hit['entry']): boolean {
  const key = titleKey(name);
  const isNamed = entry.names.some(({ text, kind }) => kind !== 'weak' && titleKey(text) === key);
  return (
    isNamed &&
    births.some(
      (birth) =>
        birth.precision === 'day' &&
        entry.births.some(({ precision, from }) => precision === 'day' && from === birth.from),
    )
  );
}

/** One registration number in one country, or one LEI. */
function isSameCompany(subject: Subject, entry: Hit['entry']): boolean {
  const { registrationNumber, identifiers = [], countries = [] } = subject;
  return entry.identifiers.some(({ type, value, country }) => {
    if (type === 'lei') {
      return identifiers.some((own) => own.type === 'lei' && isSameNumber('lei', own.value, value));
    }
    if (type !== 'registration' || registrationNumber === undefined) return false;
    const issuers = country === undefined ? entry.countries : [country];
    return (
      isSameNumber('registration', registrationNumber, value) &&
      issuers.some((issuer) => countries.includes(issuer))
    );
  });
}

/** In the normal form by which identifiers are looked up. A value without a letter or digit equals none. */
function isSameNumber(type: IdentifierType, one: string, other: string): boolean {
  const { normal } = checkIdentifier(type, one);
  return normal !== '' && normal === checkIdentifier(type, other).normal;
}
