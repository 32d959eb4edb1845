import type { ConsoleData } from '@gatehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { ChartSkeleton } from '../charts/chart-card.tsx';
import { lastDays } from '../charts/figure-days.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { timeZone } from '../ui/format.ts';
import { AgesShape } from './ages-shape.tsx';
import { DaysShape } from './days-shape.tsx';
import { ShareShape } from './share-shape.tsx';

/** By day two weeks are shown, by week eight: those before, and the one that is not over. */
const shownDays = 14;
const earlierWeeks = 7;

/** What the day looks like at a glance: alerts and decisions, what has grown old, how much needs nobody. */
export function HomeShapes(props: {
  readonly domain: string;
  readonly ages: ConsoleData<'cases.figures'>['ages'];
}) {
  const { domain, ages } = props;
  const period = lastDays(earlierWeeks * 7 + dayOfWeek(new Date()));
  const daily = useQuery({
    queryKey: ['cases', domain, 'daily', period.until],
    queryFn: ({ signal }) =>
      call('cases.daily', { params: { domain }, query: { ...period, timeZone }, signal }),
    staleTime: 60_000,
  });
  const days = daily.data?.days;
  return (
    <div className="gh-shapes">
      {days ? (
        <DaysShape days={days.slice(-shownDays)} />
      ) : (
        <Missing title={text('home.shapeDays')} query={daily} />
      )}
      <AgesShape ages={ages} />
      {days ? <ShareShape days={days} /> : <Missing title={text('home.shapeShare')} query={daily} />}
    </div>
  );
}

/** 1 on Monday, 7 on Sunday. */
function dayOfWeek(day: Date): number {
  return ((day.getDay() + 6) % 7) + 1;
}

function Missing(props: {
  readonly title: string;
  readonly query: { readonly isError: boolean; readonly error: unknown; refetch(): unknown };
}) {
  const { title, query } = props;
  if (!query.isError) return <ChartSkeleton title={title} />;
  return <Failure error={query.error} retry={() => void query.refetch()} />;
}
