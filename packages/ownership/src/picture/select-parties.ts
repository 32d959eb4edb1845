import { boundsOf, sumOf } from './bounds.ts';
import type { Bounds, PictureData, PictureHits, PictureParty, PictureRelation } from './picture-data.ts';

/** Which parties a picture draws: everybody in a small structure; in a large one those who matter, and the rest as one. */

export interface SelectionLimits {
  /** Parties that are drawn, the customer among them. */
  readonly maxParties: number;
  /** Of the holders of one company, those who are drawn for their share alone. */
  readonly maxHolders: number;
  /** Companies that are drawn between an owner and the next party that is drawn; of more, their number is. */
  readonly maxBetween: number;
  /** Pairs of parties whose relations are drawn. */
  readonly maxPairs: number;
}

export const usualLimits: SelectionLimits = { maxParties: 40, maxHolders: 10, maxBetween: 6, maxPairs: 120 };

/** Relations of one party to one company. */
export interface SelectedPair {
  readonly from: string;
  readonly to: string;
  readonly relations: readonly PictureRelation[];
  /** Companies between the two that are not drawn. */
  readonly between: number;
}

/** Parties above one company that are not drawn one by one. */
export interface RestOfHolders {
  readonly companyId: string;
  /** Those who hold something of it directly, and what they hold together. */
  readonly holders: number;
  readonly together: Bounds | null;
  /** Others above it: holders of holders, directors and those who control it. */
  readonly others: number;
  /** Hits on all of these. */
  readonly hits: PictureHits | undefined;
}

export interface Selection {
  readonly parties: readonly PictureParty[];
  readonly pairs: readonly SelectedPair[];
  readonly rest: readonly RestOfHolders[];
  /** Pairs between parties that are drawn, beyond the limit. */
  readonly pairsLeftOut: number;
  /** Parties that no relation leads from to the customer. */
  readonly unrelated: number;
}

export function selectParties(data: PictureData, limits: SelectionLimits = usualLimits): Selection {
  const pairs = pairsOf(data);
  const below = partiesBelow(data.customerId, pairs);
  const byId = new Map(data.parties.map((party) => [party.id, party]));
  const drawn = new Set([data.customerId]);
  /** Of a party above companies that are left out: the drawn one below them, and how many they are. */
  const contracted = new Map<string, { readonly to: string; readonly between: number }>();
  const skipped = new Set<string>();
  const holders = new Map<string, number>();
  for (const party of inOrder([...below.keys()].flatMap((id) => byId.get(id) ?? []))) {
    if (drawn.has(party.id) || drawn.size >= limits.maxParties) continue;
    const company = below.get(party.id)!;
    const count = holders.get(company) ?? 0;
    if (rankOf(party) === usualRank && count >= limits.maxHolders) continue;
    const path = pathDown(party.id, below, drawn);
    const between = path.slice(1, -1);
    if (between.length > limits.maxBetween) {
      contracted.set(party.id, { to: path.at(-1)!, between: between.length });
      for (const id of between) skipped.add(id);
      drawn.add(party.id);
    } else {
      if (drawn.size + between.length + 1 > limits.maxParties) continue;
      for (const id of [party.id, ...between]) drawn.add(id);
    }
    holders.set(company, count + 1);
  }
  const own = [...pairs.values()].filter(({ from, to }) => drawn.has(from) && drawn.has(to));
  // Without those that hold it to the customer, a party would hang in the air.
  const needed = own.filter(({ from, to }) => below.get(from) === to);
  const others = own.filter(({ from, to }) => below.get(from) !== to);
  const kept = others.slice(0, Math.max(0, limits.maxPairs - needed.length));
  return {
    parties: [...drawn].flatMap((id) => byId.get(id) ?? []),
    pairs: [
      ...[...needed, ...kept].map((pair) => ({ ...pair, between: 0 })),
      ...[...contracted]
        .filter(([from, { to }]) => !pairs.has(keyOf(from, to)))
        .map(([from, { to, between }]) => ({ from, to, relations: [], between })),
    ],
    rest: restOf(data, { pairs, below, drawn, skipped, byId }),
    pairsLeftOut: others.length - kept.length,
    unrelated: data.parties.filter(({ id }) => id !== data.customerId && !below.has(id)).length,
  };
}

