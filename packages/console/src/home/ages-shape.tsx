import type { ConsoleData } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CaseFilters } from '../cases/case-filters.ts';
import { BarCell } from '../charts/bar-cell.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { Sentence } from '../messages/sentence.tsx';
import { text, textIfKnown } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';

type Ages = ConsoleData<'cases.figures'>['ages'];

/** By the upper bound in hours, as the service counts. */
const ageFilters: Readonly<Record<string, NonNullable<CaseFilters['age']>>> = {
  24: 'age-1',
  72: 'age-3',
  168: 'age-7',
  null: 'age-older',
};

/** How old open cases are. */
export function AgesShape({ ages }: { readonly ages: Ages }) {
  const sum = ages.reduce((total, { open }) => total + open, 0);
  return (
    <ChartCard
      title={text('home.shapeAges')}
      headline={
        <p className="gh-chart-headline">
          <Link to="/cases" search={{ view: 'open' }}>
            <Sentence
              name="home.totalOpen"
              parts={{ count: <strong className="gh-number">{formatNumber(sum)}</strong> }}
            />
          </Link>
        </p>
      }
      note={text('home.agesWords')}
      chart={<AgeTable ages={ages} withBars />}
      table={<AgeTable ages={ages} withBars={false} />}
    />
  );
}

/** A table as it is: its bars have their figures beside them. */
function AgeTable({ ages, withBars }: { readonly ages: Ages; readonly withBars: boolean }) {
  const most = Math.max(...ages.map(({ open }) => open));
  return (
    <Table className="gh-figures" aria-label={text('home.shapeAges')} withRowBorders={!withBars}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('home.age')}</Table.Th>
          {withBars && <Table.Td className="gh-bar-column" />}
          <Table.Th ta="end">{text('home.open')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ages.map(({ hours, open }) => (
          <Table.Tr key={String(hours)}>
            <Table.Th scope="row">
              <Link to="/cases" search={{ view: 'open', age: ageFilters[String(hours)], sort: 'oldest' }}>
                {textIfKnown(`home.age-${hours}`)}
              </Link>
            </Table.Th>
            {withBars && (
              <Table.Td className="gh-bar-column">
                <BarCell parts={[{ look: 'filled', count: open }]} whole={most} />
              </Table.Td>
            )}
            <Table.Td className="gh-number">{formatNumber(open)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
