import type { Regime } from '@gatehouse/contract';
import type { BlockedAnswer } from '@gatehouse/ownership';

/** What was not known or not searched: without it no answer is clear, whatever the hits say. */
export type Gap = 'no-structure' | 'no-rule' | 'list-not-searched' | 'parties-not-screened' | 'relations-cut';

export interface RegimeAnswer {
  readonly regime: Regime;
  readonly status: BlockedAnswer['status'];
  /** The engine's answer; absent where there is no structure, or no rule for the day. */
  readonly answer?: BlockedAnswer;
  /** Empty where the answer is clear: what is missing then changes nothing. */
  readonly gaps: readonly Gap[];
  /** Why each party counts as possibly listed, by its id: `hit on un-sc, unresolved`. */
  readonly notes?: ReadonlyMap<string, string>;
}
