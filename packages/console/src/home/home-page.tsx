import './home.css';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { call } from '../api.ts';
import { useNextCase } from '../cases/next-case.ts';
import { useDomain } from '../domain.ts';
import { text, withPageTexts } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { showChecklist, useChecklistAbsence } from '../setup/checklist-state.ts';
import { Failure } from '../ui/failure.tsx';
import { useKeys } from '../ui/keys.ts';
import { CaseCounts } from './case-counts.tsx';
import { Decided, Team } from './decisions.tsx';
import { Alarms, Deployment } from './deployment.tsx';
import { NextCase } from './next-case.tsx';
import { NoCases } from './no-cases.tsx';
import { ownOverdue } from './own-overdue.ts';
import { Queue } from './queue.tsx';

/** Loaded behind what there is to do. */
const HomeShapes = lazy(() =>
  import('./home-shapes.tsx').then(({ HomeShapes: component }) => ({ default: component })),
);

const loadChecklist = withPageTexts('setup', () => import('../setup/checklist.tsx'));
const Checklist = lazy(() => loadChecklist().then(({ Checklist: component }) => ({ default: component })));

/** What waits, for whom, and how the day goes; each number leads to what it counts. */
export function HomePage() {
  const { permissions, user } = useSession();
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {user.name === null ? text('home.title') : text('home.hello', { name: user.name })}
      </Title>
      <Alarms />
      <Setup />
      {permissions.includes('cases.read') ? (
        <Work />
      ) : (
        <>
          <Text className="gh-dim" mb="sm">
            {text('home.noAccess')}
          </Text>
          <Deployment />
        </>
      )}
    </>
  );
}

/** What is left to set up, until it is done or put away. */
function Setup() {
  const place = { tenantId: useSession().user.tenantId, domain: useDomain() };
  const absence = useChecklistAbsence(place);
  if (absence === 'complete') return null;
  if (absence === 'hidden') {
    return (
      <Button variant="subtle" size="compact-sm" mb="sm" onClick={() => showChecklist(place)}>
        {text('home.showSetup')}
      </Button>
    );
  }
  return (
    <Suspense>
      <Checklist {...place} />
    </Suspense>
  );
}

function Work() {
  const domain = useDomain();
  const { permissions } = useSession();
  const works = permissions.includes('cases.work');
  const next = useNextCase(domain);
  const navigate = useNavigate();
  const { today, week } = beginnings(new Date());
  const figures = useQuery({
    queryKey: ['home', domain, today],
    queryFn: ({ signal }) => call('cases.figures', { params: { domain }, query: { today, week }, signal }),
  });
  const { assigned, waiting, any } = useQueue(domain, works);
  const own = ownOverdue(assigned.data?.cases ?? [], Date.now());
  const openNext = () =>
    own === undefined
      ? next.mutate()
      : void navigate({ to: '/cases/$domain/$caseNo', params: { domain: own.domain, caseNo: own.caseNo } });
  useKeys({ n: () => works && openNext() });
  if (figures.isError) {
    return alone(<Failure error={figures.error} retry={() => void figures.refetch()} />);
  }
  if (!figures.data) return alone(<HomeSkeleton />);
  const open = Object.values(figures.data.open).reduce((sum, count) => sum + count, 0);
  if (open === 0 && any.data?.cases.length === 0) return alone(<NoCases />);
  // Which of the two pages it is becomes known with the last answer.
  if (open === 0 && (waiting.isPending || any.isLoading)) return alone(<HomeSkeleton />);
  const available = waiting.data?.cases;
  return (
    <>
      <div className="gh-panel gh-block">
        {works && (
          <NextCase
            next={own ?? waiting.data?.cases[0]}
            isOwn={own !== undefined}
            isKnown={waiting.isSuccess && !assigned.isPending}
            open={openNext}
            isOpening={next.isPending}
          />
        )}
        <CaseCounts figures={figures.data} />
      </div>
      <Suspense fallback={<div className="gh-shapes-place" />}>
        <HomeShapes domain={domain} ages={figures.data.ages} />
      </Suspense>
      <div className="gh-queues">
        {works && (
          <Queue
            title={text('home.assigned')}
            rows={assigned.data?.cases.filter((row) => row !== own)}
            empty={own === undefined ? text('home.noneAssigned') : text('home.noneAssignedBehind')}
          />
        )}
        <Queue
          title={text('home.queue')}
          // The page begins with the next case and a button that opens it: it is not listed again.
          rows={works && own === undefined ? available?.slice(1) : available}
          empty={available?.length === 0 ? text('home.noneWaiting') : text('home.noneBehind')}
        />
      </div>
      <div className="gh-quiet">
        <Decided figures={figures.data} />
        <Team team={figures.data.team} />
        <Deployment />
      </div>
    </>
  );
}

/** In place of the work, with what decisions rest on below it. */
function alone(content: ReactNode) {
  return (
    <>
      {content}
      <Deployment />
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
  const assigned = useQuery({
    ...list('mine', { open: true, mine: true, sort: 'due', limit: 10 }),
    enabled: works,
  });
  const waiting = useQuery(list('waiting', { available: true, sort: 'risk', limit: 10 }));
  const isClear = waiting.data?.cases.length === 0;
  const any = useQuery({ ...list('any', { sort: 'newest', limit: 1 }), enabled: isClear });
  return { assigned, waiting, any };
}

/** In the shape of what comes: what to do, then three charts. */
function HomeSkeleton() {
  return (
    <div role="status" aria-label={text('actions.loading')}>
      <Skeleton height={112} mb="sm" />
      <div className="gh-shapes">
        <Skeleton height={280} />
        <Skeleton height={280} />
        <Skeleton height={280} />
      </div>
    </div>
  );
}

/** When the person's day and week began, in their own time zone; weeks begin on Monday. */
function beginnings(now: Date): { readonly today: number; readonly week: number } {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const sinceMonday = (now.getDay() + 6) % 7;
  const week = new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceMonday);
  return { today: day.getTime(), week: week.getTime() };
}
