/** The shape of a feature: one fact of subject and entity, looked at on its own. */
import type { DateInterval, EntityType, Identifier } from '../entry.ts';
import type { Subject } from '../subject.ts';

/** What features look at on the list's side. */
export interface Facts {
  type: EntityType;
  gender?: 'M' | 'F';
  births: DateInterval[];
  nationalities: string[];
  countries: string[];
  identifiers: Identifier[];
}

/** One line of the explanation. */
export interface Reason {
  feature: string;
  /** For what was compared: 0..1, how well it agrees. For corroboration: what it added to or took from the score. */
  score: number;
  /** Weight of the part in the name, where parts are weighed. */
  weight?: number;
  detail: string;
}

/**
 * Corroboration: looks at one kind of fact on both sides. Pure. Undefined when either side is silent: missing
 * facts are neutral (interface specification 2.4).
 */
export interface Corroboration {
  feature: string;
  /** `agreement` is in -1..1: contradiction to agreement. */
  evaluate(subject: Subject, entity: Facts): { agreement: number; detail: string } | undefined;
  /** What full agreement adds to the score, and what full contradiction takes from it. */
  bonus: number;
  loss: number;
}
