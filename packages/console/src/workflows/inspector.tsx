import type { WorkflowVocabulary } from '@gatehouse/contract';
import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { ExpressionField } from '../ui/code-field.tsx';
import { SchemaForm } from '../ui/schema-form.tsx';
import {
  connect,
  type Draft,
  type EdgeDraft,
  moveEdge,
  type NodeDraft,
  removeEdge,
  removeNodes,
  renameNode,
  textAt,
  updateEdge,
  updateNode,
} from './draft.ts';
import { EntryFields } from './entry-fields.tsx';
import type { Change } from './history.ts';
import { closesCircle, edgesOf, namesAt } from './names.ts';
import { configOf, formSchema, withConfig } from './node-schema.ts';
import { nothing, oneNode, type Selection } from './selection.ts';

export interface InspectorProps {
  readonly draft: Draft;
  readonly vocabulary: WorkflowVocabulary;
  readonly change: Change<Draft>;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** The id is chosen once: what was saved keeps it. */
  readonly isNew: boolean;
}

/** What is selected, to be changed: a node with its ways, or the workflow itself. */
export function Inspector(props: InspectorProps) {
  const { draft, selection } = props;
  const edge = selection.edge === undefined ? undefined : draft.edges[selection.edge];
  const [id] = edge ? [edge.from] : [...selection.nodes];
  if (selection.nodes.size > 1) return <Several {...props} />;
  if (id === 'start') return <Start {...props} />;
  const node = draft.nodes.find((one) => one.id === id);
  return node ? <OneNode {...props} node={node} key={node.id} /> : <Whole {...props} />;
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
          select(nothing);
        }}
      >
        Remove them
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
      <Text size="sm">Every submit of {props.draft.eventType} begins here.</Text>
      <Edges {...props} nodeId="start" canFail={false} />
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
            select(nothing);
          }}
        >
          Remove
        </Button>
      </Group>
      <Text size="sm" className="gh-dim">
        {type?.description ?? 'This service does not know nodes of this type.'}
      </Text>
      <NodeId {...props} />
      <TextInput
        label="Title"
        value={node.title ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change(
            (now) =>
              updateNode(now, node.id, (one) => ({
                ...withoutTitle(one),
                ...(value === '' ? {} : { title: value }),
              })),
            `title ${node.id}`,
          );
        }}
      />
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
        <Edges {...props} nodeId={node.id} canFail={type?.canFail ?? false} />
      )}
    </Stack>
  );
}

/** The form tells its value when nothing of it changed too; that is no step to be undone. */
function same(before: NodeDraft, after: NodeDraft): NodeDraft {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
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
    ? 'Another node has it'
    : /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text)
      ? undefined
      : 'A letter or _, then up to 63 letters, digits or _';
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
      label="Id"
      description="By which expressions of later nodes read its output"
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** Where it goes on: the first way whose condition is true, in this order. */
function Edges(props: InspectorProps & { readonly nodeId: string; readonly canFail: boolean }) {
  const { draft, vocabulary, change, nodeId, select } = props;
  const ways = edgesOf(draft, nodeId);
  const names = useMemo(
    () => namesAt(draft, vocabulary, { nodeId, after: true }),
    [draft, vocabulary, nodeId],
  );
  const targets = draft.nodes
    .filter(({ id }) => !closesCircle(draft, nodeId, id))
    .map(({ id, title }) => ({ value: id, label: title === undefined ? id : `${title} (${id})` }));
  const own = ways.filter(({ edge }) => edge.on === undefined);
  return (
    <section aria-label="Leads to">
      <Text size="sm" fw={600} mb={4}>
        Leads to
      </Text>
      <div className="gh-ways">
        {ways.map(({ edge, index }) => (
          <div className="gh-way" key={index} data-current={props.selection.edge === index || undefined}>
            <Group gap={4} wrap="nowrap" mb={4}>
              <Select
                aria-label="Next node"
                data={targets}
                value={edge.to}
                allowDeselect={false}
                flex={1}
                onChange={(to) => to !== null && change((now) => updateEdge(now, index, { ...edge, to }))}
              />
              <ActionIcon
                variant="default"
                aria-label="Try earlier"
                onClick={() => change((now) => moveEdge(now, index, -1))}
              >
                ↑
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label="Try later"
                onClick={() => change((now) => moveEdge(now, index, 1))}
              >
                ↓
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={`Delete edge to ${edge.to}`}
                onClick={() => {
                  change((now) => removeEdge(now, index));
                  select(nodeId === 'start' ? oneNode('start') : oneNode(nodeId));
                }}
              >
                ×
              </ActionIcon>
            </Group>
            {edge.on === 'failure' ? (
              <Text size="xs">when all attempts have failed</Text>
            ) : own.length === 1 && edge.when === undefined ? (
              <Text size="xs">always</Text>
            ) : (
              <>
                <Select
                  aria-label="When"
                  data={[
                    { value: 'when', label: 'when this is true' },
                    { value: 'otherwise', label: 'otherwise' },
                  ]}
                  value={edge.when === undefined ? 'otherwise' : 'when'}
                  allowDeselect={false}
                  mb={4}
                  onChange={(kind) => change((now) => updateEdge(now, index, conditioned(edge, kind)))}
                />
                {edge.when !== undefined && (
                  <ExpressionField
                    label={`Condition of the way to ${edge.to}`}
                    value={edge.when}
                    names={names}
                    onChange={(when) =>
                      change(
                        (now) => updateEdge(now, index, { from: edge.from, to: edge.to, when }),
                        `when ${index}`,
                      )
                    }
                  />
                )}
              </>
            )}
          </div>
        ))}
        <Group gap={4} grow>
          <Select
            aria-label="Add a way to"
            placeholder="Add a way to…"
            data={targets}
            value={null}
            onChange={(to) => to !== null && change((now) => connect(now, nodeId, to))}
          />
          {props.canFail && !ways.some(({ edge }) => edge.on === 'failure') && (
            <Select
              aria-label="Add a way after failure to"
              placeholder="After failure…"
              data={targets}
              value={null}
              onChange={(to) => to !== null && change((now) => connect(now, nodeId, to, 'failure'))}
            />
          )}
        </Group>
      </div>
    </section>
  );
}

