import { useSyncExternalStore } from 'react';

/** Whether the checklist of a domain was put away or is complete; kept in the browser, as a choice of the person and no data. */

interface Place {
  readonly tenantId: string;
  readonly domain: string;
}
type Absence = 'hidden' | 'complete';

const listeners = new Set<() => void>();

const keyOf = ({ tenantId, domain }: Place) => `gatehouse.setup ${tenantId} ${domain}`;

export function hideChecklist(place: Place, absence: Absence): void {
  localStorage.setItem(keyOf(place), absence);
  for (const listener of listeners) listener();
}

export function showChecklist(place: Place): void {
  localStorage.removeItem(keyOf(place));
  for (const listener of listeners) listener();
}

/** Why it is not shown; undefined where it is. */
export function useChecklistAbsence(place: Place): Absence | undefined {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(place)));
  return stored === 'hidden' || stored === 'complete' ? stored : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
