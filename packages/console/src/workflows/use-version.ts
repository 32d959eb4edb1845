import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';

/** A published version, which never changes; null: none is asked for. */
export function useVersion(props: {
  readonly domain: string;
  readonly workflowId: string | undefined;
  readonly version: number | null;
}) {
  const { domain, workflowId, version } = props;
  return useQuery({
    queryKey: ['workflow-version', domain, workflowId, version],
    queryFn: () =>
      call('workflows.readVersion', {
        params: { domain, workflowId: workflowId!, version: String(version) as never },
      }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}
