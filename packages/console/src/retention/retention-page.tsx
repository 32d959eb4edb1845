import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { formatInstant } from '../ui/format.ts';
import { Changes } from './changes.tsx';
import { Periods } from './periods.tsx';
import { Runs, WaitingRuns } from './runs.tsx';

/** How long data is kept, who changed that, and what the daily runs deleted. */
export function RetentionPage() {
  const domain = useDomain();
  const { permissions } = useSession();
  const mayManage = permissions.includes('retention.manage');
  const list = useQuery({
    queryKey: ['retention', domain],
    queryFn: ({ signal }) => call('retention.read', { params: { domain }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'COUNTING' || run.state === 'RUNNING') ? 2_000 : false,
  });
  const nextRunAt = list.data?.nextRunAt;
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        {text('retention.title')}
      </Title>
      <Text size="sm" className="gh-dim" mb={4}>
        {text('retention.words')}{' '}
        {permissions.includes('erasures.read') && (
          <Anchor size="sm" underline="always" renderRoot={(root) => <Link to="/erasures" {...root} />}>
            {text('retention.seeErasure')}
          </Anchor>
        )}
      </Text>
      {typeof nextRunAt === 'number' && (
        <Text size="sm" mb="sm">
          {text('retention.nextRun', { at: formatInstant(nextRunAt) })}
        </Text>
      )}
      <WaitingRuns domain={domain} runs={list.data?.runs ?? []} mayManage={mayManage} />
      <Periods domain={domain} list={list} mayManage={mayManage} />
      <Changes domain={domain} list={list} mayManage={mayManage} />
      <Title order={2} size="h5" mt="lg" mb={4}>
        {text('retention.runs')}
      </Title>
      <Runs list={list} />
    </>
  );
}
