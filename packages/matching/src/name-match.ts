/** Which names of a list match a query's, and which of an entity's names matches it best. */
import type { MatchPolicy } from './engines/policy.ts';
import type { ListName, NameKind } from './entry.ts';
import { namesOf } from './features/identifier.ts';
import type { HitEntry } from './hit-entry.ts';
import type { ListIndex } from './index/format/index.ts';
import { NameSearch } from './index/traversal/index.ts';
import { nameScoreOf } from './name-score.ts';
import {
  allReadings,
  factorOf,
  type NameReading,
  pairFactor,
  type ReadingFlags,
  searchedReadings,
} from './names/all-readings.ts';
import { SYLLABIC } from './names/east-asian.ts';
import { CHARACTER_MARK, isArabicToken } from './names/original-script.ts';
import type { PreparedName } from './names/prepare.ts';
import type { Family } from './names/roles.ts';
import { haveSameLetters } from './names/same-letters.ts';
import { type Alignment, alignNames } from './scoring/alignment.ts';
import { comparePrepared } from './scoring/compare-names.ts';
import type { Subject } from './subject.ts';
import { hasBit, type Segment } from './versions/segment.ts';
import { KIND_FACTOR, SUM_TOLERANCE } from './weights.ts';

/** One name of an entity that matched one name of the subject. */
export interface NameMatch {
  segment: Segment;
  entity: number;
  name: number;
  queryName: string;
  /** What of the query's name was read, and how. */
  queryText: string;
  query: PreparedName;
  alignment: Alignment;
  nameScore: number;
  /** The list name as it was prepared. */
  list: PreparedName;
  /** The entity's entry, where it was read already. */
  entry: HitEntry | undefined;
}

/** What a list name is worth that a reading of the query matches: by how sure both are, and by its kind. */
function worthOf(index: ListIndex, name: number, query: PreparedName): number {
  return KIND_FACTOR[index.kindOfName(name)] * pairFactor(query, index.readingFlagsOf(name));
}

/**
 * Whether an entity bears a name of these letters, published as a kind that is worth no less than the one that matched.
 * @param matched the published name that matched: mostly it is the one, if any is
 */
function hasLetters(
  { names }: HitEntry,
  kind: NameKind,
  text: string,
  matched: ListName | undefined,
): boolean {
  const isLike = (listed: ListName) =>
    KIND_FACTOR[listed.kind] >= KIND_FACTOR[kind] && haveSameLetters(listed.text, text);
  return (
    (matched !== undefined && isLike(matched)) || names.some((listed) => listed !== matched && isLike(listed))
  );
}

/** Whether a reading of a query may match exactly: none that is guessed, and of those in their own script characters and Arabic letters. */
export function mayBeExact(query: PreparedName): boolean {
  const first = query.tokens[0] ?? '';
  return !query.isGuess && (!query.isOriginalScript || first[0] === CHARACTER_MARK || isArabicToken(first));
}

/** Whether it may match a reading of a list name exactly: two names in Han, in Hangul or in Arabic do so by what is written only. */
export function mayBeExactPair(query: ReadingFlags, list: ReadingFlags): boolean {
  return !list.isGuess && (query.script === SYLLABIC.none || list.script === SYLLABIC.none);
}

/** Whether a policy takes a name of a kind that matched exactly or not. */
export function isAccepted(kind: NameKind, isExact: boolean, policy: MatchPolicy): boolean {
  if (policy.exactOnly && !isExact) return false;
  return kind !== 'weak' || policy.weakAliases === 'all' || (policy.weakAliases === 'exact' && isExact);
}

/** Better first: score, then published order of the entity's names. */
function isBetter(match: NameMatch, than: NameMatch | undefined): boolean {
  if (than === undefined || match.nameScore !== than.nameScore)
    return than === undefined || match.nameScore > than.nameScore;
  const names = match.segment.index.namesOfEntity(match.entity);
  return names.indexOf(match.name) < names.indexOf(than.name);
}

/** What a search for names goes by. */
export interface NameRequest {
  family: Family;
  policy: MatchPolicy;
  /** Minimum name score. */
  threshold: number;
  /** Called with every accepted name; returns the minimum name score that still matters. */
  accept: (match: NameMatch) => number;
}

