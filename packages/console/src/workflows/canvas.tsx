import '@xyflow/react/dist/base.css';
import './workflows.css';
import { Background, Controls, MiniMap, type NodeChange, Panel, ReactFlow } from '@xyflow/react';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { text } from '../messages/text.ts';
import { Step } from './canvas-step.tsx';
import { emptyViewOptions, Fitted, Follow, fitViewOptions, readableOptions } from './canvas-view.tsx';
import { type EdgeInsertion, InsertContext, Way } from './canvas-way.tsx';
import { closesCircle } from './expression-names.ts';
import { firstNodes } from './first-view.ts';
import { type FlowNode, type FlowProps, flowEdges, flowNodes } from './flow-elements.ts';
import { type Direction, fittingDirection, placedDirection, placesOf } from './layout.ts';
import type { Selection } from './selection.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
export type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

interface CanvasProps extends FlowProps {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Called with the places of all nodes, some of which were moved. */
  readonly move?: (places: Places) => void;
  readonly connect?: (from: string, to: string) => void;
  readonly insertion?: EdgeInsertion | undefined;
  readonly remove?: (selection: Selection) => void;
  /** What is offered on a canvas without nodes. */
  readonly empty?: ReactNode;
}

const nodeTypes = { step: Step };
const edgeTypes = { way: Way };

/** The graph: pan, zoom, drag, connect; Tab reaches every node and edge, arrows move, Delete removes. */
export function Canvas(props: CanvasProps) {
  const { draft, selection } = props;
  const { box, size } = useSize();
  const direction = useDirection(props, size);
  const { nodes, onNodesChange } = useFlowNodes({ ...props, direction });
  const edges = useFlowEdges({ ...props, direction });
  const view = useChosenView();
  const timesArranged = useTimesArranged(draft);
  const labels = useMemo(accessibleLabels, []);
  const isEmpty = draft.nodes.length === 0 && Boolean(props.empty);
  const fitOptions = isEmpty ? emptyViewOptions : fitViewOptions;
  return (
    // Everybody sees the same places, so that the graph runs to the right in every language.
    <div ref={box} className="gh-flow-box" dir="ltr">
      <InsertContext value={props.isEditable ? props.insertion : undefined}>
        <ReactFlow
          className="gh-flow"
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          ariaLabelConfig={labels}
          fitView
          fitViewOptions={fitOptions}
          minZoom={0.1}
          onlyRenderVisibleElements={draft.nodes.length > 60}
          nodesConnectable={props.isEditable}
          edgesReconnectable={false}
          deleteKeyCode={null}
          multiSelectionKeyCode="Shift"
          onMoveStart={(event) => event !== null && view.choose()}
          // Whoever drags a node looks at where it goes: a head that grows by a line must not move it under the pointer.
          onNodeDragStart={view.choose}
          onNodesChange={onNodesChange}
          onEdgesChange={(changes) => {
            const chosen = changes.find((change) => change.type === 'select' && change.selected);
            if (chosen?.type === 'select')
              props.select({ nodes: new Set(), edge: Number(chosen.id.slice(1)) });
          }}
          onPaneClick={() => props.select({ nodes: new Set(), edge: undefined })}
          onConnect={({ source, target }) => props.connect?.(source, target)}
          isValidConnection={({ source, target }) =>
            target !== 'start' && !closesCircle(draft, source, target)
          }
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') props.remove?.(selection);
          }}
        >
          <Background gap={20} />
          <Controls
            orientation="horizontal"
            showInteractive={false}
            fitViewOptions={fitOptions}
            onZoomIn={view.choose}
            onZoomOut={view.choose}
            onFitView={view.leave}
          />
          {hasOverview(nodes, size) && <Overview />}
          {isEmpty && (
            <Panel position="bottom-center" className="gh-canvas-empty">
              {props.empty}
            </Panel>
          )}
          <Fitted
            cause={[size?.width, size?.height, draft.nodes.length, timesArranged].join()}
            options={() =>
              isEmpty || size === undefined ? fitOptions : readableOptions(nodes, size, middleOf(props))
            }
            isKept={view.isChosen}
          />
          <Follow selection={selection} isKept={view.isChosen} />
        </ReactFlow>
      </InsertContext>
    </div>
  );
}

