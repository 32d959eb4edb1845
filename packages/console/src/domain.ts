import { useParams } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
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

/** The domain that the address of the page names, such as that of a case; undefined where it names none. */
export function useDomainOfPage(): string | undefined {
  return useParams({ strict: false, select: ({ domain }) => domain });
}

/** Chooses the domain of the page: whoever follows a link into another domain searches and lists that one. */
export function useFollowedDomain(): void {
  const { domains } = useSession();
  const domain = useDomainOfPage();
  const isKnown = domain !== undefined && domains.includes(domain);
  useEffect(() => {
    if (isKnown) chooseDomain(domain);
  }, [domain, isKnown]);
}
