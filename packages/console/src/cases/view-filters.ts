import type { CaseView } from '@gatehouse/contract';
import { type CaseFilters, readFilters, shownColumns } from './case-filters.ts';

/** The filters of saved views. A view has its columns, wherever they were chosen: those kept in the browser are no part of it. */

/** What is saved of the page: its filters, and the columns that it shows. @param kept columns that the browser keeps */
export function savedFilters(filters: CaseFilters, kept: string | undefined): CaseFilters {
  return { ...filters, columns: shownColumns(filters, kept).join(',') };
}

/** What a saved view shows; one without columns was saved with those of the beginning. */
export function viewFilters(search: CaseView['search']): CaseFilters {
  return savedFilters(readFilters(search), undefined);
}

/** Whether a saved view is what the page shows. */
export function isShown(search: CaseView['search'], shown: CaseFilters): boolean {
  const contentOf = (of: object) =>
    JSON.stringify(Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return contentOf(viewFilters(search)) === contentOf(shown);
}
