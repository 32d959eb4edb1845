import type { DayOfCases } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChartCard } from '../charts/chart-card.tsx';
import { dayTexts } from '../charts/figure-days.ts';
import { ShareBars } from '../charts/share-bars.tsx';
import { weeksOf } from '../charts/weeks.ts';
import { text } from '../messages/text.ts';
import { formatNumber, shareText } from '../ui/format.ts';
import { casesOfDay } from './case-links.ts';

interface WeekOfDecisions {
  readonly from: string;
  readonly automatic: number;
  readonly all: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Which share of decisions needed nobody, by week: of a day there are too few decisions for a share. */
export function ShareShape({ days }: { readonly days: readonly DayOfCases[] }) {
  const weeks = weeksOf(days).map(weekOfDecisions);
  const part = weeks.reduce((sum, { automatic }) => sum + automatic, 0);
  const all = weeks.reduce((sum, week) => sum + week.all, 0);
  const isQuiet = all === 0;
  return (
    <ChartCard
      title={text('home.shapeShare')}
      headline={
        <p className="gh-chart-headline">
          <strong className="gh-number">{isQuiet ? '—' : shareText(part, all)}</strong>
          {isQuiet
            ? text('home.noDecision', { count: weeks.length })
            : text('home.shareOf', { part, all, weeks: weeks.length })}
        </p>
      }
      note={isQuiet ? undefined : text('home.weekWords')}
      chart={
        isQuiet ? (
          <p className="gh-chart-empty">{text('home.quietShare')}</p>
        ) : (
          <ShareBars name={text('home.shapeShare')} bars={weeks.map(barOf)} />
        )
      }
      table={<ShareTable weeks={weeks} />}
    />
  );
}

function barOf(week: WeekOfDecisions) {
  const { from, automatic, all } = week;
  const day = dayTexts(from).long;
  return {
    key: from,
    label:
      all === 0
        ? text('home.weekWithout', { day })
        : text('home.weekOf', { day, share: shareOfWeek(week), part: automatic, all }),
    short: dayTexts(from).short,
    share: all === 0 ? null : automatic / all,
    text: shareOfWeek(week),
    link: casesOfDay(week, 'workflow'),
  };
}

function ShareTable({ weeks }: { readonly weeks: readonly WeekOfDecisions[] }) {
  return (
    <Table className="gh-figures" aria-label={text('home.shapeShare')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('home.week')}</Table.Th>
          <Table.Th ta="end">{text('home.automatically')}</Table.Th>
          <Table.Th ta="end">{text('home.allDecisions')}</Table.Th>
          <Table.Th ta="end">{text('home.share')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeks.toReversed().map((week) => (
          <Table.Tr key={week.from}>
            <Table.Th scope="row">{dayTexts(week.from).long}</Table.Th>
            <Table.Td className="gh-number">
              <Link {...casesOfDay(week, 'workflow')}>{formatNumber(week.automatic)}</Link>
            </Table.Td>
            <Table.Td className="gh-number">{formatNumber(week.all)}</Table.Td>
            <Table.Td className="gh-number">{shareOfWeek(week)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function shareOfWeek({ automatic, all }: WeekOfDecisions): string {
  return all === 0 ? '—' : shareText(automatic, all);
}

function weekOfDecisions({ from, days }: ReturnType<typeof weeksOf<DayOfCases>>[number]): WeekOfDecisions {
  const automatic = days.reduce((sum, day) => sum + day.decidedAutomatically, 0);
  return {
    from,
    automatic,
    all: days.reduce((sum, day) => sum + day.decidedByPeople, automatic),
    startsAt: days[0].startsAt,
    endsAt: (days.at(-1) ?? days[0]).endsAt,
  };
}
