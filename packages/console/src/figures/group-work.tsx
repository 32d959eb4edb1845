import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import type { CaseFilters } from '../cases/case-filters.ts';
import { BarCell } from '../charts/bar-cell.tsx';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { type FigureProps, FigureSection, Key } from './figure-section.tsx';

const title = text('figures.groupWork');

/** Read once for the numbers at the top and for the table. */
export function useGroupWork({ domain, period }: FigureProps) {
  return useQuery({
    queryKey: ['cases', domain, 'group-work', period],
    queryFn: ({ signal }) => call('cases.groups', { params: { domain }, query: period, signal }),
  });
}

/** Open, overdue and decided cases of each review group. */
export function GroupWorkChart({ domain, period }: FigureProps) {
  const work = useGroupWork({ domain, period });
  const groups = work.data?.groups ?? [];
  const most = Math.max(...groups.map(({ open, decided }) => Math.max(open, decided)));
  return (
    <FigureSection
      title={title}
      note={text('figures.groupWorkWords')}
      query={work}
      empty={groups.length === 0 ? text('figures.noGroupWork') : undefined}
    >
      <Table className="gh-figures" aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('terms.group')}</Table.Th>
            <Table.Td className="gh-bar-column" />
            <Table.Th ta="end">
              <Key look="filled" />
              {text('figures.open')}
            </Table.Th>
            <Table.Th ta="end">{text('figures.ofTheseOverdue')}</Table.Th>
            <Table.Th ta="end">
              <Key look="hatched" />
              {text('figures.decided')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ group, open, overdue, decided }) => (
            <Table.Tr key={group ?? ''}>
              <Table.Th scope="row">{group ?? text('figures.noGroup')}</Table.Th>
              <Table.Td className="gh-bar-column">
                <BarCell parts={[{ look: 'filled', count: open }]} whole={most} />
                <BarCell parts={[{ look: 'hatched', count: decided }]} whole={most} />
              </Table.Td>
              <Count count={open} group={group} search={{ view: 'open' }} />
              <Count count={overdue} group={group} search={{ view: 'overdue', sort: 'due' }} />
              <Count
                count={decided}
                group={group}
                search={{
                  view: 'concluded',
                  counted: 'people',
                  sort: 'newest',
                  resolvedFrom: work.data!.period.startsAt,
                  resolvedBefore: work.data!.period.endsAt,
                }}
              />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </FigureSection>
  );
}

/** A list of cases has no filter for those without a group. */
function Count(props: {
  readonly count: number;
  readonly group: string | null;
  readonly search: CaseFilters;
}) {
  const { count, group, search } = props;
  return (
    <Table.Td className="gh-number">
      {group === null ? (
        formatNumber(count)
      ) : (
        <Link to="/cases" search={{ ...search, group }}>
          {formatNumber(count)}
        </Link>
      )}
    </Table.Td>
  );
}
