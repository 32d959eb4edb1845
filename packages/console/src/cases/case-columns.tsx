import type { CaseSummary } from '@gatehouse/contract';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { countryName } from '../ui/country-text.ts';
import { formatAge, formatList, formatZonedInstant, labelOf, percent } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type CaseColumn, columns } from './case-filters.ts';
import { DueText } from './due-text.tsx';
import { RiskPopover } from './risk-popover.tsx';

interface ColumnLook {
  readonly className?: string;
  readonly title?: (row: CaseSummary) => string;
  readonly show: (row: CaseSummary, shown: readonly CaseColumn[]) => ReactNode;
}

const looks: Readonly<Record<CaseColumn, ColumnLook>> = {
  customer: { show: (row) => <Customer row={row} /> },
  country: { show: ({ countries }) => formatList(countries.map((code) => countryName(code) ?? code)) || '—' },
  topHit: { show: (row) => <TopHit row={row} /> },
  risk: { className: 'gh-number', show: (row) => <RiskPopover caseSummary={row} /> },
  status: { show: (row, shown) => <Status row={row} shown={shown} /> },
  event: { show: ({ eventType }) => labelOf(eventType) },
  group: { className: 'gh-short', show: ({ group }) => group ?? '—' },
  assignee: { className: 'gh-person', show: ({ assignee }) => assignee ?? '—' },
  opened: {
    className: 'gh-short',
    title: ({ openedAt }) => formatZonedInstant(openedAt),
    show: ({ openedAt }) => formatAge(openedAt),
  },
  due: { className: 'gh-short', show: (row) => <DueText caseSummary={row} /> },
};

/** Part of the status where there is little room. */
const folded: ReadonlySet<CaseColumn> = new Set(['event', 'group', 'assignee', 'opened']);

function roomClass(column: CaseColumn, shown: readonly CaseColumn[]): string {
  return folded.has(column) && shown.includes('status') ? 'gh-spare' : '';
}

export function CaseHeads(props: { readonly shown: readonly CaseColumn[] }) {
  return columns
    .filter(({ value }) => props.shown.includes(value))
    .map(({ value, label }) => (
      <Table.Th key={value} className={roomClass(value, props.shown)}>
        {label}
      </Table.Th>
    ));
}

export function CaseCells(props: { readonly row: CaseSummary; readonly shown: readonly CaseColumn[] }) {
  const { row, shown } = props;
  return shown.map((column) => {
    const { className = '', title, show } = looks[column];
    return (
      <Table.Td
        key={column}
        className={`${className} ${roomClass(column, shown)}`}
        title={title?.(row)}
        // A press inside of a popover is none on the row.
        {...(column === 'risk' ? { onClick: (event: React.MouseEvent) => event.stopPropagation() } : {})}
      >
        {show(row, shown)}
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
  if (topHit === null) return <span className="gh-dim">{text('cases.noHit')}</span>;
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

function Status({ row, shown }: RowProps & { readonly shown: readonly CaseColumn[] }) {
  const { eventType, group, assignee, openedAt } = row;
  const texts: Readonly<Partial<Record<CaseColumn, string | null | undefined>>> = {
    event: labelOf(eventType),
    group,
    // The title has the whole address.
    assignee: assignee?.split('@')[0],
    opened: text('cases.openedAgo', { age: formatAge(openedAt) }),
  };
  const others = shown.flatMap((column) => texts[column] ?? []);
  return (
    <>
      <StatusBadge caseSummary={row} />
      {row.proposal !== null && row.resolvedAt === null && (
        <Text size="xs" className="gh-dim">
          {text(`cases.proposed-${row.proposal.decision}`, { by: row.proposal.by })}
        </Text>
      )}
      {others.length > 0 && (
        <Text size="xs" className="gh-dim gh-folded" title={assignee ?? ''}>
          {others.join(' · ')}
        </Text>
      )}
    </>
  );
}
