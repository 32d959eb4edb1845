import { createHash } from 'node:crypto';
import type { WireHit } from '@gatehouse/contract';
import { findMentions } from '@gatehouse/matching';
import { publishedAt } from '../lib/published-at.ts';
import { canonicalUrl } from './canonical-url.ts';
import { findRisk } from './find-risk.ts';
import { passageAround } from './passage.ts';
import type { FoundText, SearchQuery } from './search-provider.ts';

/** A hit of INTERNET_SEARCH: `article` is always there. */
export type ArticleHit = WireHit & { readonly article: NonNullable<WireHit['article']> };

/** What a text without a word of risk is worth against one that speaks of the gravest. */
const plainMention = 0.5;
/** No provider's text is longer than what a page says; a bound for whatever comes. */
const longestText = 100_000;

/**
 * The hit that a text makes, or undefined where it does not name the subject or has no web address. Its score is how
 * well the name fits, times a factor from .5 for a mere mention to 1 for the gravest words of risk beside it.
 */
export function evaluateText(
  text: FoundText,
  { query, provider, now }: { query: SearchQuery; provider: string; now: Date },
): ArticleHit | undefined {
  const canonical = canonicalUrl(text.url);
  if (canonical === undefined) return undefined;
  const whole = `${text.title}\n${text.text}`.slice(0, longestText);
  const evaluated = findMentions(whole, query.name, { type: query.type }).map((mention) => {
    const passage = passageAround(whole, mention);
    const risk = findRisk(`${text.title}\n${passage}`);
    const score = mention.score * (plainMention + (1 - plainMention) * risk.weight);
    return { mention, passage, risk, score };
  });
  const best = evaluated.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined) return undefined;
  const { mention, passage, risk } = best;
  const entityId = `${provider}:${createHash('sha256').update(canonical).digest('hex').slice(0, 32)}`;
  const risks = risk.themes.map((theme) => ({
    feature: `risk-${theme}`,
    score: round(risk.weight),
    detail: `the text speaks of ${theme.replaceAll('-', ' ')}`,
  }));
  return {
    firstName: '',
    lastName: mention.text,
    category: 'adverse-media',
    subCategory: risk.themes[0] ?? 'mention',
    addresses: [],
    dobs: [],
    hitId: `INTERNET_SEARCH:${entityId}`,
    name: text.title === '' ? canonical : text.title,
    matchedName: mention.text,
    score: round(best.score),
    entityId,
    source: provider,
    dobRanges: [],
    reasons: [
      ...mention.reasons.map(({ feature, score, detail }) => ({ feature, score: round(score), detail })),
      ...risks,
    ],
    article: {
      url: text.url,
      title: text.title,
      passage,
      publishedAt: publishedAt(text.publishedAt, now),
      publisher: text.publisher ?? new URL(text.url).hostname,
      riskWords: [...risk.words],
      alsoAt: [],
    },
  };
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
