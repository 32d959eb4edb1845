import type { CaseSummary } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { cardsBelow } from '../cases/card-width.ts';
import { DueText } from '../cases/due-text.tsx';
import { RiskScore } from '../cases/risk-score.tsx';
import { text } from '../messages/text.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

/** Loaded on narrow screens alone. */
const CaseCards = lazy(() =>
  import('../cases/case-cards.tsx').then(({ CaseCards: component }) => ({ default: component })),
);

/** Open cases in short, such as those that a person has, or those that come next. */
export function Queue(props: {
  readonly title: string;
  readonly rows: readonly CaseSummary[] | undefined;
  readonly empty: string;
}) {
  const { title, rows } = props;
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={title}>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      {rows === undefined && <RowsSkeleton />}
      {rows?.length === 0 && (
        <Text size="sm" className="gh-dim">
          {props.empty}
        </Text>
      )}
      {rows !== undefined && rows.length > 0 && <QueueRows title={title} rows={rows} />}
    </section>
  );
}

/** As a table, or as cards where a table would hide columns. */
function QueueRows(props: { readonly title: string; readonly rows: readonly CaseSummary[] }) {
  const { title, rows } = props;
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(cardsBelow, false, { getInitialValueInEffect: false });
  if (isNarrow) {
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <ul className="gh-case-cards gh-queue-cards" aria-label={title}>
          <CaseCards
            rows={rows}
            shown={['risk', 'status', 'due', 'opened']}
            open={({ domain, caseNo }) =>
              void navigate({ to: '/cases/$domain/$caseNo', params: { domain, caseNo } })
            }
          />
        </ul>
      </Suspense>
    );
  }
  return (
    <Table aria-label={title} className="gh-case-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className="gh-case-number">{text('terms.case')}</Table.Th>
          <Table.Th>{text('terms.customer')}</Table.Th>
          <Table.Th className="gh-case-risk">{text('terms.risk')}</Table.Th>
          <Table.Th className="gh-queue-status">{text('terms.status')}</Table.Th>
          <Table.Th className="gh-case-due">{text('home.ageOrDue')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <CaseRow key={row.caseNo} row={row} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CaseRow({ row }: { readonly row: CaseSummary }) {
  const { domain, caseNo } = row;
  const name = row.customerName ?? row.customerId;
  return (
    <Table.Tr>
      <Table.Td className="gh-number">
        <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
          {caseNo}
        </Link>
      </Table.Td>
      <Table.Td>
        <span className="gh-line-first" dir="auto" title={name}>
          {name}
        </span>
      </Table.Td>
      <Table.Td className="gh-number">
        <RiskScore score={row.riskScore} />
      </Table.Td>
      <Table.Td>
        <StatusBadge caseSummary={row} />
      </Table.Td>
      <Table.Td className="gh-due">
        {row.dueAt === null ? (
          <span title={formatInstant(row.openedAt)}>{formatAge(row.openedAt)}</span>
        ) : (
          <DueText caseSummary={row} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
