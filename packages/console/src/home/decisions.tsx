import type { ConsoleData } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';

type Figures = ConsoleData<'cases.figures'>;

/** What people decided today and this week. */
export function Decided({ figures }: { readonly figures: Figures }) {
  const rows = [
    [text('home.today'), figures.today],
    [text('home.thisWeek'), figures.week],
  ] as const;
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('home.decisions')}>
      <Title order={3} size="h6" mb={6}>
        {text('home.decisions')}
      </Title>
      <Table aria-label={text('home.decisions')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th>{text('home.approved')}</Table.Th>
            <Table.Th>{text('home.rejected')}</Table.Th>
            <Table.Th>{text('home.closed')}</Table.Th>
            <Table.Th>{text('home.byYou')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, { approved, rejected, closed, mine }]) => (
            <Table.Tr key={name} className="gh-number">
              <Table.Th scope="row" className="gh-short">
                {name}
              </Table.Th>
              <Table.Td>{formatNumber(approved)}</Table.Td>
              <Table.Td>{formatNumber(rejected)}</Table.Td>
              <Table.Td>{formatNumber(closed)}</Table.Td>
              <Table.Td>{formatNumber(mine)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt={6} className="gh-dim">
        <Sentence
          name="home.allResolvedWords"
          parts={{
            link: (
              <Link to="/cases" search={{ view: 'concluded', sort: 'newest' }}>
                {text('home.allResolved')}
              </Link>
            ),
          }}
        />
      </Text>
      <Text size="xs" className="gh-dim" mt={4}>
        {text('home.closedWords')}
      </Text>
    </section>
  );
}

/** What is open in each group. */
export function Team({ team }: { readonly team: Figures['team'] }) {
  if (team.length === 0) return null;
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('home.groups')}>
      <Title order={3} size="h6" mb={6}>
        {text('home.groups')}
      </Title>
      <Table aria-label={text('home.openByGroup')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('terms.group')}</Table.Th>
            <Table.Th>{text('home.unclaimed')}</Table.Th>
            <Table.Th>{text('home.underReview')}</Table.Th>
            <Table.Th>{text('home.overdue')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {team.map(({ group, waiting, underReview, overdue }) => (
            <Table.Tr key={group ?? ''} className="gh-number">
              <Table.Th scope="row">
                {group === null ? (
                  text('home.noGroup')
                ) : (
                  <Link to="/cases" search={{ view: 'open', group }}>
                    {group}
                  </Link>
                )}
              </Table.Th>
              <Table.Td>{formatNumber(waiting)}</Table.Td>
              <Table.Td>{formatNumber(underReview)}</Table.Td>
              <Table.Td className={overdue > 0 ? 'gh-caution' : ''}>{formatNumber(overdue)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
