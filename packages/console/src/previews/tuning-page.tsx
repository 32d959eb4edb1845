import type { WorkflowDetail } from '@gatehouse/contract';
import { Anchor, Button, Group, Loader, Select, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { usePageName } from '../navigation/page-name.ts';
import { useSession } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Failure } from '../ui/failure.tsx';
import { type PreviewReport, useOrderPreview, usePreview } from './preview-queries.ts';
import { PreviewState } from './preview-state.tsx';
import { isInOrder, ReplayFilter, replayOf, wholeReplay } from './replay-filter.tsx';
import { type Dial, dialsOf, settingsOf, stepsOf } from './setting-steps.ts';
import { VariantTable } from './variant-table.tsx';

const route = getRouteApi('/tuning/$domain/$workflowId');

/** Compares the settings of a screening node: alerts, true matches lost, hours; a draft takes one of them over. */
export function TuningPage() {
  const { domain, workflowId } = route.useParams();
  const detail = useQuery({
    queryKey: ['workflow', domain, workflowId],
    queryFn: ({ signal }) => call('workflows.read', { params: { domain, workflowId }, signal }),
    refetchInterval: false,
  });
  if (detail.isError) return <Failure error={detail.error} retry={() => void detail.refetch()} />;
  if (!detail.data) return <Loader role="status" aria-label={text('actions.loading')} />;
  return <Tuning key={`${domain} ${workflowId}`} domain={domain} detail={detail.data} />;
}

function Tuning({ domain, detail }: { readonly domain: string; readonly detail: WorkflowDetail }) {
  const { workflowId } = detail;
  const { preview: previewId } = route.useSearch();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const { name, isMonitoring } = headOf(detail);
  usePageName(name);
  const settings = settingsOf(detail.draft);
  const dials = dialsOf(settings);
  const [chosen, choose] = useState(0);
  const [replay, chooseReplay] = useState(wholeReplay);
  const dial = dials[chosen];
  const order = useOrderPreview(domain);
  const preview = usePreview(domain, previewId);
  const compare = async (of: Dial) => {
    const variants = stepsOf(settings, of);
    const change = isMonitoring
      ? ({ kind: 'WORKFLOW', variants } as const)
      : ({ kind: 'REPLAY', workflowId, variants, ...replayOf(replay) } as const);
    const ordered = await order.mutateAsync(change);
    await navigate({
      to: '/tuning/$domain/$workflowId',
      params: { domain, workflowId },
      search: { preview: ordered.previewId },
      replace: true,
    });
  };
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        {text('previews.tuning', { workflow: name })}
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        {isMonitoring ? text('previews.tuningMonitored') : text('previews.tuningSubmits')}{' '}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(root) => (
            <Link to="/workflows/$domain/$workflowId" params={{ domain, workflowId }} {...root} />
          )}
        >
          {text('previews.backToWorkflow')}
        </Anchor>
      </Text>
      {dial === undefined && <Text size="sm">{text('previews.noScreening')}</Text>}
      {dial !== undefined && (
        <Group align="end" mb="sm">
          <Select
            label={text('previews.setting')}
            data={dials.map(({ label }, index) => ({ value: String(index), label }))}
            value={String(chosen)}
            allowDeselect={false}
            onChange={(value) => choose(Number(value ?? 0))}
            w={320}
          />
          {!isMonitoring && <ReplayFilter choice={replay} change={chooseReplay} />}
          {permissions.includes('monitoring.order') && (
            <Button
              disabled={!isMonitoring && !isInOrder(replay)}
              loading={order.isPending || preview.data?.state === 'ORDERED'}
              onClick={() => void compare(dial).catch(() => undefined)}
            >
              {text('previews.compare')}
            </Button>
          )}
        </Group>
      )}
      <ErrorAlert error={order.error ?? preview.error} mb="sm" />
      {preview.data && <Compared domain={domain} detail={detail} preview={preview.data} />}
    </>
  );
}

function Compared(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  readonly preview: PreviewReport;
}) {
  const { domain, detail, preview } = props;
  return (
    <PreviewState domain={domain} preview={preview}>
      {(result) => <VariantTable domain={domain} detail={detail} preview={preview} result={result} />}
    </PreviewState>
  );
}

function headOf({ workflowId, draft }: WorkflowDetail) {
  const { name, eventType } = (draft ?? {}) as { readonly name?: unknown; readonly eventType?: unknown };
  return {
    name: typeof name === 'string' && name !== '' ? name : workflowId,
    isMonitoring: eventType === 'PERIODIC_FLOW_EVENT',
  };
}
