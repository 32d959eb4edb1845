import { useSyncExternalStore } from 'react';

/** How high the rows of tables are; kept in the browser, as a choice of the person and no data. */
export type Density = 'dense' | 'comfortable';

const key = 'gatehouse.density';
const listeners = new Set<() => void>();

/** Heights of a row in pixels; the style sheet has the same. */
export const rowHeights: Readonly<Record<Density, number>> = { dense: 36, comfortable: 44 };

function readDensity(): Density {
  return localStorage.getItem(key) === 'comfortable' ? 'comfortable' : 'dense';
}

/** Draws tables as they were chosen to be. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = readDensity();
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(key, density);
  applyDensity();
  for (const listener of listeners) listener();
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readDensity);
}
