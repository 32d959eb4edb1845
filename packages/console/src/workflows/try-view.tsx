import type { TestRunResult, WorkflowVocabulary } from '@gatehouse/contract';
import { Alert, Anchor, Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { parse, stringify } from 'yaml';
import { call, Refused } from '../api.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { FileField } from '../ui/code-field.tsx';
import { formatNumber } from '../ui/format.ts';
import { Canvas } from './canvas.tsx';
import { type Draft, isRecord, type NodeDraft } from './draft.ts';
import { exampleOf } from './example.ts';
import type { NodeAppearance } from './flow-elements.ts';
import { titleOfNode } from './node-title.ts';
import { type Chosen, OutcomeField } from './outcome-field.tsx';
import { maxReplayed, replayPages } from './replay-pages.ts';
import { emptySelection, oneNode, type Selection } from './selection.ts';
import { Replayed, Tried } from './test-run-results.tsx';
import { outputNote, traceOf } from './trace.ts';

interface TryProps {
  readonly domain: string;
  readonly draft: Draft;
  /** Of the saved workflow. */
  readonly workflowId: string | undefined;
  readonly vocabulary: WorkflowVocabulary;
  readonly lookOf: (type: string) => NodeAppearance;
}

type Outcomes = Readonly<Record<string, Chosen>>;

interface TrialInput {
  /** The data of the example, as YAML. */
  readonly data: string;
  readonly outcomes: Outcomes;
  /** How many past submits are replayed. */
  readonly last: number;
}

const noFaults = { nodes: new Set<string>(), edges: new Set<number>() };

/** The draft on an example or on real past submits: the path taken, and whose decision would be another. */
export function TryView({ domain, draft, workflowId, vocabulary, lookOf }: TryProps) {
  const [input, setInput] = useState<TrialInput>(() => ({
    data: stringify(exampleOf(draft, vocabulary)),
    outcomes: {},
    last: 100,
  }));
  const [selection, select] = useState<Selection>(emptySelection);
  const { attempt, replay, replayed } = useTrials({ domain, draft, input });
  const trace = useMemo(() => attempt.data && triedTrace(attempt.data), [attempt.data]);
  const [chosenId] = selection.nodes;
  const failure = attempt.error ?? replay.error;
  return (
    <div className="gh-editor gh-try">
      <TrialForm
        domain={domain}
        workflowId={workflowId}
        nodes={draft.nodes.filter(({ type }) => !lookOf(type).isTerminal && type !== 'branch')}
        vocabulary={vocabulary}
        input={input}
        change={setInput}
        attempt={attempt}
        replay={replay}
      />
      <div className="gh-canvas gh-panel">
        <Canvas
          draft={draft}
          lookOf={lookOf}
          faulty={noFaults}
          selection={selection}
          select={select}
          isEditable={false}
          trace={trace}
        />
      </div>
      <section className="gh-inspector gh-panel" aria-label={text('workflows.result')} aria-live="polite">
        {failure && (
          <Alert color="red" variant="outline" title={text('workflows.couldNotRun')}>
            {describeError(failure)}
          </Alert>
        )}
        {!failure && !attempt.data && !replay.data && !replay.isPending && (
          <Text size="sm" className="gh-dim">
            {text('workflows.testWords')}
          </Text>
        )}
        {attempt.data && (
          <Tried result={attempt.data} draft={draft} show={(id) => select(oneNode(id, true))} />
        )}
        <TriedStep draft={draft} step={attempt.data?.steps.find(({ nodeId }) => nodeId === chosenId)} />
        {replay.isPending && (
          <Text size="sm" role="status">
            {text('workflows.replayedSoFar', {
              replayed: formatNumber(replayed),
              of: formatNumber(input.last),
            })}
          </Text>
        )}
        {replay.data && <Replayed domain={domain} result={replay.data} />}
      </section>
    </div>
  );
}

function useTrials({
  domain,
  draft,
  input,
}: {
  readonly domain: string;
  readonly draft: Draft;
  readonly input: TrialInput;
}) {
  const [replayed, setReplayed] = useState(0);
  const attempt = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: () =>
      call('workflows.try', {
        params: { domain },
        body: {
          definition: draft,
          data: readRecord(input.data, text('workflows.exampleData')),
          outcomes: readOutcomes(input.outcomes),
        },
      }),
  });
  const replay = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: async () => {
      setReplayed(0);
      const outcomes = readOutcomes(input.outcomes);
      return replayPages(input.last, {
        onReplayed: setReplayed,
        isRefusal: (error) => error instanceof Refused && error.status < 500,
        ask: (page) =>
          call('workflows.replay', { params: { domain }, body: { definition: draft, outcomes, ...page } }),
      });
    },
  });
  return { attempt, replay, replayed };
}

interface Run {
  readonly isPending: boolean;
  readonly mutate: () => void;
}

