/** Screens a subject against lists: matching names, corroboration, policy, order. */

import { BestScores } from './best-scores.ts';
import type { MatchPolicy } from './engines/policy.ts';
import type { NameKind } from './entry.ts';
import type { Reason } from './features/feature.ts';
import {
  hasOwnName,
  type IdentifierMatch,
  identifierMatch,
  identifiersOf,
  type LookedUpIdentifier,
  namesOf,
  withIdentity,
} from './features/identifier.ts';
import { type Corroborated, corroborate } from './features/table.ts';
import { type HitEntry, titleOf } from './hit-entry.ts';
import { identifierKeys, nearKeys } from './identifiers/index.ts';
import type { ListIndex } from './index/format/index.ts';
import { closestName, matchNames, type NameMatch, rarityOf } from './name-match.ts';
import { boundedScore } from './name-score.ts';
import { hasFacts, nameScoreThreshold } from './name-score-threshold.ts';
import { allReadings, type NameReading } from './names/all-readings.ts';
import type { PreparedName } from './names/prepare.ts';
import type { Family } from './names/roles.ts';
import { roundScore } from './round-score.ts';
import { explainAlignment, type WrittenName, writtenName } from './scoring/explain.ts';
import type { Subject } from './subject.ts';
import { LayeredList } from './versions/layered-list.ts';
import { hasBit, type Segment, WholeList } from './versions/segment.ts';
import { IDENTITY_RANK, MAX_CORROBORATION_BONUS, SCORE_TOLERANCE, SUPPORT_RANK } from './weights.ts';

export interface Hit {
  entityId: string;
  source: string;
  /** The entry's title. */
  name: string;
  /** The list name that matched. */
  matchedName: string;
  /** Which of the subject's names matched it; its identifier where no name did. */
  queryName: string;
  /** 0..1, four decimals: name strength with corroboration. */
  score: number;
  /** 0..1, four decimals: name strength alone. */
  nameScore: number;
  /** Orders hits of one score: rarity of what matched, and how much other facts support it. */
  rank: number;
  kind: NameKind;
  reasons: Reason[];
  entry: HitEntry;
}

export interface ScreenResult {
  /** Best first: by score, then rank, then entity id. */
  hits: Hit[];
  /** More entities matched the policy than it shows. */
  capped: boolean;
}

/** More than any list has entities, so that each has a number of its own over all lists. */
const ENTITIES = 2 ** 32;

function familiesOf(type: Subject['type']): Family[] {
  if (type === 'any') return ['person', 'organisation'];
  return [type === 'individual' ? 'person' : 'organisation'];
}

/** An entity that a name or an identifier led to. */
interface Candidate {
  segment: Segment;
  entity: number;
  /** Undefined where only an identifier did: there was no name to compare. */
  match: NameMatch | undefined;
}

/** A candidate with its final score, before anything is read or written for display. */
interface Scored extends Candidate {
  score: number;
  rank: number;
  identity: IdentifierMatch | undefined;
  facts: Corroborated;
}

/** What corroborates a subject of which nothing but names is known. */
const NO_FACTS: Corroborated = { adjustment: 0, support: 0, reasons: [] };

/** @param identifiers of the subject; none unless one of them leads to the entity */
function scoreCandidate(
  { segment, entity, match }: Candidate,
  subject: Subject,
  identifiers: readonly LookedUpIdentifier[],
): Scored {
  const { index } = segment;
  const facts = hasFacts(subject) ? corroborate(subject, index.facts(entity)) : NO_FACTS;
  const identity = identifiers.length > 0 ? identityOf(index.entry(entity), identifiers) : undefined;
  const base = match ? withIdentity(match.nameScore, identity) : (identity?.withoutName ?? 0);
  const score = roundScore(boundedScore(base + facts.adjustment, base));
  const rarity = match ? rarityOf(match) : 0;
  const rank = rarity + SUPPORT_RANK * facts.support + (identity && !identity.isSimilar ? IDENTITY_RANK : 0);
  return { segment, entity, match, score, rank: roundScore(rank), identity, facts };
}

function identityOf(entry: HitEntry, own: readonly LookedUpIdentifier[]): IdentifierMatch | undefined {
  return identifierMatch(own, { identifiers: entry.identifiers, title: titleOf(entry) });
}

/** A hit of an identifier alone. */
function identifierHit({ segment, entity, score, rank, identity, facts }: Scored): Hit {
  const entry = segment.index.entry(entity);
  return {
    entityId: entry.id,
    source: entry.source,
    name: titleOf(entry),
    matchedName: titleOf(entry),
    queryName: identity?.value ?? '',
    score,
    nameScore: 0,
    rank,
    kind: 'primary',
    reasons: [...(identity ? [identity.reason] : []), ...facts.reasons],
    entry,
  };
}

function nameHit(
  { score, rank, identity, facts }: Scored,
  { match, query }: { match: NameMatch; query: WrittenName },
): Hit {
  const { alignment, list } = match;
  const { index } = match.segment;
  const entry = match.entry ?? index.entry(match.entity);
  const matchedName = entry.names[index.sections.nameOrdinal[match.name]!]?.text ?? titleOf(entry);
  const nameScore = roundScore(match.nameScore);
  const nameReason: Reason = {
    feature: 'name',
    score: nameScore,
    detail: `${match.queryName} and ${matchedName}`,
  };
  const parts = explainAlignment(query, writtenName(list, readingOf(matchedName, list)), alignment);
  return {
    entityId: entry.id,
    source: entry.source,
    name: titleOf(entry),
    matchedName,
    queryName: match.queryName,
    score,
    nameScore,
    rank,
    kind: index.kindOfName(match.name),
    reasons: [nameReason, ...(identity ? [identity.reason] : []), ...parts, ...facts.reasons],
    entry,
  };
}

