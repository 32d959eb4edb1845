import type { Holding, Share } from '@gatehouse/ownership';

/** A share that is known between two bounds, in percent. */
type Bounds = Exclude<Share, number | null>;

/** Added to a lower bound that is excluded, in percent: more than 50 % has to be more than half. */
const above = 0.0001;

/** A published share: `51`, `51 %`, `25-50`, `>25-50` (more than 25); null where it is no percentage. */
export function shareOf(text: string | undefined): Share {
  const [, excluded, from, to] =
    /^\s*(>?)\s*(\d+(?:\.\d+)?)\s*%?(?:\s*[-–]\s*(\d+(?:\.\d+)?)\s*%?)?\s*$/.exec(text ?? '') ?? [];
  if (from === undefined) return null;
  const atLeast = Number(from) + (excluded === '>' ? above : 0);
  const atMost = Number(to ?? (excluded === '>' ? 100 : from));
  if (atLeast > atMost || atMost > 100) return null;
  return atLeast === atMost ? atLeast : { atLeast, atMost };
}

export function boundsOf(share: Share): Bounds {
  if (share === null) return { atLeast: 0, atMost: 100 };
  return typeof share === 'number' ? { atLeast: share, atMost: share } : share;
}

/** What several holdings are together; a company has no more than the whole. */
export function sumOf(shares: readonly Share[]): Share {
  if (shares.every((share) => share === null)) return null;
  const bounds = shares.map(boundsOf);
  const add = (side: keyof Bounds) => bounds.reduce((sum, each) => sum + each[side], 0);
  const [atLeast, atMost] = [add('atLeast'), add('atMost')].map((sum) => Math.min(sum, 100));
  return atLeast === atMost ? atLeast! : { atLeast: atLeast!, atMost: atMost! };
}

/**
 * A share as people read it: to a hundredth, and `more than 50 %` for a bound that is excluded, alone or in a product. What
 * would round to a whole percent, and so onto a threshold of the law, has two digits more.
 */
export function shareText(percent: number): string {
  const rounded = Math.round(percent * 100) / 100;
  const isSame = Math.abs(percent - rounded) < 1e-9;
  if (!isSame && percent > rounded && percent - rounded < 10 * above) return `more than ${rounded} %`;
  if (isSame || !Number.isInteger(rounded)) return `${rounded} %`;
  const exact = Math.round(percent * 10_000) / 10_000;
  return exact === rounded ? `less than ${rounded} %` : `${exact} %`;
}

export function textOf({ atLeast, atMost }: Bounds): string {
  return atLeast === atMost ? `${atLeast} %` : `${atLeast} to ${atMost} %`;
}

/** Several holdings of one party in one company as one, with the shares given. */
export function mergedHolding(holdings: readonly Holding[], shares: Share): Holding {
  const { holderId, companyId } = holdings[0]!;
  if (holdings.every(({ votes }) => votes === undefined)) return { holderId, companyId, shares };
  // Votes that are stated apart stay as stated.
  const votes = sumOf(
    holdings.map((holding) => (holding.votes === undefined ? holding.shares : holding.votes)),
  );
  return { holderId, companyId, shares, votes };
}