function conditioned(edge: EdgeDraft, kind: string | null): EdgeDraft {
  const { from, to } = edge;
  return kind === 'otherwise' ? { from, to, otherwise: true } : { from, to, when: edge.when ?? '' };
}

/** The workflow's own fields. */
function Whole({ draft, vocabulary, change, isNew }: InspectorProps) {
  const set = (key: string, value: unknown): void =>
    change((now) => {
      const { [key]: _, ...rest } = now;
      return {
        ...(rest as unknown as Draft),
        ...(value === undefined || value === ''
          ? key === 'id' || key === 'name'
            ? { [key]: '' }
            : {}
          : { [key]: value }),
      } as Draft;
    }, `workflow ${key}`);
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Workflow
      </Title>
      <TextInput
        label="Id"
        description={isNew ? 'What a submit names; cannot be changed later' : 'Cannot be changed'}
        value={draft.id}
        readOnly={!isNew}
        onChange={(event) => set('id', event.currentTarget.value)}
      />
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Textarea
        label="Description"
        size="xs"
        autosize
        value={typeof draft['description'] === 'string' ? draft['description'] : ''}
        onChange={(event) => set('description', event.currentTarget.value)}
      />
      <Select
        label="Event type"
        description="Which submits it is for"
        data={vocabulary.eventTypes.map(({ eventType }) => eventType)}
        value={draft.eventType}
        allowDeselect={false}
        onChange={(value) => set('eventType', value)}
      />
      <Select
        label="Source"
        description="API: a server submits; SDK: a person fills in the hosted pages"
        data={['API', 'SDK']}
        value={textAt(draft, 'source', 'API')}
        allowDeselect={false}
        onChange={(value) => set('source', value)}
      />
      <Select
        label="Mode"
        description="sync: a submit waits for the decision"
        data={['async', 'sync']}
        value={textAt(draft, 'mode', 'async')}
        allowDeselect={false}
        onChange={(value) => set('mode', value)}
      />
      {draft['mode'] === 'sync' && (
        <NumberInput
          label="Budget"
          size="xs"
          suffix=" ms"
          value={Number(draft['budgetMs'] ?? 2000)}
          onChange={(value) => set('budgetMs', typeof value === 'number' ? value : undefined)}
        />
      )}
      <EntryFields
        value={Array.isArray(draft['entry']) ? draft['entry'] : []}
        onChange={(entry) => set('entry', entry.length === 0 ? undefined : entry)}
      />
    </Stack>
  );
}
