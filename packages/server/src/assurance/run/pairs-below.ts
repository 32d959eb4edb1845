import { createHash } from 'node:crypto';
import type { Hit } from '@gatehouse/matching';
import { minCurveScore } from './screen-record.ts';

/** The entry of a pair as it was searched: what an analyst compares with the customer. */
export interface ListedSide {
  readonly name: string;
  readonly matchedName: string;
  readonly type: string;
  readonly births: readonly string[];
  readonly countries: readonly string[];
}

/** A customer beside a list entry that the settings do not find. */
export interface DrawnPair {
  /** Orders the pairs of a seed, at random. */
  readonly draw: string;
  readonly customerId: string;
  readonly source: string;
  readonly entityId: string;
  readonly score: number;
  readonly listed: ListedSide;
}

/** How many pairs a band of scores has, and how many were drawn for people to rule on. */
export interface PairBand {
  readonly from: number;
  readonly to: number;
  readonly pairs: number;
  readonly drawn: number;
}

export interface CountedPairs {
  readonly pairs: readonly number[];
  readonly drawn: readonly (readonly DrawnPair[])[];
}

const bandCount = 10;
const bandWidth = 0.05;
/** Drawn of a band: with none that matches, the true share lies below 9 % with 95 % confidence. */
const drawnOfBand = 40;

/** From 0 for scores of 0.50; the last band has 1 too. */
export function bandOf(score: number): number {
  return Math.min(bandCount - 1, Math.floor((score - minCurveScore) / bandWidth + 1e-6));
}

export function bandBounds(band: number): { readonly from: number; readonly to: number } {
  const bound = (at: number) => Math.round((minCurveScore + at * bandWidth) * 100) / 100;
  return { from: bound(band), to: bound(band + 1) };
}

/**
 * Pairs that the settings do not find, by bands of their score. Of each band those with the smallest draw stay: whatever the
 * order in which parts arrive, the same pairs are drawn, each with the same chance.
 */
export class PairsBelow {
  readonly #pairs = new Array<number>(bandCount).fill(0);
  readonly #drawn: DrawnPair[][] = Array.from({ length: bandCount }, () => []);
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  add(customerId: string, hit: Hit): void {
    const band = bandOf(hit.score);
    this.#pairs[band]!++;
    const { source, entityId, score } = hit;
    const draw = createHash('sha256')
      .update([this.#seed, customerId, source, entityId].join('\u0000'))
      .digest('hex');
    this.#keep(band, { draw, customerId, source, entityId, score, listed: listedOf(hit) });
  }

  merge({ pairs, drawn }: CountedPairs): void {
    for (const [band, count] of pairs.entries()) this.#pairs[band]! += count;
    for (const [band, kept] of drawn.entries()) for (const pair of kept) this.#keep(band, pair);
  }

  counted(): CountedPairs {
    return { pairs: this.#pairs, drawn: this.#drawn };
  }

  /** Those that have pairs, the lowest scores first. */
  bands(): PairBand[] {
    return this.#pairs.flatMap((pairs, band) =>
      pairs === 0 ? [] : [{ ...bandBounds(band), pairs, drawn: this.#drawn[band]!.length }],
    );
  }

  /** In the order in which people see them: at random, so that the order tells nothing of the score. */
  drawn(): DrawnPair[] {
    return this.#drawn.flat().toSorted((one, other) => (one.draw < other.draw ? -1 : 1));
  }

  #keep(band: number, pair: DrawnPair): void {
    const kept = this.#drawn[band]!;
    kept.push(pair);
    kept.sort((one, other) => (one.draw < other.draw ? -1 : 1));
    kept.splice(drawnOfBand);
  }
}

function listedOf({ name, matchedName, entry }: Hit): ListedSide {
  return {
    name,
    matchedName,
    type: entry.type,
    births: entry.births.map(({ from, to }) => (from === to ? from : `${from} – ${to}`)),
    countries: [...new Set([...entry.nationalities, ...entry.countries])],
  };
}
