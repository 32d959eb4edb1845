import type { Egress, EgressResult } from '../../lib/egress.ts';

/** What was last fetched well, for conditional requests. */
export interface FeedValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FeedFetch =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'fetched';
      readonly bytes: Buffer;
      readonly contentType: string | undefined;
      /** Where it was found after redirects. */
      readonly url: string;
      readonly validators: FeedValidators;
    }
  | { readonly kind: 'failed'; readonly reason: string };

const maxRedirects = 5;
const maxBytes = 16 * 1024 * 1024;
const deadlineMs = 30_000;
const accept =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1';

/**
 * Fetches a feed through the egress filter, which checks every address, also those that a publisher redirects to.
 * Rejects with the signal's reason alone.
 */
export async function fetchFeed(
  egress: Egress,
  feed: FeedValidators & { readonly url: string },
  signal: AbortSignal,
): Promise<FeedFetch> {
  let url = feed.url;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await egress.send({
      method: 'GET',
      url,
      headers: [
        ['Accept', accept],
        ['User-Agent', 'Gatehouse (feed reader)'],
        ...(feed.etag === null ? [] : [['If-None-Match', feed.etag] as const]),
        ...(feed.lastModified === null ? [] : [['If-Modified-Since', feed.lastModified] as const]),
      ],
      body: undefined,
      isIdempotent: true,
      deadlineMs,
      maxResponseBytes: maxBytes,
      signal,
    });
    const next = redirectOf(answer, url);
    if (next === undefined) {
      const isConditional = feed.etag !== null || feed.lastModified !== null;
      return checkResponse(answer, { url, isConditional });
    }
    if (redirects === maxRedirects)
      return { kind: 'failed', reason: `it redirects more than ${maxRedirects} times` };
    url = next;
  }
}

function redirectOf(answer: EgressResult, url: string): string | undefined {
  if (answer.kind === 'failure' || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const location = answer.headers.get('location');
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const next = new URL(location, url);
  // Never from https to http: the news could be anybody's then.
  return next.protocol === 'https:' || url.startsWith('http:') ? next.href : undefined;
}

function checkResponse(
  answer: EgressResult,
  { url, isConditional }: { readonly url: string; readonly isConditional: boolean },
): FeedFetch {
  if (answer.kind === 'failure') return { kind: 'failed', reason: answer.message };
  // Caches of some publishers answer 304 to requests without a condition: nothing was read then.
  if (answer.status === 304 && isConditional) return { kind: 'unchanged' };
  if (answer.status !== 200) return { kind: 'failed', reason: `HTTP ${answer.status}` };
  if (answer.truncated) return { kind: 'failed', reason: `it has more than ${maxBytes} bytes, or broke off` };
  return {
    kind: 'fetched',
    bytes: answer.body,
    contentType: answer.headers.get('content-type'),
    url,
    validators: {
      etag: answer.headers.get('etag') ?? null,
      lastModified: answer.headers.get('last-modified') ?? null,
    },
  };
}
