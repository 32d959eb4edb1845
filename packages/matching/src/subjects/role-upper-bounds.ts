/** Upper bounds by token role: what a token adds or loses when a subject's name matches an entry's; see `NameBound`. */
import { OMISSION, OMITTED_FACTOR } from '../names/omissions.ts';
import { type Family, ROLE_WEIGHTS, type Role } from '../names/roles.ts';
import { boundWeight, minQueryLoss } from '../scoring/costs.ts';
import { MIN_TOKEN_WEIGHT } from '../weights.ts';

/** Bits of a role; the bits above them say what may be left out. */
const OMISSION_SHIFT = 4;

/** A role with what may be left out of the name, by which bounds are looked up. */
export function roleBits(role: Role, omission: number = OMISSION.none): number {
  return role | (omission << OMISSION_SHIFT);
}

/** What tokens weigh, by `roleBits`. */
export interface RoleUpperBounds {
  /** At most when they match another, and at least when they match nothing. */
  matchedWeight: Float64Array;
  unmatched: Float64Array;
  /** What is lost at least when they match nothing. */
  loss: Float64Array;
}

function roleUpperBounds(family: Family): RoleUpperBounds {
  const weights = OMITTED_FACTOR.flatMap((factor) =>
    Array.from({ length: 1 << OMISSION_SHIFT }, (_, role) => {
      const { matched = 0, unmatched = 0 } = ROLE_WEIGHTS[family][role] ?? {};
      return { matched, unmatched: factor * unmatched };
    }),
  );
  return {
    matchedWeight: Float64Array.from(weights, ({ matched }) => boundWeight(matched)),
    unmatched: Float64Array.from(weights, ({ unmatched }) => unmatched),
    loss: Float64Array.from(weights, ({ unmatched }) => minQueryLoss(family, unmatched)),
  };
}

/** For persons, and for organisations. */
export const BOUNDS: readonly RoleUpperBounds[] = [
  roleUpperBounds('person'),
  roleUpperBounds('organisation'),
];

/** The maximum that one token of a role adds in a match; matching nothing may cost less than matching badly. */
export function roleUpperBound(
  bounds: RoleUpperBounds,
  role: number,
  { similarity, threshold }: { similarity: number; threshold: number },
): number {
  const above = similarity - threshold;
  if (above >= 0) return bounds.matchedWeight[role]! * above;
  return Math.max(MIN_TOKEN_WEIGHT * above, -threshold * bounds.loss[role]!);
}

/** What tokens of these roles weigh together when none of them matches anything. */
export function unmatchedOf({ unmatched }: RoleUpperBounds, roles: Uint8Array): number {
  return roles.reduce((sum, role) => sum + unmatched[role]!, 0);
}
