import type { ExecutionDetail } from '@gatehouse/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import CircleX from 'lucide-react/icons/circle-x';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { call } from '../api.ts';
import { ExceededLimits } from '../hits/exceeded-limits.tsx';
import { failureText } from '../messages/failure-text.ts';
import { Sentence } from '../messages/sentence.tsx';
import { directionFor, text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { FileField } from '../ui/code-field.tsx';
import { InlineId } from '../ui/copy-id.tsx';
import { Failure } from '../ui/failure.tsx';
import { nodeTypeTitle } from '../ui/field-labels.ts';
import { formatInstant } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { LinkedCase } from '../ui/linked-case.tsx';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { Canvas } from '../workflows/canvas.tsx';
import { type Draft, readDraft } from '../workflows/draft.ts';
import { titleOfNode } from '../workflows/node-title.ts';
import { emptySelection, oneNode, type Selection } from '../workflows/selection.ts';
import { traceOf } from '../workflows/trace.ts';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionState } from './execution-state.tsx';
import { Step } from './execution-step.tsx';
import { workflowText } from './execution-texts.ts';
import { durationText } from './step-duration.ts';
import { stepSummary } from './step-facts.ts';

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
  if (execution.isError)
    return (
      <Failure
        error={execution.error}
        retry={() => void execution.refetch()}
        absent={text('executions.absent', { executionId })}
      />
    );
  if (!execution.data || graph.isPending) return <PageSkeleton />;
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
  const titleOf = useMemo(() => titlesOf(execution, draft), [execution, draft]);
  return (
    <>
      <Head execution={execution} titleOf={titleOf} />
      {execution.isKeyMissing && (
        <Text mb="sm" size="sm" className="gh-contradict">
          {text('executions.keyMissing')}
        </Text>
      )}
      {draft === undefined && (
        <Text mb="sm" size="sm" className="gh-dim">
          {text('executions.noGraph')}
        </Text>
      )}
      <div className={draft === undefined ? undefined : 'gh-editor gh-laid'}>
        {draft && (
          <div className="gh-canvas gh-panel">
            <Canvas
              draft={draft}
              lookOf={(type) => ({
                title: nodeTypeTitle(type),
                isTerminal: type === 'decision',
                waitsForPerson: false,
              })}
              faulty={noFaults}
              selection={selection}
              select={select}
              isEditable={false}
              trace={trace}
            />
          </div>
        )}
        <section className="gh-inspector gh-panel" aria-label={text('executions.steps')}>
          {steps.length === 0 ? (
            <AllSteps
              execution={execution}
              titleOf={titleOf}
              show={(nodeId) => select(oneNode(nodeId, true))}
            />
          ) : (
            <>
              <Button variant="default" size="xs" mb="sm" onClick={() => select(emptySelection)}>
                {text('executions.allSteps')}
              </Button>
              {steps.map((step) => (
                <Step key={step.sequence} step={step} execution={execution} titleOf={titleOf} />
              ))}
            </>
          )}
        </section>
      </div>
    </>
  );
}

/** Titles of nodes, also for those who may not read the workflow. */
function titlesOf({ steps }: ExecutionDetail, draft: Draft | undefined): TitleOf {
  return (nodeId) => {
    const step = steps.find((one) => one.nodeId === nodeId);
    if (step?.nodeType === 'start') return text('executions.start');
    if (step === undefined || draft !== undefined) return titleOfNode(draft, nodeId);
    return step.title ?? nodeTypeTitle(step.nodeType);
  };
}

type TitleOf = (nodeId: string) => string;

