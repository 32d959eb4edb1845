import { type Edge, type Node, Position } from '@xyflow/react';
import type { LucideIcon } from 'lucide-react';
import { text } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';
import { eventIcon, nodeIcon, outcomeIcon } from '../ui/kind-icons.ts';
import { conditionText } from './condition-text.ts';
import type { Draft, EdgeDraft, NodeDraft } from './draft.ts';
import type { Route } from './edge-routes.ts';
import { type Direction, nodeSize, placesOf, routesIn } from './layout.ts';
import { nodeSummary } from './node-summary.ts';
import { nodeLabels, nodeSubtitle, nodeTitle } from './node-title.ts';
import type { Trace } from './trace.ts';

/** Nodes and edges of a workflow as the canvas draws them. */

type Tone = 'start' | 'work' | 'person' | 'end' | 'approve' | 'reject';

interface NodeData extends Record<string, unknown> {
  readonly title: string;
  readonly subtitle: string;
  /** What it is set to do; empty where that is nothing more. */
  readonly summary: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly isFaulty: boolean;
  /** What a real or tried execution did here. */
  readonly trace: string | undefined;
  /** It has been reached and not left yet. */
  readonly isCurrent: boolean;
  /** It reached the node and failed there. */
  readonly isFailed: boolean;
  readonly isTerminal: boolean;
}
interface EdgeData extends Record<string, unknown> {
  readonly index: number;
  readonly edge: EdgeDraft;
  /** When it is taken, as people read it; undefined where that is always. */
  readonly label: string | undefined;
  /** Titles of the nodes that it leads from and to. */
  readonly ends: { readonly from: string; readonly to: string };
  readonly isFaulty: boolean;
  readonly isTaken: boolean;
  /** Where it runs; undefined where people placed the nodes. */
  readonly route: Route | undefined;
  readonly direction: Direction;
}
export type FlowNode = Node<NodeData, 'step'>;
export type FlowEdge = Edge<EdgeData, 'way'>;

export interface NodeAppearance {
  readonly title: string;
  readonly isTerminal: boolean;
  readonly waitsForPerson: boolean;
}

export interface FlowProps {
  readonly draft: Draft;
  readonly lookOf: (type: string) => NodeAppearance;
  readonly faulty: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<number> };
  readonly isEditable: boolean;
  readonly trace?: Trace | undefined;
}

export function flowNodes({
  draft,
  lookOf,
  faulty,
  selected,
  trace,
  isEditable,
  direction,
}: FlowProps & { readonly selected: ReadonlySet<string>; readonly direction: Direction }): FlowNode[] {
  const places = placesOf(draft, direction);
  const shared = (id: string) => ({
    type: 'step' as const,
    ...nodeSize,
    // Otherwise each change would have the library measure all nodes anew, and draw no edge until then.
    measured: nodeSize,
    id,
    connectable: isEditable,
    position: places.get(id) ?? { x: 0, y: 0 },
    selected: selected.has(id),
    sourcePosition: direction === 'right' ? Position.Right : Position.Bottom,
    targetPosition: direction === 'right' ? Position.Left : Position.Top,
  });
  const start: FlowNode = {
    ...shared('start'),
    data: {
      title: text('nodes.start'),
      subtitle: labelOf(draft.eventType),
      summary: '',
      icon: eventIcon(draft.eventType),
      tone: 'start',
      isFaulty: faulty.nodes.has('start'),
      trace: undefined,
      isCurrent: false,
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
      data: nodeData(node, { look, isFaulty, trace }),
      ariaLabel: accessibleName(`${look.title} ${node.title ?? id}`, isFaulty),
      draggable: isEditable,
    };
  });
  return [start, ...others];
}

function nodeData(
  node: NodeDraft,
  {
    look,
    isFaulty,
    trace,
  }: { readonly look: NodeAppearance; readonly isFaulty: boolean; readonly trace: Trace | undefined },
): NodeData {
  return {
    title: nodeTitle(node, look.title),
    subtitle: nodeSubtitle(node, look.title),
    summary: nodeSummary(node),
    icon: node.type === 'decision' ? outcomeIcon(node['outcome']) : nodeIcon(node.type),
    tone: toneOf(node, look),
    isFaulty,
    trace: trace?.nodes.get(node.id),
    isCurrent: trace?.current === node.id,
    isFailed: trace?.failed === node.id,
    isTerminal: look.isTerminal,
  };
}

function toneOf({ type, outcome }: NodeDraft, look: NodeAppearance): Tone {
  if (type === 'decision') {
    if (outcome === 'approve' || outcome === 'reject') return outcome;
    return outcome === 'manual' ? 'person' : 'end';
  }
  return look.isTerminal ? 'end' : look.waitsForPerson ? 'person' : 'work';
}

function accessibleName(node: string, isFaulty: boolean): string {
  return isFaulty ? text('nodes.nodeWithIssues', { node }) : node;
}

export function flowEdges({
  draft,
  lookOf,
  faulty,
  trace,
  selectedEdge,
  direction,
}: FlowProps & { readonly selectedEdge: number | undefined; readonly direction: Direction }): FlowEdge[] {
  const routes = routesIn(draft, direction);
  const titles = nodeLabels(draft, (type) => lookOf(type).title);
  const titleOf = (id: string): string | undefined => (id === 'start' ? text('nodes.start') : titles.get(id));
  return draft.edges.map((edge, index): FlowEdge => {
    const label = edgeText(edge, titleOf);
    const [from, to] = [titleOf(edge.from) ?? edge.from, titleOf(edge.to) ?? edge.to];
    return {
      id: `e${index}`,
      type: 'way',
      source: edge.from,
      target: edge.to,
      data: {
        index,
        edge,
        label,
        ends: { from, to },
        isFaulty: faulty.edges.has(index),
        isTaken: trace?.edges.has(`${edge.from}>${edge.to}`) ?? false,
        route: routes.get(index),
        direction,
      },
      ariaLabel:
        label === undefined
          ? text('nodes.edgeLabel', { from, to })
          : text('nodes.edgeLabelWhen', { from, to, condition: label }),
      selected: selectedEdge === index,
    };
  });
}

function edgeText(edge: EdgeDraft, titleOf: (id: string) => string | undefined): string | undefined {
  if (edge.on === 'failure') return text('nodes.onFailure');
  if (edge.otherwise) return text('nodes.otherwise');
  if (edge.when === undefined) return undefined;
  return edge.when.trim() === '' ? text('nodes.noCondition') : conditionText(edge.when, titleOf);
}
