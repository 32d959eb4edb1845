import { useSyncExternalStore } from 'react';
import { useSession } from './session/session.ts';

/** The business domain that the person looks at; kept in the browser, as a choice of theirs and no data. */

const key = 'gatehouse.domain';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseDomain(domain: string): void {
  localStorage.setItem(key, domain);
  for (const listener of listeners) listener();
}

export function useDomain(): string {
  const { domains } = useSession();
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  return chosen !== null && domains.includes(chosen) ? chosen : (domains[0] ?? '');
}
