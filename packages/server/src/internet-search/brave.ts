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

export interface BraveOptions {
  readonly egress: Egress;
  /** Where the API is; its own address unless a proxy precedes it. */
  readonly url: string;
  /** The subscription's token. */
  readonly token: string;
}

/** What is read of an answer of the web search endpoint. */
const answerSchema = z.object({
  /** Says that it is an answer to a search at all: what a proxy made up must not read as a clean name. */
  type: z.literal('search'),
  query: z.object({ more_results_available: z.boolean().nullish() }).nullish(),
  /** Absent when nothing was found. */
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string(),
          description: z.string().nullish(),
          extra_snippets: z.array(z.string()).nullish(),
          page_age: z.string().nullish(),
          profile: z.object({ long_name: z.string().nullish(), name: z.string().nullish() }).nullish(),
        }),
      ),
    })
    .nullish(),
});

/** The API's own bounds: results of a page, and pages. */
const pageSize = 20;
const maxPages = 10;

/** Asks Brave's Search API for the name as a phrase, page after page until there are results enough. */
export function brave(options: BraveOptions): SearchProvider {
  return {
    id: 'brave',
    readiness: async () => ({ ready: true }),
    search: (query, limits) => searchPages(options, query, limits),
  };
}

async function searchPages(
  options: BraveOptions,
  query: SearchQuery,
  limits: SearchLimits,
): Promise<ProviderResponse> {
  const endsAt = performance.now() + limits.deadlineMs;
  const texts = new Map<string, FoundText>();
  let pages = 0;
  for (let more = true; more && texts.size < query.count && pages < maxPages; pages += 1) {
    const left = { ...limits, deadlineMs: Math.floor(endsAt - performance.now()) };
    const answer = await fetchJson(options.egress, question(options, query, pages), left);
    if (answer.kind === 'failed') return answer;
    const read = answerSchema.safeParse(answer.value);
    if (!read.success)
      return { kind: 'failed', reason: `${new URL(options.url).host} answered no search results` };
    for (const result of read.data.web?.results ?? []) texts.set(result.url, textOf(result));
    more = read.data.query?.more_results_available === true;
  }
  return { kind: 'found', texts: [...texts.values()], evidence: { pages } };
}

function question({ url: base, token }: BraveOptions, { name, count }: SearchQuery, offset: number) {
  const url = new URL(`${base.replace(/\/+$/, '')}/res/v1/web/search`);
  url.searchParams.set('q', `"${name.replaceAll('"', ' ')}"`);
  url.searchParams.set('count', String(Math.min(count, pageSize)));
  url.searchParams.set('offset', String(offset));
  // A screening looks for what a filter for families would hide.
  url.searchParams.set('safesearch', 'off');
  url.searchParams.set('text_decorations', 'false');
  url.searchParams.set('spellcheck', 'false');
  url.searchParams.set('extra_snippets', 'true');
  url.searchParams.set('result_filter', 'web');
  return {
    url,
    headers: [['X-Subscription-Token', token]] as const,
    meanings: {
      401: 'the token was not accepted',
      403: 'the subscription does not allow it',
      422: 'the token or a parameter was not accepted',
      429: 'the rate or the quota of the subscription is used up',
    },
  };
}

function textOf(result: NonNullable<z.infer<typeof answerSchema>['web']>['results'][number]): FoundText {
  const snippets = [result.description ?? '', ...(result.extra_snippets ?? [])];
  return {
    url: result.url,
    title: plainText(result.title),
    text: snippets.map(plainText).join('\n'),
    publishedAt: result.page_age ?? undefined,
    publisher: result.profile?.long_name ?? result.profile?.name ?? undefined,
  };
}
