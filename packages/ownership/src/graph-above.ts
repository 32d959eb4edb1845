import type { OwnershipGraph } from './graph.ts';

/**
 * The part of a graph that matters for one company: everybody above it, by holdings, control and links. Questions about the
 * company cost as much as this part is large, not as much as the whole graph.
 */
export function graphAbove(graph: OwnershipGraph, companyId: string): OwnershipGraph {
  const root = graph.indexes.get(companyId);
  if (root === undefined) return graph;
  const { parties, places } = partiesAbove(graph, root);
  if (parties.length * 2 > graph.ids.length) return graph;
  const ids = parties.map((party) => graph.ids[party]!);
  const { edges, edgePlaces } = edgesAbove(graph, parties, places);
  const local = (adjacent: ReadonlyMap<number, readonly number[]>, at: ReadonlyMap<number, number>) =>
    new Map(
      [...adjacent].flatMap(([from, to]) => {
        const place = at.get(from);
        return place === undefined ? [] : [[place, to.flatMap((each) => at.get(each) ?? [])] as const];
      }),
    );
  return {
    ids,
    indexes: new Map(ids.map((id, place) => [id, place])),
    isPerson: Uint8Array.from(parties, (party) => graph.isPerson[party]!),
    total: Float64Array.from(parties, (party) => graph.total[party]!),
    voteTotal: Float64Array.from(parties, (party) => graph.voteTotal[party]!),
    ...edges,
    controlled: local(graph.controlled, places),
    linked: local(graph.linked, places),
    directed: local(graph.directed, places),
    jointly: graph.jointly.size === 0 ? graph.jointly : local(graph.jointly, edgePlaces()),
    possiblySame: local(graph.possiblySame, places),
    hasOwnVotes: graph.hasOwnVotes,
  };
}

function partiesAbove(graph: OwnershipGraph, root: number) {
  const parties = [root];
  const places = new Map([[root, 0]]);
  const add = (party: number) => {
    if (places.has(party)) return;
    places.set(party, parties.length);
    parties.push(party);
  };
  for (let next = 0; next < parties.length; ) {
    for (; next < parties.length; next++) {
      const company = parties[next]!;
      for (let edge = graph.start[company]!; edge < graph.start[company + 1]!; edge++)
        add(graph.holder[edge]!);
    }
    for (const edges of [graph.controlled, graph.linked, graph.directed]) {
      for (const [party, companies] of edges)
        if (companies.some((company) => places.has(company))) add(party);
    }
  }
  return { parties, places };
}

function edgesAbove(graph: OwnershipGraph, parties: readonly number[], places: ReadonlyMap<number, number>) {
  const from: number[] = [];
  const start = new Int32Array(parties.length + 1);
  const holderStart = new Int32Array(parties.length + 1);
  parties.forEach((party, place) => {
    for (let edge = graph.start[party]!; edge < graph.start[party + 1]!; edge++) {
      from.push(edge);
      holderStart[places.get(graph.holder[edge]!)! + 1]! += 1;
    }
    start[place + 1] = from.length;
  });
  for (let place = 0; place < parties.length; place++) holderStart[place + 1]! += holderStart[place]!;
  const holder = Int32Array.from(from, (edge) => places.get(graph.holder[edge]!)!);
  const nextOfHolder = holderStart.slice();
  const byHolder = new Int32Array(from.length);
  holder.forEach((place, edge) => {
    byHolder[nextOfHolder[place]!++] = edge;
  });
  const edges = {
    start,
    holderStart,
    holder,
    byHolder,
    company: Int32Array.from(from, (edge) => places.get(graph.company[edge]!)!),
    low: Float64Array.from(from, (edge) => graph.low[edge]!),
    high: Float64Array.from(from, (edge) => graph.high[edge]!),
    voteLow: Float64Array.from(from, (edge) => graph.voteLow[edge]!),
    voteHigh: Float64Array.from(from, (edge) => graph.voteHigh[edge]!),
  };
  return { edges, edgePlaces: () => new Map(from.map((edge, place) => [edge, place])) };
}
