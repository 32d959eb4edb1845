import type { CaseSummary } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DueText } from '../cases/due-text.tsx';
import { text } from '../messages/text.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

/** What the person has, then what comes for their groups behind the next case. */
export function Queue(props: {
  readonly assigned: readonly CaseSummary[] | undefined;
  readonly waiting: readonly CaseSummary[] | undefined;
  /** Whether the page begins with the next case and a button that opens it: it is not listed again. */
  readonly works: boolean;
}) {
  const { works } = props;
  const behind = works ? props.waiting?.slice(1) : props.waiting;
  return (
    <div>
      {works && (
        <Rows title={text('home.assigned')} rows={props.assigned} empty={text('home.noneAssigned')} />
      )}
      <Rows
        title={text('home.queue')}
        rows={behind}
        empty={props.waiting?.length === 0 ? text('home.noneWaiting') : text('home.noneBehind')}
      />
    </div>
  );
}

function Rows(props: {
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
      {rows !== undefined && rows.length > 0 && (
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('terms.case')}</Table.Th>
              <Table.Th>{text('terms.customer')}</Table.Th>
              <Table.Th>{text('terms.risk')}</Table.Th>
              <Table.Th>{text('terms.status')}</Table.Th>
              <Table.Th>{text('home.ageOrDue')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <CaseRow key={row.caseNo} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
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
        <bdi className="gh-long" title={name}>
          {name}
        </bdi>
      </Table.Td>
      <Table.Td className="gh-number">{row.riskScore ?? '—'}</Table.Td>
      <Table.Td>
        <StatusBadge caseSummary={row} />
      </Table.Td>
      <Table.Td className="gh-short">
        {row.dueAt === null ? (
          <span title={formatInstant(row.openedAt)}>{formatAge(row.openedAt)}</span>
        ) : (
          <DueText caseSummary={row} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
