import { createHash } from 'node:crypto';
import { type AlertSubject, selfRole } from '@gatehouse/contract';
import type { DateInterval, Subject } from '@gatehouse/matching';
import type { SubjectParty } from '../interpreter/index.ts';
import { identifierText } from '../lib/identifier-text.ts';
import { subjectFacts } from './ruling-facts.ts';
import { subjectTitle } from './subject-identifiers.ts';

/** The key of the customer itself among the subjects of its alerts and rulings. */
export const selfKey = 'self';

/** The execution and the node run of a screening. */
interface NodeRunPosition {
  readonly executionId: string;
  readonly sequence: number;
}

/**
 * The stable ids of the subjects of one screening (docs/interface.md 6): `self`, or a party by the caller's id, its
 * registration or identity number, else by name, birth and role. Parties that these do not tell apart have ids of this
 * screening alone, so that a ruling on one says nothing of the other, nor of either later.
 */
export function subjectKeys(
  subjects: readonly Subject[],
  parties: readonly SubjectParty[],
  place: NodeRunPosition,
): string[] {
  const keys = subjects.map((subject, index) => keyOf(subject, parties[index]!));
  const counts = countsOf(keys);
  return keys.map((key, index) => (counts.get(key)! > 1 && key !== selfKey ? nodeRunKey(place, index) : key));
}

/** The keys by which monitoring knows subjects: as rulings do, with `#` and a number where nothing tells some apart. */
export function followedKeys(subjects: readonly Subject[], parties: readonly SubjectParty[]): string[] {
  const keys = subjects.map((subject, index) => keyOf(subject, parties[index]!));
  const counts = countsOf(keys);
  const numbers = new Map<string, number>();
  return keys.map((key) => {
    if (counts.get(key) === 1) return key;
    const number = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, number);
    return `${key}#${number}`;
  });
}

/** A party's key in rulings; undefined where nothing tells it from others, so that no ruling is remembered. */
export function rulingKey(followedKey: string): string | undefined {
  if (followedKey.startsWith(`${selfKey}#`)) return selfKey;
  return followedKey.includes('#') ? undefined : followedKey;
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The key of a subject that is known by its place in one screening alone; as `alertSubjectKey` has it in SQL. */
function nodeRunKey({ executionId, sequence }: NodeRunPosition, index: number): string {
  return `visit:${executionId}:${sequence}:${index}`;
}

/** The key of an `alert a`; those of before subjects were kept are known by their place. */
export const alertSubjectKey = `coalesce(a.subject_key,
  'visit:' || a.execution_id || ':' || a.visit_sequence || ':' || a.subject_index)`;

/** A digest, because a key goes into the record of actions, which outlives an erasure of names. */
function keyOf(subject: Subject, party: SubjectParty): string {
  if (party.role === selfRole) return selfKey;
  const parts = JSON.stringify(identifying(subject, party));
  return `party:${createHash('sha256').update(parts).digest('hex').slice(0, 32)}`;
}

function identifying(subject: Subject, { role, partyId }: SubjectParty): readonly unknown[] {
  if (partyId !== null) return ['id', partyId];
  const { name, type, registrationNumber, births, countries } = subject;
  const { names, births: foldedBirths } = subjectFacts({ name, type, ...(births && { births }) });
  if (registrationNumber) return ['registration', countries ?? [], plainNumber(registrationNumber)];
  const document = subject.identifiers?.[0];
  if (document !== undefined)
    return ['identity', document.kind ?? document.type ?? '', plainNumber(document.value)];
  // Whether a share is large enough for a beneficial owner changes; who holds it does not.
  return ['name', role === 'beneficial-owner' ? 'owner' : role, type, names, foldedBirths];
}

/** Numbers are written with and without spaces, dots and hyphens. */
function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s./-]+/g, '');
}

/** Who an alert is about, with what was screened of it, in the interface's own fields. */
export function alertSubject(of: {
  readonly key: string;
  readonly party: Pick<SubjectParty, 'role' | 'percent'> | null;
  readonly subject: Subject | null;
}): AlertSubject {
  const { key, party, subject } = of;
  return {
    key,
    name: subject === null || isKnownBySeveral(key, subject) ? null : subjectTitle(subject),
    role: key === selfKey ? selfRole : (party?.role ?? null),
    percent: party?.percent ?? null,
    facts: subject === null ? {} : factsOf(subject),
  };
}

/** A customer without a name is not called by one of several wallets: a hit may be of another one. */
function isKnownBySeveral(key: string, { name, identifiers = [] }: Subject): boolean {
  return key === selfKey && name.trim() === '' && identifiers.length > 1;
}

const typeNames = { individual: 'individual', corporate: 'corporate', any: '' } as const;

function factsOf(subject: Subject): Record<string, string> {
  const isPerson = subject.type !== 'corporate';
  const identifiers = subject.identifiers ?? [];
  const document = identifiers.find(({ type }) => type === undefined);
  const all = {
    name: subject.name,
    aliasName: (subject.aliases ?? []).join(', '),
    customerType: typeNames[subject.type],
    sex: subject.gender ?? '',
    dateOfBirth: (subject.births ?? []).map(birthDateText).join(', '),
    countryOfNationality: (subject.nationalities ?? []).join(', '),
    [isPerson ? 'countryOfResidence' : 'countryOfIncorporation']: (subject.countries ?? []).join(', '),
    incorporationNumber: subject.registrationNumber ?? '',
    idType: document?.kind ?? '',
    idNumber: document?.value ?? '',
    identifiers: identifiers
      .filter(({ type }) => type !== undefined)
      .map(identifierText)
      .join('; '),
  };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
}

function birthDateText({ from, to, precision }: DateInterval): string {
  if (precision === 'day') return from;
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  return first === last ? first : `${first} to ${last}`;
}
