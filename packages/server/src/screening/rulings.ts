/**
 * What a reviewer's ruling means for later hits of the same subject of a customer and listed entity (docs/interface.md
 * 6). Pure: the rulings and the facts come from the caller, nothing is stored here.
 */

import type { RulingVerdict } from '@gatehouse/contract';

export type { RulingVerdict };

/** The fields of an entity or a subject that count: a change in one of them reopens a ruling. */
export const factFields = [
  'type',
  'names',
  'births',
  'nationalities',
  'countries',
  'gender',
  'identifiers',
] as const;
export type FactField = (typeof factFields)[number];

/**
 * What was known of one side, in a form that compares: each field is a sorted list of distinct texts, folded
 * so that case, spacing and order do not count as changes. An empty list is a field nothing is known of.
 */
export type RulingFacts = Readonly<Record<FactField, readonly string[]>>;

/** The newest ruling on a subject of a customer and an entity, with what was known of both sides when it was made. */
export interface Ruling {
  readonly entityId: string;
  readonly ruling: RulingVerdict;
  readonly revision: number;
  /** Stored rulings may be older than a field that counts today: such a field is absent. */
  readonly entityFacts: Partial<RulingFacts>;
  readonly subjectFacts: Partial<RulingFacts>;
}

/** The fields that differ from those at the time of the ruling, by side. */
export interface Reopened {
  readonly entity: readonly FactField[];
  readonly subject: readonly FactField[];
}

/** What the rulings say of one hit. */
export interface RulingEffect {
  /** A silenced hit is stored and does not count. */
  readonly silenced: boolean;
  /** The newest ruling on this entity, where there is one. */
  readonly ruling?: RulingVerdict;
  /** Why a false positive is not silenced any more. */
  readonly reopened?: Reopened;
}

/** One hit to be evaluated: which entity it names and what the list says of that entity today. */
export interface EvaluatedHit {
  readonly entityId: string;
  readonly facts: RulingFacts;
}

/**
 * Applies the newest ruling on a subject and an entity to each hit of that entity. A hit ruled false positive is silenced,
 * unless entity or subject changed in a field that counts; the effect then names the field. A true match is never
 * silenced. An undecided ruling takes back what was ruled before.
 */
export function applyRulings(
  hits: readonly EvaluatedHit[],
  rulings: ReadonlyMap<string, Ruling>,
  subject: RulingFacts,
): RulingEffect[] {
  return hits.map((hit) => applyRuling(hit, rulings.get(hit.entityId), subject));
}

function applyRuling(hit: EvaluatedHit, ruling: Ruling | undefined, subject: RulingFacts): RulingEffect {
  if (ruling === undefined) return { silenced: false };
  if (ruling.ruling !== 'FALSE_POSITIVE') return { silenced: false, ruling: ruling.ruling };
  const reopened = {
    entity: changedFields(ruling.entityFacts, hit.facts),
    subject: changedFields(withWalletsApart(ruling.subjectFacts, subject), subject),
  };
  const holds = reopened.entity.length === 0 && reopened.subject.length === 0;
  return holds
    ? { silenced: true, ruling: ruling.ruling }
    : { silenced: false, ruling: ruling.ruling, reopened };
}

/** An address as the facts of a ruling have it: folded and without blanks. */
const walletText = /^[a-z0-9:_.-]{26,}$/;

/**
 * Facts of a ruling as they would be remembered today: wallets that monitoring follows were among the names once, and a customer
 * known by these alone had a type that nobody stated.
 */
function withWalletsApart(then: Partial<RulingFacts>, now: RulingFacts): Partial<RulingFacts> {
  const { names = [], identifiers } = then;
  const plain = (name: string) => name.replaceAll(/[\s./-]+/g, '');
  const isMoved = (name: string) => walletText.test(name) && now.identifiers.includes(plain(name));
  const moved = names.filter(isMoved);
  if (moved.length === 0) return then;
  const left = names.filter((name) => !isMoved(name));
  return {
    ...then,
    names: left,
    ...(identifiers && { identifiers: [...new Set([...identifiers, ...moved.map(plain)])].toSorted() }),
    ...(left.length === 0 && { type: now.type }),
  };
}

/** The fields in which `now` differs from `then`; a field that `then` does not have tells nothing. */
export function changedFields(then: Partial<RulingFacts>, now: RulingFacts): FactField[] {
  return factFields.filter((field) => {
    const before = then[field];
    if (before === undefined) return false;
    const after = now[field];
    return before.length !== after.length || before.some((text, index) => text !== after[index]);
  });
}
