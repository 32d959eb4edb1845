import { setImmediate } from 'node:timers/promises';
import { phrase, wordPhrases } from '@gatehouse/contract';
import type { Clock } from '../lib/clock.ts';
import { type ArticleHit, evaluateText } from './evaluate-text.ts';
import { mergeReports } from './merge-reports.ts';
import {
  type FoundText,
  notReady,
  type Readiness,
  type SearchLimits,
  type SearchProvider,
  type SearchQuery,
} from './search-provider.ts';

export interface SkippedProvider {
  readonly provider: string;
  readonly why: string;
}

export type SearchOutcome =
  | {
      readonly kind: 'found';
      /** Best first, at most as many as were asked for. */
      readonly hits: readonly ArticleHit[];
      /** How each provider was asked, for the scan's record. */
      readonly evidence: readonly Readonly<Record<string, unknown>>[];
      /** Providers that were not ready, and why: what they have is not known. */
      readonly skipped: readonly SkippedProvider[];
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** Asks every search provider of the deployment side by side and makes one list of hits of their answers. */
export class InternetSearch {
  readonly #providers: readonly SearchProvider[];
  readonly #clock: Clock;

  constructor(providers: readonly SearchProvider[], clock: Clock) {
    this.#providers = providers;
    this.#clock = clock;
  }

  /** Whether any provider can be asked now: without one a search would read as a clean name. */
  async readiness(): Promise<Readiness> {
    if (this.#providers.length === 0) {
      return notReady(phrase('refusals.noSearchProvider'));
    }
    const all = await Promise.all(this.#providers.map((provider) => provider.readiness()));
    if (all.some(({ ready }) => ready)) return { ready: true };
    const reasons = all.flatMap((one) => (one.ready ? [] : [one]));
    const none = phrase('refusals.noProviderReady');
    const [only] = reasons;
    if (reasons.length === 1 && only?.phrases !== undefined) return notReady(none, ...only.phrases);
    return { ready: false, why: `${wordPhrases(none)}: ${reasons.map(({ why }) => why).join('; ')}` };
  }

  /** A provider that fails fails the search: what it would have found is not known (docs/interface.md 4). */
  async search(query: SearchQuery, limits: SearchLimits): Promise<SearchOutcome> {
    const requested = await Promise.all(
      this.#providers.map(async (provider) => ({ provider, readiness: await provider.readiness() })),
    );
    const ready = requested.filter(({ readiness }) => readiness.ready).map(({ provider }) => provider);
    // Who was not asked is in the record beside those who were.
    const skipped = requested.flatMap(({ provider, readiness }) =>
      readiness.ready ? [] : [{ provider: provider.id, why: readiness.why }],
    );
    if (ready.length === 0) return { kind: 'failed', reason: 'no search provider is ready any more' };
    const stop = new AbortController();
    const inner = { ...limits, signal: AbortSignal.any([limits.signal, stop.signal]) };
    const now = this.#clock.now();
    const hits: ArticleHit[] = [];
    const evidence: Record<string, unknown>[] = [];
    try {
      const answers = await Promise.all(
        ready.map(async (provider) => {
          const answer = await provider.search(query, inner);
          if (answer.kind === 'failed') throw new SearchFailed(`${provider.id}: ${answer.reason}`);
          return { provider: provider.id, answer };
        }),
      );
      for (const { provider, answer } of answers) {
        const own = await evaluateAll(answer.texts, { query, provider, now });
        hits.push(...own);
        evidence.push({ provider, texts: answer.texts.length, named: own.length, ...answer.evidence });
      }
    } catch (error) {
      if (error instanceof SearchFailed) return { kind: 'failed', reason: error.message };
      throw error;
    } finally {
      // Whoever is still asked is asked for nothing.
      stop.abort(new SearchFailed('another provider failed'));
    }
    return { kind: 'found', hits: mergeReports(hits).slice(0, query.count), evidence, skipped };
  }
}

/** Longest time in one go: hundreds of long texts must not keep the service from answering. */
const sliceMs = 5;

async function evaluateAll(
  texts: readonly FoundText[],
  by: { query: SearchQuery; provider: string; now: Date },
): Promise<ArticleHit[]> {
  const hits: ArticleHit[] = [];
  let sliceEnds = performance.now() + sliceMs;
  for (const text of texts) {
    const hit = evaluateText(text, by);
    if (hit !== undefined) hits.push(hit);
    if (performance.now() < sliceEnds) continue;
    await setImmediate();
    sliceEnds = performance.now() + sliceMs;
  }
  return hits;
}

/** Leaves the waiting for the other providers; becomes a value at once. */
class SearchFailed extends Error {}
