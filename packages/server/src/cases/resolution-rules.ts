import { type AutomaticDecision, type HitNames, type Phrase, phrase } from '@gatehouse/contract';
import { type CaseHit, entitiesOf, namesOfHits } from './case-hits.ts';

/**
 * What a resolution by people wants of the hits of its case. Pure. A case is approved or closed once every hit is ruled
 * on. A true match takes what the decision policy says of it: own words, a second person besides, or rejection. Rejecting
 * is free, and so are passing on and cancelling, which resolve nothing.
 */

/** Fewest characters of own words. */
export const minJustificationLength = 20;

export type ResolutionRefusal =
  | { readonly kind: 'unresolvedHits'; readonly count: number; readonly hits: HitNames }
  /** The policy leaves rejection alone. */
  | { readonly kind: 'rejectOnly'; readonly hits: HitNames }
  | { readonly kind: 'ownWords'; readonly needsSecondPerson: boolean; readonly hits: HitNames }
  /** The second person says what the first one said, letter by letter. */
  | { readonly kind: 'repeatedReason'; readonly by: string }
  | { readonly kind: 'contradictedReason'; readonly reason: string; readonly because: readonly Phrase[] };

const isBound = (decision: AutomaticDecision): boolean => decision !== 'reject';
const isTrueMatch = ({ resolution }: CaseHit): boolean => resolution === 'TRUE_MATCH';
const needsSecondPerson = (hit: CaseHit): boolean => isTrueMatch(hit) && hit.rule !== 'own-words';

/** The true matches that bind a decision. */
export function bindingMatches(decision: AutomaticDecision, hits: readonly CaseHit[]): CaseHit[] {
  return isBound(decision) ? hits.filter(isTrueMatch) : [];
}

/** The true matches for which a decision takes a second person, by their keys. */
export function secondPersonMatches(decision: AutomaticDecision, hits: readonly CaseHit[]): string[] {
  return bindingMatches(decision, hits)
    .filter(needsSecondPerson)
    .map(({ key }) => key);
}

/** Whether a decision takes the person's own words: there is a true match in spite of which it is made. */
export function needsJustification(decision: AutomaticDecision, hits: readonly CaseHit[]): boolean {
  return bindingMatches(decision, hits).length > 0;
}

/** Why nobody may make this decision on these hits yet. */
export function refuseResolution(
  decision: AutomaticDecision,
  hits: readonly CaseHit[],
): ResolutionRefusal | undefined {
  const unresolved = isBound(decision) ? hits.filter(({ resolution }) => resolution === null) : [];
  if (unresolved.length > 0) {
    return {
      kind: 'unresolvedHits',
      count: entitiesOf(unresolved).length,
      hits: namesOfHits(unresolved),
    };
  }
  const rejected = bindingMatches(decision, hits).filter(({ rule }) => rule === 'reject-only');
  return rejected.length === 0 ? undefined : { kind: 'rejectOnly', hits: namesOfHits(rejected) };
}

/** Why a decision cannot be made for this reason. */
export function refuseReason(
  said: {
    readonly decision: AutomaticDecision;
    readonly reason: string;
    /** The first person's words, where this is the second. */
    readonly first: { readonly by: string; readonly reason?: string } | undefined;
  },
  hits: readonly CaseHit[],
): ResolutionRefusal | undefined {
  const { decision, reason, first } = said;
  const plain = plainText(reason);
  const known = knownReasons.find(({ text }) => plainText(text) === plain);
  const because = known?.contradiction(hits);
  if (because !== undefined) return { kind: 'contradictedReason', reason: reason.trim(), because: [because] };
  if (!needsJustification(decision, hits)) return undefined;
  const matches = hits.filter(isTrueMatch);
  if (known !== undefined || [...plain].length < minJustificationLength) {
    return {
      kind: 'ownWords',
      needsSecondPerson: matches.some(needsSecondPerson),
      hits: namesOfHits(matches),
    };
  }
  if (first?.reason !== undefined && plainText(first.reason) === plain) {
    return { kind: 'repeatedReason', by: first.by };
  }
  return undefined;
}

/** What a decision does: passing on is none. */
export type ReasonedDecision = AutomaticDecision | 'passOn';

interface KnownReason {
  readonly text: string;
  readonly decisions: readonly ReasonedDecision[];
  /** Why the hits say otherwise; undefined where they bear it out. */
  readonly contradiction: (hits: readonly CaseHit[]) => Phrase | undefined;
}

const noTrueMatch: KnownReason['contradiction'] = (hits) => {
  if (hits.length === 0) return phrase('refusals.caseHasNoHits');
  const others = hits.filter(({ resolution }) => resolution !== 'FALSE_POSITIVE');
  if (others.length === 0) return undefined;
  const matches = others.filter(isTrueMatch);
  return matches.length > 0
    ? phrase('refusals.hitsAreTrueMatches', { hits: namesOfHits(matches) })
    : phrase('refusals.hitsAreNotRuledOn', { hits: namesOfHits(others) });
};

function trueMatchOf(category: string, none: Phrase): KnownReason['contradiction'] {
  return (hits) => (hits.some((hit) => isTrueMatch(hit) && hit.category === category) ? undefined : none);
}

/** Reasons that are often given, each with what has to be so. The page offers those that are. */
const knownReasons: readonly KnownReason[] = [
  {
    text: 'No true match among the hits',
    decisions: ['approve', 'close', 'passOn'],
    contradiction: noTrueMatch,
  },
  {
    text: 'Reviewed; risk is acceptable',
    decisions: ['approve'],
    contradiction: () => undefined,
  },
  {
    text: 'True match with a sanctioned party',
    decisions: ['reject', 'passOn'],
    contradiction: trueMatchOf('sanctions', phrase('refusals.noSanctionsMatch')),
  },
  {
    text: 'True match with a politically exposed person',
    decisions: ['reject', 'passOn'],
    contradiction: trueMatchOf('pep', phrase('refusals.noExposedMatch')),
  },
  { text: 'Risk is not acceptable', decisions: ['reject'], contradiction: () => undefined },
  { text: 'Reviewed by this group', decisions: ['passOn'], contradiction: () => undefined },
];

/** Reasons that may be given for a decision by one key: none where own words are wanted. */
export function availableReasons(decision: ReasonedDecision, hits: readonly CaseHit[]): string[] {
  if (decision !== 'passOn' && needsJustification(decision, hits)) return [];
  return knownReasons
    .filter((known) => known.decisions.includes(decision) && known.contradiction(hits) === undefined)
    .map(({ text }) => text);
}

/** Without case, signs at the end and doubled blanks. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!;,]+$/, '')
    .trim();
}
