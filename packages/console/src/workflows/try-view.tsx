import type { TrialResult, WorkflowVocabulary } from '@gatehouse/contract';
import { Alert, Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { parse, stringify } from 'yaml';
import { call } from '../api.ts';
import { describeError } from '../queries.ts';
import { FileField } from '../ui/code-field.tsx';
import { Canvas, type NodeAppearance } from './canvas.tsx';
import { type Draft, isRecord, type NodeDraft } from './draft.ts';
import { exampleOf } from './example.ts';
import { type Chosen, OutcomeField } from './outcome-field.tsx';
import { nothing, oneNode, type Selection } from './selection.ts';
import { traceOf } from './trace.ts';
import { Replayed, Tried } from './trial-results.tsx';

interface TryProps {
  readonly domain: string;
  readonly draft: Draft;
  readonly vocabulary: WorkflowVocabulary;
  readonly lookOf: (type: string) => NodeAppearance;
}

type Outcomes = Readonly<Record<string, Chosen>>;

const noFaults = { nodes: new Set<string>(), edges: new Set<number>() };

/** The draft on an example or on what really came in: the way taken, and whose decision would be another. */
export function TryView({ domain, draft, vocabulary, lookOf }: TryProps) {
  const [data, setData] = useState(() => stringify(exampleOf(draft, vocabulary)));
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [last, setLast] = useState(100);
  const [selection, select] = useState<Selection>(nothing);
  const attempt = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: () =>
      call('workflows.try', {
        params: { domain },
        body: { definition: draft, data: readRecord(data, 'The example'), outcomes: readOutcomes(outcomes) },
      }),
  });
  const replay = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: () =>
      call('workflows.replay', {
        params: { domain },
        body: { definition: draft, last, outcomes: readOutcomes(outcomes) },
      }),
  });
  const trace = useMemo(() => attempt.data && triedTrace(attempt.data), [attempt.data]);
  const choosable = draft.nodes.filter(({ type }) => !lookOf(type).isTerminal && type !== 'branch');
  const [chosenId] = selection.nodes;
  const step = attempt.data?.steps.find(({ nodeId }) => nodeId === chosenId);
  const failure = attempt.error ?? replay.error;
  return (
    <div className="gh-editor gh-try">
      <section className="gh-palette gh-panel" aria-label="What is tried">
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            Example: the submit’s data
          </Text>
          <FileField label="Data of the example" value={data} onChange={setData} className="gh-code-short" />
          <Text size="sm" fw={600}>
            Outcomes
          </Text>
          {choosable.map((node) => (
            <OutcomeField
              key={node.id}
              node={node}
              canFail={vocabulary.nodeTypes.find(({ type }) => type === node.type)?.canFail ?? false}
              value={outcomes[node.id]}
              emptyText={stringify(fieldsOf(node, vocabulary))}
              onChange={(chosen) =>
                setOutcomes(({ [node.id]: _before, ...others }) =>
                  chosen ? { ...others, [node.id]: chosen } : others,
                )
              }
            />
          ))}
          <Button onClick={() => attempt.mutate()} loading={attempt.isPending}>
            Try the example
          </Button>
          <Group gap={4} wrap="nowrap" align="end">
            <NumberInput
              label="Newest real submits"
              min={1}
              max={1000}
              value={last}
              onChange={(value) => setLast(typeof value === 'number' ? value : 100)}
            />
            <Button variant="default" onClick={() => replay.mutate()} loading={replay.isPending}>
              Replay
            </Button>
          </Group>
        </Stack>
      </section>
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
      <section className="gh-inspector gh-panel" aria-label="Result" aria-live="polite">
        {failure && (
          <Alert color="red" variant="outline" title="This cannot be tried">
            {describeError(failure)}
          </Alert>
        )}
        {!failure && !attempt.data && !replay.data && (
          <Text size="sm" className="gh-dim">
            Nothing of a trial is kept: no case, no unit of quota, and no server is called. Webhooks succeed
            unless chosen otherwise.
          </Text>
        )}
        {attempt.data && <Tried result={attempt.data} show={(id) => select(oneNode(id, true))} />}
        {step && (
          <>
            <Title order={3} size="h6" mt="sm">
              {step.nodeId}
              {step.isChosen && ' (chosen)'}
            </Title>
            <FileField
              label="Step"
              value={stringify({ in: step.input, out: step.output })}
              className="gh-code-short"
            />
          </>
        )}
        {replay.data && <Replayed domain={domain} result={replay.data} />}
      </section>
    </div>
  );
}

function triedTrace({ steps, failure }: TrialResult) {
  const visits = steps.map(({ nodeId, isChosen }) => ({ nodeId, word: isChosen ? 'chosen' : 'ran' }));
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

function readRecord(text: string, what: string): Record<string, unknown> {
  const value: unknown = parse(text);
  if (!isRecord(value)) throw new Error(`${what} must be fields with their values.`);
  return value;
}

function readOutcomes(outcomes: Outcomes) {
  return Object.fromEntries(
    Object.entries(outcomes).map(([id, { kind, text }]) => [
      id,
      kind === 'fails'
        ? { fails: true, output: {} }
        : { fails: false, output: readRecord(text, `What ${id} gives`) },
    ]),
  );
}
