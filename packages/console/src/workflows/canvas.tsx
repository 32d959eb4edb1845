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
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStoreApi,
  type Viewport,
} from '@xyflow/react';
import type { LucideIcon } from 'lucide-react';
import { createContext, memo, useContext, useEffect, useMemo, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { eventIcon, nodeIcon } from '../ui/kind-icons.ts';
import type { Draft, EdgeDraft } from './draft.ts';
import { closesCircle } from './expression-names.ts';
import { nodeSize, placesOf } from './layout.ts';
import { nodeSummary } from './node-summary.ts';
import { nodeSubtitle, nodeTitle } from './node-title.ts';
import type { Selection } from './selection.ts';
import type { Trace } from './trace.ts';

interface NodeData extends Record<string, unknown> {
  readonly title: string;
  readonly subtitle: string;
  /** What it is set to do; empty where that is nothing more. */
  readonly summary: string;
  readonly icon: LucideIcon;
  readonly tone: 'start' | 'work' | 'person' | 'end';
  readonly isFaulty: boolean;
  /** What a real or tried execution did here. */
  readonly trace: string | undefined;
  /** It reached the node and failed there. */
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

type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

interface CanvasProps {
  readonly draft: Draft;
  readonly lookOf: (type: string) => NodeAppearance;
  readonly faulty: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<number> };
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly isEditable: boolean;
  readonly move?: (places: Places) => void;
  readonly connect?: (from: string, to: string) => void;
  readonly insert?: (index: number) => void;
  readonly remove?: (selection: Selection) => void;
  readonly trace?: Trace | undefined;
}

const fitViewOptions = { maxZoom: 1, padding: 0.15 };

const Insert = createContext<((index: number) => void) | undefined>(undefined);

/** The graph: pan, zoom, drag, connect; Tab reaches every node and edge, arrows move, Delete removes. */
export function Canvas(props: CanvasProps) {
  const { draft, selection } = props;
  const { nodes, onNodesChange } = useFlowNodes(props);
  const edges = useFlowEdges(props);
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
        onNodesChange={onNodesChange}
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
        {nodes.length > smallWorkflow && (
          <MiniMap
            pannable
            zoomable
            ariaLabel="Overview of the workflow"
            nodeClassName={miniClass}
            style={overviewSize}
          />
        )}
        <Follow selection={selection} />
      </ReactFlow>
    </Insert>
  );
}

/** The nodes as they are drawn, at the places to which they are being dragged. */
function useFlowNodes(props: CanvasProps) {
  const { draft, lookOf, faulty, selection, trace, isEditable } = props;
  const [dragged, setDragged] = useState<Places>(new Map());
  const still = useMemo(
    () => flowNodes({ draft, lookOf, faulty, selected: selection.nodes, trace, isEditable }),
    [draft, lookOf, faulty, selection.nodes, trace, isEditable],
  );
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
  const onNodesChange = (changes: NodeChange<FlowNode>[]): void => {
    const { moved, hasEnded } = movesIn(changes, dragged);
    if (moved.size > 0 && hasEnded) {
      props.move?.(moved);
      setDragged(new Map());
    } else if (moved.size !== dragged.size || changes.some(({ type }) => type === 'position')) {
      setDragged(moved);
    }
    const chosen = changes.flatMap((change) => (change.type === 'select' ? change : []));
    if (chosen.length === 0) return;
    const ids = new Set(selection.nodes);
    for (const { id, selected } of chosen) {
      if (selected) ids.add(id);
      else ids.delete(id);
    }
    props.select({ nodes: ids, edge: undefined });
  };
  return { nodes, onNodesChange };
}

/** Where nodes are being dragged to, and whether one was let go. */
function movesIn(changes: readonly NodeChange<FlowNode>[], dragged: Places) {
  const moved = new Map(dragged);
  let hasEnded = false;
  for (const change of changes) {
    if (change.type !== 'position' || !change.position || change.id === 'start') continue;
    moved.set(change.id, { x: Math.round(change.position.x), y: Math.round(change.position.y) });
    hasEnded ||= change.dragging !== true;
  }
  return { moved, hasEnded };
}