/** Best accepted name of each entity, for one query name in all its readings. */
export function matchNames(
  segment: Segment,
  queryName: string,
  request: NameRequest,
  best: Map<number, NameMatch>,
): void {
  let { threshold } = request;
  for (const reading of searchedReadings(queryName, request.family)) {
    if (request.policy.exactOnly && !mayBeExact(reading.prepared)) continue;
    threshold = matchReading(segment, { queryName, reading }, { ...request, threshold }, best);
  }
}

/**
 * The least alignment that scores so much in a reading.
 * @param sureness what the reading is worth: no name that it matches is worth more
 */
function alignedAtLeast(score: number, sureness: number): number {
  return sureness === 1 ? score : score / sureness - SUM_TOLERANCE;
}

/** Best accepted names for one reading; returns the minimum name score that still matters. */
function matchReading(
  segment: Segment,
  { queryName, reading }: { queryName: string; reading: NameReading },
  request: NameRequest,
  best: Map<number, NameMatch>,
): number {
  const { index, gone } = segment;
  const { text: queryText, prepared: query } = reading;
  let least = request.threshold;
  const sureness = factorOf(query);
  const search = new NameSearch(index, query, alignedAtLeast(least, sureness));
  search.run((name, mayJoin) => {
    const entity = index.sections.nameEntity[name]!;
    if (gone && hasBit(gone, entity)) return;
    const worth = worthOf(index, name, query);
    if (worth < least) return;
    const list = index.preparedName(name);
    const similarityOf = (q: number, l: number) => search.similarityOf(q, list.ids[l]!);
    const alignment = alignNames(query, list, { similarityOf, mayJoin });
    if (alignment.score < least) return;
    if (!mayBeExact(query) || !mayBeExactPair(query, list)) alignment.exact = false;
    const kind = index.kindOfName(name);
    if (!isAccepted(kind, alignment.exact, request.policy)) return;
    const before = best.get(entity);
    let entry = before?.entry;
    const nameScore = nameScoreOf(alignment.score, worth, () => {
      entry ??= index.entry(entity);
      return hasLetters(entry, kind, queryText, entry.names[index.sections.nameOrdinal[name]!]);
    });
    if (nameScore < least) return;
    const match = { segment, entity, name, queryName, queryText, query, list, alignment, nameScore, entry };
    if (!isBetter(match, before)) return;
    best.set(entity, match);
    least = Math.max(least, request.accept(match));
    search.raise(alignedAtLeast(least, sureness));
  });
  return least;
}

/** The name of an entity that fits best, however little: for hits by identifier. */
export function closestName(segment: Segment, entity: number, subject: Subject): NameMatch | undefined {
  const { index } = segment;
  let best: NameMatch | undefined;
  const entry = index.entry(entity);
  for (const name of index.namesOfEntity(entity)) {
    const list = index.preparedName(name);
    const kind = index.kindOfName(name);
    for (const queryName of namesOf(subject)) {
      for (const { text: queryText, prepared: query } of allReadings(queryName, list.family)) {
        const alignment = comparePrepared(query, list);
        const nameScore = nameScoreOf(alignment.score, worthOf(index, name, query), () =>
          hasLetters(entry, kind, queryText, entry.names[index.sections.nameOrdinal[name]!]),
        );
        const match = {
          segment,
          entity,
          name,
          queryName,
          queryText,
          query,
          list,
          alignment,
          nameScore,
          entry,
        };
        if (isBetter(match, best)) best = match;
      }
    }
  }
  return best;
}

/** Rarity of what matched, in bits: rare names weigh more. */
export function rarityOf({ segment, name, alignment }: NameMatch): number {
  const ids = segment.index.tokensOfName(name);
  let bits = 0;
  for (const part of alignment.parts) {
    for (let l = part.listFrom; l < part.listTo; l++) {
      const share = (1 + segment.frequency(ids[l]!)) / (1 + segment.nameCount);
      bits += part.similarity * Math.min(1, part.weight) * -Math.log2(share);
    }
  }
  return bits - alignment.queryUnmatched - alignment.listUnmatched;
}
