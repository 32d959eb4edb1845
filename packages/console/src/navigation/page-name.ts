import { useEffect, useSyncExternalStore } from 'react';

/** What the page calls the object that its address names by an id. */

let named: { readonly path: string; readonly name: string } | undefined;
const listeners = new Set<() => void>();

function set(next: typeof named): void {
  named = next;
  for (const listener of listeners) listener();
}

/** Says what the object of the page is called, once that is known. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    const path = window.location.pathname;
    set({ path, name });
    return () => set(undefined);
  }, [name]);
}

/** The name of what an address shows; undefined while nobody said one. */
export function useNameOfPage(): string | undefined {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => named,
  );
  return current?.path === window.location.pathname ? current.name : undefined;
}
