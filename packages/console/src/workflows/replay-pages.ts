import type { DecisionOutcome, ReplayResult } from '@gatehouse/contract';

/** Submits of one call: what the service does while somebody waits. */
const pageSize = 1000;
/** Submits of one replay, in calls one after the other. */
export const maxReplayed = 10_000;

interface ReplayPage {
  readonly last: number;
  readonly before?: string;
}

/** A page is asked for again after so long where the service did not answer, as while it starts again. */
const defaultWaitsMs = [1_000, 5_000, 15_000];

/** Replays past submits page by page, newest first, and adds up what each page says. */
export async function replayPages(
  last: number,
  options: {
    readonly ask: (page: ReplayPage) => Promise<ReplayResult>;
    readonly onReplayed: (count: number) => void;
    /** What the service refuses it refuses again. */
    readonly isRefusal: (error: unknown) => boolean;
    readonly waitsMs?: readonly number[];
  },
): Promise<ReplayResult> {
  const { ask, onReplayed, isRefusal, waitsMs = defaultWaitsMs } = options;
  let all: ReplayResult = { replayed: 0, unchanged: 0, changed: [], decisions: [], next: null };
  for (let left = Math.min(last, maxReplayed); left > 0; ) {
    const asked = { last: Math.min(left, pageSize), ...(all.next === null ? {} : { before: all.next }) };
    const page = await persistently(() => ask(asked), { isRefusal, waitsMs });
    all = sum(all, page);
    left -= page.replayed;
    onReplayed(all.replayed);
    if (page.next === null) break;
  }
  return all;
}

async function persistently<Answer>(
  ask: () => Promise<Answer>,
  on: { readonly isRefusal: (error: unknown) => boolean; readonly waitsMs: readonly number[] },
): Promise<Answer> {
  const [waitMs, ...others] = on.waitsMs;
  try {
    return await ask();
  } catch (error) {
    if (waitMs === undefined || on.isRefusal(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return persistently(ask, { ...on, waitsMs: others });
  }
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
