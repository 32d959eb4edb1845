import type { ComparedFact } from '@gatehouse/contract';
import { useCallbackRef } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import type { HitGroup } from '../hits/entity-groups.ts';
import {
  type HitFilters,
  type HitSort,
  nextUnruled,
  noFilters,
  type SortColumn,
  shownHits,
  toggleFact,
  usualSort,
} from './hit-filters.ts';

/** What somebody looks at in the table of hits: filters, order, the selected hit, and the marked ones. */
export function useWorkbench(groups: readonly HitGroup[]) {
  const [filters, setFilters] = useState<HitFilters>(noFilters);
  const [sort, setSort] = useState<HitSort>(usualSort);
  // Of one hit of the selected group: others may join and separate entries while the page is open.
  const [chosenId, setChosenId] = useState<string>();
  const [markedIds, setMarkedIds] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => shownHits(groups, filters, sort), [groups, filters, sort]);
  const current = Math.max(
    0,
    shown.findIndex(({ alerts }) => alerts.some(({ alertId }) => alertId === chosenId)),
  );
  // What a filter hides is not ruled on: nobody sees it.
  const marked = useMemo(() => shown.filter(({ lead }) => markedIds.has(lead.alertId)), [shown, markedIds]);
  const select = useCallback((index: number) => setChosenId(shown[index]?.lead.alertId), [shown]);
  const mark = useCallback(
    (alertId: string) =>
      setMarkedIds((ids) => {
        const next = new Set(ids);
        if (!next.delete(alertId)) next.add(alertId);
        return next;
      }),
    [],
  );
  const markAll = useCallbackRef(() =>
    setMarkedIds(marked.length === shown.length ? new Set() : new Set(shown.map(({ lead }) => lead.alertId))),
  );
  const sortBy = useCallback(
    (column: SortColumn) =>
      setSort((now) => ({ column, isReversed: now.column === column && !now.isReversed })),
    [],
  );
  const clearMarks = useCallback(() => setMarkedIds(new Set()), []);
  /** After a ruling: to the next hit without one; where a filter shows no more of them, to those that it hides. */
  const goOn = useCallbackRef((ruled: readonly HitGroup[]) => {
    const ids = new Set(ruled.map(({ lead }) => lead.alertId));
    if (markedIds.size > 0) clearMarks();
    const next = nextUnruled(shown, current, ids) ?? nextUnruled(groups, -1, ids);
    if (next === undefined || !shown.includes(next)) setFilters(noFilters);
    if (next !== undefined) setChosenId(next.lead.alertId);
  });
  const selected = shown[current];
  // One object for as long as nothing of it changes: the table is then not drawn anew while a dialog opens and closes.
  return useMemo(
    () => ({
      filters,
      setFilters,
      sort,
      sortBy,
      shown,
      current,
      chosenId,
      selected,
      select,
      selectHit: setChosenId as (alertId: string) => void,
      marked,
      markedIds,
      mark,
      markAll,
      clearMarks,
      toggleContradiction: (fact: ComparedFact) => setFilters(toggleFact(filters, fact, 'contradict')),
      toggleUnruled: () =>
        setFilters({ ...filters, ruling: filters.ruling === 'unruled' ? 'all' : 'unruled' }),
      clearFilters: () => setFilters(noFilters),
      goOn,
    }),
    [
      filters,
      sort,
      sortBy,
      shown,
      current,
      chosenId,
      selected,
      select,
      marked,
      markedIds,
      mark,
      markAll,
      clearMarks,
      goOn,
    ],
  );
}

export type Workbench = ReturnType<typeof useWorkbench>;

/** Keys of the table, beside those that rule on hits. */
export function workbenchKeys(bench: Workbench): Readonly<Record<string, () => void>> {
  const { shown, current, select, mark } = bench;
  const moveBy = (step: number) => select(Math.max(0, Math.min(current + step, shown.length - 1)));
  const markCurrent = () => bench.selected && mark(bench.selected.lead.alertId);
  return {
    ...Object.fromEntries(shown.slice(0, 9).map((_, index) => [String(index + 1), () => select(index)])),
    j: () => moveBy(1),
    k: () => moveBy(-1),
    x: markCurrent,
    'shift+a': bench.markAll,
    'shift+b': () => bench.toggleContradiction('birth'),
    'shift+c': () => bench.toggleContradiction('country'),
    'shift+g': () => bench.toggleContradiction('gender'),
    'shift+u': bench.toggleUnruled,
    '0': bench.clearFilters,
  };
}
