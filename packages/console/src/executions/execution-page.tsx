import type { ExecutionDetail, ExecutionStep } from '@gatehouse/contract';
import { Group, Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { call } from '../api.ts';
import { ExceededLimits } from '../hits/exceeded-limits.tsx';
import { FileField } from '../ui/code-field.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, labelOf } from '../ui/format.ts';
import { Canvas } from '../workflows/canvas.tsx';
import { type Draft, readDraft } from '../workflows/draft.ts';
import { titleOfNode } from '../workflows/node-title.ts';
import { emptySelection, oneNode, type Selection } from '../workflows/selection.ts';
import { traceOf } from '../workflows/trace.ts';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionState } from './executions-page.tsx';

const route = getRouteApi('/executions/$domain/$executionId');
const noFaults = { nodes: new Set<string>(), edges: new Set<number>() };

/** One execution laid over the graph that it ran: what ran, when, with which data, and its current node. */
export function ExecutionPage() {
  const { domain, executionId } = route.useParams();
  const execution = useQuery({
    queryKey: ['execution', domain, executionId],
    queryFn: ({ signal }) => call('executions.read', { params: { domain, executionId }, signal }),
  });
  const [workflowId, version] = execution.data?.workflowId.split('@') ?? [];
  const graph = useQuery({
    queryKey: ['workflow-version', domain, workflowId, version],
    queryFn: ({ signal }) =>
      call('workflows.readVersion', {
        params: { domain, workflowId: workflowId!, version: version as never },
        signal,
      }),
    enabled: workflowId !== undefined && version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    retry: false,
  });
  if (execution.isError) return <Failure error={execution.error} retry={() => void execution.refetch()} />;
  if (!execution.data || graph.isPending) return <Loader aria-label="Loading" />;
  // Who may not read workflows still sees what ran.
  return <Execution execution={execution.data} definition={graph.data?.definition} />;
}

function Execution({
  execution,
  definition,
}: {
  readonly execution: ExecutionDetail;
  readonly definition: unknown;
}) {
  const draft = useMemo(() => readDraft(definition), [definition]);
  const [selection, select] = useState<Selection>(emptySelection);
  const trace = useMemo(() => executedTrace(execution), [execution]);
  const [chosen] = selection.nodes;
  const steps = execution.steps.filter(({ nodeId }) => nodeId === chosen);
  return (
    <>
      <Head execution={execution} draft={draft} />
      <div className="gh-editor gh-laid">
        <div className="gh-canvas gh-panel">
          {draft ? (
            <Canvas
              draft={draft}
              lookOf={(type) => ({
                title: labelOf(type),
                isTerminal: type === 'decision',
                waitsForPerson: false,
              })}
              faulty={noFaults}
              selection={selection}
              select={select}
              isEditable={false}
              trace={trace}
            />
          ) : (
            <Text p="md" size="sm" className="gh-dim">
              Your role has no access to workflows, so the graph is not shown.
            </Text>
          )}
        </div>
        <section className="gh-inspector gh-panel" aria-label="Steps">
          {steps.length === 0 ? (
            <AllSteps execution={execution} draft={draft} show={(nodeId) => select(oneNode(nodeId, true))} />
          ) : (
            steps.map((step) => (
              <Step key={step.sequence} step={step} title={titleOfNode(draft, step.nodeId)} />
            ))
          )}
        </section>
      </div>
    </>
  );
}

function Head({
  execution,
  draft,
}: {
  readonly execution: ExecutionDetail;
  readonly draft: Draft | undefined;
}) {
  const { caseNo, domain, failure } = execution;
  return (
    <>
      <Group gap="sm" mb="xs">
        <Title order={1} size="h3">
          {execution.workflowId}
        </Title>
        <ExecutionState state={execution.state} />
        {caseNo !== null && (
          <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
            {caseNo}
          </Link>
        )}
        <Text size="sm" className="gh-dim">
          {execution.customerId}, started {formatInstant(execution.createdAt)}
        </Text>
        <ExecutionActions execution={execution} />
      </Group>
      {failure && (
        <Text size="sm" className="gh-contradict" mb="xs">
          {titleOfNode(draft, failure.nodeId ?? 'Start')}: {failure.reason}
        </Text>
      )}
    </>
  );
}

function AllSteps(props: {
  readonly execution: ExecutionDetail;
  readonly draft: Draft | undefined;
  readonly show: (nodeId: string) => void;
}) {
  const { steps, standing, data } = props.execution;
  return (
    <>
      <Title order={2} size="h5">
        Steps
      </Title>
      <ol className="gh-steps">
        {steps.map((step) => (
          <li key={step.sequence}>
            <button type="button" onClick={() => props.show(step.nodeId)}>
              {titleOfNode(props.draft, step.nodeId)}
            </button>{' '}
            <Text span size="xs" className="gh-dim">
              {step.nodeId}, {durationText(step)}
            </Text>
            <ExceededLimits limits={step.exceededHitLimits} />
          </li>
        ))}
      </ol>
      {standing && (
        <Text size="sm">
          Current node: {titleOfNode(props.draft, standing.nodeId)} ({standing.nodeId}), since{' '}
          {formatInstant(standing.since)}
          {standing.dueAt !== null && `, continues ${formatInstant(standing.dueAt)}`}
        </Text>
      )}
      <Title order={2} size="h5" mt="sm">
        Data
      </Title>
      <FileField label="Submitted data" value={stringify(data)} className="gh-code-short" />
    </>
  );
}

function Step({ step, title }: { readonly step: ExecutionStep; readonly title: string }) {
  return (
    <>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" className="gh-dim" mb={4}>
        {step.nodeId} · {formatInstant(step.startedAt)}, {durationText(step)}
        {step.attempt > 1 && `, attempt ${step.attempt}`}
      </Text>
      <ExceededLimits limits={step.exceededHitLimits} />
      <FileField
        label={`Input and output of ${step.nodeId}`}
        value={stringify({ in: step.input, out: step.output })}
        className="gh-code-tall"
      />
    </>
  );
}

function durationText({ startedAt, finishedAt }: ExecutionStep): string {
  const ms = finishedAt - startedAt;
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

function executedTrace({ steps, standing, failure }: ExecutionDetail) {
  const visits = steps.map((step) => ({ nodeId: step.nodeId, word: durationText(step) }));
  const here = standing ? [{ nodeId: standing.nodeId, word: 'current node' }] : [];
  return traceOf([...visits, ...here], failure?.nodeId ?? null);
}
