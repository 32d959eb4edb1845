import type { PairBand } from './pairs-below.ts';
import { type Share, shareOf } from './wilson.ts';

/** Rulings on the drawn pairs of a band. */
export interface BandRulings {
  readonly from: number;
  readonly match: number;
  readonly noMatch: number;
  readonly unsure: number;
  /** Drawn pairs that are still there: those of erased customers are gone. */
  readonly left: number;
}

interface BandEstimate extends PairBand {
  readonly match: number;
  readonly noMatch: number;
  readonly unsure: number;
  readonly open: number;
  readonly erased: number;
  /** Of the pairs that people decided on, how many match. */
  readonly share: Share;
  /** Pairs of the band that match, estimated, with bounds; null where nothing is decided. */
  readonly missed: Estimate | null;
}

interface Estimate {
  readonly count: number;
  readonly lower: number;
  readonly upper: number;
}

export interface MissedEstimate {
  readonly bands: readonly BandEstimate[];
  /** Null as long as a band has pairs and nothing decided. */
  readonly missed: Estimate | null;
}

/**
 * What the settings miss among the screened customers, from rulings on a sample of each band: the share that matches times the
 * pairs of the band. The bounds are those of all bands added up, which is wider than 95 % demand.
 */
export function estimateMissed(bands: readonly PairBand[], rulings: readonly BandRulings[]): MissedEstimate {
  const estimates = bands.map((band): BandEstimate => {
    const found = rulings.find(({ from }) => from === band.from);
    const { match = 0, noMatch = 0, unsure = 0, left = 0 } = found ?? {};
    const share = shareOf(match, match + noMatch);
    return {
      ...band,
      ...{ match, noMatch, unsure },
      open: left - match - noMatch - unsure,
      erased: band.drawn - left,
      share,
      missed: missedOf(band, share),
    };
  });
  const decided = estimates.flatMap(({ missed }) => (missed === null ? [] : [missed]));
  const sum = (read: (one: Estimate) => number) =>
    rounded(decided.reduce((total, one) => total + read(one), 0));
  return {
    bands: estimates,
    missed:
      decided.length < estimates.length
        ? null
        : {
            count: sum(({ count }) => count),
            lower: sum(({ lower }) => lower),
            upper: sum(({ upper }) => upper),
          },
  };
}

function missedOf({ pairs }: PairBand, { count, of, lower, upper }: Share): Estimate | null {
  if (of === 0) return null;
  // Every pair was decided on: nothing is left to estimate.
  if (of === pairs) return { count, lower: count, upper: count };
  const from = (percent: number) => rounded((pairs * percent) / 100);
  // What was seen is there, whatever the bounds say.
  return {
    count: rounded((pairs * count) / of),
    lower: Math.max(count, from(lower!)),
    upper: Math.min(pairs - (of - count), from(upper!)),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
