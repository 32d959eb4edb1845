import type { CaseSummary } from '@gatehouse/contract';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listTitle } from '../hits/list-titles.ts';
import { countryName } from '../ui/country-text.ts';
import { formatAge, formatInstant, labelOf, percent } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type CaseColumn, columns } from './case-filters.ts';
import { DueText } from './due-text.tsx';
import { queueTexts } from './queue-texts.ts';
import { RiskPopover } from './risk-popover.tsx';

interface ColumnLook {
  readonly className?: string;
  readonly title?: (row: CaseSummary) => string;
  readonly show: (row: CaseSummary) => ReactNode;
}

const looks: Readonly<Record<CaseColumn, ColumnLook>> = {
  customer: { show: (row) => <Customer row={row} /> },
  country: { show: ({ countries }) => countries.map((code) => countryName(code) ?? code).join(', ') || '—' },
  topHit: { show: (row) => <TopHit row={row} /> },
  risk: { className: 'gh-number', show: (row) => <RiskPopover caseSummary={row} /> },
  status: { show: (row) => <Status row={row} /> },
  event: { show: ({ eventType }) => labelOf(eventType) },
  group: { className: 'gh-short', show: ({ group }) => group ?? '—' },
  assignee: { className: 'gh-person', show: ({ assignee }) => assignee ?? '—' },
  opened: {
    className: 'gh-short',
    title: ({ openedAt }) => formatInstant(openedAt),
    show: ({ openedAt }) => formatAge(openedAt),
  },
  due: { className: 'gh-short', show: (row) => <DueText caseSummary={row} /> },
};

/** Hidden first where there is little room, unless somebody chose the columns. */
const spare: ReadonlySet<CaseColumn> = new Set(['opened', 'group']);

export function CaseHeads(props: { readonly shown: readonly CaseColumn[]; readonly chosen: boolean }) {
  return columns
    .filter(({ value }) => props.shown.includes(value))
    .map(({ value, label }) => (
      <Table.Th key={value} className={!props.chosen && spare.has(value) ? 'gh-spare' : ''}>
        {label}
      </Table.Th>
    ));
}

export function CaseCells(props: {
  readonly row: CaseSummary;
  readonly shown: readonly CaseColumn[];
  readonly chosen: boolean;
}) {
  const { row, shown, chosen } = props;
  return shown.map((column) => {
    const { className = '', title, show } = looks[column];
    return (
      <Table.Td
        key={column}
        className={`${className} ${!chosen && spare.has(column) ? 'gh-spare' : ''}`}
        title={title?.(row)}
        // A press inside of a popover is none on the row.
        {...(column === 'risk' ? { onClick: (event: React.MouseEvent) => event.stopPropagation() } : {})}
      >
        {show(row)}
      </Table.Td>
    );
  });
}

interface RowProps {
  readonly row: CaseSummary;
}

function Customer({ row }: RowProps) {
  return (
    <>
      <Text size="sm" fw={500} className="gh-long" title={row.customerName ?? ''}>
        {row.customerName ?? '—'}
      </Text>
      <Text size="xs" className="gh-dim gh-long">
        {row.customerId}
      </Text>
    </>
  );
}

/** Whom the best hit names, on which list, how alike. */
function TopHit({ row: { topHit } }: RowProps) {
  if (topHit === null) return <span className="gh-dim">{queueTexts.noHit}</span>;
  return (
    <>
      <Text size="sm" className="gh-long" title={topHit.name}>
        {topHit.name}
      </Text>
      <Text size="xs" className="gh-dim">
        {listTitle(topHit.source)} · <span className="gh-number">{percent(topHit.score)}</span>
      </Text>
    </>
  );
}

function Status({ row }: RowProps) {
  return (
    <>
      <StatusBadge caseSummary={row} />
      {row.proposal !== null && row.resolvedAt === null && (
        <Text size="xs" className="gh-dim">
          {row.proposal.by} proposed to {row.proposal.decision}
        </Text>
      )}
    </>
  );
}
