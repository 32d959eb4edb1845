import type { Share } from '../structure.ts';
import type { Bounds } from './picture-data.ts';
import { fillWords, type PictureWords } from './picture-words.ts';

/** What excluded lower bounds are stored above the bound itself, in percent, at most: also in a product of several. */
const hair = 0.001;
const noise = 1e-6;

/**
 * A number of percent: to a hundredth. What would round to a whole percent, and so onto a threshold of the law, has two
 * digits more.
 */
function percentNumber(percent: number): number {
  const nearest = Math.round(percent * 100) / 100;
  const above = percent - nearest;
  const isSame = above > -0.000_099 && above < hair;
  if (isSame || !Number.isInteger(nearest)) return nearest;
  return Math.round(percent * 10_000) / 10_000;
}

/** Whether a lower bound is excluded: "more than 50%" is stored as a hair more than 50. */
function isExcluded(percent: number): boolean {
  const above = percent - Math.round(percent * 100) / 100;
  return above > noise && above < hair;
}

/** A number, or a range, in percent: languages have signs and places of their own. */
export function percentWords({ locale }: Pick<PictureWords, 'locale'>, text: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0);
  return parts.map(({ type, value }) => (type === 'integer' ? text : value)).join('');
}

/** `25%`, `25–50%`, `>50–75%`, `up to 50%`, `at least 75%`, or that the share is not stated. */
export function shareWords(words: PictureWords, share: Share): string {
  if (share === null) return words.shareNotStated;
  const number = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 4 });
  const text = (percent: number) => number.format(percentNumber(percent));
  const { atLeast, atMost }: Bounds = typeof share === 'number' ? { atLeast: share, atMost: share } : share;
  const more = isExcluded(atLeast) && atLeast !== atMost ? '>' : '';
  const [least, most] = [text(atLeast), text(atMost)];
  if (least === most) return percentWords(words, `${more}${least}`);
  if (atLeast <= 0 && atMost >= 100) return words.shareNotStated;
  if (atLeast <= 0) return fillWords(words.maximum, { percent: percentWords(words, most) });
  if (atMost >= 100) {
    const percent = percentWords(words, `${more}${least}`);
    return more === '' ? fillWords(words.minimum, { percent }) : percent;
  }
  return percentWords(words, `${more}${least}–${most}`);
}
