/**
 * Whether a name of a subject really scores what a hit needs against a name of an entry: what the index finds by an upper bound
 * is looked at once more as screening would, other facts aside.
 */
import type { MatchPolicy } from '../engines/policy.ts';
import { namesOf } from '../features/identifier.ts';
import { isAccepted, mayBeExact, mayBeExactPair } from '../name-match.ts';
import { nameScoreOf } from '../name-score.ts';
import { hasFacts, nameScoreThreshold } from '../name-score-threshold.ts';
import { allReadings, type NameReading, pairFactor } from '../names/all-readings.ts';
import type { Family } from '../names/roles.ts';
import { haveSameLetters } from '../names/same-letters.ts';
import { comparePrepared } from '../scoring/compare-names.ts';
import type { Subject } from '../subject.ts';
import { KIND_FACTOR, SUM_TOLERANCE } from '../weights.ts';
import type { EntryName } from './entry-name.ts';

/** Subjects of which the prepared names are kept: those that one entry concerns often concern the next as well. */
const KEPT = 5_000;

/** A subject as it is compared. */
interface Compared {
  names: Record<Family, NameReading[]>;
  /** The minimum name score of each policy that may be a hit. */
  thresholds: number[];
}

export class ExactCheck {
  readonly #policies: readonly MatchPolicy[];
  readonly #subjectOf: (key: string) => Subject;
  readonly #kept = new Map<string, Compared>();

  constructor(policies: readonly MatchPolicy[], subjectOf: (key: string) => Subject) {
    this.#policies = policies;
    this.#subjectOf = subjectOf;
  }

  /** Whether a policy may show the entry to the subject because of this name. */
  isNear(key: string, entryName: EntryName): boolean {
    const { names, thresholds } = this.#compared(key);
    return names[entryName.prepared.family].some(({ text, prepared: query }) => {
      const alignment = comparePrepared(query, entryName.prepared);
      if (alignment.score < entryName.threshold - SUM_TOLERANCE) return false;
      const isEqual = alignment.exact && mayBeExact(query);
      return entryName.uses.some((use) => {
        const { kind } = use;
        const isExact = isEqual && mayBeExactPair(query, use);
        const worth = KIND_FACTOR[kind] * pairFactor(query, use);
        const nameScore = nameScoreOf(alignment.score, worth, () => haveSameLetters(text, use.text));
        return this.#policies.some(
          (policy, at) => nameScore >= thresholds[at]! - SUM_TOLERANCE && isAccepted(kind, isExact, policy),
        );
      });
    });
  }

  #compared(key: string): Compared {
    const known = this.#kept.get(key);
    if (known) return known;
    const subject = this.#subjectOf(key);
    const texts = namesOf(subject);
    const read = (family: Family, isRead: boolean) =>
      isRead ? texts.flatMap((text) => allReadings(text, family)) : [];
    const withFacts = hasFacts(subject);
    const compared = {
      names: {
        person: read('person', subject.type === 'any' || subject.type === 'individual'),
        organisation: read('organisation', subject.type !== 'individual'),
      },
      thresholds: this.#policies.map((policy) => nameScoreThreshold(policy, withFacts)),
    };
    if (this.#kept.size >= KEPT) this.#kept.clear();
    this.#kept.set(key, compared);
    return compared;
  }
}