type Pairs = ReadonlyMap<string, { from: string; to: string; relations: PictureRelation[] }>;

const keyOf = (from: string, to: string) => JSON.stringify([from, to]);

function pairsOf({ relations }: PictureData): Pairs {
  const pairs = new Map<string, { from: string; to: string; relations: PictureRelation[] }>();
  for (const relation of relations) {
    const key = keyOf(relation.from, relation.to);
    const known = pairs.get(key);
    if (known) known.relations.push(relation);
    else pairs.set(key, { from: relation.from, to: relation.to, relations: [relation] });
  }
  return pairs;
}

/** Everybody above the customer, with the next party on the shortest way down to it. */
function partiesBelow(customerId: string, pairs: Pairs): ReadonlyMap<string, string> {
  const above = Map.groupBy(pairs.values(), ({ to }) => to);
  const below = new Map<string, string>();
  const reached = [customerId];
  for (const id of reached) {
    for (const { from } of above.get(id) ?? []) {
      if (from === customerId || below.has(from)) continue;
      below.set(from, id);
      reached.push(from);
    }
  }
  return below;
}

/** From a party down to the first that is drawn, both included. */
function pathDown(id: string, below: ReadonlyMap<string, string>, drawn: ReadonlySet<string>): string[] {
  const path = [id];
  for (let at = below.get(id); at !== undefined; at = below.get(at)) {
    path.push(at);
    if (drawn.has(at)) break;
  }
  return path;
}

const usualRank = 4;

/** What has to be seen first. */
function rankOf({ hits, beneficialOwner }: PictureParty): number {
  if ((hits?.trueMatches ?? 0) > 0) return 0;
  if (beneficialOwner === 'certain') return 1;
  if ((hits?.open ?? 0) > 0) return 2;
  return beneficialOwner === 'possible' ? 3 : usualRank;
}

function inOrder(parties: readonly PictureParty[]): readonly PictureParty[] {
  const share = ({ percent }: PictureParty, side: keyof Bounds) => percent?.[side] ?? -1;
  return parties.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      share(b, 'atLeast') - share(a, 'atLeast') ||
      share(b, 'atMost') - share(a, 'atMost'),
  );
}

/** Whoever is not drawn, by the drawn company that the way down leads to first. */
function restOf(
  data: PictureData,
  of: {
    readonly pairs: Pairs;
    readonly below: ReadonlyMap<string, string>;
    readonly drawn: ReadonlySet<string>;
    readonly skipped: ReadonlySet<string>;
    readonly byId: ReadonlyMap<string, PictureParty>;
  },
): readonly RestOfHolders[] {
  const { pairs, below, drawn, skipped, byId } = of;
  const companies = new Map<
    string,
    { shares: Bounds[]; holders: number; others: number; hits?: PictureHits | undefined }
  >();
  // In the order of distance: whoever is below was placed before.
  const placed = new Map<string, string>();
  for (const [id, next] of below) {
    const companyId = drawn.has(next) ? next : (placed.get(next) ?? data.customerId);
    placed.set(id, companyId);
    // A company between is told by the number on the line, but not its hits.
    if (drawn.has(id) || (skipped.has(id) && byId.get(id)?.hits === undefined)) continue;
    const rest = companies.get(companyId) ?? { shares: [], holders: 0, others: 0 };
    companies.set(companyId, rest);
    rest.hits = sumOfHits(rest.hits, byId.get(id)?.hits);
    const shares = sharesOf(pairs.get(keyOf(id, companyId))?.relations ?? []);
    if (shares.length === 0) rest.others += 1;
    else {
      rest.holders += 1;
      rest.shares.push(...shares);
    }
  }
  return [...companies].map(([companyId, { shares, ...counts }]) => ({
    companyId,
    ...counts,
    hits: counts.hits,
    together: shares.length === 0 ? null : sumOf(shares),
  }));
}

function sharesOf(relations: readonly PictureRelation[]): Bounds[] {
  return relations.flatMap((relation) => (relation.kind === 'owns' ? [boundsOf(relation.shares)] : []));
}

function sumOfHits(one: PictureHits | undefined, other: PictureHits | undefined): PictureHits | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    trueMatches: one.trueMatches + other.trueMatches,
    open: one.open + other.open,
    cleared: one.cleared + other.cleared,
  };
}
