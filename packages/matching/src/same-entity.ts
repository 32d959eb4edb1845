/** Whether entries of several lists are one person, company or vessel; never on a name alone. */
import { compare } from './compare.ts';
import { overlaps } from './dates.ts';
import type { DateInterval, ListEntry } from './entry.ts';
import { titleOf } from './hit-entry.ts';
import { type IdentifierType, identifierKeys } from './identifiers/index.ts';
import { SAME_ENTITY } from './weights.ts';

/**
 * What shows that two entries are one entity, the strongest first. `identifier`: a document, registration or wallet of
 * both. `reference`: one file names the other's number. `birth-date`, `birth-year`, `country`: with a name that is close enough for it.
 */
export const SAME_ENTITY_GROUNDS = [
  'identifier',
  'reference',
  'birth-date',
  'birth-year',
  'country',
] as const;
export type SameEntityGround = (typeof SAME_ENTITY_GROUNDS)[number];

/** Why two entries count as one entity. */
export interface SameEntityReason {
  ground: SameEntityGround;
  /** How alike their closest names are, 0 to 1. */
  nameScore: number;
  /** What both state, for people: `Passport 6620505`, `1961-04-02`. */
  detail: string;
}

/** Two entries that are one entity, and why. */
export interface EntityJoin {
  entityIds: [string, string];
  reason: SameEntityReason;
}

/** @returns why two entries are one entity; undefined where nothing shows it, or something contradicts it */
export function sameEntity(one: ListEntry, other: ListEntry): SameEntityReason | undefined {
  return reasonFor(evidenceOf(one), evidenceOf(other));
}

/** What is looked up of an entry, worked out once for all the entries that it is compared with. */
interface Evidence {
  entry: ListEntry;
  /** Numbers on lists: its own, and those that its file states. */
  numbers: ReadonlySet<string>;
  /** Identifiers as people read them, by the keys that equal ones share. */
  identifiers: ReadonlyMap<string, string>;
  birthDates: ReadonlySet<string>;
  /** Numbers of which nobody has two, by their office: `imo`, `registration RU`. */
  uniqueNumbers: ReadonlyMap<string, ReadonlySet<string>>;
  countries: ReadonlySet<string>;
}

function evidenceOf(entry: ListEntry): Evidence {
  return {
    entry,
    numbers: new Set(numbersOf(entry)),
    identifiers: new Map(
      entry.identifiers.flatMap((identifier) =>
        identifierKeys(identifier).map((key) => [key, `${identifier.kind} ${identifier.value}`] as const),
      ),
    ),
    birthDates: new Set(entry.births.filter(isDay).map(({ from }) => from)),
    uniqueNumbers: uniqueNumbersOf(entry),
    countries: new Set([...entry.nationalities, ...entry.countries]),
  };
}

function reasonFor(
  one: Evidence,
  other: Evidence,
  budget: { comparisons: number } = { comparisons: SAME_ENTITY.maxComparisons },
): SameEntityReason | undefined {
  const [a, b] = [one.entry, other.entry];
  if (a.source === b.source || a.type !== b.type) return undefined;
  if (a.gender && b.gender && a.gender !== b.gender) return undefined;
  const reference = firstShared(one.numbers, other.numbers);
  if (reference) return { ground: 'reference', nameScore: nameScoreOf(a, b), detail: reference };
  const country = firstShared(one.countries, other.countries);
  const grounds: Ground[] = [
    { ground: 'identifier', detail: sharedIdentifier(one, other), least: SAME_ENTITY.identifier },
    {
      ground: 'birth-date',
      detail: sharedBirthDate(one, other, country),
      least: SAME_ENTITY.birthDate,
    },
    {
      ground: 'birth-year',
      detail: country && sharedBirthYear(a, b, isStated),
      least: SAME_ENTITY.birthYear,
    },
    { ground: 'birth-year', detail: country && sharedBirthYear(a, b), least: SAME_ENTITY.birthAbout },
    { ground: 'country', detail: mayJoinByCountry(a, b) ? country : undefined, least: SAME_ENTITY.country },
  ];
  const identified = grounds[0]!;
  if (identified.detail === undefined && haveOtherNumbers(one, other)) return undefined;
  if (grounds.every(({ detail }) => detail === undefined)) return undefined;
  const title = titleScore(a, b);
  let closest: number | undefined;
  for (const { ground, detail, least } of grounds) {
    if (detail === undefined) continue;
    // The closest of all names counts, but where a country is all that is shared beside it: then the titles.
    // The names of many hits are many pairs: once the budget is spent, titles alone count.
    if (title < least && ground !== 'country' && closest === undefined && budget.comparisons > 0) {
      budget.comparisons--;
      closest = nameScoreOf(a, b);
    }
    const nameScore = ground === 'country' ? title : Math.max(title, closest ?? 0);
    if (nameScore >= least) return { ground, nameScore, detail };
  }
  return undefined;
}

interface Ground {
  ground: SameEntityGround;
  /** What both state; undefined where they share nothing of it. */
  detail: string | undefined;
  /** How alike the names have to be. */
  least: number;
}

/**
 * Finds entries that are one entity. Two entries of one list never join, nor by way of a third: their publisher tells them
 * apart. The stronger ground joins first, so that of two brothers each meets his own entry.
 * @param maxComparisons how many pairs may have all their names compared; beyond them titles alone count
 * @returns the pairs that join, the strongest first
 */
