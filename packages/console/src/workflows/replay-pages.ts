import type { DecisionOutcome, ReplayResult } from '@gatehouse/contract';

/** Submits of one call: what the service does while somebody waits. */
const pageSize = 1000;
/** Submits of one replay, in calls one after the other. */
export const maxReplayed = 10_000;

interface ReplayPage {
  readonly last: number;
  readonly before?: string;
}

/** Replays past submits page by page, newest first, and adds up what each page says. */
export async function replayPages(
  last: number,
  onReplayed: (count: number) => void,
  replay: (page: ReplayPage) => Promise<ReplayResult>,
): Promise<ReplayResult> {
  let all: ReplayResult = { replayed: 0, unchanged: 0, changed: [], decisions: [], next: null };
  for (let left = Math.min(last, maxReplayed); left > 0; ) {
    const page = await replay({
      last: Math.min(left, pageSize),
      ...(all.next === null ? {} : { before: all.next }),
    });
    all = sum(all, page);
    left -= page.replayed;
    onReplayed(all.replayed);
    if (page.next === null) break;
  }
  return all;
}

function sum(one: ReplayResult, other: ReplayResult): ReplayResult {
  const decisions = new Map<
    string,
    { before: DecisionOutcome | null; after: DecisionOutcome | null; count: number }
  >();
  for (const { before, after, count } of [...one.decisions, ...other.decisions]) {
    const key = `${before} ${after}`;
    decisions.set(key, { before, after, count: (decisions.get(key)?.count ?? 0) + count });
  }
  return {
    replayed: one.replayed + other.replayed,
    unchanged: one.unchanged + other.unchanged,
    changed: [...one.changed, ...other.changed],
    decisions: [...decisions.values()].toSorted((a, b) => b.count - a.count),
    next: other.next,
  };
}
