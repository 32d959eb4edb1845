import type { SourceSettings } from '../index-files/index.ts';

/** Why a version is not activated by itself. */
type RefusalReason =
  /** Its files cannot be read; it can never be activated. */
  | 'unreadable'
  /** It lost, or gained, more of its entries than its source's bounds allow. */
  | 'shrunk'
  | 'grown'
  /** Its publisher offers what it had before the active version, as a cache does that was left behind. */
  | 'older'
  /** An operator went back to an earlier version. */
  | 'rolledBack';

export interface Refusal {
  readonly reason: RefusalReason;
  /** One line for the operator. */
  readonly message: string;
}

/** So few entries may come or go at once in any list: shares of a small one say little. */
const fewEntries = 10;

/** Holds the size of a new version against the active one; undefined when it may be activated by itself. */
export function checkSize(
  settings: Pick<SourceSettings, 'maxShrink' | 'maxGrowth'>,
  before: number,
  after: number,
): Refusal | undefined {
  const change = after - before;
  if (Math.abs(change) <= fewEntries) return undefined;
  const share = change / before;
  const stated = `from ${before} to ${after} entries (${change > 0 ? '+' : ''}${Math.round(share * 100)} %)`;
  if (-share > settings.maxShrink) {
    return {
      reason: 'shrunk',
      message: `fell ${stated}; at most ${percent(settings.maxShrink)} may be removed at once`,
    };
  }
  if (share > settings.maxGrowth) {
    return {
      reason: 'grown',
      message: `grew ${stated}; at most ${percent(settings.maxGrowth)} may be added at once`,
    };
  }
  return undefined;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