/** The node around which a large workflow is shown: what is looked for, else where its execution stands. */
function middleOf({ selection, trace }: CanvasProps): string {
  return selection.show ?? trace?.failed ?? trace?.current ?? 'start';
}

/** How often the places that people chose were taken back; the first drag, which places all nodes, does not count. */
function useTimesArranged(draft: CanvasProps['draft']): number {
  const isPlaced = placedDirection(draft) !== undefined;
  const [seen, setSeen] = useState({ isPlaced, times: 0 });
  if (seen.isPlaced !== isPlaced) setSeen({ isPlaced, times: seen.times + (isPlaced ? 0 : 1) });
  return seen.times;
}

/** The size of the canvas as it is now. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, size };
}

/** Where the graph runs to: it turns with the canvas, and not while nodes are added. */
function useDirection({ draft }: CanvasProps, size: Size | undefined): Direction {
  const latest = useRef(draft);
  latest.current = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is turned by the canvas alone.
  const fitting = useMemo(() => fittingDirection(latest.current, size), [size?.width, size?.height]);
  return placedDirection(draft) ?? fitting;
}

/** Whether the person chose what is in sight, which then stays. */
function useChosenView() {
  const chosen = useRef(false);
  const choose = useCallback(() => {
    chosen.current = true;
  }, []);
  const leave = useCallback(() => {
    chosen.current = false;
  }, []);
  const isChosen = useCallback(() => chosen.current, []);
  return { choose, leave, isChosen };
}

/** The nodes as they are drawn, at the places to which they are being dragged. */
function useFlowNodes(props: CanvasProps & { readonly direction: Direction }) {
  const { draft, lookOf, faulty, selection, trace, isEditable, direction } = props;
  const [dragged, setDragged] = useState<Places>(new Map());
  const still = useMemo(
    () => flowNodes({ draft, lookOf, faulty, selected: selection.nodes, trace, isEditable, direction }),
    [draft, lookOf, faulty, selection.nodes, trace, isEditable, direction],
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
      props.move?.(new Map([...placesOf(draft, direction), ...moved]));
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

function useFlowEdges(props: CanvasProps & { readonly direction: Direction }) {
  const { draft, lookOf, faulty, selection, trace, isEditable, direction } = props;
  return useMemo(
    () => flowEdges({ draft, lookOf, faulty, trace, isEditable, direction, selectedEdge: selection.edge }),
    [draft, lookOf, faulty, selection.edge, trace, isEditable, direction],
  );
}

/** So many nodes that can be read are seen at once, and the overview would only lie over them. */
const smallWorkflow = 8;
/** Pixels of a canvas below which the overview would lie over the graph. */
const narrow = 480;
/** Small enough to lie over no node of a workflow that just fits. */
const overviewSize = { width: 130, height: 84 };

/** Whether an overview tells more than the canvas itself. */
function hasOverview(nodes: readonly FlowNode[], size: Size | undefined): boolean {
  if (size === undefined || size.width < narrow) return false;
  return nodes.length > smallWorkflow || firstNodes(nodes, size, 'start') !== undefined;
}

function Overview() {
  return (
    <MiniMap
      pannable
      zoomable
      // Opposite the button that folds the properties, and beside the start, which lies in the middle.
      position={document.documentElement.dir === 'rtl' ? 'top-right' : 'top-left'}
      nodeClassName={miniClass}
      style={overviewSize}
    />
  );
}

function miniClass(node: FlowNode): string {
  return `gh-mini-${node.data.tone}`;
}

/** What the library of the canvas says to screen readers. */
function accessibleLabels() {
  return {
    'node.a11yDescription.default': text('nodes.nodeSelectKeys'),
    'node.a11yDescription.keyboardDisabled': text('nodes.nodeKeys'),
    'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) =>
      text('nodes.moved', { x, y }),
    'edge.a11yDescription.default': text('nodes.edgeKeys'),
    'controls.ariaLabel': text('nodes.zoom'),
    'controls.zoomIn.ariaLabel': text('nodes.zoomIn'),
    'controls.zoomOut.ariaLabel': text('nodes.zoomOut'),
    'controls.fitView.ariaLabel': text('nodes.fitView'),
    'minimap.ariaLabel': text('nodes.overview'),
    'handle.ariaLabel': text('nodes.handle'),
  };
}
