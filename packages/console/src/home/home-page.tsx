import './home.css';
import type { CaseSummary, ConsoleData } from '@gatehouse/contract';
import { Loader, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../api.ts';
import type { CaseFilters } from '../cases/case-filters.ts';
import { useNextCase } from '../cases/cases-page.tsx';
import { DueText } from '../cases/due-text.tsx';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatAge } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Deployment } from './deployment.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NextCase } from './next-case.tsx';

/** Loaded behind what there is to do. */
const HomeShapes = lazy(() =>
  import('./home-shapes.tsx').then(({ HomeShapes: component }) => ({ default: component })),
);

type Figures = ConsoleData<'cases.figures'>;

/** What waits, for whom, and how the day goes; each number leads to what it counts. */
export function HomePage() {
  const { permissions, user } = useSession();
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {user.name === null ? 'Home' : `Hello, ${user.name}`}
      </Title>
      {permissions.includes('cases.read') ? (
        <Work />
      ) : (
        <Text className="gh-dim">Your role has no access to cases.</Text>
      )}
      <Deployment />
    </>
  );
}

function Work() {
  const domain = useDomain();
  const { permissions } = useSession();
  const works = permissions.includes('cases.work');
  const next = useNextCase(domain);
  useKeys({ n: () => works && next.mutate() });
  const { today, week } = beginnings(new Date());
  const figures = useQuery({
    queryKey: ['home', domain, today],
    queryFn: ({ signal }) => call('cases.figures', { params: { domain }, query: { today, week }, signal }),
  });
  const { has, waiting, any } = useQueue(domain, works);
  if (figures.isError) return <Failure error={figures.error} retry={() => void figures.refetch()} />;
  if (!figures.data) return <Loader aria-label="Loading" />;
  const overview = figures.data;
  const open = Object.values(overview.open).reduce((sum, count) => sum + count, 0);
  const isEmpty = open === 0 && any.data?.cases.length === 0;
  if (isEmpty) {
    return (
      <>
        <FirstSteps />
        <Queue has={has.data?.cases} waiting={waiting.data?.cases} works={works} />
      </>
    );
  }
  return (
    <>
      {works && (
        <NextCase
          next={waiting.data?.cases[0]}
          isKnown={waiting.isSuccess}
          open={() => next.mutate()}
          isOpening={next.isPending}
        />
      )}
      <Tiles overview={overview} open={open} />
      <Suspense fallback={<div className="gh-shapes-place" />}>
        <HomeShapes domain={domain} ages={overview.ages} />
      </Suspense>
      <div className="gh-columns">
        <Queue has={has.data?.cases} waiting={waiting.data?.cases} works={works} />
        <div>
          <Decided figures={overview} />
          <Team team={overview.team} />
        </div>
      </div>
    </>
  );
}

/** What is the person's, what waits for them, and whether there is or was any case at all. */
function useQueue(domain: string, works: boolean) {
  const list = (name: string, query: NonNullable<Parameters<typeof call<'cases.list'>>[1]>['query']) => ({
    queryKey: ['cases', domain, 'home', name],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call('cases.list', { params: { domain }, query: query ?? {}, signal }),
  });
  const has = useQuery({
    ...list('mine', { open: true, mine: true, sort: 'due', limit: 10 }),
    enabled: works,
  });
  const waiting = useQuery(list('waiting', { available: true, sort: 'risk', limit: 10 }));
  const isClear = waiting.data?.cases.length === 0;
  const any = useQuery({ ...list('any', { sort: 'newest', limit: 1 }), enabled: isClear });
  return { has, waiting, any };
}

function Tiles({ overview, open }: { readonly overview: Figures; readonly open: number }) {
  return (
    <div className="gh-tiles">
      <Tile name="Assigned to you" count={overview.mine} search={{ view: 'mine' }} />
      <Tile name="Available in your groups" count={overview.waiting} search={{ view: 'available' }} />
      <Tile
        name="Awaiting second approval"
        count={overview.secondWord}
        search={{ view: 'available', only: 'second-approval' }}
      />
      <Tile name="Returned" count={overview.returned} search={{ view: 'available', only: 'returned' }} />
      <Tile name="Overdue" count={overview.overdue} search={{ view: 'overdue', sort: 'due' }} alarming />
      <Tile
        name="Due in four hours"
        count={overview.dueSoon}
        search={{ view: 'open', only: 'due-soon', sort: 'due' }}
      />
      <Tile name="Total open" count={open} search={{ view: 'open' }} />
    </div>
  );
}