function Head({ execution, titleOf }: { readonly execution: ExecutionDetail; readonly titleOf: TitleOf }) {
  const { caseNo, domain, failure } = execution;
  return (
    <>
      <Group gap="8px 12px" mb={4}>
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <span dir={directionFor(workflowText(execution))}>{workflowText(execution)}</span>
        </Title>
        <ExecutionState state={execution.state} />
        {caseNo !== null && <LinkedCase domain={domain} caseNo={caseNo} />}
        <ExecutionActions execution={execution} />
      </Group>
      <Group gap="4px 16px" mb="xs">
        <Text component="div" size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
          <Sentence
            name="executions.startedBy"
            parts={{
              customer: <CustomerOf execution={execution} />,
              at: formatInstant(execution.createdAt),
            }}
          />
        </Text>
        <Text component="div" size="sm" className="gh-dim">
          <InlineId id={execution.executionId} />
        </Text>
      </Group>
      {failure && (
        <Text size="sm" className="gh-contradict" mb="xs">
          <Icon of={CircleX} className="gh-before" />
          {text('executions.failedAt', {
            node: failure.nodeId === null ? text('executions.start') : titleOf(failure.nodeId),
            reason: failureText(failure.reason),
          })}
        </Text>
      )}
    </>
  );
}

function CustomerOf({ execution: { domain, customerId } }: { readonly execution: ExecutionDetail }) {
  const { permissions } = useSession();
  const name = <bdi>{customerId}</bdi>;
  if (!permissions.includes('customers.read')) return name;
  return (
    <Link to="/customers/$domain/$customerId" params={{ domain, customerId }}>
      {name}
    </Link>
  );
}

function AllSteps(props: {
  readonly execution: ExecutionDetail;
  readonly titleOf: TitleOf;
  readonly show: (nodeId: string) => void;
}) {
  const { steps, standing, data, isRawOmitted, isKeyMissing } = props.execution;
  const { titleOf } = props;
  return (
    <>
      <Title order={2} size="h5">
        {text('executions.steps')}
      </Title>
      <ol className="gh-steps">
        {steps.map((step) => (
          <li key={step.sequence}>
            <button type="button" onClick={() => props.show(step.nodeId)}>
              {titleOf(step.nodeId)}
            </button>{' '}
            <Text span size="xs" className="gh-dim">
              {durationText(step)}
            </Text>
            <Text
              size="sm"
              className={step.failure === null ? undefined : 'gh-contradict'}
              style={{ overflowWrap: 'anywhere' }}
              dir={directionFor(stepSummary(step, titleOf))}
            >
              {stepSummary(step, titleOf)}
            </Text>
            <ExceededLimits limits={step.exceededHitLimits} />
          </li>
        ))}
      </ol>
      {standing && (
        <Text size="sm">
          {standing.dueAt === null
            ? text('executions.currentNode', currentNodeOf(standing, titleOf))
            : text('executions.currentNodeUntil', {
                ...currentNodeOf(standing, titleOf),
                due: formatInstant(standing.dueAt),
              })}
        </Text>
      )}
      {!isKeyMissing && <SubmittedData data={data} isRawOmitted={isRawOmitted} />}
    </>
  );
}

function SubmittedData({ data, isRawOmitted }: Pick<ExecutionDetail, 'data' | 'isRawOmitted'>) {
  return (
    <>
      <Title order={2} size="h5" mt="sm">
        {text('executions.data')}
      </Title>
      {isRawOmitted ? (
        <Text size="sm" className="gh-dim">
          {text('executions.rawOmitted')}
        </Text>
      ) : (
        <FileField
          label={text('executions.submittedData')}
          value={stringify(data)}
          className="gh-code-short"
        />
      )}
    </>
  );
}

function currentNodeOf(
  { nodeId, since }: NonNullable<ExecutionDetail['standing']>,
  titleOf: TitleOf,
): { readonly node: string; readonly since: string } {
  return { node: titleOf(nodeId), since: formatInstant(since) };
}

function executedTrace({ steps, standing, failure }: ExecutionDetail) {
  const visits = steps.map((step) => ({ nodeId: step.nodeId, word: durationText(step) }));
  const here = standing ? [{ nodeId: standing.nodeId, word: text('executions.isCurrent') }] : [];
  return traceOf([...visits, ...here], failure?.nodeId ?? null, standing?.nodeId ?? null);
}
