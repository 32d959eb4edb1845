import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { FileField } from '../ui/code-field.tsx';
import { Failure } from '../ui/failure.tsx';
import { fileText } from './workflow-text.ts';

/** What is to be published, beside the version in force. */
export function Difference(of: {
  readonly domain: string;
  readonly workflowId: string | undefined;
  /** Null: nothing is published yet. */
  readonly version: number | null;
  readonly definition: unknown;
}) {
  const { domain, workflowId, version } = of;
  const published = useQuery({
    queryKey: ['workflow-version', domain, workflowId, version],
    queryFn: () =>
      call('workflows.readVersion', {
        params: { domain, workflowId: workflowId!, version: String(version) as never },
      }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  if (published.isError) return <Failure error={published.error} retry={() => void published.refetch()} />;
  if (version !== null && !published.data) return null;
  return (
    <FileField
      label="What is published"
      className="gh-code-part"
      value={fileText(of.definition)}
      original={published.data && fileText(published.data.definition)}
    />
  );
}
