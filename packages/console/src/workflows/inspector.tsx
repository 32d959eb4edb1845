import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
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
        {ids.length} nodes
      </Title>
      <Button
        variant="default"
        onClick={() => {
          change((draft) => removeNodes(draft, ids));
          select(emptySelection);
        }}
      >
        Remove nodes
      </Button>
    </Stack>
  );
}

function Start(props: InspectorProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Start
      </Title>
      <Text size="sm">Submits of {props.draft.eventType} start here.</Text>
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
    () => formSchema(type?.config ?? {}, configOf(node), vocabulary),
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
          Remove node
        </Button>
      </Group>
      <Text size="sm" className="gh-dim">
        {type?.description ?? 'Unknown node type.'}
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
          The workflow ends here.
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
      label="Title"
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
  const [text, setText] = useState(node.id);
  useEffect(() => setText(node.id), [node.id]);
  const isTaken = text !== node.id && (text === 'start' || draft.nodes.some(({ id }) => id === text));
  const error = isTaken
    ? 'Already used by another node'
    : /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text)
      ? undefined
      : 'Start with a letter or _, then up to 63 letters, digits or _';
  const commit = (): void => {
    if (text === node.id) return;
    if (error !== undefined) {
      setText(node.id);
      return;
    }
    const expressionsOf = (type: string) =>
      vocabulary.nodeTypes.find((known) => known.type === type)?.expressions.map(({ path }) => path) ?? [];
    change((now) => renameNode(now, { from: node.id, to: text, expressionsOf }));
    select(oneNode(text));
  };
  return (
    <TextInput
      label="ID"
      description="Conditions and values of later nodes refer to it by this ID"
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
