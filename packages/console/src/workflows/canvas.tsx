import '@xyflow/react/dist/base.css';
import './workflows.css';
import {
  Background,
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  MiniMap,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { createContext, memo, useContext, useEffect, useMemo, useState } from 'react';
import type { Draft, EdgeDraft } from './draft.ts';
import { nodeSize, placesOf } from './layout.ts';
import { closesCircle } from './names.ts';
import type { Selection } from './selection.ts';
import type { Trace } from './trace.ts';

interface NodeData extends Record<string, unknown> {
  readonly title: string;
  readonly typeTitle: string;
  readonly tone: 'start' | 'work' | 'person' | 'end';
  readonly isFaulty: boolean;
  /** What a real or tried execution did here. */
  readonly trace: string | undefined;
  /** It came to the node and failed there. */
  readonly isFailed: boolean;
  readonly isTerminal: boolean;
}
interface EdgeData extends Record<string, unknown> {
  readonly index: number;
  readonly edge: EdgeDraft;
  readonly isFaulty: boolean;
  readonly isTaken: boolean;
}
type FlowNode = Node<NodeData, 'step'>;
type FlowEdge = Edge<EdgeData, 'way'>;

export interface NodeAppearance {
  readonly title: string;
  readonly isTerminal: boolean;
  readonly waitsForPerson: boolean;
}

interface CanvasProps {
  readonly draft: Draft;
  readonly lookOf: (type: string) => NodeAppearance;
  readonly faulty: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<number> };
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly isEditable: boolean;
  readonly move?: (places: ReadonlyMap<string, { x: number; y: number }>) => void;
  readonly connect?: (from: string, to: string) => void;
  readonly insert?: (index: number) => void;
  readonly remove?: (selection: Selection) => void;
  readonly trace?: Trace | undefined;
}

const fitViewOptions = { maxZoom: 1, padding: 0.15 };

const Insert = createContext<((index: number) => void) | undefined>(undefined);

/** The graph: pan, zoom, drag, connect; Tab reaches every node and edge, arrows move, Delete removes. */
export function Canvas(props: CanvasProps) {
  const { draft, lookOf, faulty, selection, trace } = props;
  const places = useMemo(() => placesOf(draft), [draft]);
  const [dragged, setDragged] = useState<ReadonlyMap<string, { x: number; y: number }>>(new Map());
  const still = useMemo(() => {
    const shared = { type: 'step' as const, ...nodeSize, connectable: props.isEditable };
    const start: FlowNode = {
      ...shared,
      id: 'start',
      position: places.get('start') ?? { x: 0, y: 0 },
      data: {
        title: 'Start',
        typeTitle: draft.eventType,
        tone: 'start',
        isFaulty: faulty.nodes.has('start'),
        trace: undefined,
        isFailed: false,
        isTerminal: false,
      },
      selected: selection.nodes.has('start'),
      draggable: false,
      deletable: false,
    };
    return [
      start,
      ...draft.nodes.map((node): FlowNode => {
        const look = lookOf(node.type);
        return {
          ...shared,
          id: node.id,
          position: places.get(node.id) ?? { x: 0, y: 0 },
          data: {
            title: node.title ?? node.id,
            typeTitle: look.title,
            tone: look.isTerminal ? 'end' : look.waitsForPerson ? 'person' : 'work',
            isFaulty: faulty.nodes.has(node.id),
            trace: trace?.nodes.get(node.id),
            isFailed: trace?.failed === node.id,
            isTerminal: look.isTerminal,
          },
          ariaLabel: `${look.title} ${node.title ?? node.id}${faulty.nodes.has(node.id) ? ', has faults' : ''}`,
          selected: selection.nodes.has(node.id),
          draggable: props.isEditable,
        };
      }),
    ];
  }, [draft, places, lookOf, faulty, selection.nodes, trace, props.isEditable]);
  // While some are dragged the others stay the same objects, so that they are not drawn anew with each movement.
  const nodes = useMemo(
    () =>
      dragged.size === 0
        ? still
        : still.map((node) => {
            const position = dragged.get(node.id);
            return position === undefined ? node : { ...node, position };
          }),
    [still, dragged],
  );
  const edges = useMemo(
    () =>
      draft.edges.map(
        (edge, index): FlowEdge => ({
          id: `e${index}`,
          type: 'way',
          source: edge.from,
          target: edge.to,
          data: {
            index,
            edge,
            isFaulty: faulty.edges.has(index),
            isTaken: trace?.edges.has(`${edge.from}>${edge.to}`) ?? false,
          },
          ariaLabel: `From ${edge.from} to ${edge.to}${edge.when === undefined ? '' : ` when ${edge.when}`}`,
          selected: selection.edge === index,
        }),
      ),
    [draft.edges, faulty.edges, selection.edge, trace],
  );
  return (
    <Insert value={props.isEditable ? props.insert : undefined}>
      <ReactFlow
        className="gh-flow"
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={fitViewOptions}
        minZoom={0.1}
        onlyRenderVisibleElements={draft.nodes.length > 60}
        nodesConnectable={props.isEditable}
        edgesReconnectable={false}
        deleteKeyCode={null}
        multiSelectionKeyCode="Shift"
        onNodesChange={(changes) => {
          const moved = new Map(dragged);
          let hasEnded = false;
          for (const change of changes) {
            if (change.type !== 'position' || !change.position || change.id === 'start') continue;
            moved.set(change.id, { x: Math.round(change.position.x), y: Math.round(change.position.y) });
            hasEnded ||= change.dragging !== true;
          }
          if (moved.size > 0 && hasEnded) {
            props.move?.(moved);
            setDragged(new Map());
          } else if (moved.size !== dragged.size || changes.some(({ type }) => type === 'position')) {
            setDragged(moved);
          }
          const chosen = changes.flatMap((change) => (change.type === 'select' ? change : []));
          if (chosen.length > 0) {
            const ids = new Set(selection.nodes);
            for (const { id, selected } of chosen) {
              if (selected) ids.add(id);
              else ids.delete(id);
            }
            props.select({ nodes: ids, edge: undefined });
          }
        }}
        onEdgesChange={(changes) => {
          const chosen = changes.find((change) => change.type === 'select' && change.selected);
          if (chosen?.type === 'select') props.select({ nodes: new Set(), edge: Number(chosen.id.slice(1)) });
        }}
        onPaneClick={() => props.select({ nodes: new Set(), edge: undefined })}
        onConnect={({ source, target }) => props.connect?.(source, target)}
        isValidConnection={({ source, target }) => target !== 'start' && !closesCircle(draft, source, target)}
        onKeyDown={(event) => {
          if (event.key === 'Delete' || event.key === 'Backspace') props.remove?.(selection);
        }}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
        <MiniMap
          pannable
          zoomable
          ariaLabel="Overview of the workflow"
          nodeClassName={miniClass}
          style={overviewSize}
        />
        <Follow selection={selection} />
      </ReactFlow>
    </Insert>
  );
}

