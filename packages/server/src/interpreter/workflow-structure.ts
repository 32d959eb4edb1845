import { nodeTypes } from '@gatehouse/contract';
import { didYouMean } from '../lib/did-you-mean.ts';
import { type Arc, groupBySource, walkGraph } from './graph-walk.ts';
import type { Draft, DraftEdge, DraftNode, Finding } from './workflow-draft.ts';

/** The edges that lead from a known node (or `start`) to a known node. */
export function arcsOf(draft: Draft): readonly Arc[] {
  const arcs: Arc[] = [];
  for (const { index, from, to } of draft.edges) {
    if (from === undefined || to === undefined) continue;
    const fromKnown = from === 'start' || draft.nodesById.has(from);
    if (fromKnown && draft.nodesById.has(to)) arcs.push({ from, to, index });
  }
  return arcs;
}

/**
 * Faults of the graph itself: ids, where edges lead, what may leave a node, reachability, cycles. Without
 * any of them every path is finite and ends in a terminal node.
 */
export function findStructureFaults(draft: Draft): Finding[] {
  const arcs = arcsOf(draft);
  return [
    ...findRepeatedIds(draft),
    ...draft.edges.flatMap((edge) => findEdgeFaults(edge, draft)),
    ...findFailureFaults(draft),
    ...findLeavingFaults(draft),
    ...findUnreachable(draft, arcs),
    ...findCycles(draft, arcs),
  ];
}

function findRepeatedIds(draft: Draft): Finding[] {
  return draft.nodes.flatMap((node) => {
    const first = node.id === undefined ? undefined : draft.nodesById.get(node.id);
    if (!first || first === node) return [];
    const message = `${JSON.stringify(node.id)} is already the id of nodes[${first.index}]: every node needs its own`;
    return [{ path: ['nodes', node.index, 'id'], message }];
  });
}

function findEdgeFaults(edge: DraftEdge, draft: Draft): Finding[] {
  const findings: Finding[] = [];
  const ids = [...draft.nodesById.keys()];
  const at = (key: 'from' | 'to', message: string) => {
    findings.push({ path: ['edges', edge.index, key], message });
  };
  const { from, to } = edge;
  if (from !== undefined && from !== 'start') {
    const source = draft.nodesById.get(from);
    if (!source) at('from', noSuchNode(from, ['start', ...ids]));
    else if (isTerminal(source))
      at('from', `${from} ends its path (${source.type}): remove the edges that leave it`);
  }
  if (to === 'start') at('to', 'start is where every execution begins: no edge may lead to it');
  else if (to !== undefined && !draft.nodesById.has(to)) at('to', noSuchNode(to, ids));
  return findings;
}

/** A failure edge leaves only a node that can end without success, and only one does. */
function findFailureFaults(draft: Draft): Finding[] {
  const failing = draft.edges.filter((edge) => edge.kind === 'failure');
  return [...Map.groupBy(failing, (edge) => edge.from)].flatMap(([from, edges]) => {
    const node = from === undefined ? undefined : draft.nodesById.get(from);
    if (from !== 'start' && node?.type === undefined) return [];
    if (node?.type === undefined || !nodeTypes[node.type].canFail) {
      return edges.map(({ index }) => ({
        path: ['edges', index, 'on'],
        message: `${from} cannot have a failure edge: only ${failingTypes.join(', ')} nodes can`,
      }));
    }
    return edges.slice(1).map(({ index }) => ({
      path: ['edges', index, 'on'],
      message: `${from} has a failure edge already (edges[${edges[0]!.index}]): keep one`,
    }));
  });
}

const failingTypes = Object.values(nodeTypes).flatMap((node) => (node.canFail ? node.type : []));

function noSuchNode(id: string, known: readonly string[]): string {
  return `there is no node ${JSON.stringify(id)}${didYouMean(id, known)}`;
}

function isTerminal(node: DraftNode): boolean {
  return node.type !== undefined && nodeTypes[node.type].terminal;
}

/**
 * After a node exactly one edge is taken: the sole unconditional one, or one of several with an otherwise. A
 * failure edge is none of them.
 */
function findLeavingFaults(draft: Draft): Finding[] {
  const choices = draft.edges.filter((edge) => edge.kind !== 'failure');
  const leaving = Map.groupBy(choices, (edge) => edge.from);
  const start = findChoiceFaults('start', leaving.get('start') ?? []);
  const nodes = [...draft.nodesById].flatMap(([id, node]) => {
    if (isTerminal(node)) return [];
    const edges = leaving.get(id) ?? [];
    // Whether a node of an unknown type ends its path is unknown too.
    if (edges.length === 0 && node.type === undefined) return [];
    return findChoiceFaults(id, edges, node);
  });
  return [...start, ...nodes];
}

function findChoiceFaults(id: string, edges: readonly DraftEdge[], node?: DraftNode): Finding[] {
  const path = node ? ['nodes', node.index] : ['edges'];
  const about = node ? {} : { node: id };
  if (edges.length === 0) {
    return [{ path, ...about, message: `no edge leaves ${id}: connect it to a next node or to a decision` }];
  }
  const otherwise = edges.filter((edge) => edge.kind === 'otherwise');
  const plain = edges.filter((edge) => edge.kind === 'plain');
  const findings: Finding[] = otherwise.slice(1).map((edge) => ({
    path: ['edges', edge.index, 'otherwise'],
    message: `${id} has an otherwise edge already (edges[${otherwise[0]!.index}]): one is taken when no condition is true`,
  }));
  if (edges.length > 1) {
    for (const edge of plain) {
      const message = `has no condition, but ${id} has other edges: add a when, or otherwise: true`;
      findings.push({ path: ['edges', edge.index], message });
    }
  }
  if (plain.length === 0 && otherwise.length === 0) {
    const message = `${id} has no otherwise edge: nothing follows when no condition is true`;
    findings.push({ path, ...about, message });
  }
  return findings;
}

function findUnreachable(draft: Draft, arcs: readonly Arc[]): Finding[] {
  const outgoing = groupBySource(arcs);
  // When nothing leaves start, that is the fault, and not one of every node.
  if (!outgoing.has('start')) return [];
  const reached = new Set(walkGraph(['start'], outgoing).postorder);
  return [...draft.nodesById]
    .filter(([id]) => !reached.has(id))
    .map(([id, node]) => ({
      path: ['nodes', node.index],
      message: `${id} cannot be reached from start: connect it or remove it`,
    }));
}

function findCycles(draft: Draft, arcs: readonly Arc[]): Finding[] {
  const { cycles } = walkGraph(['start', ...draft.nodesById.keys()], groupBySource(arcs));
  return cycles.map(({ arc, nodes }) => ({
    path: ['edges', arc.index],
    message: `creates a cycle, which is not allowed: ${shorten(nodes).join(' → ')}`,
  }));
}

function shorten(nodes: readonly string[]): readonly string[] {
  return nodes.length <= 12 ? nodes : [...nodes.slice(0, 8), '…', ...nodes.slice(-3)];
}
