import { describe, expect, it } from 'vitest';
import { createEgress } from '../lib/egress.ts';
import { startHttpServer } from '../lib/egress-servers.fixture.ts';
import { brave } from './brave.ts';
import type { ProviderResponse, SearchProvider } from './search-provider.ts';
import { searxng } from './searxng.ts';

interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string | undefined;
}

/** A server that answers each question in turn, the last repeatedly; a number is a bare status, `hang` none at all. */
async function startProvider(...answers: (object | string | number)[]) {
  const requested: Asked[] = [];
  const server = await startHttpServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    const token = request.headers['x-subscription-token'];
    requested.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      token: token as string | undefined,
    });
    const answer = answers[Math.min(requested.length, answers.length) - 1]!;
    if (answer === 'hang') return;
    if (typeof answer === 'number') response.writeHead(answer).end('{}');
    else response.writeHead(200).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  return { url: `http://127.0.0.1:${server.port}`, asked: requested };
}

const egress = createEgress({ allow: ['127.0.0.1'] });

function ask(provider: SearchProvider, count = 10, deadlineMs = 5000): Promise<ProviderResponse> {
  const query = { name: 'Wilhelmina "Mina" Thornapple', type: 'individual', count } as const;
  return provider.search(query, { deadlineMs, signal: new AbortController().signal });
}

/** As SearXNG documents its JSON: more members than are read. */
function searxngPage(urls: readonly string[], silent: string[][] = []) {
  return {
    query: 'wilhelmina thornapple',
    number_of_results: 0,
    results: urls.map((url) => ({
      url,
      title: 'Court fines <b>Thornapple</b> &amp; others',
      content: 'The regulator &quot;fined&quot; Wilhelmina Thornapple.',
      publishedDate: '2026-03-01T00:00:00',
      thumbnail: null,
      engine: 'duckduckgo',
      template: 'default.html',
      parsed_url: ['https', 'news.test', '/', '', '', ''],
      engines: ['duckduckgo', 'qwant'],
      positions: [1],
      score: 1,
      category: 'general',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: silent,
  };
}

describe('SearXNG', () => {
  it('is asked for the name as a phrase, page after page until there are results enough', async () => {
    const first = Array.from({ length: 8 }, (_, index) => `https://news.test/${index}`);
    const provider = await startProvider(
      searxngPage(first),
      searxngPage(['https://news.test/8']),
      searxngPage([]),
    );
    const answer = await ask(searxng({ egress, url: provider.url }), 20);
    expect(provider.asked.map(({ path }) => path)).toEqual(['/search', '/search', '/search']);
    expect(provider.asked[0]?.query).toEqual({
      q: '"Wilhelmina  Mina  Thornapple"',
      format: 'json',
      categories: 'general,news',
      pageno: '1',
      safesearch: '0',
    });
    expect(answer).toMatchObject({
      kind: 'found',
      evidence: { pages: 3, engines: ['duckduckgo', 'qwant'], silentEngines: [] },
    });
    const texts = answer.kind === 'found' ? answer.texts : [];
    expect(texts).toHaveLength(9);
    expect(texts[0]).toEqual({
      url: 'https://news.test/0',
      title: 'Court fines Thornapple & others',
      text: 'The regulator "fined" Wilhelmina Thornapple.',
      publishedAt: '2026-03-01T00:00:00',
      publisher: undefined,
    });
  });

  it('has failed when nothing was found while engines of its own were silent', async () => {
    const provider = await startProvider(searxngPage([], [['google', 'timeout']]));
    expect(await ask(searxng({ egress, url: provider.url }))).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('google (timeout)'),
    });
  });

  it('tells in its evidence which engines were silent beside results', async () => {
    const provider = await startProvider(searxngPage(['https://news.test/1'], [['google', 'timeout']]));
    expect(await ask(searxng({ egress, url: `${provider.url}/` }), 1)).toMatchObject({
      evidence: { silentEngines: ['google'] },
    });
  });

  it('says what to do when the instance does not allow JSON', async () => {
    const provider = await startProvider(403);
    expect(await ask(searxng({ egress, url: provider.url }))).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('search.formats'),
    });
  });
});

