import type { OwnershipThreshold } from '@gatehouse/contract';
import { effectiveShares } from './effective-shares.ts';
import { type OwnershipGraph, percent, sharesOrVotes, votesOnly } from './graph.ts';
import { findOwnedCompanies, meetsThreshold, type OwnershipRule } from './owned-companies.ts';
import type { Finding, OwnershipStructure } from './structure.ts';
import { type Upstream, upstreamOf, upstreamWithControllers } from './upstream.ts';

/** Regulation (EU) 2024/1624, Article 52: 25 % or more of the shares or votes. Older law says more than 25 %: a workflow sets that. */
export const defaultThreshold: OwnershipThreshold = { percent: 25, isInclusive: true };

/** Control through ownership is more than half of the shares or votes (the same Regulation, Article 53). */
const controlRule: OwnershipRule = {
  threshold: { percent: 50, isInclusive: false },
  counts: ['shares', 'votes'],
  control: 'blocks',
  joint: true,
};

export interface PartyShare {
  readonly partyId: string;
  readonly kind: 'person' | 'company';
  /** Of the company that was asked for, through all layers; at most, if all that may be the party's were. */
  readonly percent: { readonly atLeast: number; readonly atMost: number };
  /** Paths that lead to it, and the largest of them: from the party to the company. */
  readonly paths: number;
  readonly path: readonly string[];
  /** Votes in the company, multiplied as the shares; absent where no votes are stated that differ from shares. */
  readonly votes?: {
    readonly percent: { readonly atLeast: number; readonly atMost: number };
    readonly path: readonly string[];
  };
}

export interface BeneficialOwner extends PartyShare {
  /** Why: by its share, its votes, control through other means or chains, or because nobody else is known. */
  readonly basis: 'ownership' | 'voting-rights' | 'control' | 'senior-managing-official';
  /** False: only if unknown shares were the person's. */
  readonly isCertain: boolean;
}

export interface EffectiveOwnership {
  /** Everybody above the company, by share, the largest first. */
  readonly shares: readonly PartyShare[];
  readonly unknownPercent: number;
  /** Layers of owners above the company. */
  readonly layers: number;
  readonly findings: readonly Finding[];
}

/**
 * Shares of a company through all layers.
 * @throws where the company is no party of the graph
 */
export function effectiveOwnership(graph: OwnershipGraph, companyId: string): EffectiveOwnership {
  const root = graph.indexes.get(companyId);
  if (root === undefined) throw new Error(`${companyId} is no party of the structure`);
  const upstream = upstreamOf(graph, root);
  const { held, unknown, possiblyMore, paths, layer, via, cycles, closedCycles } = effectiveShares(
    graph,
    upstream,
  );
  const voted = graph.hasOwnVotes ? effectiveShares(votesOnly(graph), upstream) : undefined;
  const name = (cycle: readonly number[]) => cycle.map((party) => graph.ids[party]!);
  const owners = [...upstream.order].filter((party) => party !== root);
  const shares = owners.map(
    (party): PartyShare => ({
      partyId: graph.ids[party]!,
      kind: graph.isPerson[party] === 1 ? 'person' : 'company',
      percent: interval(held[party]!, possiblyMore[party]!),
      paths: paths[party]!,
      path: pathOf({ graph, via, root }, party),
      ...(voted && {
        votes: {
          percent: interval(voted.held[party]!, voted.possiblyMore[party]!),
          path: pathOf({ graph, via: voted.via, root }, party),
        },
      }),
    }),
  );
  return {
    shares: shares.toSorted(
      (a, b) => b.percent.atLeast - a.percent.atLeast || (a.partyId < b.partyId ? -1 : 1),
    ),
    unknownPercent: percent(Math.min(1, unknown)),
    layers: owners.reduce((most, party) => Math.max(most, layer[party]!), 0),
    findings: [
      ...cycles.map((cycle) => ({ kind: 'cycle', companyIds: name(cycle) }) as const),
      ...closedCycles.map((cycle) => ({ kind: 'closed-cycle', companyIds: name(cycle) }) as const),
    ],
  };
}

function interval(held: number, more: number): PartyShare['percent'] {
  return { atLeast: percent(Math.min(1, held)), atMost: percent(Math.min(1, held + more)) };
}

function pathOf(
  { graph, via, root }: { readonly graph: OwnershipGraph; readonly via: Int32Array; readonly root: number },
  party: number,
): string[] {
  const path = [graph.ids[party]!];
  for (let at = party; at !== root && via[at] !== -1 && path.length <= graph.ids.length; at = via[at]!) {
    path.push(graph.ids[via[at]!]!);
  }
  return path;
}

/**
 * The beneficial owners of a company: persons whose shares or votes reach the threshold, or could; persons who control it by other
 * means or through companies that they control; and where none of these is certain, its senior managing officials.
 */
