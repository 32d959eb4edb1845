import { canonicalUrl } from './canonical-url.ts';
import type { ArticleHit } from './evaluate-text.ts';

/** Titles that share so much of their words are of one report. */
const sameTitle = 0.8;
/** Titles of fewer words are too often alike by chance. */
const minWords = 4;
/** Reports of one event are published within some days. */
const sameEventMs = 7 * 86_400_000;

/**
 * Hits of the same report as one: the same address, or nearly the same title within a week. The best stays, with the
 * other addresses and the date if it had none itself.
 */
export function mergeReports(hits: readonly ArticleHit[]): ArticleHit[] {
  const joined: { hit: ArticleHit; address: string; words: ReadonlySet<string> }[] = [];
  for (const hit of hits.toSorted((a, b) => b.score - a.score || (a.hitId < b.hitId ? -1 : 1))) {
    const address = canonicalUrl(hit.article.url)!;
    const words = titleTerms(hit.article.title);
    const same = joined.find(
      (other) =>
        other.address === address ||
        (isNearDate(other.hit, hit) && likeness(other.words, words) >= sameTitle),
    );
    if (same === undefined) joined.push({ hit, address, words });
    else same.hit = withReport(same.hit, hit, same.address === address);
  }
  return joined.map(({ hit }) => hit);
}

function withReport(kept: ArticleHit, other: ArticleHit, isSameAddress: boolean): ArticleHit {
  const { article } = kept;
  const more = isSameAddress ? other.article.alsoAt : [other.article.url, ...other.article.alsoAt];
  return {
    ...kept,
    article: {
      ...article,
      publishedAt: article.publishedAt ?? other.article.publishedAt,
      alsoAt: [...new Set([...article.alsoAt, ...more])],
    },
  };
}

/** Words of a title without what pages add to it: ` - The Daily Example`, ` | Regulator`. */
function titleTerms(title: string): ReadonlySet<string> {
  const own = title.replace(/\s+[-–—|»]\s+[^-–—|»]{2,40}$/u, '');
  return new Set(own.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Share of common words among all of both. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (Math.min(one.size, other.size) < minWords) return 0;
  const common = one.intersection(other).size;
  return common / (one.size + other.size - common);
}

function isNearDate(one: ArticleHit, other: ArticleHit): boolean {
  const [a, b] = [one.article.publishedAt, other.article.publishedAt];
  return a === null || b === null || Math.abs(Date.parse(a) - Date.parse(b)) <= sameEventMs;
}
