import { type OwnershipGraph, tolerance } from './graph.ts';
import type { RegimeRule } from './regimes.ts';
import type { Upstream } from './upstream.ts';

/** What counts for owning a company: a rule of a regime, or the same of another law. */
export type OwnershipRule = Pick<RegimeRule, 'threshold' | 'counts' | 'control'> & {
  /** Whether shares under a joint arrangement with a party count as that party's. */
  readonly joint: boolean;
};

export type JoinedBy = 'seed' | 'shares' | 'votes' | 'control' | 'link' | 'undisclosed';

/** Companies that some parties own, with these parties; by the index of the party. */
export interface OwnedCompanies {
  /** Why each is in: undefined where it is not. */
  readonly by: ReadonlyMap<number, JoinedBy>;
  /** In the order in which they came in: each by those before it. */
  readonly joined: readonly number[];
  /** Shares, or votes where they count and are more, that those who are in hold of each company, as a fraction. */
  readonly share: (company: number) => number;
}

/**
 * The companies above the root, and the root, that the seeds own: a company that they own counts with all it holds.
 *
 * `certainly` counts what is known to be held. It starts from the seeds, so a cycle of companies never owns itself.
 * `possibly` counts what can be held: all that is not known to be held by somebody outside. So a company whose owners are not
 * stated is in, and so is one that is only linked.
 */
export function findOwnedCompanies(
  held: { readonly graph: OwnershipGraph; readonly upstream: Upstream },
  seeds: Iterable<number>,
  { rule, bound }: { readonly rule: OwnershipRule; readonly bound: 'certainly' | 'possibly' },
): OwnedCompanies {
  const { graph, upstream } = held;
  const by = new Map<number, JoinedBy>();
  const joined: number[] = [];
  const sums = new HeldSums(held, { rule, bound });
  const join = (party: number, reason: JoinedBy) => {
    if (by.has(party) || upstream.isIn[party] !== 1) return;
    by.set(party, reason);
    joined.push(party);
  };
  for (const seed of seeds) join(seed, 'seed');
  if (bound === 'possibly') {
    for (const party of upstream.order) {
      if (graph.isPerson[party] === 0 && sums.metBy(party) !== undefined) join(party, 'undisclosed');
    }
  }
  for (let next = 0; next < joined.length; next++) {
    const party = joined[next]!;
    for (let at = graph.holderStart[party]!; at < graph.holderStart[party + 1]!; at++) {
      const edge = graph.byHolder[at]!;
      for (const counted of rule.joint ? (graph.jointly.get(edge) ?? [edge]) : [edge]) sums.add(counted);
      const reason = sums.metBy(graph.company[edge]!);
      if (reason !== undefined) join(graph.company[edge]!, reason);
    }
    if (rule.control === 'blocks') for (const to of graph.controlled.get(party) ?? []) join(to, 'control');
    if (bound === 'possibly') for (const to of graph.linked.get(party) ?? []) join(to, 'link');
  }
  return { by, joined, share: (company) => sums.of(company) };
}

/** What those who came in hold of each company. */
class HeldSums {
  readonly #graph: OwnershipGraph;
  readonly #upstream: Upstream;
  readonly #rule: OwnershipRule;
  readonly #isUpper: boolean;
  readonly #sums = new Map<number, { low: number; high: number; voteLow: number; voteHigh: number }>();
  /** Joint arrangements count an edge for several holders: never twice. */
  readonly #counted = new Set<number>();

  constructor(
    { graph, upstream }: { readonly graph: OwnershipGraph; readonly upstream: Upstream },
    { rule, bound }: { readonly rule: OwnershipRule; readonly bound: 'certainly' | 'possibly' },
  ) {
    this.#graph = graph;
    this.#upstream = upstream;
    this.#rule = rule;
    this.#isUpper = bound === 'possibly';
  }

  add(edge: number): void {
    // Counted already, whoever is in.
    if (this.#isUpper && this.#upstream.isInCycle.has(edge)) return;
    const { jointly, company, low, high, voteLow, voteHigh } = this.#graph;
    if (jointly.size > 0) {
      if (this.#counted.has(edge)) return;
      this.#counted.add(edge);
    }
    const at = company[edge]!;
    const sums = this.#sums.get(at);
    if (sums === undefined) {
      this.#sums.set(at, {
        low: low[edge]!,
        high: high[edge]!,
        voteLow: voteLow[edge]!,
        voteHigh: voteHigh[edge]!,
      });
      return;
    }
    sums.low += low[edge]!;
    sums.high += high[edge]!;
    sums.voteLow += voteLow[edge]!;
    sums.voteHigh += voteHigh[edge]!;
  }

  #shares(company: number): number {
    const { low = 0, high = 0 } = this.#sums.get(company) ?? {};
    if (!this.#isUpper) return low;
    return atMost({
      low,
      high,
      total: this.#graph.total[company]!,
      cycle: this.#upstream.cycleShares[company]!,
    });
  }

  #votes(company: number): number {
    const { voteLow: low = 0, voteHigh: high = 0 } = this.#sums.get(company) ?? {};
    if (!this.#isUpper) return low;
    return atMost({
      low,
      high,
      total: this.#graph.voteTotal[company]!,
      cycle: this.#upstream.cycleVotes[company]!,
    });
  }

  of(company: number): number {
    const { counts } = this.#rule;
    const shares = counts.includes('shares') ? this.#shares(company) : 0;
    return counts.includes('votes') ? Math.max(shares, this.#votes(company)) : shares;
  }

  metBy(company: number): 'shares' | 'votes' | undefined {
    const { counts, threshold } = this.#rule;
    if (counts.includes('shares') && meetsThreshold(this.#shares(company), threshold)) return 'shares';
    if (counts.includes('votes') && meetsThreshold(this.#votes(company), threshold)) return 'votes';
    return undefined;
  }
}

/**
 * All that others are not known to hold; where the stated shares exceed the whole, what is stated of these. What a cycle of
 * companies holds of itself says nothing of who is behind it.
 */
function atMost({
  low,
  high,
  total,
  cycle,
}: {
  readonly low: number;
  readonly high: number;
  readonly total: number;
  readonly cycle: number;
}): number {
  return Math.min(1, total > 1 + tolerance ? high + cycle : 1 - total + cycle + low);
}

/** Whether a fraction reaches a threshold in percent; nobody owns a company by holding nothing of it. */
export function meetsThreshold(
  fraction: number,
  { percent, isInclusive }: { readonly percent: number; readonly isInclusive: boolean },
): boolean {
  const least = percent / 100;
  return fraction > tolerance && (isInclusive ? fraction >= least - tolerance : fraction > least + tolerance);
}