export function beneficialOwners(
  graph: OwnershipGraph,
  {
    companyId,
    ownership,
    structure,
    threshold = defaultThreshold,
  }: {
    readonly companyId: string;
    readonly ownership: EffectiveOwnership;
    readonly structure: OwnershipStructure;
    readonly threshold?: OwnershipThreshold;
  },
): readonly BeneficialOwner[] {
  const owners = new Map<string, BeneficialOwner>();
  const sharesById = new Map(ownership.shares.map((share) => [share.partyId, share]));
  for (const share of ownership.shares) {
    const basis = share.kind === 'person' ? ownedBasis(share, threshold) : undefined;
    if (basis !== undefined) owners.set(share.partyId, { ...share, ...basis });
  }
  for (const partyId of controllersOf(graph, companyId)) {
    if (owners.get(partyId)?.isCertain === true) continue;
    const share = sharesById.get(partyId) ?? withoutShare(partyId, companyId);
    owners.set(partyId, { ...share, basis: 'control', isCertain: true });
  }
  for (const partyId of possibleOwners(graph, { companyId, sharesById, threshold })) {
    if (owners.has(partyId)) continue;
    owners.set(partyId, { ...sharesById.get(partyId)!, basis: 'ownership', isCertain: false });
  }
  if ([...owners.values()].some(({ isCertain }) => isCertain)) return [...owners.values()];
  for (const { partyId, companyId: directed, role } of structure.officers ?? []) {
    if (directed !== companyId || role !== 'senior-managing-official' || owners.has(partyId)) continue;
    owners.set(partyId, {
      ...withoutShare(partyId, companyId),
      basis: 'senior-managing-official',
      isCertain: true,
    });
  }
  return [...owners.values()];
}

/** Why a share makes a beneficial owner, or could; by votes where shares do not do it. */
function ownedBasis(
  { percent: shares, votes }: PartyShare,
  threshold: OwnershipThreshold,
): Pick<BeneficialOwner, 'basis' | 'isCertain'> | undefined {
  const isReached = (value: number | undefined) =>
    value !== undefined && meetsThreshold(value / 100, threshold);
  if (isReached(shares.atLeast)) return { basis: 'ownership', isCertain: true };
  if (isReached(votes?.percent.atLeast)) return { basis: 'voting-rights', isCertain: true };
  if (isReached(shares.atMost)) return { basis: 'ownership', isCertain: false };
  return isReached(votes?.percent.atMost) ? { basis: 'voting-rights', isCertain: false } : undefined;
}

interface PossibleOwners {
  readonly companyId: string;
  readonly sharesById: ReadonlyMap<string, PartyShare>;
  readonly threshold: OwnershipThreshold;
}

/**
 * Persons who reach the threshold only if namesakes are one person, or only along chains in which shares count in one company
 * and votes in another.
 */
function possibleOwners(
  graph: OwnershipGraph,
  { companyId, sharesById, threshold }: PossibleOwners,
): readonly string[] {
  const possible: string[] = [];
  const isPerson = (party: number) => graph.isPerson[party] === 1;
  for (const group of new Set(graph.possiblySame.values())) {
    const found = group.filter(isPerson).flatMap((party) => sharesById.get(graph.ids[party]!) ?? []);
    const most = Math.max(
      mostTogether(found.map((share) => share.percent)),
      mostTogether(found.flatMap(({ votes }) => votes?.percent ?? [])),
    );
    if (meetsThreshold(most / 100, threshold)) possible.push(...found.map(({ partyId }) => partyId));
  }
  if (!graph.hasOwnVotes) return possible;
  const upstream: Upstream = upstreamOf(graph, graph.indexes.get(companyId)!);
  const { held } = effectiveShares(sharesOrVotes(graph), upstream);
  const mixed = [...upstream.order].filter(
    (party) => isPerson(party) && meetsThreshold(held[party]!, threshold),
  );
  return [...possible, ...mixed.map((party) => graph.ids[party]!)];
}

/** What several hold together, with what is unknown once: it cannot be each one's. */
function mostTogether(intervals: readonly PartyShare['percent'][]): number {
  const known = intervals.reduce((sum, { atLeast }) => sum + atLeast, 0);
  const unknown = intervals.map(({ atLeast, atMost }) => atMost - atLeast);
  return known + Math.max(0, ...unknown);
}

function withoutShare(partyId: string, companyId: string): PartyShare {
  return {
    partyId,
    kind: 'person',
    percent: { atLeast: 0, atMost: 0 },
    paths: 0,
    path: [partyId, companyId],
  };
}

/** Persons who control the company: by other means, or by more than half of it, themselves or through companies. */
function controllersOf(graph: OwnershipGraph, companyId: string): string[] {
  const root = graph.indexes.get(companyId)!;
  const upstream = upstreamWithControllers(graph, root);
  const candidates = new Set<number>();
  for (const party of graph.controlled.keys()) candidates.add(party);
  for (const company of upstream.order) {
    for (let edge = graph.start[company]!; edge < graph.start[company + 1]!; edge++) {
      const most = Math.max(graph.low[edge]!, graph.voteLow[edge]!);
      if (meetsThreshold(most, controlRule.threshold)) candidates.add(graph.holder[edge]!);
    }
  }
  for (const edges of graph.jointly.values()) for (const edge of edges) candidates.add(graph.holder[edge]!);
  return [...candidates]
    .filter((party) => graph.isPerson[party] === 1)
    .filter((party) => {
      const owned = findOwnedCompanies({ graph, upstream }, [party], {
        rule: controlRule,
        bound: 'certainly',
      });
      return owned.by.has(root);
    })
    .map((party) => graph.ids[party]!);
}
