import type { ListEngine, WireHit } from '@gatehouse/contract';
import type { Hit } from '@gatehouse/matching';
import { countryName } from '../lib/countries.ts';

/**
 * The hits of one engine as they go over the wire, in the order that pages rely on: score, highest first,
 * then `hitId` (docs/interface.md 4).
 */
export function wireHits(engine: ListEngine, hits: readonly Hit[]): WireHit[] {
  return hits.map((hit) => wireHit(engine, hit)).sort(compareWireHits);
}

/** Order of hits: score, highest first, then `hitId`. */
export function compareWireHits(one: WireHit, other: WireHit): number {
  if (one.score !== other.score) return other.score - one.score;
  return one.hitId < other.hitId ? -1 : one.hitId > other.hitId ? 1 : 0;
}

/** One hit: the fields of interface specification 2.7 first, in their order, then ours. */
export function wireHit(engine: ListEngine, hit: Hit): WireHit {
  const { entry } = hit;
  return {
    firstName: entry.firstName,
    lastName: entry.lastName,
    category: entry.category,
    subCategory: entry.subCategory,
    addresses: countriesOf(hit).map((code) => ({ country: { code, name: countryName(code) } })),
    dobs: entry.births.filter(isFullDate).map((birth) => ({ dateOfBirth: birth.from })),
    // An entity is one hit of an engine, whatever number of its names met.
    hitId: `${engine}:${hit.entityId}`,
    name: hit.name,
    matchedName: hit.matchedName,
    score: wireScore(hit.score),
    entityId: hit.entityId,
    source: hit.source,
    dobRanges: entry.births.filter((birth) => !isFullDate(birth)).map(({ from, to }) => ({ from, to })),
    reasons: hit.reasons.map(({ feature, score, detail }) => ({ feature, score: wireScore(score), detail })),
  };
}

/** The wire shows an address by its country alone, so several addresses in one country are one. */
function countriesOf(hit: Hit): string[] {
  const codes = new Set<string>();
  for (const address of hit.entry.addresses) if (address.country) codes.add(address.country);
  return [...codes];
}

/** A date that a source only gives approximately is none, even where its span is a day. */
function isFullDate(birth: Hit['entry']['births'][number]): boolean {
  return birth.precision === 'day' && birth.from === birth.to;
}

/** Four decimals: more would promise a precision that no score has. */
function wireScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
