import type { Share } from '../structure.ts';
import type { Bounds } from './picture-data.ts';

export function boundsOf(share: Share): Bounds {
  if (share === null) return { atLeast: 0, atMost: 100 };
  return typeof share === 'number' ? { atLeast: share, atMost: share } : share;
}

/** What several shares of one company are together: no more than the whole. */
export function sumOf(shares: readonly Bounds[]): Bounds {
  const add = (side: keyof Bounds) =>
    Math.min(
      100,
      shares.reduce((sum, each) => sum + each[side], 0),
    );
  return { atLeast: add('atLeast'), atMost: add('atMost') };
}
