import type { ConsoleData, DayOfCases } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { call } from '../api.ts';
import type { CaseFilters } from '../cases/case-filters.ts';
import { showEnd } from '../charts/arrow-links.ts';
import { BarCell } from '../charts/bar-cell.tsx';
import { ChartCard, ChartSkeleton } from '../charts/chart-card.tsx';
import { DayAxis, DayBars } from '../charts/day-bars.tsx';
import { dayTexts, lastDays } from '../charts/figure-days.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { Failure } from '../ui/failure.tsx';
import { shareText, timeZone } from '../ui/format.ts';

const shownDays = 14;
const titles = {
  days: 'Alerts and decisions by day',
  ages: 'Age of open cases',
  share: 'Share decided automatically',
} as const;

/** What the day looks like at a glance: alerts and decisions, what has grown old, how much needs nobody. */
export function HomeShapes(props: {
  readonly domain: string;
  readonly ages: ConsoleData<'cases.figures'>['ages'];
}) {
  const { domain, ages } = props;
  const period = lastDays(shownDays);
  const daily = useQuery({
    queryKey: ['cases', domain, 'daily', period.until],
    queryFn: ({ signal }) =>
      call('cases.daily', { params: { domain }, query: { ...period, timeZone }, signal }),
    staleTime: 60_000,
  });
  return (
    <div className="gh-shapes">
      {daily.data ? <Days days={daily.data.days} /> : <Missing title={titles.days} query={daily} />}
      <Ages ages={ages} />
      {daily.data ? <Share days={daily.data.days} /> : <Missing title={titles.share} query={daily} />}
    </div>
  );
}

function Missing(props: {
  readonly title: string;
  readonly query: { readonly isError: boolean; readonly error: unknown; refetch(): unknown };
}) {
  const { title, query } = props;
  if (!query.isError) return <ChartSkeleton title={title} />;
  return <Failure error={query.error} retry={() => void query.refetch()} />;
}

const series = [
  { key: 'alerts', name: 'Alerts', look: 'outlined', counted: 'alerts' },
  { key: 'decidedByPeople', name: 'Decided by people', look: 'filled', counted: 'people' },
  { key: 'decidedAutomatically', name: 'Decided automatically', look: 'hatched', counted: 'workflow' },
] as const;

/** The cases that a day's bar counts. */
function casesOf(
  { startsAt, endsAt }: DayOfCases,
  counted: NonNullable<CaseFilters['counted']>,
): CaseFilters {
  return counted === 'alerts'
    ? { view: 'all', counted, openedFrom: startsAt, openedBefore: endsAt, sort: 'newest' }
    : { view: 'concluded', counted, resolvedFrom: startsAt, resolvedBefore: endsAt, sort: 'newest' };
}

function toCases(search: CaseFilters): LinkProps {
  return { to: '/cases', search } as LinkProps;
}

