import type { ExecutionDetail, ExecutionStep } from '@gatehouse/contract';
import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { useSession } from '../session/session.ts';
import { FileField } from '../ui/code-field.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { Canvas } from '../workflows/canvas.tsx';
import { readDraft } from '../workflows/draft.ts';
import { nothing, oneNode, type Selection } from '../workflows/selection.ts';
import { traceOf } from '../workflows/trace.ts';
import { ExecutionState } from './executions-page.tsx';

const route = getRouteApi('/executions/$domain/$executionId');
const noFaults = { nodes: new Set<string>(), edges: new Set<number>() };

/** One execution laid over the graph that it ran: what ran, when, with which data, where it stands. */
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
  return <Laid execution={execution.data} definition={graph.data?.definition} />;
}

function Laid({
  execution,
  definition,
}: {
  readonly execution: ExecutionDetail;
  readonly definition: unknown;
}) {
  const draft = useMemo(() => readDraft(definition), [definition]);
  const [selection, select] = useState<Selection>(nothing);
  const trace = useMemo(() => executedTrace(execution), [execution]);
  const [chosen] = selection.nodes;
  const steps = execution.steps.filter(({ nodeId }) => nodeId === chosen);
  return (
    <>
      <Group gap="sm" mb="xs">
        <Title order={1} size="h3">
          {execution.workflowId}
        </Title>
        <ExecutionState state={execution.state} />
        {execution.caseNo !== null && (
          <Link to="/cases/$domain/$caseNo" params={{ domain: execution.domain, caseNo: execution.caseNo }}>
            {execution.caseNo}
          </Link>
        )}
        <Text size="sm" className="gh-dim">
          {execution.customerId}, begun {formatInstant(execution.createdAt)}
        </Text>
        <Cancelling execution={execution} />
        <Resuming execution={execution} />
      </Group>
      {execution.failure && (
        <Text size="sm" className="gh-contradict" mb="xs">
          {execution.failure.nodeId ?? 'start'}: {execution.failure.reason}
        </Text>
      )}
      <div className="gh-editor gh-laid">
        <div className="gh-canvas gh-panel">
          {draft ? (
            <Canvas
              draft={draft}
              lookOf={(type) => ({ title: type, isTerminal: type === 'decision', waitsForPerson: false })}
              faulty={noFaults}
              selection={selection}
              select={select}
              isEditable={false}
              trace={trace}
            />
          ) : (
            <Text p="md" size="sm" className="gh-dim">
              The graph is shown to those who may read workflows.
            </Text>
          )}
        </div>
        <section className="gh-inspector gh-panel" aria-label="What ran">
          {steps.length === 0 ? (
            <>
              <Title order={2} size="h5">
                What ran
              </Title>
              <ol className="gh-steps">
                {execution.steps.map((step) => (
                  <li key={step.sequence}>
                    <button type="button" onClick={() => select(oneNode(step.nodeId, true))}>
                      {step.nodeId}
                    </button>{' '}
                    <Text span size="xs" className="gh-dim">
                      {tookOf(step)}
                    </Text>
                  </li>
                ))}
              </ol>
              {execution.standing && (
                <Text size="sm">
                  Stands at {execution.standing.nodeId} since {formatInstant(execution.standing.since)}
                  {execution.standing.dueAt !== null &&
                    `, goes on ${formatInstant(execution.standing.dueAt)}`}
                </Text>
              )}
              <Title order={2} size="h5" mt="sm">
                Data
              </Title>
              <FileField
                label="Data of the submit"
                value={stringify(execution.data)}
                className="gh-code-short"
              />
            </>
          ) : (
            steps.map((step) => <Step key={step.sequence} step={step} />)
          )}
        </section>
      </div>
    </>
  );
}

/** For executions that go on without a case: those with one are cancelled by it. */
function Cancelling({ execution }: { readonly execution: ExecutionDetail }) {
  const { permissions } = useSession();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { domain, executionId, nodeId, caseNo, state } = execution;
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      call('executions.cancel', {
        params: { domain, executionId },
        body: { expectedNodeId: nodeId, reason },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', domain, executionId] }),
  });
  const mayCancel = permissions.includes('executions.manage');
  const act = {
    title: 'Cancel the execution',
    effect: 'It ends where it stands: nothing it waits for counts any more, and nobody is called again.',
    needsReason: true,
    suggestions: [],
    confirm: 'Cancel the execution',
    color: 'red',
    run: (reason: string) => cancel.mutateAsync(reason),
  };
  return (
    <>
      {mayCancel && caseNo === null && (state === 'RUNNING' || state === 'WAITING') && (
        <Button variant="default" onClick={() => setAsks(true)}>
          Cancel execution
        </Button>
      )}
      <ActionDialog act={asks ? act : undefined} close={() => setAsks(false)} />
    </>
  );
}

/** For failed executions whose cause is gone. */
function Resuming({ execution }: { readonly execution: ExecutionDetail }) {
  const { permissions } = useSession();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { domain, executionId, canResume, failure } = execution;
  const resume = useMutation({
    mutationFn: (reason: string) =>
      call('executions.resume', { params: { domain, executionId }, body: { reason } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', domain, executionId] }),
  });
  if (!canResume || !permissions.includes('executions.manage')) return null;
  const act = {
    title: 'Resume execution',
    effect: `The same execution continues at ${failure?.nodeId ?? 'its start'} and uses no further unit. A webhook is called again as a new delivery.`,
    needsReason: true,
    suggestions: [],
    confirm: 'Resume execution',
    color: 'blue',
    run: (reason: string) => resume.mutateAsync(reason),
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Resume execution
      </Button>
      <ActionDialog act={asks ? act : undefined} close={() => setAsks(false)} />
    </>
  );
}

function Step({ step }: { readonly step: ExecutionStep }) {
  return (
    <>
      <Title order={2} size="h5">
        {step.nodeId}
      </Title>
      <Text size="sm" className="gh-dim" mb={4}>
        {formatInstant(step.startedAt)}, {tookOf(step)}
        {step.attempt > 1 && `, attempt ${step.attempt}`}
      </Text>
      <FileField
        label={`In and out of ${step.nodeId}`}
        value={stringify({ in: step.input, out: step.output })}
        className="gh-code-tall"
      />
    </>
  );
}

function tookOf({ startedAt, finishedAt }: ExecutionStep): string {
  const ms = finishedAt - startedAt;
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

function executedTrace({ steps, standing, failure }: ExecutionDetail) {
  const visits = steps.map((step) => ({ nodeId: step.nodeId, word: tookOf(step) }));
  const here = standing ? [{ nodeId: standing.nodeId, word: 'stands here' }] : [];
  return traceOf([...visits, ...here], failure?.nodeId ?? null);
}
