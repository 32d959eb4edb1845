import { z } from 'zod';
import type { Egress } from '../lib/egress.ts';
import { plainText } from '../lib/plain-text.ts';
import { fetchJson } from './fetch-json.ts';
import type {
  FoundText,
  ProviderResponse,
  SearchLimits,
  SearchProvider,
  SearchQuery,
} from './search-provider.ts';

export interface SearxngOptions {
  readonly egress: Egress;
  /** Where the instance is, without `/search`. */
  readonly url: string;
}

/** What is read of an answer of SearXNG's search API with `format=json`. */
const answerSchema = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
      engines: z.array(z.string()).nullish(),
    }),
  ),
  /** Engines that did not answer, each with its reason. */
  unresponsive_engines: z.array(z.array(z.string())).nullish(),
});

const maxPages = 5;

/**
 * Asks a SearXNG instance of the deployment for the name as a phrase, in its general and news categories, page after
 * page until there are results enough. An instance whose own engines all stayed silent has failed.
 */
export function searxng({ egress, url }: SearxngOptions): SearchProvider {
  return {
    id: 'searxng',
    readiness: async () => ({ ready: true }),
    search: (query, limits) => searchPages({ egress, url }, query, limits),
  };
}

async function searchPages(
  { egress, url }: SearxngOptions,
  query: SearchQuery,
  limits: SearchLimits,
): Promise<ProviderResponse> {
  const endsAt = performance.now() + limits.deadlineMs;
  const texts = new Map<string, FoundText>();
  const engines = new Set<string>();
  const silent = new Map<string, string>();
  let pages = 0;
  while (texts.size < query.count && pages < maxPages) {
    pages += 1;
    const left = { ...limits, deadlineMs: Math.floor(endsAt - performance.now()) };
    const answer = await fetchJson(egress, question(url, query.name, pages), left);
    if (answer.kind === 'failed') return answer;
    const read = answerSchema.safeParse(answer.value);
    if (!read.success) return { kind: 'failed', reason: `${new URL(url).host} answered no search results` };
    for (const [engine = '', reason = ''] of read.data.unresponsive_engines ?? []) silent.set(engine, reason);
    const before = texts.size;
    for (const result of read.data.results) {
      for (const engine of result.engines ?? []) engines.add(engine);
      if (!texts.has(result.url)) texts.set(result.url, textOf(result));
    }
    if (texts.size === before) break;
  }
  if (texts.size === 0 && silent.size > 0) {
    const stated = [...silent].map(([engine, reason]) => `${engine} (${reason})`).join(', ');
    return { kind: 'failed', reason: `SearXNG found nothing while engines did not answer: ${stated}` };
  }
  const evidence = { pages, engines: [...engines].sort(), silentEngines: [...silent.keys()].sort() };
  return { kind: 'found', texts: [...texts.values()], evidence };
}

function question(base: string, name: string, page: number) {
  const url = new URL(`${base.replace(/\/+$/, '')}/search`);
  url.searchParams.set('q', `"${name.replaceAll('"', ' ')}"`);
  url.searchParams.set('format', 'json');
  url.searchParams.set('categories', 'general,news');
  url.searchParams.set('pageno', String(page));
  // A screening looks for what a filter for families would hide.
  url.searchParams.set('safesearch', '0');
  return { url, meanings: { 403: 'the instance must allow the JSON format (search.formats)' } };
}

function textOf(result: z.infer<typeof answerSchema>['results'][number]): FoundText {
  return {
    url: result.url,
    title: plainText(result.title),
    text: plainText(result.content ?? ''),
    publishedAt: result.publishedDate ?? undefined,
    publisher: undefined,
  };
}