/** Small enough to lie over no node of a workflow that just fits. */
const overviewSize = { width: 130, height: 90 };

function miniClass(node: FlowNode): string {
  return `gh-mini-${node.data.tone}`;
}

/** Brings what was selected elsewhere, such as in the list of faults, into view. */
function Follow({ selection }: { readonly selection: Selection }) {
  const flow = useReactFlow();
  const { show } = selection;
  useEffect(() => {
    if (show === undefined) return;
    void flow.fitView({ nodes: [{ id: show }], maxZoom: 1, duration: 200 });
  }, [flow, show]);
  return null;
}

const Step = memo(function Step({ data, isConnectable }: NodeProps<FlowNode>) {
  return (
    <div
      className={`gh-step gh-step-${data.tone}`}
      data-faulty={data.isFaulty || undefined}
      data-traced={data.trace === undefined || data.isFailed ? undefined : true}
      data-failed={data.isFailed || undefined}
    >
      {data.tone !== 'start' && (
        <Handle type="target" position={Position.Top} isConnectable={isConnectable} />
      )}
      <div className="gh-step-title">{data.title}</div>
      <div className="gh-step-type">{data.trace ?? data.typeTitle}</div>
      {data.isFaulty && (
        <span className="gh-step-fault" title="Has faults" aria-hidden="true">
          !
        </span>
      )}
      {!data.isTerminal && <Handle type="source" position={Position.Bottom} isConnectable={isConnectable} />}
    </div>
  );
});
const nodeTypes = { step: Step };

const Way = memo(function Way({ data, selected, ...place }: EdgeProps<FlowEdge>) {
  const insert = useContext(Insert);
  const [path, x, y] = getSmoothStepPath({ ...place, borderRadius: 8 });
  const { edge, index, isFaulty, isTaken } = data!;
  const label = edge.on === 'failure' ? 'on failure' : edge.otherwise ? 'otherwise' : edge.when;
  return (
    <>
      <BaseEdge
        path={path}
        markerEnd={place.markerEnd ?? ''}
        className={isFaulty ? 'gh-way-faulty' : isTaken ? 'gh-way-taken' : selected ? 'gh-way-selected' : ''}
      />
      <EdgeLabelRenderer>
        <div
          className="gh-way-label nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label !== undefined && (
            <span className="gh-way-text">{label === '' ? 'no condition yet' : label}</span>
          )}
          {insert && (
            <button
              type="button"
              className="gh-way-insert"
              aria-label={`Insert between ${edge.from} and ${edge.to}`}
              onClick={() => insert(index)}
            >
              +
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
});
const edgeTypes = { way: Way };
