import type { CaseSummary } from '@gatehouse/contract';

/** The number of a case. A press opens the case as one on its row does; with Ctrl it opens a tab. */
export function CaseLink({ row }: { readonly row: Pick<CaseSummary, 'domain' | 'caseNo'> }) {
  return (
    <a
      href={`/console/cases/${encodeURIComponent(row.domain)}/${row.caseNo}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return event.stopPropagation();
        event.preventDefault();
      }}
    >
      {row.caseNo}
    </a>
  );
}
