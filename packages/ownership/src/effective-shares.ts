import { solveCycle } from './circular-ownership.ts';
import type { OwnershipGraph } from './graph.ts';
import type { Upstream } from './upstream.ts';

/** Shares of one company, through all layers, as fractions by the index of the party. */
export interface EffectiveShares {
  /** What each party is known to hold: products along every path, added up; rounds through cycles included. */
  readonly held: Float64Array;
  /** How much of the company nobody is known to hold. */
  readonly unknown: number;
  /**
   * How much more each party may hold at most: what is unknown, but not what passes through the party, for that belongs to
   * its own owners. In a cycle that can be the party itself, so there all that is unknown counts.
   */
  readonly possiblyMore: Float64Array;
  /** Paths that lead to the party; those that enter a cycle count once each. */
  readonly paths: Float64Array;
  /** Layers between the company and the party, along the longest path. */
  readonly layer: Int32Array;
  /** The company in which the party holds along its largest path; -1: none. */
  readonly via: Int32Array;
  /** Companies that own each other, and those of them that nobody outside owns. */
  readonly cycles: readonly (readonly number[])[];
  readonly closedCycles: readonly (readonly number[])[];
}

interface Working extends EffectiveShares {
  readonly largest: Float64Array;
  unknown: number;
  readonly cycles: number[][];
  readonly closedCycles: number[][];
}

/**
 * Effective shares of the company at the root. Shares of parties in `stopAt` are not divided among their own holders, which
 * `upstream` leaves out.
 *
 * Each group of `upstream` passes on what it holds to its holders, so one visit of every edge is enough. Companies of a
 * cycle are solved together. Nothing is lost on the way: held by persons, held by companies whose owners are not stated,
 * and unknown make up the whole, wherever the stated shares of no company exceed it.
 */
export function effectiveShares(
  graph: OwnershipGraph,
  upstream: Upstream,
  stopAt?: Uint8Array,
): EffectiveShares {
  const size = graph.ids.length;
  const working: Working = {
    held: new Float64Array(size),
    unknown: 0,
    possiblyMore: new Float64Array(size),
    paths: new Float64Array(size),
    layer: new Int32Array(size),
    via: new Int32Array(size).fill(-1),
    largest: new Float64Array(size),
    cycles: [],
    closedCycles: [],
  };
  const { root, order, groups } = upstream;
  working.held[root] = 1;
  working.paths[root] = 1;
  working.largest[root] = 1;
  for (let group = 0; group < groups.length; group++) {
    const from = groups[group]!;
    const to = groups[group + 1] ?? order.length;
    const first = order[from]!;
    if (graph.isPerson[first] === 1 || stopAt?.[first] === 1) continue;
    if (to - from > 1 || holdsItself(graph, first))
      passOnCycle(graph, working, [...order.subarray(from, to)]);
    else passOn(graph, working, first);
  }
  addPossiblyMore(graph, upstream, working, stopAt);
  return working;
}

/** From the owners furthest away to the company: of a whole party, how much leads to nobody. */
function addPossiblyMore(
  graph: OwnershipGraph,
  { order, groups }: Upstream,
  working: Working,
  stopAt?: Uint8Array,
): void {
  const { start, holder, low, total, isPerson } = graph;
  const above = new Float64Array(graph.ids.length);
  const inCycle = new Set(working.cycles.flat());
  for (let group = groups.length - 1; group >= 0; group--) {
    const company = order[groups[group]!]!;
    if (inCycle.has(company) || isPerson[company] === 1 || stopAt?.[company] === 1) continue;
    above[company] = Math.max(0, 1 - total[company]!);
    for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
      above[company]! += low[edge]! * above[holder[edge]!]!;
    }
  }
  for (const party of order) {
    working.possiblyMore[party] = Math.max(0, working.unknown - working.held[party]! * above[party]!);
  }
}

function holdsItself({ start, holder }: OwnershipGraph, company: number): boolean {
  for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
    if (holder[edge] === company) return true;
  }
  return false;
}

function passOn(graph: OwnershipGraph, working: Working, company: number): void {
  const { start, holder, low } = graph;
  const { held, paths, layer, largest, via } = working;
  const share = held[company]!;
  const paths0 = paths[company]!;
  const above = layer[company]! + 1;
  const path = largest[company]!;
  for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
    const to = holder[edge]!;
    const part = low[edge]!;
    held[to]! += share * part;
    paths[to]! += paths0;
    if (above > layer[to]!) layer[to] = above;
    if (path * part > largest[to]! || via[to] === -1) {
      largest[to] = path * part;
      via[to] = company;
    }
  }
  working.unknown += share * Math.max(0, 1 - graph.total[company]!);
}

/** What a cycle holds goes round in it until its holders outside have it all. */
function passOnCycle(graph: OwnershipGraph, working: Working, cycle: number[]): void {
  const { start, holder, low, total } = graph;
  working.cycles.push(cycle);
  const inCycle = new Set(cycle);
  const solved = solveCycle(graph, cycle, working.held);
  if (solved.isClosed) working.closedCycles.push(cycle);
  working.unknown += solved.undivided;
  const entering = cycle.reduce((sum, company) => sum + working.paths[company]!, 0);
  const layer = Math.max(...cycle.map((company) => working.layer[company]!));
  largestPaths(graph, working, cycle);
  cycle.forEach((company, index) => {
    const share = solved.passed[index]!;
    working.held[company] = share;
    working.paths[company] = entering;
    working.layer[company] = layer;
    const scale = 1 / Math.max(1, total[company]!);
    for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
      const to = holder[edge]!;
      if (inCycle.has(to)) continue;
      working.held[to]! += share * low[edge]! * scale;
      working.paths[to]! += entering;
      working.layer[to] = Math.max(working.layer[to]!, layer + 1);
    }
    if (!solved.isClosed) working.unknown += share * Math.max(0, 1 - total[company]!);
  });
}

/** The largest path never goes round: products only fall. So this ends after as many rounds as the cycle has companies. */
function largestPaths(graph: OwnershipGraph, working: Working, cycle: readonly number[]): void {
  const { start, holder, low } = graph;
  const { largest, via } = working;
  for (let changed = true; changed; ) {
    changed = false;
    for (const company of cycle) {
      for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
        const to = holder[edge]!;
        const path = largest[company]! * Math.min(1, low[edge]!);
        const isFirst = via[to] === -1 && largest[to] === 0;
        if (path <= largest[to]! && !isFirst) continue;
        largest[to] = path;
        via[to] = company;
        changed = true;
      }
    }
  }
}
