import type { CaseSummary } from '@gatehouse/contract';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { percent } from '../ui/format.ts';

const separator = ' · ';

/**
 * Why a case is in the list, in two lines: `Watchlist · 0.91` or with another name `Watchlist · 0.91 · Jon Doe`, and below it
 * the reasons of the risk score. Without a hit the reasons come first.
 */
export function reasonOf({
  topHit,
  riskReasons,
  customerName,
}: Pick<CaseSummary, 'topHit' | 'riskReasons' | 'customerName'>): {
  readonly first: string;
  readonly second: string;
} {
  // Two rules may give the same reason.
  const reasons = [...new Set(riskReasons)].join(separator);
  if (topHit === null) {
    const noHit = text('cases.noHit');
    return reasons === '' ? { first: noHit, second: '' } : { first: reasons, second: noHit };
  }
  const isSameName = topHit.name.toLocaleLowerCase() === customerName?.toLocaleLowerCase();
  const hit = [listTitle(topHit.source), percent(topHit.score), ...(isSameName ? [] : [topHit.name])];
  return { first: hit.join(separator), second: reasons };
}
