/** How well a name has to fit before other facts may make a hit of it. */
import type { MatchPolicy } from './engines/policy.ts';
import type { Subject } from './subject.ts';
import { MAX_CORROBORATION_BONUS } from './weights.ts';

/** Whether anything but names and identifiers is known of a subject. */
export function hasFacts(subject: Subject): boolean {
  const some = (list: readonly unknown[] | undefined) => (list?.length ?? 0) > 0;
  return (
    some(subject.births) ||
    some(subject.nationalities) ||
    some(subject.countries) ||
    subject.gender !== undefined
  );
}

/** The minimum name score that may be a hit: other facts may lift it, where any are known of the subject. */
export function nameScoreThreshold(policy: MatchPolicy, withFacts: boolean): number {
  return withFacts
    ? Math.max(policy.minNameScore, policy.minScore - MAX_CORROBORATION_BONUS)
    : policy.minScore;
}
