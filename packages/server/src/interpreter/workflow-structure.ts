import { nodeTypes, type Phrase, phrase } from '@gatehouse/contract';
import { meantWord } from '../lib/did-you-mean.ts';
import { type Arc, groupBySource, walkGraph } from './graph-walk.ts';
import { type Draft, type DraftEdge, type DraftNode, type Finding, findingOf } from './workflow-draft.ts';

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
    const taken = phrase('findings.idTaken', { id: JSON.stringify(node.id), index: first.index });
    return [findingOf(['nodes', node.index, 'id'], taken)];
  });
}

function findEdgeFaults(edge: DraftEdge, draft: Draft): Finding[] {
  const findings: Finding[] = [];
  const ids = [...draft.nodesById.keys()];
  const at = (key: 'from' | 'to', said: Phrase) => {
    findings.push(findingOf(['edges', edge.index, key], said));
  };
  const { from, to } = edge;
  if (from !== undefined && from !== 'start') {
    const source = draft.nodesById.get(from);
    if (!source) at('from', noSuchNode(from, ['start', ...ids]));
    else if (isTerminal(source))
      at('from', phrase('findings.leavesEnd', { id: from, type: String(source.type) }));
  }
  if (to === 'start') at('to', phrase('findings.leadsToStart'));
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
      const cannot = phrase('findings.cannotFail', { id: String(from), types: failingTypes });
      return edges.map(({ index }) => findingOf(['edges', index, 'on'], cannot));
    }
    const twice = phrase('findings.failureTwice', { id: String(from), index: edges[0]!.index });
    return edges.slice(1).map(({ index }) => findingOf(['edges', index, 'on'], twice));
  });
}

const failingTypes = Object.values(nodeTypes).flatMap((node) => (node.canFail ? node.type : []));

function noSuchNode(id: string, known: readonly string[]): Phrase {
  return phrase('findings.noNode', { id: JSON.stringify(id), ...meantWord(id, known) });
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
    return [{ ...findingOf(path, phrase('findings.nothingLeaves', { id })), ...about }];
  }
  const otherwise = edges.filter((edge) => edge.kind === 'otherwise');
  const plain = edges.filter((edge) => edge.kind === 'plain');
  const findings: Finding[] = otherwise
    .slice(1)
    .map((edge) =>
      findingOf(
        ['edges', edge.index, 'otherwise'],
        phrase('findings.otherwiseTwice', { id, index: otherwise[0]!.index }),
      ),
    );
  if (edges.length > 1) {
    for (const edge of plain) {
      findings.push(findingOf(['edges', edge.index], phrase('findings.noCondition', { id })));
    }
  }
  if (plain.length === 0 && otherwise.length === 0) {
    findings.push({ ...findingOf(path, phrase('findings.noOtherwise', { id })), ...about });
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
    .map(([id, node]) => findingOf(['nodes', node.index], phrase('findings.unreachable', { id })));
}

function findCycles(draft: Draft, arcs: readonly Arc[]): Finding[] {
  const { cycles } = walkGraph(['start', ...draft.nodesById.keys()], groupBySource(arcs));
  return cycles.map(({ arc, nodes }) =>
    findingOf(['edges', arc.index], phrase('findings.cycle', { path: shorten(nodes).join(' → ') })),
  );
}

function shorten(nodes: readonly string[]): readonly string[] {
  return nodes.length <= 12 ? nodes : [...nodes.slice(0, 8), '…', ...nodes.slice(-3)];
}