function Days({ days }: { readonly days: readonly DayOfCases[] }) {
  return (
    <ChartCard
      title={titles.days}
      note={`An alert is a case opened with a hit. Each row has its own scale. Days in ${timeZone}.`}
      chart={
        <div className="gh-day-lanes" ref={showEnd}>
          {series.map(({ key, name, look, counted }) => (
            <DayBars
              key={key}
              name={name}
              look={look}
              bars={days.map((day) => ({
                label: dayTexts(day.day).long,
                count: day[key],
                link: toCases(casesOf(day, counted)),
              }))}
            />
          ))}
          <DayAxis labels={days.map(({ day }) => dayTexts(day).short)} />
        </div>
      }
      table={
        <Table className="gh-figures" aria-label={titles.days}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              {series.map(({ key, name }) => (
                <Table.Th key={key} ta="end">
                  {name}
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
                    <Link {...toCases(casesOf(day, counted))}>{day[key].toLocaleString()}</Link>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      }
    />
  );
}

/** By the upper bound in hours, as the service counts. */
const ageBands: Readonly<
  Record<string, { readonly label: string; readonly age: NonNullable<CaseFilters['age']> }>
> = {
  24: { label: 'Less than 1 day', age: 'age-1' },
  72: { label: '1 or 2 days', age: 'age-3' },
  168: { label: '3 to 6 days', age: 'age-7' },
  null: { label: '7 days or more', age: 'age-older' },
};

/** A table as it is: its bars have their figures beside them. */
function Ages({ ages }: { readonly ages: ConsoleData<'cases.figures'>['ages'] }) {
  const most = Math.max(...ages.map(({ open }) => open));
  const sum = ages.reduce((total, { open }) => total + open, 0);
  const table = (withBars: boolean) => (
    <Table className="gh-figures" aria-label={titles.ages} withRowBorders={!withBars}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Age</Table.Th>
          {withBars && <Table.Td className="gh-bar-column" />}
          <Table.Th ta="end">Open</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ages.map(({ hours, open }) => {
          const { label, age } = ageBands[String(hours)]!;
          return (
            <Table.Tr key={label}>
              <Table.Th scope="row">
                <Link to="/cases" search={{ view: 'open', age, sort: 'oldest' }}>
                  {label}
                </Link>
              </Table.Th>
              {withBars && (
                <Table.Td className="gh-bar-column">
                  <BarCell parts={[{ look: 'filled', count: open }]} whole={most} />
                </Table.Td>
              )}
              <Table.Td className="gh-number">{open.toLocaleString()}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
  return (
    <ChartCard
      title={titles.ages}
      headline={
        <p className="gh-chart-headline">
          <strong className="gh-number">{sum.toLocaleString()}</strong> open
        </p>
      }
      note="Since the case was opened."
      chart={table(true)}
      table={table(false)}
    />
  );
}

function Share({ days }: { readonly days: readonly DayOfCases[] }) {
  const automatic = days.reduce((sum, day) => sum + day.decidedAutomatically, 0);
  const all = days.reduce((sum, day) => sum + decisionsOf(day), 0);
  const texts = days.map((day) => ({
    day,
    all: decisionsOf(day),
    link: toCases(casesOf(day, 'workflow')),
    label: dayTexts(day.day).long,
  }));
  return (
    <ChartCard
      title={titles.share}
      headline={
        <p className="gh-chart-headline">
          <strong className="gh-number">{all === 0 ? '—' : shareText(automatic, all)}</strong>
          {all === 0
            ? `no decision in ${days.length} days`
            : `${automatic.toLocaleString()} of ${all.toLocaleString()} decisions in ${days.length} days`}
        </p>
      }
      note="A day without a decision is a gap."
      chart={
        <LineChart
          name={titles.share}
          scale={['100 %', '0 %']}
          points={texts.map(({ day, all: decided, link, label }) => ({
            key: day.day,
            label,
            value: decided === 0 ? null : (day.decidedAutomatically / decided) * 100,
            text: decided === 0 ? '' : shareText(day.decidedAutomatically, decided),
            link,
          }))}
        />
      }
      table={
        <Table className="gh-figures" aria-label={titles.share}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th ta="end">Automatically</Table.Th>
              <Table.Th ta="end">All decisions</Table.Th>
              <Table.Th ta="end">Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {texts.toReversed().map(({ day, all: decided, link, label }) => (
              <Table.Tr key={day.day}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td className="gh-number">
                  <Link {...link}>{day.decidedAutomatically.toLocaleString()}</Link>
                </Table.Td>
                <Table.Td className="gh-number">{decided.toLocaleString()}</Table.Td>
                <Table.Td className="gh-number">
                  {decided === 0 ? '—' : shareText(day.decidedAutomatically, decided)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      }
    />
  );
}

function decisionsOf({ decidedByPeople, decidedAutomatically }: DayOfCases): number {
  return decidedByPeople + decidedAutomatically;
}