/** The data of the example, what each node answers, and how many past submits are replayed. */
function TrialForm(props: {
  readonly domain: string;
  /** Absent where nothing is saved yet. */
  readonly workflowId: string | undefined;
  readonly nodes: readonly NodeDraft[];
  readonly vocabulary: WorkflowVocabulary;
  readonly input: TrialInput;
  readonly change: (change: (input: TrialInput) => TrialInput) => void;
  readonly attempt: Run;
  readonly replay: Run;
}) {
  const { vocabulary, input, change, attempt, replay } = props;
  return (
    <section className="gh-palette gh-panel" aria-label={text('workflows.testSettings')}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {text('workflows.exampleData')}
        </Text>
        <FileField
          label={text('workflows.exampleData')}
          value={input.data}
          onChange={(data) => change((now) => ({ ...now, data }))}
          className="gh-code-short"
        />
        <Text size="sm" fw={600}>
          {text('workflows.nodeOutcomes')}
        </Text>
        {props.nodes.map((node) => (
          <OutcomeField
            key={node.id}
            node={node}
            typeTitle={vocabulary.nodeTypes.find(({ type }) => type === node.type)?.title ?? node.type}
            canFail={vocabulary.nodeTypes.find(({ type }) => type === node.type)?.canFail ?? false}
            value={input.outcomes[node.id]}
            emptyText={stringify(fieldsOf(node, vocabulary))}
            onChange={(chosen) => change((now) => withOutcome(now, node.id, chosen))}
          />
        ))}
        <Button onClick={() => attempt.mutate()} loading={attempt.isPending}>
          {text('workflows.runExample')}
        </Button>
        {props.workflowId !== undefined && (
          <Anchor
            size="sm"
            renderRoot={(root) => (
              <Link
                to="/tuning/$domain/$workflowId"
                params={{ domain: props.domain, workflowId: props.workflowId! }}
                {...root}
              />
            )}
          >
            {text('workflows.compareSettings')}
          </Anchor>
        )}
        <Group gap={4} wrap="nowrap" align="end">
          <NumberInput
            label={text('workflows.latestSubmits')}
            min={1}
            max={maxReplayed}
            value={input.last}
            onChange={(value) => change((now) => ({ ...now, last: typeof value === 'number' ? value : 100 }))}
          />
          <Button variant="default" onClick={() => replay.mutate()} loading={replay.isPending}>
            {text('workflows.replay')}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

function withOutcome(input: TrialInput, nodeId: string, chosen: Chosen | undefined): TrialInput {
  const { [nodeId]: _before, ...others } = input.outcomes;
  return { ...input, outcomes: chosen ? { ...others, [nodeId]: chosen } : others };
}

function TriedStep(props: {
  readonly draft: Draft;
  readonly step: TestRunResult['steps'][number] | undefined;
}) {
  const { draft, step } = props;
  if (step === undefined) return null;
  return (
    <>
      <Title order={3} size="h6" mt="sm">
        {step.isChosen
          ? text('workflows.stepOutcomeSet', { node: titleOfNode(draft, step.nodeId) })
          : titleOfNode(draft, step.nodeId)}
      </Title>
      <FileField
        label={text('workflows.step')}
        value={stringify({ in: step.input, out: step.output })}
        className="gh-code-short"
      />
    </>
  );
}

function triedTrace({ steps, failure }: TestRunResult) {
  const visits = steps.map(({ nodeId, isChosen, output }) => ({
    nodeId,
    word: isChosen ? text('workflows.outcomeSet') : (outputNote(output) ?? text('nodes.ran')),
  }));
  return traceOf(visits, failure?.nodeId ?? null);
}

function fieldsOf(node: NodeDraft, vocabulary: WorkflowVocabulary): Record<string, unknown> {
  const fixed = vocabulary.nodeTypes.find(({ type }) => type === node.type)?.output ?? {};
  const webhook = vocabulary.webhooks.find(({ id }) => id === node['webhook']);
  return {
    ...Object.fromEntries(Object.entries(fixed).map(([name, type]) => [name, emptyOf(type)])),
    ...(node.type === 'webhook' ? { httpStatus: 200 } : {}),
    ...Object.fromEntries((webhook?.outputs ?? []).map(({ name }) => [name, null])),
  };
}

function emptyOf(type: string): unknown {
  return { number: 0, boolean: false, list: [], map: {}, object: {} }[type] ?? '';
}

function readRecord(written: string, what: string): Record<string, unknown> {
  const value: unknown = parse(written);
  if (!isRecord(value)) throw new Error(text('workflows.mustMap', { what }));
  return value;
}

function readOutcomes(outcomes: Outcomes) {
  return Object.fromEntries(
    Object.entries(outcomes).map(([id, { kind, text: output }]) => [
      id,
      kind === 'fails'
        ? { fails: true, output: {} }
        : { fails: false, output: readRecord(output, text('workflows.outputOf', { node: id })) },
    ]),
  );
}
