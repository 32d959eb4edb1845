/** Makes an entry from the fields of a source: without repetitions, without empty members. */
import type {
  Address,
  Category,
  DateInterval,
  EntityType,
  Identifier,
  ListEntry,
  ListName,
} from '../entry.ts';
import { typedIdentifier } from '../identifiers/index.ts';
import { type DetailFacts, entryDetails } from './entry-details.ts';

type Maybe<T> = readonly (T | undefined)[];

/** Facts of one entry as they come; what is undefined, empty or repeated is left out. */
export interface EntryFacts {
  source: string;
  /** The publisher's own id. */
  publisherId: string;
  type: EntityType;
  names: Maybe<ListName>;
  gender?: 'M' | 'F' | undefined;
  births?: Maybe<DateInterval>;
  nationalities?: Maybe<string>;
  countries?: Maybe<string>;
  identifiers?: Maybe<Identifier>;
  addresses?: Maybe<Address>;
  category: Category;
  subCategory: string;
  programs?: Maybe<string>;
  listedOn?: string | undefined;
  incorporatedOn?: string | undefined;
  positions?: Maybe<string>;
  placesOfBirth?: Maybe<string>;
  /** Sentences for the reader, joined with semicolons. */
  remarks?: Maybe<string>;
  details?: DetailFacts;
}

/** Items that are there, the first of those with the same key. */
function distinct<T>(items: Maybe<T> | undefined, keyOf: (item: T) => string = String): T[] {
  const found = new Map<string, T>();
  for (const item of items ?? []) {
    if (item === undefined) continue;
    const key = keyOf(item);
    if (key !== '' && !found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}

const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a name has letters of another script than Latin. */
export function isOriginalScript(text: string): boolean {
  return NON_LATIN.test(text);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Names without repetitions and without those of nothing but signs. One of them is the title and comes first:
 * the first that the source calls primary, else the first good one; no other is primary.
 */
function namesOf(names: Maybe<ListName>): ListName[] {
  const written = distinct(names, (name) => (LETTER_OR_DIGIT.test(name.text) ? name.text : ''));
  const title =
    written.find((name) => name.kind === 'primary') ??
    written.find((name) => name.kind === 'strong' || name.kind === 'original') ??
    written[0];
  if (!title) return [];
  const others = written.filter((name) => name !== title);
  return [
    { ...title, kind: 'primary' },
    ...others.map((name) => (name.kind === 'primary' ? { ...name, kind: 'strong' as const } : name)),
  ];
}

/** A name with its parts where they are written; undefined for an empty one. Blanks are made single. */
export function listName(
  text: string | undefined,
  kind: ListName['kind'],
  parts: { first?: string | undefined; last?: string | undefined } = {},
): ListName | undefined {
  const plain = oneLine(text);
  if (plain === undefined) return undefined;
  const [first, last] = [oneLine(parts.first), oneLine(parts.last)];
  return { text: plain, kind, ...(first ? { first } : {}), ...(last ? { last } : {}) };
}

/** Trimmed text with single blanks; undefined when nothing is left. */
export function oneLine(text: string | undefined): string | undefined {
  const plain = text?.replace(/\s+/g, ' ').trim();
  return plain ? plain : undefined;
}

/** Parts that are there, joined with a comma and a blank; undefined when there is none. */
export function joinParts(parts: Maybe<string>, separator = ', '): string | undefined {
  return oneLine(parts.filter((part) => part !== undefined && part.trim() !== '').join(separator));
}

/** An address, or undefined when neither text nor country is written. */
export function listAddress(text: string | undefined, country: string | undefined): Address | undefined {
  const plain = oneLine(text);
  if (plain === undefined && country === undefined) return undefined;
  return { ...(plain ? { text: plain } : {}), ...(country ? { country } : {}) };
}

/** An identifier with its type, or undefined when it has no value. `chain` is that of a wallet, where the source states it. */
export function listIdentifier(
  kind: string,
  value: string | undefined,
  country?: string,
  chain?: string,
): Identifier | undefined {
  const plain = oneLine(value);
  if (plain === undefined) return undefined;
  return typedIdentifier({
    kind,
    value: plain,
    ...(country ? { country } : {}),
    ...(chain ? { chain } : {}),
  });
}

/** The entry, or the reason why the facts make none. Countries of addresses are countries of the entry. */
export function listEntry(facts: EntryFacts): ListEntry | string {
  if (facts.publisherId.trim() === '') return 'it has no id';
  const names = namesOf(facts.names);
  if (names.length === 0) return `entry ${facts.publisherId} has no name`;
  const addresses = distinct(facts.addresses, (item) => item.text ?? `only ${item.country}`);
  const positions = distinct(facts.positions?.map(oneLine));
  const placesOfBirth = distinct(facts.placesOfBirth?.map(oneLine));
  const remarks = joinParts(distinct(facts.remarks?.map(oneLine)), '; ');
  const details = facts.details && entryDetails(facts.details);
  return {
    id: `${facts.source}:${facts.publisherId.trim()}`,
    source: facts.source,
    type: facts.type,
    names,
    ...(facts.gender ? { gender: facts.gender } : {}),
    births: distinct(facts.births, (birth) => `${birth.from}/${birth.to}`),
    nationalities: distinct(facts.nationalities),
    countries: distinct([...addresses.map((address) => address.country), ...(facts.countries ?? [])]),
    identifiers: distinct(facts.identifiers, (item) => `${item.kind}/${item.value}`),
    addresses,
    category: facts.category,
    subCategory: facts.subCategory,
    programs: distinct(facts.programs?.map(oneLine)),
    ...(facts.listedOn ? { listedOn: facts.listedOn } : {}),
    ...(facts.incorporatedOn ? { incorporatedOn: facts.incorporatedOn } : {}),
    ...(positions.length > 0 ? { positions } : {}),
    ...(placesOfBirth.length > 0 ? { placesOfBirth } : {}),
    ...(remarks ? { remarks } : {}),
    ...(details ? { details } : {}),
  };
}
