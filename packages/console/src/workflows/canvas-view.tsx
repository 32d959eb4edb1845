import { type FitViewOptions, type Node, useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect } from 'react';
import { firstNodes, viewMargin } from './first-view.ts';
import { nodeSize, readableZoom } from './layout.ts';
import type { Selection } from './selection.ts';

/** What of the canvas is in sight. */

/** All of the graph. */
export const fitViewOptions = {
  maxZoom: 1,
  padding: {
    top: `${viewMargin.top}px`,
    left: `${viewMargin.left}px`,
    right: `${viewMargin.right}px`,
    bottom: `${viewMargin.bottom}px`,
  },
} as const;

/** The same where a workflow without nodes has an offer in the lower half. */
export const emptyViewOptions = {
  maxZoom: 1,
  padding: { ...fitViewOptions.padding, bottom: '45%' },
} as const;

/** All of the graph, or as much of it around a node as can be read. */
export function readableOptions(...shown: Parameters<typeof firstNodes>): FitViewOptions {
  const nodes = firstNodes(...shown);
  return nodes === undefined ? fitViewOptions : { ...fitViewOptions, nodes: [...nodes] };
}

/**
 * Fits the graph to the canvas again when either changes.
 * @param cause a text that changes with what the graph must be fitted for
 * @param isKept whether the person chose what is in sight
 */
export function Fitted({
  cause,
  options,
  isKept,
}: {
  readonly cause: string;
  readonly options: () => FitViewOptions;
  readonly isKept: () => boolean;
}) {
  const flow = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the graph is fitted with each cause.
  useEffect(() => {
    if (!isKept()) void flow.fitView(options());
  }, [flow, cause, isKept]);
  return null;
}

/** Brings what was selected elsewhere, such as in the list of faults, into view. */
export function Follow({
  selection,
  isKept,
}: {
  readonly selection: Selection;
  readonly isKept: () => boolean;
}) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const { show } = selection;
  useEffect(() => {
    if (show === undefined) return;
    const { nodes, width, height } = store.getState();
    // A graph that can be read as a whole has every node in sight.
    if (!isKept() && firstNodes(nodes, { width, height }, show) === undefined) return;
    const node = flow.getNode(show);
    // What can be read where it is stays there, with the nodes around it.
    if (node !== undefined && isInSight(node, flow.getViewport(), store.getState())) return;
    void flow.fitView({ nodes: [{ id: show }], maxZoom: 1, duration: 200 });
  }, [flow, store, show, isKept]);
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
  return zoom >= readableZoom - 0.01 && left >= 0 && top >= 0 && right <= width && bottom <= height;
}
