import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { text } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';
import { SchemaForm } from '../ui/schema-form.tsx';
import { type NodeDraft, removeNodes, renameNode, updateNode } from './draft.ts';
import { namesAt } from './expression-names.ts';
import type { InspectorProps } from './inspector-props.ts';
import { NodeEdges } from './node-edges.tsx';
import { configOf, formSchema, withConfig } from './node-schema.ts';
import { emptySelection, oneNode } from './selection.ts';
import { WorkflowFields } from './workflow-fields.tsx';

/** What is selected, to be changed: a node with its edges, or the workflow itself. */
export function Inspector(props: InspectorProps) {
  const { draft, selection } = props;
  const edge = selection.edge === undefined ? undefined : draft.edges[selection.edge];
  const [id] = edge ? [edge.from] : [...selection.nodes];
  if (selection.nodes.size > 1) return <Several {...props} />;
  if (id === 'start') return <Start {...props} />;
  const node = draft.nodes.find((one) => one.id === id);
  return node ? <OneNode {...props} node={node} key={node.id} /> : <WorkflowFields {...props} />;
}

function Several({ selection, change, select }: InspectorProps) {
  const ids = [...selection.nodes].filter((id) => id !== 'start');
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {text('nodes.severalNodes', { count: ids.length })}
      </Title>
      <Button
        variant="default"
        onClick={() => {
          change((draft) => removeNodes(draft, ids));
          select(emptySelection);
        }}
      >
        {text('nodes.removeNodes')}
      </Button>
    </Stack>
  );
}

function Start(props: InspectorProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {text('nodes.start')}
      </Title>
      <Text size="sm">{text('nodes.startWords', { event: labelOf(props.draft.eventType) })}</Text>
      <NodeEdges {...props} nodeId="start" canFail={false} />
    </Stack>
  );
}

function OneNode(props: InspectorProps & { readonly node: NodeDraft }) {
  const { draft, node, vocabulary, change, select } = props;
  const type = vocabulary.nodeTypes.find((known) => known.type === node.type);
  const names = useMemo(
    () => namesAt(draft, vocabulary, { nodeId: node.id, after: false }),
    [draft, vocabulary, node.id],
  );
  const schema = useMemo(
    () => formSchema(type?.config ?? {}, configOf(node), vocabulary, node.type),
    [type, node, vocabulary],
  );
  const expressions = useMemo(() => type?.expressions.map(({ path }) => path) ?? [], [type]);
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {type?.title ?? node.type}
        </Title>
        <Button
          variant="default"
          onClick={() => {
            change((now) => removeNodes(now, [node.id]));
            select(emptySelection);
          }}
        >
          {text('nodes.removeNode')}
        </Button>
      </Group>
      <Text size="sm" className="gh-dim">
        {type?.description ?? text('nodes.unknownType')}
      </Text>
      <NodeId {...props} />
      <NodeTitle {...props} />
      {type && Object.keys((type.config['properties'] ?? {}) as object).length > 0 && (
        <SchemaForm
          schema={schema}
          expressions={expressions}
          names={names}
          value={configOf(node)}
          onChange={(config) =>
            change(
              (now) => updateNode(now, node.id, (one) => same(one, withConfig(one, config))),
              `config ${node.id}`,
            )
          }
        />
      )}
      {type?.terminal ? (
        <Text size="sm" className="gh-dim">
          {text('nodes.endsHere')}
        </Text>
      ) : (
        <NodeEdges {...props} nodeId={node.id} canFail={type?.canFail ?? false} />
      )}
    </Stack>
  );
}

/** The form also reports its value when nothing changed; that is no step to undo. */
function same(before: NodeDraft, after: NodeDraft): NodeDraft {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

function NodeTitle({ node, change }: InspectorProps & { readonly node: NodeDraft }) {
  const rename = (title: string): void =>
    change(
      (now) =>
        updateNode(now, node.id, (one) => ({ ...withoutTitle(one), ...(title === '' ? {} : { title }) })),
      `title ${node.id}`,
    );
  return (
    <TextInput
      label={text('nodes.title')}
      value={node.title ?? ''}
      onChange={(event) => rename(event.currentTarget.value)}
    />
  );
}

function withoutTitle(node: NodeDraft): NodeDraft {
  const { title: _, ...rest } = node;
  return rest as NodeDraft;
}

/** The id takes effect when the field is left: expressions that name it follow then. */
function NodeId({ draft, node, vocabulary, change, select }: InspectorProps & { readonly node: NodeDraft }) {
  const [written, setWritten] = useState(node.id);
  useEffect(() => setWritten(node.id), [node.id]);
  const isTaken =
    written !== node.id && (written === 'start' || draft.nodes.some(({ id }) => id === written));
  const error = isTaken
    ? text('nodes.idTaken')
    : /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(written)
      ? undefined
      : text('nodes.idForm');
  const commit = (): void => {
    if (written === node.id) return;
    if (error !== undefined) {
      setWritten(node.id);
      return;
    }
    const expressionsOf = (type: string) =>
      vocabulary.nodeTypes.find((known) => known.type === type)?.expressions.map(({ path }) => path) ?? [];
    change((now) => renameNode(now, { from: node.id, to: written, expressionsOf }));
    select(oneNode(written));
  };
  return (
    <TextInput
      label={text('terms.id')}
      description={text('nodes.idWords')}
      value={written}
      error={error}
      onChange={(event) => setWritten(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
