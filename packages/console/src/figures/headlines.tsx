import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { call } from '../api.ts';
import type { CaseFilters } from '../cases/case-filters.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { durationText, formatNumber, shareText } from '../ui/format.ts';
import type { FigureProps } from './figure-section.tsx';
import { useGroupWork } from './group-work.tsx';
import { usePrecision } from './precision.tsx';
import type { RulingFilters } from './ruling-filters.ts';

/** What a period comes to in a few numbers, each with what it counts, and a link to its rows. */
export function Headlines(props: FigureProps) {
  const { permissions } = useSession();
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <Title order={2} size="h5" mb="xs" id={title}>
        {text('figures.headlines')}
      </Title>
      <dl className="gh-headlines">
        {permissions.includes('cases.read') && <CaseHeadlines {...props} />}
        {permissions.includes('customers.read') && <TrueMatchHeadline {...props} />}
      </dl>
    </section>
  );
}

function CaseHeadlines({ domain, period }: FigureProps) {
  const work = useGroupWork({ domain, period });
  const daily = useQuery({
    queryKey: ['cases', domain, 'daily', period],
    queryFn: ({ signal }) => call('cases.daily', { params: { domain }, query: period, signal }),
  });
  const groups = work.data?.groups;
  const sum = (key: 'open' | 'overdue') => groups?.reduce((total, group) => total + group[key], 0);
  const { days } = daily.data ?? {};
  const people = days?.reduce((total, day) => total + day.decidedByPeople, 0);
  const automatic = days?.reduce((total, day) => total + day.decidedAutomatically, 0) ?? 0;
  const all = people === undefined ? undefined : people + automatic;
  const median = work.data?.medianDecisionMs;
  return (
    <>
      <Headline
        name={text('figures.headOpen')}
        value={sum('open') === undefined ? undefined : formatNumber(sum('open')!)}
        words={text('figures.headOpenWords', { overdue: sum('overdue') ?? 0 })}
        link={{ to: '/cases', search: { view: 'open' } } as LinkProps}
      />
      <Headline
        name={text('figures.headDecided')}
        value={people === undefined ? undefined : formatNumber(people)}
        words={text('figures.headDecidedWords')}
        link={decidedCases('people', daily.data?.period)}
      />
      <Headline
        name={text('figures.headMedian')}
        value={median === null ? '—' : median === undefined ? undefined : durationText(median)}
        words={median === null ? text('figures.headNoDecision') : text('figures.headMedianWords')}
        link={decidedCases('people', work.data?.period)}
      />
      <Headline
        name={text('figures.headAutomatic')}
        value={all === undefined ? undefined : all === 0 ? '—' : shareText(automatic, all)}
        words={
          all === 0
            ? text('figures.headNoDecision')
            : text('figures.headAutomaticWords', { part: automatic, all: all ?? 0 })
        }
        link={decidedCases('workflow', daily.data?.period)}
      />
    </>
  );
}

/** The cases that were decided in the period of the answer which has the number; the link shows with the number alone. */
function decidedCases(
  counted: NonNullable<CaseFilters['counted']>,
  period: { readonly startsAt: number; readonly endsAt: number } | undefined,
): LinkProps {
  const within = { resolvedFrom: period?.startsAt, resolvedBefore: period?.endsAt };
  return { to: '/cases', search: { view: 'concluded', counted, sort: 'newest', ...within } } as LinkProps;
}

function TrueMatchHeadline({ domain, period }: FigureProps) {
  const precision = usePrecision({ domain, period });
  const rows = precision.data?.precision;
  const matches = rows?.reduce((total, row) => total + row.trueMatches, 0) ?? 0;
  const all = rows?.reduce((total, row) => total + row.trueMatches + row.falsePositives, 0);
  const within: RulingFilters = {
    from: precision.data?.period.startsAt ?? 0,
    to: precision.data?.period.endsAt ?? 0,
    ruling: 'TRUE_MATCH',
  };
  return (
    <Headline
      name={text('figures.headTrueMatches')}
      value={all === undefined ? undefined : all === 0 ? '—' : shareText(matches, all)}
      words={
        all === 0
          ? text('figures.noRuled')
          : text('figures.headTrueMatchesWords', { part: matches, all: all ?? 0 })
      }
      link={{ to: '/rulings', search: within } as LinkProps}
    />
  );
}

/** A number with what it counts. Undefined: it is on its way, or its section below says why not. */
function Headline(props: {
  readonly name: string;
  readonly value: string | undefined;
  readonly words: string;
  readonly link: LinkProps;
}) {
  const { name, value, words } = props;
  return (
    <div className="gh-panel gh-headline">
      <dt>{name}</dt>
      <dd className="gh-headline-value gh-number">
        {value === undefined || value === '—' ? (
          <span className="gh-dim">—</span>
        ) : (
          <Link {...props.link}>{value}</Link>
        )}
      </dd>
      <dd className="gh-dim">{value === undefined ? '' : words}</dd>
    </div>
  );
}
