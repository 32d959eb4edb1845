import type { CaseSummary } from '@gatehouse/contract';

/** What a person has and is late comes before anything new: of several the one that is late the longest. */
export function ownOverdue<Row extends Pick<CaseSummary, 'dueAt'>>(
  assigned: readonly Row[],
  now: number,
): Row | undefined {
  return assigned
    .filter(({ dueAt }) => dueAt !== null && dueAt < now)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))[0];
}
