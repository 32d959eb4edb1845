/** A share with the bounds between which the true one lies with 95 % confidence, by Wilson's score interval. */
export interface Share {
  readonly count: number;
  readonly of: number;
  /** In percent, two decimals; null of nothing. */
  readonly percent: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The normal distribution's quantile for 95 %, both sides. */
const z = 1.959964;

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, percent: null, lower: null, upper: null };
  const share = count / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return {
    count,
    of,
    percent: percent(share),
    lower: percent(Math.max(0, (middle - spread) / scale)),
    upper: percent(Math.min(1, (middle + spread) / scale)),
  };
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}