export function joinEntities(
  entries: readonly ListEntry[],
  maxComparisons: number = SAME_ENTITY.maxComparisons,
): EntityJoin[] {
  const evidence = entries.map(evidenceOf);
  const budget = { comparisons: maxComparisons };
  const found = evidence.flatMap((one, at) =>
    evidence.slice(at + 1).flatMap((other): EntityJoin[] => {
      const reason = reasonFor(one, other, budget);
      return reason ? [{ entityIds: [one.entry.id, other.entry.id], reason }] : [];
    }),
  );
  found.sort(
    (one, other) =>
      rankOf(one.reason) - rankOf(other.reason) || other.reason.nameScore - one.reason.nameScore,
  );
  const groups = new Map(entries.map(({ id, source }) => [id, new Map([[source, id]])]));
  return found.filter(({ entityIds }) => {
    const [one, other] = entityIds.map((id) => groups.get(id)!) as [Group, Group];
    if (one === other) return true;
    if ([...other.keys()].some((source) => one.has(source))) return false;
    for (const [source, id] of other) {
      one.set(source, id);
      groups.set(id, one);
    }
    return true;
  });
}

/** Ids of the entries that have joined so far, by their list. */
type Group = Map<string, string>;

function rankOf({ ground }: SameEntityReason): number {
  return SAME_ENTITY_GROUNDS.indexOf(ground);
}

function titleScore(a: ListEntry, b: ListEntry): number {
  return compare(titleOf(a), titleOf(b), { type: familyOf(a) }).score;
}

/** The closest of all names. */
function nameScoreOf(a: ListEntry, b: ListEntry): number {
  const [one, other] = [a, b].map((entry) => ({
    name: titleOf(entry),
    aliases: entry.names.slice(0, SAME_ENTITY.maxNames).map(({ text }) => text),
    type: familyOf(entry),
  }));
  return compare(one!, other!, { type: familyOf(a) }).score;
}

function familyOf({ type }: ListEntry): 'individual' | 'corporate' {
  return type === 'individual' ? 'individual' : 'corporate';
}

function firstShared(own: ReadonlySet<string>, others: ReadonlySet<string>): string | undefined {
  for (const value of others) if (own.has(value)) return value;
  return undefined;
}

/** Numbers of an entry on lists: its own, and those that its file states. */
function numbersOf(entry: ListEntry): string[] {
  const stated = (entry.details?.references ?? []).map(({ scheme, value }) => `${scheme} ${value}`);
  // The Security Council prints its permanent reference number among the programmes.
  const own =
    entry.source === 'un-sc'
      ? entry.programs.filter((program) => /^[A-Z]{2,3}[ei]\.\d{3}$/.test(program))
      : [];
  return [...stated, ...own.map((number) => `un ${number}`)];
}

function sharedIdentifier(one: Evidence, other: Evidence): string | undefined {
  for (const [key, text] of other.identifiers) if (one.identifiers.has(key)) return text;
  return undefined;
}

/** A whole date of birth of both; the first of January often stands for a day that nobody knows, so it wants a country too. */
function sharedBirthDate(one: Evidence, other: Evidence, country: string | undefined): string | undefined {
  for (const date of other.birthDates) {
    if (one.birthDates.has(date) && (country !== undefined || !date.endsWith('-01-01'))) return date;
  }
  return undefined;
}

/** Types of numbers of which a company or vessel has one, in a country where that is an office's. */
const uniqueTypes: Partial<Record<IdentifierType, 'worldwide' | 'by country'>> = {
  imo: 'worldwide',
  lei: 'worldwide',
  registration: 'by country',
  tax: 'by country',
};

function uniqueNumbersOf({ identifiers }: ListEntry): Map<string, Set<string>> {
  const numbers = new Map<string, Set<string>>();
  for (const identifier of identifiers) {
    const scope = identifier.type && uniqueTypes[identifier.type];
    if (scope === undefined || (scope === 'by country' && identifier.country === undefined)) continue;
    const office = scope === 'worldwide' ? identifier.type! : `${identifier.type} ${identifier.country}`;
    const own = numbers.get(office) ?? new Set();
    for (const key of identifierKeys(identifier)) own.add(key);
    numbers.set(office, own);
  }
  return numbers;
}

/** Whether both have a number of one office, and not the same one: two ships, or two companies of one name. */
function haveOtherNumbers(one: Evidence, other: Evidence): boolean {
  return [...one.uniqueNumbers].some(([office, own]) => {
    const others = other.uniqueNumbers.get(office);
    return others !== undefined && firstShared(own, others) === undefined;
  });
}

function isDay({ precision }: DateInterval): boolean {
  return precision === 'day';
}

/** Stated to the year, and not only about right. */
function isStated({ precision, from, to }: DateInterval): boolean {
  return precision !== 'circa' && from.slice(0, 4) === to.slice(0, 4);
}

/** A year in which both may be born: lists differ by a day or a month of the same year more often than they agree. */
function sharedBirthYear(
  a: ListEntry,
  b: ListEntry,
  counts: (birth: DateInterval) => boolean = () => true,
): string | undefined {
  for (const one of a.births.filter(counts))
    for (const other of b.births.filter(counts))
      if (overlaps(one, other) || one.from.slice(0, 4) === other.from.slice(0, 4)) {
        const from = Math.max(yearOf(one.from), yearOf(other.from));
        const to = Math.min(yearOf(one.to), yearOf(other.to));
        return from < to ? `born ${from} to ${to}` : `born ${from}`;
      }
  return undefined;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** Whether nothing but a country can be shared beside the name: a birth that only one list has contradicts nothing. */
function mayJoinByCountry(a: ListEntry, b: ListEntry): boolean {
  if (a.type !== 'individual') return true;
  if (a.births.length > 0 && b.births.length > 0) return false;
  return [a, b].every((entry) => titleOf(entry).split(/[\s-]+/).length >= SAME_ENTITY.minWordsWithoutBirth);
}
