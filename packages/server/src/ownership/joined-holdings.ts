import type { Holding, Share } from '@gatehouse/ownership';
import { boundsOf, mergedHolding, sumOf, textOf } from './holding-shares.ts';

/** One figure of a holding: shares, or votes where these differ. */
export interface HoldingKey {
  readonly holderId: string;
  readonly companyId: string;
  readonly figure: 'shares' | 'votes';
}

/** Two figures of one holding that exclude each other. */
export interface ShareConflict {
  readonly holding: Holding;
  /** What the list states, and what was known before it. */
  readonly listed: string;
  readonly stated: string;
}

/** Holdings of a structure and of lists. One that both state counts once: with the larger figure, where both have one. */
export class JoinedHoldings {
  readonly #byPair: Map<string, Holding[]>;
  readonly #sources = new Map<string, string>();

  constructor(stated: readonly Holding[]) {
    this.#byPair = Map.groupBy(stated, pairOf);
  }

  has(holderId: string, companyId: string): boolean {
    return this.#byPair.has(pairOf({ holderId, companyId }));
  }

  /**
   * Tells of a holder and a company whether a chain of at least one company between them leads from one down to the other.
   * @param others holdings that count as links of chains beside those that are here
   */
  chainsWith(others: readonly Holding[]): (pair: Pick<Holding, 'holderId' | 'companyId'>) => boolean {
    const below = Map.groupBy([...this.all(), ...others], ({ holderId }) => holderId);
    return ({ holderId, companyId }) => hasChain(below, holderId, companyId);
  }

  /** Adds what a list states. Several stated holdings of one party in one company are compared by their sum. */
  add(holding: Holding, source: string): ShareConflict | undefined {
    const pair = pairOf(holding);
    const known = this.#byPair.get(pair);
    if (known === undefined) {
      this.#byPair.set(pair, [holding]);
      this.#note(holding, 'shares', source);
      this.#note(holding, 'votes', source);
      return undefined;
    }
    const stated = sumOf(known.map(({ shares }) => shares));
    const listed = holding.shares;
    if (isMore(listed, stated)) {
      const merged = mergedHolding(known, listed);
      this.#byPair.set(pair, [merged]);
      this.#note(holding, 'shares', source);
      if (merged.votes === undefined) this.#note(holding, 'votes', source);
    }
    this.#addVotes(pair, holding, source);
    if (listed === null || stated === null || !differ(listed, stated)) return undefined;
    return { holding, listed: textOf(boundsOf(listed)), stated: textOf(boundsOf(stated)) };
  }

  /** Votes that a list states apart from shares count where they are more than the votes that are known. */
  #addVotes(pair: string, { votes }: Holding, source: string): void {
    if (votes === undefined) return;
    const known = this.#byPair.get(pair)!;
    const stated = sumOf(known.map((each) => (each.votes === undefined ? each.shares : each.votes)));
    if (!isMore(votes, stated)) return;
    const shares = sumOf(known.map((each) => each.shares));
    this.#byPair.set(pair, [{ ...mergedHolding(known, shares), votes }]);
    this.#note(known[0]!, 'votes', source);
  }

  #note({ holderId, companyId }: Holding, figure: HoldingKey['figure'], source: string): void {
    this.#sources.set(JSON.stringify([holderId, companyId, figure]), source);
  }

  all(): readonly Holding[] {
    return [...this.#byPair.values()].flat();
  }

  /** The list whose figure of a holding counts; undefined where the structure's own does. */
  sourceOf({ holderId, companyId, figure }: HoldingKey): string | undefined {
    return this.#sources.get(JSON.stringify([holderId, companyId, figure]));
  }
}

function hasChain(
  below: ReadonlyMap<string, readonly Holding[]>,
  holderId: string,
  companyId: string,
): boolean {
  const seen = new Set([holderId]);
  let layer = [holderId];
  for (let depth = 0; layer.length > 0; depth++) {
    const next: string[] = [];
    for (const holding of layer.flatMap((id) => below.get(id) ?? [])) {
      if (holding.companyId === companyId && depth > 0) return true;
      if (holding.companyId === companyId || seen.has(holding.companyId)) continue;
      seen.add(holding.companyId);
      next.push(holding.companyId);
    }
    layer = next;
  }
  return false;
}

function pairOf({ holderId, companyId }: Pick<Holding, 'holderId' | 'companyId'>): string {
  return JSON.stringify([holderId, companyId]);
}

function isMore(listed: Share, stated: Share): boolean {
  if (listed === null) return false;
  return stated === null || boundsOf(listed).atLeast > boundsOf(stated).atLeast;
}

function differ(one: Share, other: Share): boolean {
  const [first, second] = [boundsOf(one), boundsOf(other)];
  return first.atLeast > second.atMost || first.atMost < second.atLeast;
}
