import type { DayOfCases } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { showEnd } from '../charts/arrow-links.ts';
import { ChartCard } from '../charts/chart-card.tsx';
import { DayAxis, DayBars } from '../charts/day-bars.tsx';
import { dayTexts } from '../charts/figure-days.ts';
import { text } from '../messages/text.ts';
import { formatNumber, timeZone } from '../ui/format.ts';
import { casesOfDay } from './case-links.ts';

const series = [
  { key: 'alerts', look: 'outlined', counted: 'alerts' },
  { key: 'decidedByPeople', look: 'filled', counted: 'people' },
  { key: 'decidedAutomatically', look: 'hatched', counted: 'workflow' },
] as const;

/** Alerts and decisions of each day, a row of bars for each kind, all on one scale: they are compared. */
export function DaysShape({ days }: { readonly days: readonly DayOfCases[] }) {
  const isQuiet = days.every((day) => series.every(({ key }) => day[key] === 0));
  return (
    <ChartCard
      title={text('home.shapeDays')}
      note={text('home.shapeDaysWords', { zone: timeZone })}
      chart={
        isQuiet ? (
          <p className="gh-chart-empty">{text('home.quietDays', { count: days.length })}</p>
        ) : (
          <DayLanes days={days} />
        )
      }
      table={<DayTable days={days} />}
    />
  );
}

function DayLanes({ days }: { readonly days: readonly DayOfCases[] }) {
  const most = Math.max(...days.flatMap((day) => series.map(({ key }) => day[key])));
  return (
    <div className="gh-day-lanes" ref={showEnd}>
      {series.map(({ key, look, counted }) => (
        <DayBars
          key={key}
          name={text(`home.series-${key}`)}
          look={look}
          most={most}
          bars={days.map((day) => ({
            key: day.day,
            label: text(`home.dayOf-${key}`, { day: dayTexts(day.day).long, count: day[key] }),
            count: day[key],
            link: casesOfDay(day, counted),
          }))}
        />
      ))}
      <DayAxis labels={days.map(({ day }) => dayTexts(day).short)} />
    </div>
  );
}

function DayTable({ days }: { readonly days: readonly DayOfCases[] }) {
  return (
    <Table className="gh-figures" aria-label={text('home.shapeDays')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('home.day')}</Table.Th>
          {series.map(({ key }) => (
            <Table.Th key={key} ta="end">
              {text(`home.series-${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((day) => (
          <Table.Tr key={day.day}>
            <Table.Th scope="row">{dayTexts(day.day).long}</Table.Th>
            {series.map(({ key, counted }) => (
              <Table.Td key={key} className="gh-number">
                <Link {...casesOfDay(day, counted)}>{formatNumber(day[key])}</Link>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
