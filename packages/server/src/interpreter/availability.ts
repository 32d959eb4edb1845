import { type Arc, groupBySource, walkGraph } from './graph-walk.ts';

/** What has run when an execution is at some place of a workflow. */
export interface HasRun {
  /** Nodes on every path to the place. */
  readonly certain: ReadonlySet<string>;
  /** Nodes on at least one path to the place. */
  readonly possible: ReadonlySet<string>;
  /** Whether on every path a node has set the risk score. */
  readonly riskScore: boolean;
}

export interface Availability {
  /** Where the node's own expressions run. */
  readonly before: (node: string) => HasRun;
  /** Where the conditions of the edges that leave the node run. */
  readonly after: (node: string) => HasRun;
}

interface Masks {
  readonly certain: bigint;
  readonly possible: bigint;
}

/**
 * Which nodes lie on every path, and which on some path, from `start` to each place. Sets are bit masks:
 * one bit a node, one more for "a risk score exists". A place that cannot be reached has everything, so
 * that it adds no faults to the one that says so.
 */
export function findAvailability(
  graph: { readonly nodes: readonly string[]; readonly arcs: readonly Arc[] },
  setsRiskScore: (node: string) => boolean,
): Availability {
  const bits = new Map(graph.nodes.map((node, index) => [node, 1n << BigInt(index)]));
  const riskScoreBit = 1n << BigInt(graph.nodes.length);
  const everything = (riskScoreBit << 1n) - 1n;
  const ownBits = (node: string) => (bits.get(node) ?? 0n) | (setsRiskScore(node) ? riskScoreBit : 0n);

  const incoming = Map.groupBy(graph.arcs, (arc) => arc.to);
  const order = walkGraph(['start'], groupBySource(graph.arcs)).postorder.toReversed();

  const atEntry = new Map<string, Masks>([['start', { certain: 0n, possible: 0n }]]);
  const unknown: Masks = { certain: everything, possible: 0n };
  // One round settles a graph without cycles; a graph with some is refused, and settles in a few more.
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order) {
      if (node === 'start') continue;
      let { certain, possible } = unknown;
      for (const { from: source } of incoming.get(node) ?? []) {
        const there = atEntry.get(source);
        if (!there) continue;
        certain &= there.certain | ownBits(source);
        possible |= there.possible | ownBits(source);
      }
      const known = atEntry.get(node);
      if (known?.certain === certain && known.possible === possible) continue;
      atEntry.set(node, { certain, possible });
      changed = true;
    }
  }

  const nodesOf = (mask: bigint) => new Set(graph.nodes.filter((node) => (mask & bits.get(node)!) !== 0n));
  const read = ({ certain, possible }: Masks): HasRun => ({
    certain: nodesOf(certain),
    possible: nodesOf(possible),
    riskScore: (certain & riskScoreBit) !== 0n,
  });
  const nowhere: Masks = { certain: everything, possible: everything };
  return {
    before: (node) => read(atEntry.get(node) ?? nowhere),
    after: (node) => {
      const masks = atEntry.get(node) ?? nowhere;
      return read({ certain: masks.certain | ownBits(node), possible: masks.possible | ownBits(node) });
    },
  };
}
