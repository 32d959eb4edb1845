import type { Finding, Holding, OwnershipStructure, Share } from './structure.ts';

/** Shares are sums and products of fractions: what differs by less than a millionth of a percent is the same. */
export const tolerance = 1e-8;

/**
 * A structure by numbers: parties are indexes, shares are fractions of 1. The holdings in company `c` are the edges from
 * `start[c]` up to `start[c + 1]`; those of holder `h` are `byHolder` from `holderStart[h]` up to `holderStart[h + 1]`.
 */
export interface OwnershipGraph {
  readonly ids: readonly string[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly isPerson: Uint8Array;
  readonly start: Int32Array;
  readonly holder: Int32Array;
  readonly company: Int32Array;
  /** At least and at most, of the shares and of the votes. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly voteLow: Float64Array;
  readonly voteHigh: Float64Array;
  /** What the holders of each company are known to hold together. */
  readonly total: Float64Array;
  readonly voteTotal: Float64Array;
  readonly holderStart: Int32Array;
  readonly byHolder: Int32Array;
  /** Companies that a party controls by other means, and those to which it has another link. */
  readonly controlled: ReadonlyMap<number, readonly number[]>;
  readonly linked: ReadonlyMap<number, readonly number[]>;
  readonly directed: ReadonlyMap<number, readonly number[]>;
  /** Edges of holders that act together, by each of these edges. */
  readonly jointly: ReadonlyMap<number, readonly number[]>;
  /** Parties that may be the same as each of these. */
  readonly possiblySame: ReadonlyMap<number, readonly number[]>;
  /** Whether any holding has votes that differ from its shares. */
  readonly hasOwnVotes: boolean;
}

/** A structure as a graph, with what is wrong with it. Nothing is thrown: the graph is usable whatever was stated. */
export function buildGraph(structure: OwnershipStructure): {
  readonly graph: OwnershipGraph;
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const parties = partiesOf(structure, findings);
  const holdings = usableHoldings(structure.holdings, parties, findings);
  const edges = edgesOf(holdings, parties, findings);
  findings.push(...repeatedHolders(edges, parties.ids), ...excessiveSums(edges, parties.ids));
  const target = (holderId: string, companyId: string) =>
    [parties.indexes.get(holderId)!, parties.indexes.get(companyId)!] as const;
  const graph: OwnershipGraph = {
    ...parties,
    ...edges,
    controlled: adjacency((structure.controls ?? []).map((each) => target(each.holderId, each.companyId))),
    linked: adjacency((structure.links ?? []).map((each) => target(each.partyId, each.companyId))),
    directed: adjacency((structure.officers ?? []).map((each) => target(each.partyId, each.companyId))),
    jointly: jointEdges(structure, edges, parties.indexes),
    possiblySame: namesakes(structure, parties.indexes),
    hasOwnVotes: structure.holdings.some(({ votes }) => votes !== undefined),
  };
  return { graph, findings };
}

interface Parties {
  readonly ids: readonly string[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly isPerson: Uint8Array;
}

function partiesOf(structure: OwnershipStructure, findings: Finding[]): Parties {
  const ids: string[] = [];
  const indexes = new Map<string, number>();
  const persons: number[] = [];
  for (const { id, kind } of structure.parties) {
    if (indexes.has(id)) {
      findings.push({ kind: 'repeated-party', partyId: id });
      continue;
    }
    if (kind === 'person') persons.push(ids.length);
    indexes.set(id, ids.length);
    ids.push(id);
  }
  for (const id of namedIds(structure)) {
    if (indexes.has(id)) continue;
    findings.push({ kind: 'unknown-party', partyId: id });
    indexes.set(id, ids.length);
    ids.push(id);
  }
  const isPerson = new Uint8Array(ids.length);
  for (const index of persons) isPerson[index] = 1;
  return { ids, indexes, isPerson };
}

function* namedIds(structure: OwnershipStructure): Iterable<string> {
  for (const { holderId, companyId } of [...structure.holdings, ...(structure.controls ?? [])]) {
    yield holderId;
    yield companyId;
  }
  for (const { partyId, companyId } of [...(structure.officers ?? []), ...(structure.links ?? [])]) {
    yield partyId;
    yield companyId;
  }
}

function usableHoldings(
  holdings: readonly Holding[],
  { indexes, isPerson }: Parties,
  findings: Finding[],
): readonly Holding[] {
  const owned = new Set<string>();
  const usable = holdings.filter(({ companyId }) => {
    const isOwnable = isPerson[indexes.get(companyId)!] === 0;
    if (!isOwnable) owned.add(companyId);
    return isOwnable;
  });
  findings.push(...[...owned].map((partyId) => ({ kind: 'owned-person', partyId }) as const));
  return usable;
}

type Edges = Pick<
  OwnershipGraph,
  | 'start'
  | 'holder'
  | 'company'
  | 'low'
  | 'high'
  | 'voteLow'
  | 'voteHigh'
  | 'total'
  | 'voteTotal'
  | 'holderStart'
  | 'byHolder'
>;

function edgesOf(holdings: readonly Holding[], { ids, indexes }: Parties, findings: Finding[]): Edges {
  const count = ids.length;
  const start = new Int32Array(count + 1);
  const holderStart = new Int32Array(count + 1);
  for (const { holderId, companyId } of holdings) {
    start[indexes.get(companyId)! + 1]! += 1;
    holderStart[indexes.get(holderId)! + 1]! += 1;
  }
  for (let party = 0; party < count; party++) {
    start[party + 1]! += start[party]!;
    holderStart[party + 1]! += holderStart[party]!;
  }
  const size = holdings.length;
  const edges: Edges = {
    start,
    holder: new Int32Array(size),
    company: new Int32Array(size),
    low: new Float64Array(size),
    high: new Float64Array(size),
    voteLow: new Float64Array(size),
    voteHigh: new Float64Array(size),
    total: new Float64Array(count),
    voteTotal: new Float64Array(count),
    holderStart,
    byHolder: new Int32Array(size),
  };
  fillEdges(holdings, edges, { indexes, findings });
  return edges;
}

function fillEdges(
  holdings: readonly Holding[],
  edges: Edges,
  { indexes, findings }: { readonly indexes: ReadonlyMap<string, number>; readonly findings: Finding[] },
): void {
  const next = edges.start.slice();
  const nextOfHolder = edges.holderStart.slice();
  for (const { holderId, companyId, shares, votes } of holdings) {
    const holder = indexes.get(holderId)!;
    const company = indexes.get(companyId)!;
    const edge = next[company]!++;
    edges.byHolder[nextOfHolder[holder]!++] = edge;
    edges.holder[edge] = holder;
    edges.company[edge] = company;
    const held = boundsOf(shares);
    const voted = votes === undefined ? held : boundsOf(votes);
    if (held === undefined || voted === undefined) {
      findings.push({ kind: 'bad-share', partyId: holderId, companyId });
    }
    [edges.low[edge], edges.high[edge]] = held ?? unknown;
    [edges.voteLow[edge], edges.voteHigh[edge]] = voted ?? unknown;
    edges.total[company]! += edges.low[edge]!;
    edges.voteTotal[company]! += edges.voteLow[edge]!;
  }
}

const unknown: readonly [number, number] = [0, 1];

/** At least and at most, as fractions; undefined: it is no percentage. */
function boundsOf(share: Share): readonly [number, number] | undefined {
  if (share === null) return unknown;
  const [least, most] = typeof share === 'number' ? [share, share] : [share.atLeast, share.atMost];
  const isRange = least >= 0 && least <= most && most <= 100 + tolerance * 100;
  return isRange ? [least / 100, Math.min(most / 100, 1)] : undefined;
}

function repeatedHolders({ start, holder }: Edges, ids: readonly string[]): Finding[] {
  const seenIn = new Int32Array(ids.length).fill(-1);
  const findings: Finding[] = [];
  for (let company = 0; company < ids.length; company++) {
    for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
      const at = holder[edge]!;
      if (seenIn[at] === company) {
        findings.push({ kind: 'repeated-holder', partyId: ids[at]!, companyId: ids[company]! });
      }
      seenIn[at] = company;
    }
  }
  return findings;
}

function excessiveSums({ total, voteTotal }: Edges, ids: readonly string[]): Finding[] {
  return ids.flatMap((companyId, company): Finding[] => {
    const sum = Math.max(total[company]!, voteTotal[company]!);
    return sum > 1 + tolerance ? [{ kind: 'sum-above-100', companyId, sum: percent(sum) }] : [];
  });
}

function adjacency(pairs: readonly (readonly [number, number])[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [from, to] of pairs) {
    const known = found.get(from);
    if (known === undefined) found.set(from, [to]);
    else known.push(to);
  }
  return found;
}

function jointEdges(
  structure: OwnershipStructure,
  { start, holder }: Edges,
  indexes: ReadonlyMap<string, number>,
): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  for (const { companyId, holderIds } of structure.jointArrangements ?? []) {
    const company = indexes.get(companyId);
    if (company === undefined) continue;
    const holders = new Set(holderIds.map((id) => indexes.get(id)));
    const together: number[] = [];
    for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
      if (holders.has(holder[edge])) together.push(edge);
    }
    for (const edge of together) found.set(edge, [...(found.get(edge) ?? []), ...together]);
  }
  return found;
}

