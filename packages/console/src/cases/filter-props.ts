import type { CaseFilters } from './case-filters.ts';

/** What a control of the queue's filters shows and changes. */
export interface FilterProps {
  readonly filters: CaseFilters;
  readonly domain: string;
  readonly change: (changed: Partial<CaseFilters>) => void;
}
