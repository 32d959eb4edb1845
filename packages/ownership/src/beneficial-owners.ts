import type { OwnershipThreshold } from '@gatehouse/contract';
import { effectiveShares } from './effective-shares.ts';
import { type OwnershipGraph, percent } from './graph.ts';
import { type OwningRule, reaches, reachOf } from './reach.ts';
import type { Finding, OwnershipStructure } from './structure.ts';
import { upstreamOf, upstreamWithControllers } from './upstream.ts';

/** Regulation (EU) 2024/1624, Article 52: 25 % or more. Older law says more than 25 %: a workflow sets that. */
export const defaultThreshold: OwnershipThreshold = { percent: 25, isInclusive: true };

/** Control through ownership is more than half of the shares or votes (the same Regulation, Article 53). */
const controlRule: OwningRule = {
  threshold: { percent: 50, isInclusive: false },
  counts: ['shares', 'votes'],
  control: 'blocks',
  joint: true,
};

export interface PartyShare {
  readonly partyId: string;
  readonly kind: 'person' | 'company';
  /** Of the company that was asked for, through all layers; at most, if all that is unknown were the party's. */
  readonly percent: { readonly atLeast: number; readonly atMost: number };
  /** Paths that lead to it, and the largest of them: from the party to the company. */
  readonly paths: number;
  readonly path: readonly string[];
}

export interface BeneficialOwner extends PartyShare {
  /** Why: by its share, by control through other means or chains, or because nobody else is known. */
  readonly basis: 'ownership' | 'control' | 'senior-managing-official';
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
  const { held, unknown, paths, layer, via, rings, closedRings } = effectiveShares(graph, upstream);
  const name = (ring: readonly number[]) => ring.map((party) => graph.ids[party]!);
  const owners = [...upstream.order].filter((party) => party !== root);
  const shares = owners.map((party): PartyShare => {
    const share = held[party]!;
    return {
      partyId: graph.ids[party]!,
      kind: graph.isPerson[party] === 1 ? 'person' : 'company',
      percent: { atLeast: percent(Math.min(1, share)), atMost: percent(Math.min(1, share + unknown)) },
      paths: paths[party]!,
      path: pathOf({ graph, via, root }, party),
    };
  });
  return {
    shares: shares.toSorted(
      (a, b) => b.percent.atLeast - a.percent.atLeast || (a.partyId < b.partyId ? -1 : 1),
    ),
    unknownPercent: percent(Math.min(1, unknown)),
    layers: owners.reduce((most, party) => Math.max(most, layer[party]!), 0),
    findings: [
      ...rings.map((ring) => ({ kind: 'cycle', companyIds: name(ring) }) as const),
      ...closedRings.map((ring) => ({ kind: 'closed-cycle', companyIds: name(ring) }) as const),
    ],
  };
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
 * The beneficial owners of a company: persons whose share reaches the threshold, or could; persons who control it by other
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
  for (const share of ownership.shares) {
    if (share.kind !== 'person') continue;
    const isCertain = reaches(share.percent.atLeast / 100, threshold);
    if (!isCertain && !reaches(share.percent.atMost / 100, threshold)) continue;
    owners.set(share.partyId, { ...share, basis: 'ownership', isCertain });
  }
  for (const partyId of controllersOf(graph, companyId)) {
    if (owners.get(partyId)?.isCertain === true) continue;
    const share =
      ownership.shares.find((each) => each.partyId === partyId) ?? withoutShare(partyId, companyId);
    owners.set(partyId, { ...share, basis: 'control', isCertain: true });
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
      if (reaches(most, controlRule.threshold)) candidates.add(graph.holder[edge]!);
    }
  }
  for (const edges of graph.jointly.values()) for (const edge of edges) candidates.add(graph.holder[edge]!);
  return [...candidates]
    .filter((party) => graph.isPerson[party] === 1)
    .filter((party) => {
      const reach = reachOf({ graph, upstream }, [party], {
        rule: controlRule,
        bound: 'certainly',
      });
      return reach.by.has(root);
    })
    .map((party) => graph.ids[party]!);
}
