import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { text } from '../messages/text.ts';
import type { KnownName } from '../ui/code-field.tsx';
import { ConditionField } from '../ui/condition-field.tsx';
import { connect, type Draft, type EdgeDraft, moveEdge, removeEdge, updateEdge } from './draft.ts';
import { closesCircle, edgesOf, namesAt } from './expression-names.ts';
import type { Change } from './history.ts';
import type { InspectorProps } from './inspector-props.ts';
import { nodeLabels } from './node-title.ts';
import { oneNode } from './selection.ts';

type Target = { readonly value: string; readonly label: string };

/** The edges of a node: an execution takes the first whose condition is true, in this order. */
export function NodeEdges(props: InspectorProps & { readonly nodeId: string; readonly canFail: boolean }) {
  const { draft, vocabulary, change, nodeId, select } = props;
  const edges = edgesOf(draft, nodeId);
  const names = useMemo(
    () => namesAt(draft, vocabulary, { nodeId, after: true }),
    [draft, vocabulary, nodeId],
  );
  const labels = useMemo(
    () =>
      nodeLabels(draft, (type) => vocabulary.nodeTypes.find((known) => known.type === type)?.title ?? type),
    [draft, vocabulary],
  );
  const targets = draft.nodes
    .filter(({ id }) => !closesCircle(draft, nodeId, id))
    .map(({ id }) => ({ value: id, label: labels.get(id) ?? id }));
  const isOnly = edges.filter(({ edge }) => edge.on === undefined).length === 1;
  return (
    <section aria-label={text('nodes.nextNodes')}>
      <Text size="sm" fw={600} mb={4}>
        {text('nodes.nextNodes')}
      </Text>
      <div className="gh-edges">
        {edges.map(({ edge, index }) => (
          <div className="gh-edge" key={index} data-current={props.selection.edge === index || undefined}>
            <EdgeTarget
              edge={edge}
              index={index}
              targets={targets}
              targetLabel={labels.get(edge.to) ?? edge.to}
              change={change}
              removed={() => select(oneNode(nodeId))}
            />
            <EdgeCondition
              edge={edge}
              index={index}
              targetLabel={labels.get(edge.to) ?? edge.to}
              isOnly={isOnly}
              names={names}
              change={change}
            />
          </div>
        ))}
        <NewEdges
          targets={targets}
          canFail={props.canFail && !edges.some(({ edge }) => edge.on === 'failure')}
          add={(to, on) => change((now) => connect(now, nodeId, to, on))}
        />
      </div>
    </section>
  );
}

interface EdgeProps {
  readonly edge: EdgeDraft;
  readonly index: number;
  /** Title of the node to which it leads. */
  readonly targetLabel: string;
  readonly change: Change<Draft>;
}

/** Where an edge leads, its place among the others, and its end. */
function EdgeTarget(
  props: EdgeProps & { readonly targets: readonly Target[]; readonly removed: () => void },
) {
  const { edge, index, change } = props;
  return (
    <Group gap={4} wrap="nowrap" mb={4}>
      <Select
        aria-label={text('nodes.nextNode')}
        data={[...props.targets]}
        value={edge.to}
        allowDeselect={false}
        flex={1}
        onChange={(to) => to !== null && change((now) => updateEdge(now, index, { ...edge, to }))}
      />
      <ActionIcon
        variant="default"
        aria-label={text('ui.moveUp')}
        onClick={() => change((now) => moveEdge(now, index, -1))}
      >
        ↑
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={text('ui.moveDown')}
        onClick={() => change((now) => moveEdge(now, index, 1))}
      >
        ↓
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={text('nodes.deleteEdge', { node: props.targetLabel })}
        onClick={() => {
          change((now) => removeEdge(now, index));
          props.removed();
        }}
      >
        ×
      </ActionIcon>
    </Group>
  );
}

function EdgeCondition(
  props: EdgeProps & { readonly isOnly: boolean; readonly names: readonly KnownName[] },
) {
  const { edge, index, change } = props;
  if (edge.on === 'failure') return <Text size="xs">{text('nodes.whenFailed')}</Text>;
  if (props.isOnly && edge.when === undefined) return <Text size="xs">{text('nodes.always')}</Text>;
  return (
    <>
      <Select
        aria-label={text('nodes.conditionType')}
        data={[
          { value: 'when', label: text('nodes.ifTrue') },
          { value: 'otherwise', label: text('nodes.otherwise') },
        ]}
        value={edge.when === undefined ? 'otherwise' : 'when'}
        allowDeselect={false}
        mb={4}
        onChange={(kind) => change((now) => updateEdge(now, index, conditioned(edge, kind)))}
      />
      {edge.when !== undefined && (
        <ConditionField
          label={text('nodes.conditionOf', { node: props.targetLabel })}
          value={edge.when}
          names={props.names}
          onChange={(when) =>
            change((now) => updateEdge(now, index, { from: edge.from, to: edge.to, when }), `when ${index}`)
          }
        />
      )}
    </>
  );
}

function NewEdges(props: {
  readonly targets: readonly Target[];
  readonly canFail: boolean;
  readonly add: (to: string, on?: 'failure') => void;
}) {
  const { targets, canFail, add } = props;
  return (
    <Group gap={4} grow>
      <Select
        aria-label={text('nodes.addEdgeTo')}
        placeholder={text('nodes.addEdge')}
        data={[...targets]}
        value={null}
        onChange={(to) => to !== null && add(to)}
      />
      {canFail && (
        <Select
          aria-label={text('nodes.addFailureEdgeTo')}
          placeholder={text('nodes.addFailureEdge')}
          data={[...targets]}
          value={null}
          onChange={(to) => to !== null && add(to, 'failure')}
        />
      )}
    </Group>
  );
}

function conditioned(edge: EdgeDraft, kind: string | null): EdgeDraft {
  const { from, to } = edge;
  return kind === 'otherwise' ? { from, to, otherwise: true } : { from, to, when: edge.when ?? '' };
}