function namesakes(
  { possiblySame = [] }: OwnershipStructure,
  indexes: ReadonlyMap<string, number>,
): Map<number, readonly number[]> {
  return new Map(
    possiblySame.flatMap((ids) => {
      const group = ids.flatMap((id) => indexes.get(id) ?? []);
      return group.map((party) => [party, group] as const);
    }),
  );
}

/** The same graph with its votes in place of its shares. */
export function votesOnly(graph: OwnershipGraph): OwnershipGraph {
  return { ...graph, low: graph.voteLow, high: graph.voteHigh, total: graph.voteTotal };
}

/** The same graph, where each holding counts with its shares or its votes, whichever are more. */
export function sharesOrVotes(graph: OwnershipGraph): OwnershipGraph {
  const low = graph.low.map((share, edge) => Math.max(share, graph.voteLow[edge]!));
  const high = graph.high.map((share, edge) => Math.max(share, graph.voteHigh[edge]!));
  const total = new Float64Array(graph.ids.length);
  low.forEach((share, edge) => {
    total[graph.company[edge]!]! += share;
  });
  return { ...graph, low, high, total };
}

/** A fraction as a percentage, to a millionth of a percent. */
export function percent(fraction: number): number {
  return Math.round(fraction * 1e8) / 1e6;
}