/** The reading of a published name from which a name of the index was prepared. */
function readingOf(text: string, name: PreparedName): string {
  if (!name.isPart) return text;
  const tokens = name.tokens.join(' ');
  const isSame = ({ prepared }: NameReading) => prepared.isPart && prepared.tokens.join(' ') === tokens;
  return allReadings(text, name.family).find(isSame)?.text ?? text;
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || b.rank - a.rank;
}

function byRank(a: Hit, b: Hit): number {
  return (
    b.score - a.score || b.rank - a.rank || (a.entityId < b.entityId ? -1 : a.entityId > b.entityId ? 1 : 0)
  );
}

/** The best hits. Only these are read for display, and those that tie with the last of them. */
function bestHits(scored: Scored[], maxHits: number): Hit[] {
  scored.sort(byScore);
  let end = Math.min(maxHits, scored.length);
  while (end > 0 && end < scored.length && byScore(scored[end - 1]!, scored[end]!) === 0) end++;
  // Most hits are of one reading of the name.
  const queries = new Map<PreparedName, WrittenName>();
  const hits = scored.slice(0, end).map((item) => {
    const { match } = item;
    if (!match) return identifierHit(item);
    const written = queries.get(match.query) ?? writtenName(match.query, match.queryText);
    queries.set(match.query, written);
    return nameHit(item, { match, query: written });
  });
  return hits.sort(byRank).slice(0, maxHits);
}

/** Whether an identifier makes a hit: an equal one always, a similar one where the policy shows its score. */
function isIdentified({ identity, score }: Scored, policy: MatchPolicy): boolean {
  if (!identity) return false;
  return !identity.isSimilar || (!policy.exactOnly && score >= policy.minScore);
}

/** What can be searched: the index of a list, or a version of a list that has changed since its index was built. */
export type SearchedList = ListIndex | LayeredList;

function segmentsOf(list: SearchedList): readonly Segment[] {
  return list instanceof LayeredList ? list.segments : [new WholeList(list)];
}

/**
 * Screens one subject against any number of lists.
 *
 * Names are compared one by one (name and each alias); missing facts are neutral, agreeing ones raise, contradicting
 * ones lower; only the policy hides a hit. Identifiers are looked up beside the names: equal ones are hits of every
 * policy, addresses that only resemble a listed one are hits of those that show their score.
 */
export function screen(lists: readonly SearchedList[], subject: Subject, policy: MatchPolicy): ScreenResult {
  const scored: Scored[] = [];
  const withFacts = hasFacts(subject);
  const threshold = nameScoreThreshold(policy, withFacts);
  const identifiers = identifiersOf(subject);
  const keys =
    identifiers.length === 0
      ? []
      : [...new Set(identifiers.flatMap((own) => [...identifierKeys(own), ...nearKeys(own)]))];
  const isNamed = keys.length > 0 && hasOwnName(subject);
  const bestScores = new BestScores(policy.maxHits);
  // Facts can lift a name's score by so much; ties have to be kept, for the rank decides them.
  const least = () => bestScores.threshold - (withFacts ? MAX_CORROBORATION_BONUS : 0) - SCORE_TOLERANCE;
  lists.flatMap(segmentsOf).forEach((segment, number) => {
    const { index, gone } = segment;
    const accept = (match: NameMatch): number => {
      const change = withFacts ? corroborate(subject, index.facts(match.entity)).adjustment : 0;
      const score = boundedScore(match.nameScore + change, match.nameScore);
      if (score >= policy.minScore) bestScores.add(number * ENTITIES + match.entity, score);
      return least();
    };
    const best = new Map<number, NameMatch>();
    for (const queryName of namesOf(subject)) {
      for (const family of familiesOf(subject.type))
        matchNames(
          segment,
          queryName,
          { family, policy, threshold: Math.max(threshold, least()), accept },
          best,
        );
    }
    const identified = new Set(keys.flatMap((key) => index.entitiesWithIdentifier(key)));
    for (const entity of identified) {
      if (gone && hasBit(gone, entity)) continue;
      const named = best.get(entity);
      const match = named ?? (isNamed ? closestName(segment, entity, subject) : undefined);
      best.delete(entity);
      const item = scoreCandidate({ segment, entity, match }, subject, identifiers);
      const isHit = item.score >= policy.minScore && (named?.nameScore ?? 0) >= threshold;
      if (isHit || isIdentified(item, policy)) scored.push(item);
    }
    for (const match of best.values()) {
      // More than will be shown are better.
      if (match.nameScore < least()) continue;
      const item = scoreCandidate({ segment, entity: match.entity, match }, subject, []);
      if (item.score >= policy.minScore && match.nameScore >= threshold) scored.push(item);
    }
  });
  return { hits: bestHits(scored, policy.maxHits), capped: scored.length > policy.maxHits };
}
