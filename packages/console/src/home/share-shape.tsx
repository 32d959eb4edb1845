import type { DayOfCases } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChartCard } from '../charts/chart-card.tsx';
import { dayTexts } from '../charts/figure-days.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { text } from '../messages/text.ts';
import { formatNumber, percentText, shareText } from '../ui/format.ts';
import { casesOfDay } from './case-links.ts';

/** Which share of decisions needed nobody. */
export function ShareShape({ days }: { readonly days: readonly DayOfCases[] }) {
  const part = days.reduce((sum, day) => sum + day.decidedAutomatically, 0);
  const all = days.reduce((sum, day) => sum + decisionsOf(day), 0);
  const isQuiet = all === 0;
  return (
    <ChartCard
      title={text('home.shapeShare')}
      headline={
        <p className="gh-chart-headline">
          <strong className="gh-number">{isQuiet ? '—' : shareText(part, all)}</strong>
          {isQuiet
            ? text('home.noDecision', { count: days.length })
            : text('home.shareOf', { part, all, days: days.length })}
        </p>
      }
      note={isQuiet ? undefined : text('home.gapWords')}
      chart={
        isQuiet ? (
          <p className="gh-chart-empty">{text('home.quietShare')}</p>
        ) : (
          <LineChart
            name={text('home.shapeShare')}
            scale={[percentText(100), percentText(0)]}
            points={days.map((day) => ({
              key: day.day,
              label: dayTexts(day.day).long,
              value: decisionsOf(day) === 0 ? null : (day.decidedAutomatically / decisionsOf(day)) * 100,
              text: shareOfDay(day),
              link: casesOfDay(day, 'workflow'),
            }))}
          />
        )
      }
      table={<ShareTable days={days} />}
    />
  );
}

function ShareTable({ days }: { readonly days: readonly DayOfCases[] }) {
  return (
    <Table className="gh-figures" aria-label={text('home.shapeShare')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('home.day')}</Table.Th>
          <Table.Th ta="end">{text('home.automatically')}</Table.Th>
          <Table.Th ta="end">{text('home.allDecisions')}</Table.Th>
          <Table.Th ta="end">{text('home.share')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((day) => (
          <Table.Tr key={day.day}>
            <Table.Th scope="row">{dayTexts(day.day).long}</Table.Th>
            <Table.Td className="gh-number">
              <Link {...casesOfDay(day, 'workflow')}>{formatNumber(day.decidedAutomatically)}</Link>
            </Table.Td>
            <Table.Td className="gh-number">{formatNumber(decisionsOf(day))}</Table.Td>
            <Table.Td className="gh-number">{shareOfDay(day)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function shareOfDay(day: DayOfCases): string {
  return decisionsOf(day) === 0 ? '—' : shareText(day.decidedAutomatically, decisionsOf(day));
}

function decisionsOf({ decidedByPeople, decidedAutomatically }: DayOfCases): number {
  return decidedByPeople + decidedAutomatically;
}
