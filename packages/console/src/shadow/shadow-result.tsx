import '../previews/previews.css';
import type { WorkflowDetail } from '@gatehouse/contract';
import { Anchor, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { ShadowFindings } from './shadow-findings.tsx';
import { ShadowHead } from './shadow-head.tsx';

/** What a shadow run found of the draft that is about to be published. Figures of another draft are not shown for it. */
export function ShadowResult(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  /** Undefined: what is about to be published is not saved. */
  readonly revision: string | undefined;
  readonly show: (() => void) | undefined;
}) {
  const { domain, detail, revision, show } = props;
  const shadow = useQuery({
    queryKey: ['shadow-run', domain, detail.workflowId],
    queryFn: ({ signal }) =>
      call('workflows.shadow', { params: { domain, workflowId: detail.workflowId }, signal }),
  });
  if (shadow.isError) return <Failure error={shadow.error} retry={() => void shadow.refetch()} />;
  if (shadow.data === undefined) return <Loader role="status" aria-label={text('actions.loading')} />;
  const { run } = shadow.data;
  const isOther =
    run !== null && (run.revision !== revision || run.workflowVersion !== detail.publishedVersion);
  return (
    <Stack component="section" gap="xs" mt="sm" aria-label={text('workflows.shadow')}>
      <Title order={2} size="h5">
        {text('workflows.shadow')}
      </Title>
      {run === null && <Text size="sm">{text('shadow.none')}</Text>}
      {isOther && <Text size="sm">{text('shadow.ofOtherDraft')}</Text>}
      {run !== null && !isOther && (
        <>
          <ShadowHead run={run} isOtherDraft={false} />
          <ShadowFindings run={run} draft={detail.draft} />
        </>
      )}
      {run !== null && show !== undefined && (
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={show}>
            {text('shadow.showRun')}
          </Anchor>
        </Group>
      )}
    </Stack>
  );
}
