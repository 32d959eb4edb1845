import { z } from 'zod';

/**
 * The lists that engines searched: the engine of the watchlist searches that alone, each other list engine all lists, the
 * Internet search none.
 * @param engines those that ran; none where there was nobody to screen
 * @param lists those whose versions a screening stores, by source ID: all active lists, and the watchlist where its engine ran
 */
export function searchedByEngines<Version>(
  engines: readonly string[],
  lists: Readonly<Record<string, Version>>,
): Readonly<Record<string, Version>> {
  const own = engines.filter((engine) => engine !== 'INTERNET_SEARCH');
  if (own.some((engine) => engine !== 'WATCHLIST')) return lists;
  return Object.fromEntries(
    Object.entries(lists).filter(([source]) => own.length > 0 && source === 'watchlist'),
  );
}

const screeningInput = z.object({
  engines: z.array(z.string()).default([]),
  lists: z.record(z.string(), z.string()).default({}),
});

/** The lists that a node run searched, by its stored input; null for a node that is no screening. */
export function searchedByNodeRun(run: {
  readonly nodeType: string;
  readonly input: unknown;
}): Readonly<Record<string, string>> | null {
  if (run.nodeType !== 'screening') return null;
  const stored = screeningInput.safeParse(run.input ?? {}).data;
  return stored === undefined ? {} : searchedByEngines(stored.engines, stored.lists);
}
