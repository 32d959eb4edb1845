import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { ExpressionField, type KnownName } from '../ui/code-field.tsx';
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
  const labels = useMemo(() => nodeLabels(draft, vocabulary), [draft, vocabulary]);
  const targets = draft.nodes
    .filter(({ id }) => !closesCircle(draft, nodeId, id))
    .map(({ id }) => ({ value: id, label: labels.get(id) ?? id }));
  const isOnly = edges.filter(({ edge }) => edge.on === undefined).length === 1;
  return (
    <section aria-label="Next nodes">
      <Text size="sm" fw={600} mb={4}>
        Next nodes
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
        aria-label="Next node"
        data={[...props.targets]}
        value={edge.to}
        allowDeselect={false}
        flex={1}
        onChange={(to) => to !== null && change((now) => updateEdge(now, index, { ...edge, to }))}
      />
      <ActionIcon
        variant="default"
        aria-label="Move up"
        onClick={() => change((now) => moveEdge(now, index, -1))}
      >
        ↑
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Move down"
        onClick={() => change((now) => moveEdge(now, index, 1))}
      >
        ↓
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Delete edge to ${props.targetLabel}`}
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
  if (edge.on === 'failure') return <Text size="xs">when all attempts have failed</Text>;
  if (props.isOnly && edge.when === undefined) return <Text size="xs">always</Text>;
  return (
    <>
      <Select
        aria-label="Condition type"
        data={[
          { value: 'when', label: 'if this is true' },
          { value: 'otherwise', label: 'otherwise' },
        ]}
        value={edge.when === undefined ? 'otherwise' : 'when'}
        allowDeselect={false}
        mb={4}
        onChange={(kind) => change((now) => updateEdge(now, index, conditioned(edge, kind)))}
      />
      {edge.when !== undefined && (
        <ExpressionField
          label={`Condition of the edge to ${props.targetLabel}`}
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
        aria-label="Add edge to"
        placeholder="Add edge to…"
        data={[...targets]}
        value={null}
        onChange={(to) => to !== null && add(to)}
      />
      {canFail && (
        <Select
          aria-label="Add failure edge to"
          placeholder="On failure…"
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