/** As Brave documents the web search endpoint: more members than are read. */
function bravePage(urls: readonly string[], more: boolean) {
  return {
    type: 'search',
    query: { original: 'x', more_results_available: more, safesearch: false, country: 'us' },
    mixed: { type: 'mixed', main: [] },
    web: {
      type: 'search',
      results: urls.map((url) => ({
        title: 'Thornapple &#x27;fined&#x27;',
        url,
        is_source_local: false,
        description: 'Wilhelmina <strong>Thornapple</strong> was fined.',
        page_age: '2026-02-03T04:05:06',
        age: 'February 3, 2026',
        profile: { name: 'Example', long_name: 'news.test', url },
        language: 'en',
        family_friendly: true,
        extra_snippets: ['The fine was large.'],
        meta_url: { scheme: 'https', hostname: 'news.test' },
      })),
    },
  };
}

describe('Brave Search', () => {
  it('is asked with the token in its header, in pages of twenty', async () => {
    const page = (from: number) =>
      Array.from({ length: 20 }, (_, index) => `https://news.test/${from + index}`);
    const provider = await startProvider(
      bravePage(page(0), true),
      bravePage(page(20), true),
      bravePage(page(40), false),
    );
    const answer = await ask(brave({ egress, url: provider.url, token: 'brave-token' }), 50);
    expect(provider.asked.map(({ query }) => [query['count'], query['offset']])).toEqual([
      ['20', '0'],
      ['20', '1'],
      ['20', '2'],
    ]);
    expect(provider.asked[0]).toMatchObject({ path: '/res/v1/web/search', token: 'brave-token' });
    expect(answer).toMatchObject({ kind: 'found', evidence: { pages: 3 } });
    const texts = answer.kind === 'found' ? answer.texts : [];
    expect(texts).toHaveLength(60);
    expect(texts[0]).toEqual({
      url: 'https://news.test/0',
      title: "Thornapple 'fined'",
      text: 'Wilhelmina Thornapple was fined.\nThe fine was large.',
      publishedAt: '2026-02-03T04:05:06',
      publisher: 'news.test',
    });
  });

  it('has found nothing when it answers without web results', async () => {
    const provider = await startProvider({ type: 'search', query: { original: 'x' } });
    expect(await ask(brave({ egress, url: provider.url, token: 't' }))).toMatchObject({
      kind: 'found',
      texts: [],
    });
  });

  it.each([
    [401, 'the token was not accepted'],
    [422, 'the token or a parameter was not accepted'],
    [429, 'the quota of the subscription is used up'],
  ])('tells what HTTP %d means', async (status, meaning) => {
    const provider = await startProvider(status);
    const answer = await ask(brave({ egress, url: provider.url, token: 't' }));
    expect(answer).toEqual({ kind: 'failed', reason: expect.stringContaining(meaning) });
    expect(provider.asked).toHaveLength(1);
  });
});

describe('every provider', () => {
  it('is asked a second time after a failure that passes', async () => {
    const provider = await startProvider(503, searxngPage(['https://news.test/1']));
    expect(await ask(searxng({ egress, url: provider.url }), 1)).toMatchObject({ kind: 'found' });
    expect(provider.asked).toHaveLength(2);
  });

  it.each([
    ['keeps failing', 502, 'HTTP 502'],
    ['answers no JSON', '<html>busy</html>', 'no JSON'],
    ['answers other JSON', { error: 'busy' }, 'no search results'],
    ['redirects', 302, 'HTTP 302'],
    ['never answers', 'hang', 'no complete answer'],
  ])('has failed when it %s', async (_, answer, reason) => {
    const provider = await startProvider(answer);
    const deadlineMs = answer === 'hang' ? 300 : 5000;
    expect(await ask(searxng({ egress, url: provider.url }), 1, deadlineMs)).toEqual({
      kind: 'failed',
      reason: expect.stringContaining(reason),
    });
  });

  it('has failed when nobody is there, and the reason does not hold the name', async () => {
    const answer = await ask(searxng({ egress, url: 'http://127.0.0.1:1' }));
    expect(answer.kind).toBe('failed');
    expect(JSON.stringify(answer)).not.toContain('Thornapple');
  });

  it('ends at once when the scan is given up', async () => {
    const provider = await startProvider('hang');
    const stop = new AbortController();
    const search = searxng({ egress, url: provider.url }).search(
      { name: 'Nobody', type: 'individual', count: 10 },
      { deadlineMs: 60_000, signal: stop.signal },
    );
    stop.abort(new Error('given up'));
    await expect(search).rejects.toThrow('given up');
  });
});