function flowNodes({
  draft,
  lookOf,
  faulty,
  selected,
  trace,
  isEditable,
}: Pick<CanvasProps, 'draft' | 'lookOf' | 'faulty' | 'trace' | 'isEditable'> & {
  readonly selected: ReadonlySet<string>;
}): FlowNode[] {
  const places = placesOf(draft);
  const shared = (id: string) => ({
    type: 'step' as const,
    ...nodeSize,
    id,
    connectable: isEditable,
    position: places.get(id) ?? { x: 0, y: 0 },
    selected: selected.has(id),
  });
  const start: FlowNode = {
    ...shared('start'),
    data: {
      title: 'Start',
      subtitle: draft.eventType,
      summary: '',
      icon: eventIcon(draft.eventType),
      tone: 'start',
      isFaulty: faulty.nodes.has('start'),
      trace: undefined,
      isFailed: false,
      isTerminal: false,
    },
    draggable: false,
    deletable: false,
  };
  const others = draft.nodes.map((node): FlowNode => {
    const { id } = node;
    const look = lookOf(node.type);
    const isFaulty = faulty.nodes.has(id);
    return {
      ...shared(id),
      data: {
        title: nodeTitle(node, look.title),
        subtitle: nodeSubtitle(node, look.title),
        summary: nodeSummary(node),
        icon: nodeIcon(node.type),
        tone: look.isTerminal ? 'end' : look.waitsForPerson ? 'person' : 'work',
        isFaulty,
        trace: trace?.nodes.get(id),
        isFailed: trace?.failed === id,
        isTerminal: look.isTerminal,
      },
      ariaLabel: `${look.title} ${node.title ?? id}${isFaulty ? ', has issues' : ''}`,
      draggable: isEditable,
    };
  });
  return [start, ...others];
}

function useFlowEdges({ draft, faulty, selection, trace }: CanvasProps): FlowEdge[] {
  return useMemo(
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
}

/** So many nodes are seen at once, and the overview would only lie over them. */
const smallWorkflow = 8;
/** Small enough to lie over no node of a workflow that just fits. */
const overviewSize = { width: 130, height: 90 };

function miniClass(node: FlowNode): string {
  return `gh-mini-${node.data.tone}`;
}

/** Brings what was selected elsewhere, such as in the list of faults, into view. */
function Follow({ selection }: { readonly selection: Selection }) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const { show } = selection;
  useEffect(() => {
    if (show === undefined) return;
    const node = flow.getNode(show);
    // What can be read where it is stays there, with the nodes around it.
    if (node !== undefined && isInSight(node, flow.getViewport(), store.getState())) return;
    void flow.fitView({ nodes: [{ id: show }], maxZoom: 1, duration: 200 });
  }, [flow, store, show]);
  return null;
}

/** Whether a node is drawn whole, and large enough to be read. */
function isInSight(
  { position }: Pick<Node, 'position'>,
  { x, y, zoom }: Viewport,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const [left, top] = [position.x * zoom + x, position.y * zoom + y];
  const [right, bottom] = [left + nodeSize.width * zoom, top + nodeSize.height * zoom];
  return zoom >= 0.6 && left >= 0 && top >= 0 && right <= width && bottom <= height;
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
      <span className="gh-step-icon">
        <Icon of={data.icon} />
      </span>
      <div className="gh-step-title" title={data.title}>
        {data.title}
      </div>
      <div className="gh-step-type" title={[data.subtitle, data.summary].filter(Boolean).join(' · ')}>
        {data.trace ?? (data.summary || data.subtitle)}
      </div>
      {data.isFaulty && (
        <span className="gh-step-fault" title="Has issues" aria-hidden="true">
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
        className={
          isFaulty ? 'gh-edge-faulty' : isTaken ? 'gh-edge-taken' : selected ? 'gh-edge-selected' : ''
        }
      />
      <EdgeLabelRenderer>
        <div
          className="gh-edge-label nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label !== undefined && (
            <span className="gh-edge-text">{label === '' ? 'no condition yet' : label}</span>
          )}
          {insert && (
            <button
              type="button"
              className="gh-edge-insert"
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
