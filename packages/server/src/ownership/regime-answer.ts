import type { Regime } from '@gatehouse/contract';
import type { BlockedAnswer } from '@gatehouse/ownership';

/** What keeps an answer from being clear although no hit does. */
export type Gap = 'no-structure' | 'no-rule' | 'list-not-searched' | 'parties-not-screened' | 'relations-cut';

export interface RegimeAnswer {
  readonly regime: Regime;
  readonly status: BlockedAnswer['status'];
  /** The engine's answer; absent where there is no structure, or no rule for the day. */
  readonly answer?: BlockedAnswer;
  readonly gaps: readonly Gap[];
}
