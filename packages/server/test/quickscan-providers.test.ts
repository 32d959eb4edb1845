import { readFileSync } from 'node:fs';
import type { GatehouseClient, Scan } from '@gatehouse/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOwnLists } from './support/own-lists.ts';
import {
  matchAnswer,
  type ProviderReply,
  type ProviderServer,
  searxngAnswer,
  startProviderServer,
} from './support/providers.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** Engines that ask other servers: search providers and a hosted data set. */

const validateHit = new Ajv2020({ strict: false }).compile(
  JSON.parse(
    readFileSync(new URL('../../../docs/schemas/hit.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

type Subject = Parameters<GatehouseClient['quickscan']['submit']>[0];
type Done = Extract<Scan, { status: 'DONE' }>;

const page = (index: number, text: string) => ({
  url: `https://news.test/${index}`,
  title: `Report number ${index} of the day, called ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index}`,
  content: text,
  publishedDate: '2026-03-01T00:00:00',
});

const hosted = {
  id: 'NK-hosted1',
  caption: 'Isadora Vantongeren',
  schema: 'Person',
  score: 0.93,
  datasets: ['made_up'],
  properties: {
    name: ['Isadora Vantongeren'],
    firstName: ['Isadora'],
    lastName: ['Vantongeren'],
    birthDate: ['1971-05-06'],
    nationality: ['pt'],
    topics: ['role.pep'],
  },
};

describe.each(storyStores())('engines that ask other servers, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let server: ProviderServer;
  let lists: Awaited<ReturnType<typeof writeOwnLists>>;
  const tenant = aTenant({ quickScanCredits: 1000, watchlist: [{ id: 'w1', name: 'Isadora Vantongeren' }] });

  beforeAll(async () => {
    server = await startProviderServer();
    lists = await writeOwnLists([
      { id: 'v1', name: 'Isadora Vantongeren', type: 'individual' },
      { id: 'b1', name: 'Quillfeather Shipping Limited', type: 'corporate' },
    ]);
    service = await startTestService(store, {
      GATEHOUSE_LISTS_DIR: lists.listsDir,
      GATEHOUSE_SEARXNG_URL: `${server.url}/searxng`,
      GATEHOUSE_BRAVE_TOKEN: 'brave-token',
      GATEHOUSE_BRAVE_URL: `${server.url}/brave`,
      GATEHOUSE_MATCH_URL: `${server.url}/yente`,
      GATEHOUSE_MATCH_KEY: 'match-key',
      GATEHOUSE_MATCH_DATASET: 'peps',
      GATEHOUSE_MATCH_ENGINES: 'COMPOSITE_SCAN,RISK_LISTS',
      // Long enough for providers that do answer, also on a machine that is busy with other tests.
      GATEHOUSE_PROVIDER_TIMEOUT_MS: '2500',
    });
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
    await lists?.remove();
  });

  const searxng = '/searxng/search';
  const brave = '/brave/res/v1/web/search';
  const match = '/yente/match/peps';

  function quiet(): void {
    server.reply(searxng, searxngAnswer([]));
    server.reply(brave, { body: { type: 'search', query: {} } });
    server.reply(match, matchAnswer([]));
  }

  function submit(data: Partial<Subject>) {
    return client.quickscan.submit({
      name: 'Isadora Vantongeren',
      customerType: 'Individual',
      providers: ['INTERNET_SEARCH'],
      ...data,
    });
  }

  async function scan(data: Partial<Subject>): Promise<Scan> {
    const { id } = await submit(data);
    await service.drain();
    return client.quickscan.detail(id);
  }

  const books = async () => {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ used: number; units: number }>(
        `select quick_scan_used as used,
           (select coalesce(sum(units), 0)::int from usage_ledger where tenant_id = $1 and kind like 'credit%') as units
         from tenant where tenant_id = $1`,
        [tenant.id],
      ),
    );
    return row!;
  };

  const recordOf = async (id: string) => {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ list_versions: unknown; failure: unknown }>(
        'select list_versions, failure from quick_scan where scan_id = $1',
        [id],
      ),
    );
    return row!;
  };

  it('INTERNET_SEARCH asks every search provider and joins what names the subject', async () => {
    quiet();
    server.reply(
      searxng,
      searxngAnswer([
        page(1, 'Isadora Vantongeren was convicted of money laundering.'),
        page(2, 'Isadora Vantongeren opened a museum.'),
        page(3, 'A report about somebody else.'),
      ]),
    );
    server.reply(brave, {
      body: {
        type: 'search',
        query: { more_results_available: false },
        web: {
          results: [
            {
              url: 'https://www.news.test/1?utm_source=b',
              title: 'The same page',
              description: 'Isadora Vantongeren',
            },
          ],
        },
      },
    });
    const found = (await scan({})) as Done;
    expect(found).toMatchObject({ status: 'DONE', totalHits: 2, hitCounts: { INTERNET_SEARCH: 2 } });
    const hits = found.hits?.INTERNET_SEARCH ?? [];
    for (const hit of hits) expect(validateHit(hit), JSON.stringify(validateHit.errors)).toBe(true);
    expect(hits[0]).toMatchObject({
      category: 'adverse-media',
      subCategory: 'money-laundering',
      score: 1,
      source: 'searxng',
      lastName: 'Isadora Vantongeren',
      article: {
        url: 'https://news.test/1',
        passage: 'Isadora Vantongeren was convicted of money laundering.',
        publishedAt: '2026-03-01T00:00:00.000Z',
        riskWords: ['convicted', 'money laundering'],
      },
    });
    expect(hits[1]).toMatchObject({ subCategory: 'mention', score: 0.5 });
    expect(server.questionsTo(brave).at(-1)?.headers['x-subscription-token']).toBe('brave-token');
    expect(await recordOf(found.id)).toMatchObject({
      list_versions: {
        engines: {
          INTERNET_SEARCH: {
            settings: { resultCount: 20 },
            providers: [{ provider: 'searxng' }, { provider: 'brave' }],
          },
        },
      },
    });
  });

  it('internetSearch.resultCount is 20 unless it says 10, 20 or 50', async () => {
    quiet();
    server.reply(searxng, ({ query }) => {
      const from = (Number(query.get('pageno')) - 1) * 30;
      const pages = Array.from({ length: 30 }, (_, index) =>
        page(from + index, 'Isadora Vantongeren was fined on Monday.'),
      );
      return searxngAnswer(pages);
    });
    expect(await scan({})).toMatchObject({ totalHits: 20 });
    for (const resultCount of [10, 20, 50] as const) {
      const found = await scan({ providerSettings: { internetSearch: { resultCount } } });
      expect(found).toMatchObject({ totalHits: resultCount, truncated: false });
    }
  });

  it('INTERNET_SEARCH of a Business reads company names', async () => {
    quiet();
    server.reply(searxng, searxngAnswer([page(1, 'Quillfeather Shipping was fined.')]));
    const found = await scan({ name: 'QUILLFEATHER SHIPPING LTD', customerType: 'Business' });
    expect(found).toMatchObject({ totalHits: 1 });
  });

  it('a hosted data set is asked once for all engines it is plugged into, and its hits are as all others', async () => {
    quiet();
    server.reply(
      match,
      matchAnswer([
        hosted,
        {
          ...hosted,
          id: 'NK-other',
          caption: 'Somebody Else',
          properties: { ...hosted.properties, name: ['Somebody Else'] },
        } as typeof hosted,
      ]),
    );
    const before = server.questionsTo(match).length;
    const found = (await scan({
      providers: ['RISK_LISTS', 'COMPOSITE_SCAN', 'GLOBAL_CHECK', 'WATCHLIST'],
    })) as Done;
    expect(found.hitCounts).toEqual({ RISK_LISTS: 2, COMPOSITE_SCAN: 2, GLOBAL_CHECK: 1, WATCHLIST: 1 });
    const requested = server.questionsTo(match).slice(before);
    expect(requested).toHaveLength(1);
    expect(requested[0]).toMatchObject({ method: 'POST', headers: { authorization: 'ApiKey match-key' } });
    expect(JSON.parse(requested[0]!.body)).toEqual({
      queries: { subject: { schema: 'Person', properties: { name: ['Isadora Vantongeren'] } } },
    });
    const hit = found.hits?.RISK_LISTS?.find(({ source }) => source === 'opensanctions');
    expect(validateHit(hit), JSON.stringify(validateHit.errors)).toBe(true);
    expect(hit).toMatchObject({
      firstName: 'Isadora',
      lastName: 'Vantongeren',
      category: 'pep',
      dobs: [{ dateOfBirth: '1971-05-06' }],
      hitId: 'RISK_LISTS:opensanctions:NK-hosted1',
      entityId: 'opensanctions:NK-hosted1',
      score: 1,
    });
    expect(hit?.reasons.at(-1)).toMatchObject({ feature: 'hosted-score', score: 0.93 });
    expect(await recordOf(found.id)).toMatchObject({
      list_versions: {
        engines: {
          RISK_LISTS: { remote: { dataset: 'peps', found: 2 }, lists: { 'custom-csv': expect.any(String) } },
        },
      },
    });
  });

  it('settings and maxHits count for what a hosted data set finds', async () => {
    quiet();
    const crowd = Array.from({ length: 30 }, (_, index) => ({ ...hosted, id: `NK-${index}` }));
    server.reply(match, matchAnswer(crowd));
    const providers: Subject['providers'] = ['RISK_LISTS'];
    const few = { riskLists: { maxHits: 5 as const } };
    expect(await scan({ providers, providerSettings: few })).toMatchObject({ totalHits: 5 });
    expect(await scan({ providers })).toMatchObject({ totalHits: 20 });
    expect(await scan({ name: 'Isadora', providers })).toMatchObject({ totalHits: 0 });
    const broad = { riskLists: { searchType: 'Broad' as const } };
    expect(await scan({ name: 'Isadora', providers, providerSettings: broad })).toMatchObject({
      totalHits: 20,
    });
  });

  it('a Business asks the hosted data set by name and registration number', async () => {
    quiet();
    await scan({ name: 'QF-773120', customerType: 'Business', providers: ['COMPOSITE_SCAN'] });
    expect(JSON.parse(server.questionsTo(match).at(-1)!.body)).toEqual({
      queries: {
        subject: {
          schema: 'LegalEntity',
          properties: { name: ['QF-773120'], registrationNumber: ['QF-773120'] },
        },
      },
    });
  });

  it.each([
    ['a search provider that answers an error', searxng, { status: 500 }, 'INTERNET_SEARCH', 'HTTP 500'],
    ['a search provider that answers something else', brave, { body: 'busy' }, 'INTERNET_SEARCH', 'no JSON'],
    ['a search provider that never answers', searxng, 'hang', 'INTERNET_SEARCH', 'no complete answer'],
    [
      'a hosted data set that refuses the key',
      match,
      { status: 401 },
      'COMPOSITE_SCAN',
      'key was not accepted',
    ],
    [
      'a hosted data set that answers something else',
      match,
      { body: {} },
      'COMPOSITE_SCAN',
      'none of the matching API',
    ],
    [
      'a hosted data set that answers without results',
      match,
      { body: { responses: { subject: {} } } },
      'COMPOSITE_SCAN',
      'without results',
    ],
    ['a search provider that answers nothing', brave, { body: {} }, 'INTERNET_SEARCH', 'no search results'],
    ['a hosted data set that never answers', match, 'hang', 'COMPOSITE_SCAN', 'no complete answer'],
  ] as const)(
    '%s fails the scan, and every credit comes back once',
    async (_, path, reply, engine, reason) => {
      quiet();
      server.reply(path, reply);
      const before = await books();
      const failed = await scan({
        providers: ['GLOBAL_CHECK', 'COMPOSITE_SCAN', 'INTERNET_SEARCH', 'WATCHLIST'],
      });
      expect(failed).toEqual({ code: 200, id: failed.id, status: 'FAILED' });
      expect(await recordOf(failed.id)).toMatchObject({
        failure: { engine, reason: expect.stringContaining(reason) },
      });
      expect(await books()).toEqual(before);
      for (const provider of ['GLOBAL_CHECK', 'INTERNET_SEARCH'] as const) {
        expect(await client.quickscan.hits({ id: failed.id, provider })).toEqual({
          code: 200,
          id: failed.id,
          status: 'FAILED',
        });
      }
    },
  );

  it('3.4, 4.6 rule 1: RUNNING tells code, id and status alone, and others are not held up', async () => {
    quiet();
    const { promise, resolve: letGo } = Promise.withResolvers<ProviderReply>();
    server.reply(searxng, () => promise);
    const before = server.questionsTo(searxng).length;
    const { id } = await submit({});
    await until('the question', () => server.questionsTo(searxng).length > before);
    expect(await client.quickscan.detail(id)).toEqual({ code: 200, id, status: 'RUNNING' });
    expect(await client.quickscan.hits({ id, provider: 'INTERNET_SEARCH' })).toEqual({
      code: 200,
      id,
      status: 'RUNNING',
    });
    const quick = await submit({ providers: ['GLOBAL_CHECK'] });
    await until('the other scan', async () => (await client.quickscan.detail(quick.id)).status === 'DONE');
    letGo({ status: 403 });
    await service.drain();
    expect(await client.quickscan.detail(id)).toMatchObject({ status: 'FAILED' });
  });

  it('no reason that is kept holds the name', async () => {
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ detail: unknown }>(
        `select detail from audit_event where tenant_id = $1 and act = 'quickscan.failed'`,
        [tenant.id],
      ),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('Vantongeren');
  });
});
