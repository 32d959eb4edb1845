import '../previews/previews.css';
import type { ShadowRun, WorkflowDetail } from '@gatehouse/contract';
import { Button, Group, Loader, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { ShadowDifferences } from './shadow-differences.tsx';
import { ShadowFindings } from './shadow-findings.tsx';
import { ShadowHead } from './shadow-head.tsx';

const refreshMs = 5_000;

/** The draft on the real submits of the published version: how it is started and ended, and what it has found until now. */
export function ShadowView(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  readonly isDirty: boolean;
}) {
  const { domain, detail } = props;
  const params = { domain, workflowId: detail.workflowId };
  const queryKey = ['shadow-run', domain, detail.workflowId];
  const shadow = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('workflows.shadow', { params, signal }),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'RUNNING' ? refreshMs : false),
  });
  const queries = useQueryClient();
  const shown = (data: { readonly run: ShadowRun }): void => {
    queries.setQueryData(queryKey, data);
  };
  const start = useMutation({
    mutationFn: (body: { readonly hours: number; readonly every: number }) =>
      call('workflows.startShadow', { params, body: { revision: detail.revision, ...body } }),
    onSuccess: shown,
  });
  const end = useMutation({ mutationFn: () => call('workflows.endShadow', { params }), onSuccess: shown });
  if (shadow.isError) return <Failure error={shadow.error} retry={() => void shadow.refetch()} />;
  if (shadow.data === undefined) return <Loader role="status" aria-label={text('actions.loading')} />;
  const { run } = shadow.data;
  return (
    <Stack gap="sm">
      <Text size="sm" className="gh-dim">
        {text('shadow.words')}
      </Text>
      {run?.state === 'RUNNING' ? (
        <Group>
          <Button variant="default" onClick={() => end.mutate()} loading={end.isPending}>
            {text('shadow.stop')}
          </Button>
        </Group>
      ) : (
        <StartForm
          label={run === null ? text('shadow.start') : text('shadow.startAgain')}
          refusal={whyNotStart(props)}
          isPending={start.isPending}
          start={start.mutate}
        />
      )}
      {run !== null && (
        <>
          <ShadowHead run={run} isOtherDraft={run.revision !== detail.revision} />
          <ShadowFindings run={run} draft={detail.draft} />
          <ShadowDifferences domain={domain} workflowId={detail.workflowId} run={run} />
        </>
      )}
    </Stack>
  );
}

function whyNotStart(props: { readonly detail: WorkflowDetail; readonly isDirty: boolean }) {
  if (props.isDirty) return text('shadow.saveFirst');
  return props.detail.draftDiffers ? undefined : text('shadow.noDifference');
}

function StartForm(props: {
  readonly label: string;
  /** Why it cannot be started now. */
  readonly refusal: string | undefined;
  readonly isPending: boolean;
  readonly start: (of: { readonly hours: number; readonly every: number }) => void;
}) {
  const [hours, setHours] = useState<number | string>(24);
  const [every, setEvery] = useState<number | string>(1);
  const isWhole = typeof hours === 'number' && typeof every === 'number';
  return (
    <>
      <Group align="end">
        <NumberInput label={text('shadow.hours')} min={1} max={336} value={hours} onChange={setHours} />
        <NumberInput
          label={text('shadow.every')}
          min={1}
          max={1000}
          allowDecimal={false}
          value={every}
          onChange={setEvery}
        />
        <Button
          disabled={props.refusal !== undefined || !isWhole}
          loading={props.isPending}
          onClick={() => isWhole && props.start({ hours, every })}
        >
          {props.label}
        </Button>
      </Group>
      {props.refusal !== undefined && <Text size="sm">{props.refusal}</Text>}
    </>
  );
}
