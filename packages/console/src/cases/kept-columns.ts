import { useSyncExternalStore } from 'react';
import { columnsOf } from './case-filters.ts';

/** Columns that the person chose for the list of cases; kept in the browser, as a choice of theirs and no data. */

const key = 'gatehouse.columns';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the columns, separated by commas; undefined goes back to the default. */
export function keepColumns(columns: string | undefined): void {
  if (columns === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, columns);
  for (const listener of listeners) listener();
}

/** What was chosen last, of the columns that there are. */
export function useKeptColumns(): string | undefined {
  return columnsOf(useSyncExternalStore(subscribe, () => localStorage.getItem(key)));
}
