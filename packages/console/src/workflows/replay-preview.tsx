import type { WorkflowDetail } from '@gatehouse/contract';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { Replayed } from './test-run-results.tsx';

/** As many past submits show most of what a change does, within a second or two. */
const replayed = 100;

/** Whose decision would be another with a definition that is not published yet. */
export function ReplayPreview(props: {
  readonly domain: string;
  readonly definition: NonNullable<WorkflowDetail['draft']>;
  /** What is replayed: another one is replayed anew. */
  readonly revision: string;
  /** A definition with faults cannot be replayed. */
  readonly isEnabled: boolean;
}) {
  const { domain, definition, revision, isEnabled } = props;
  const replay = useQuery({
    queryKey: ['workflow-replay', domain, revision],
    queryFn: ({ signal }) =>
      call('workflows.replay', {
        params: { domain },
        body: { definition, last: replayed, outcomes: {} },
        signal,
      }),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  return (
    <section aria-label={text('workflows.replay')} aria-live="polite">
      {replay.isFetching && <Loader size="sm" role="status" aria-label={text('workflows.replaying')} />}
      {replay.isError && <Failure error={replay.error} retry={() => void replay.refetch()} />}
      {replay.data && <Replayed domain={domain} result={replay.data} />}
    </section>
  );
}
