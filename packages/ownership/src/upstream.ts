import type { OwnershipGraph } from './graph.ts';

/** Everybody who holds a share of a company, directly or through others. */
export interface Upstream {
  readonly root: number;
  /** The root and its holders by groups: a group is one party, or companies that own each other in a cycle. */
  readonly order: Int32Array;
  /** Where each group begins in `order`; a group comes before all in which it has holders. The root's is the first. */
  readonly groups: readonly number[];
  readonly isIn: Uint8Array;
  /** What companies of a cycle hold of each other, and of themselves, by company: shares and votes. */
  readonly cycleShares: Float64Array;
  readonly cycleVotes: Float64Array;
  /** Holdings inside a cycle, by edge. */
  readonly isInCycle: ReadonlySet<number>;
}

/**
 * The holders above a company, in an order in which shares can be multiplied from the company upwards. Tarjan's algorithm
 * for strongly connected components, without recursion: a structure may be of any depth.
 * @param stopAt parties whose own holders are left out, unless they hold in others too
 */
export function upstreamOf(graph: OwnershipGraph, root: number, stopAt?: Uint8Array): Upstream {
  const size = graph.ids.length;
  const search = {
    number: new Int32Array(size),
    lowest: new Int32Array(size),
    nextEdge: new Int32Array(size),
    isOpen: new Uint8Array(size),
  };
  const open: number[] = [];
  const trail: number[] = [];
  const emitted: number[] = [];
  const ends: number[] = [];
  let visited = 0;
  const enter = (party: number) => {
    visited += 1;
    search.number[party] = visited;
    search.lowest[party] = visited;
    search.nextEdge[party] = graph.start[stopAt?.[party] === 1 ? party + 1 : party]!;
    search.isOpen[party] = 1;
    open.push(party);
    trail.push(party);
  };
  enter(root);
  while (trail.length > 0) {
    const party = trail.at(-1)!;
    const edge = search.nextEdge[party]!;
    if (edge < graph.start[party + 1]!) {
      search.nextEdge[party] = edge + 1;
      const holder = graph.holder[edge]!;
      if (search.number[holder] === 0) enter(holder);
      else if (search.isOpen[holder] === 1) lower(search.lowest, party, search.number[holder]!);
      continue;
    }
    trail.pop();
    if (trail.length > 0) lower(search.lowest, trail.at(-1)!, search.lowest[party]!);
    if (search.lowest[party] !== search.number[party]) continue;
    let member: number;
    do {
      member = open.pop()!;
      search.isOpen[member] = 0;
      emitted.push(member);
    } while (member !== party);
    ends.push(emitted.length);
  }
  return inOrder(emitted, ends, { graph, root });
}

function lower(values: Int32Array, at: number, value: number): void {
  if (value < values[at]!) values[at] = value;
}

/** Groups are found from the top of the structure down to the root: the other way round they are needed. */
function inOrder(
  emitted: readonly number[],
  ends: readonly number[],
  { graph, root }: { readonly graph: OwnershipGraph; readonly root: number },
): Upstream {
  const order = Int32Array.from(emitted).reverse();
  const isIn = new Uint8Array(graph.ids.length);
  for (const party of emitted) isIn[party] = 1;
  const groups = ends.map((end) => emitted.length - end).toReversed();
  return { root, order, groups, isIn, ...ringHoldings(graph, order, groups) };
}

function ringHoldings(
  { ids, start, holder, low, voteLow }: OwnershipGraph,
  order: Int32Array,
  groups: readonly number[],
): Pick<Upstream, 'cycleShares' | 'cycleVotes' | 'isInCycle'> {
  const cycleShares = new Float64Array(ids.length);
  const cycleVotes = new Float64Array(ids.length);
  const isInCycle = new Set<number>();
  groups.forEach((from, group) => {
    const members = order.subarray(from, groups[group + 1] ?? order.length);
    const inGroup = members.length > 1 ? new Set(members) : undefined;
    for (const company of members) {
      for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
        const isInside = inGroup === undefined ? holder[edge] === company : inGroup.has(holder[edge]!);
        if (!isInside) continue;
        isInCycle.add(edge);
        cycleShares[company]! += low[edge]!;
        cycleVotes[company]! += voteLow[edge]!;
      }
    }
  });
  return { cycleShares, cycleVotes, isInCycle };
}

/** Parties above a company, and those who control or direct one of them without holding anything. */
export function upstreamWithControllers(graph: OwnershipGraph, root: number): Upstream {
  const upstream = upstreamOf(graph, root);
  if (graph.controlled.size === 0 && graph.linked.size === 0) return upstream;
  const isIn = upstream.isIn.slice();
  const cycleShares = upstream.cycleShares.slice();
  const cycleVotes = upstream.cycleVotes.slice();
  const isInCycle = new Set(upstream.isInCycle);
  const order = [...upstream.order];
  const add = (party: number) => {
    const above = upstreamOf(graph, party);
    for (const edge of above.isInCycle) isInCycle.add(edge);
    for (const each of above.order) {
      if (isIn[each] === 1) continue;
      isIn[each] = 1;
      order.push(each);
      cycleShares[each] = above.cycleShares[each]!;
      cycleVotes[each] = above.cycleVotes[each]!;
    }
  };
  for (let before = -1; before !== order.length; ) {
    before = order.length;
    for (const edges of [graph.controlled, graph.linked]) {
      for (const [party, companies] of edges) {
        if (isIn[party] !== 1 && companies.some((company) => isIn[company] === 1)) add(party);
      }
    }
  }
  return { ...upstream, isIn, cycleShares, cycleVotes, isInCycle, order: Int32Array.from(order) };
}