function Tile(props: {
  readonly name: string;
  readonly count: number;
  readonly search: CaseFilters;
  readonly alarming?: boolean;
}) {
  return (
    <Link to="/cases" search={props.search} className="gh-panel gh-tile">
      <span className={`gh-number ${props.alarming && props.count > 0 ? 'gh-contradict' : ''}`}>
        {props.count}
      </span>
      <span className="gh-dim">{props.name}</span>
    </Link>
  );
}

/** What the person has, then what is next for their groups. */
function Queue(props: {
  readonly has: readonly CaseSummary[] | undefined;
  readonly waiting: readonly CaseSummary[] | undefined;
  readonly works: boolean;
}) {
  return (
    <div>
      {props.works && (
        <Rows title="Assigned to you" rows={props.has} empty="No open cases assigned to you." />
      )}
      <Rows title="Next in the queue" rows={props.waiting} empty="No cases waiting in your groups." />
    </div>
  );
}

function Rows(props: {
  readonly title: string;
  readonly rows: readonly CaseSummary[] | undefined;
  readonly empty: string;
}) {
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={props.title}>
      <Title order={3} size="h6" mb={6}>
        {props.title}
      </Title>
      {props.rows === undefined && (
        <Text size="sm" className="gh-dim">
          Loading…
        </Text>
      )}
      {props.rows?.length === 0 && (
        <Text size="sm" className="gh-dim">
          {props.empty}
        </Text>
      )}
      {props.rows !== undefined && props.rows.length > 0 && (
        <Table aria-label={props.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th>Customer</Table.Th>
              <Table.Th>Risk</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Age or due</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.rows.map((row) => (
              <Table.Tr key={row.caseNo}>
                <Table.Td className="gh-number">
                  <Link to="/cases/$domain/$caseNo" params={{ domain: row.domain, caseNo: row.caseNo }}>
                    {row.caseNo}
                  </Link>
                </Table.Td>
                <Table.Td>
                  <bdi className="gh-long" title={row.customerName ?? row.customerId}>
                    {row.customerName ?? row.customerId}
                  </bdi>
                </Table.Td>
                <Table.Td className="gh-number">{row.riskScore ?? '—'}</Table.Td>
                <Table.Td>
                  <StatusBadge caseSummary={row} />
                </Table.Td>
                <Table.Td className="gh-short">
                  {row.dueAt === null ? formatAge(row.openedAt) : <DueText caseSummary={row} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function Decided({ figures }: { readonly figures: Figures }) {
  return (
    <section className="gh-panel gh-block gh-wide" aria-label="Decisions by people">
      <Title order={3} size="h6" mb={6}>
        Decisions by people
      </Title>
      <Table aria-label="Decisions by people">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th>Approved</Table.Th>
            <Table.Th>Rejected</Table.Th>
            <Table.Th>Closed</Table.Th>
            <Table.Th>By you</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(
            [
              ['Today', figures.today],
              ['This week', figures.week],
            ] as const
          ).map(([name, { approved, rejected, closed, mine }]) => (
            <Table.Tr key={name} className="gh-number">
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{approved}</Table.Td>
              <Table.Td>{rejected}</Table.Td>
              <Table.Td>{closed}</Table.Td>
              <Table.Td>{mine}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt={6}>
        <Link to="/cases" search={{ view: 'concluded', sort: 'newest' }}>
          All resolved cases
        </Link>{' '}
        <span className="gh-dim">(automatic decisions included)</span>
      </Text>
      <Text size="xs" className="gh-dim" mt={4}>
        Closed: neither approved nor rejected, or cancelled.
      </Text>
    </section>
  );
}

function Team({ team }: { readonly team: Figures['team'] }) {
  if (team.length === 0) return null;
  return (
    <section className="gh-panel gh-block gh-wide" aria-label="Groups">
      <Title order={3} size="h6" mb={6}>
        Groups
      </Title>
      <Table aria-label="Open by group">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Group</Table.Th>
            <Table.Th>Unclaimed</Table.Th>
            <Table.Th>Under review</Table.Th>
            <Table.Th>Overdue</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {team.map(({ group, waiting, underReview, overdue }) => (
            <Table.Tr key={group ?? ''} className="gh-number">
              <Table.Th scope="row">
                {group === null ? (
                  'No group'
                ) : (
                  <Link to="/cases" search={{ view: 'open', group }}>
                    {group}
                  </Link>
                )}
              </Table.Th>
              <Table.Td>{waiting}</Table.Td>
              <Table.Td>{underReview}</Table.Td>
              <Table.Td className={overdue > 0 ? 'gh-contradict' : ''}>{overdue}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** When the person's day and week began, in their own time zone; weeks begin on Monday. */
function beginnings(now: Date): { readonly today: number; readonly week: number } {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const sinceMonday = (now.getDay() + 6) % 7;
  const week = new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceMonday);
  return { today: day.getTime(), week: week.getTime() };
}
