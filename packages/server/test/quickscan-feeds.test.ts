import { readFileSync } from 'node:fs';
import type { GatehouseClient, Scan } from '@gatehouse/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Feeds } from '../src/internet-search/feeds/index.ts';
import { createEgress } from '../src/lib/egress.ts';
import { createLogger } from '../src/lib/logger.ts';
import { type ProviderServer, startProviderServer } from './support/providers.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** INTERNET_SEARCH over the feeds that the deployment keeps, without any account. */

const fixture = (name: string) =>
  readFileSync(new URL(`../src/internet-search/feeds/fixtures/${name}`, import.meta.url), 'utf8');
const validateHit = new Ajv2020({ strict: false }).compile(
  JSON.parse(
    readFileSync(new URL('../../../docs/schemas/hit.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

type Subject = Parameters<GatehouseClient['quickscan']['submit']>[0];
type Done = Extract<Scan, { status: 'DONE' }>;

describe.each(storyStores())('the search of feeds, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let server: ProviderServer;
  let urls: string[];
  const tenant = aTenant({ quickScanCredits: 1000 });
  const paths = ['/markets/rss.xml', '/court/atom.xml', '/bank/press.rdf'];

  beforeAll(async () => {
    server = await startProviderServer();
    for (const path of paths) server.reply(path, { status: 503 });
    urls = paths.map((path) => `${server.url}${path}`);
    service = await startTestService(store, { GATEHOUSE_FEEDS: urls.join(' ') });
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
  });

  /** Another node of the deployment, which looks at every feed now. */
  async function lookNow(): Promise<void> {
    const { database } = service.app;
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const logger = createLogger('silent');
    const feeds = new Feeds({ database, egress, urls, everyMinutes: 30, clock: service.clock, logger });
    await feeds.fetchDue(new AbortController().signal);
    await database.operator((tx) => tx.sql(`update feed set due_at = now() - interval '1 second'`));
    await feeds.fetchDue(new AbortController().signal);
    // The service itself may have taken some of them in between.
    await until('every look', async () => {
      const inProgress = await database.operator((tx) =>
        tx.sql(
          `select from feed where due_at <= now()
             or due_at between now() + interval '61 seconds' and now() + interval '250 seconds'`,
        ),
      );
      return inProgress.length === 0;
    });
    egress.close();
  }

  const states = () =>
    service.app.database.operator((tx) =>
      tx.sql<{ url: string; failures: number; failure: string | null; loaded: boolean; etag: string | null }>(
        'select url, failures, failure, loaded_at is not null as loaded, etag from feed order by url',
      ),
    );

  async function scan(data: Partial<Subject>): Promise<Done> {
    const { id } = await client.quickscan.submit({
      name: 'Wilhelmina Thornapple',
      customerType: 'Individual',
      providers: ['INTERNET_SEARCH'],
      ...data,
    });
    await service.drain();
    return (await client.quickscan.detail(id)) as Done;
  }

  const notLoaded = { code: 400, message: expect.stringContaining('no feed was loaded yet') };

  it('is refused until a feed was loaded: an empty store must not read as a clean name', async () => {
    await lookNow();
    expect((await states()).every(({ loaded, failure }) => !loaded && failure === 'HTTP 503')).toBe(true);
    await expect(scan({})).rejects.toMatchObject(notLoaded);
  });

  it('is refused also when what answers says that nothing changed since nothing was read', async () => {
    server.reply(paths[0]!, { status: 304 });
    await lookNow();
    expect((await states()).map(({ loaded, failure }) => [loaded, failure])).toContainEqual([
      false,
      'HTTP 304',
    ]);
    await expect(scan({})).rejects.toMatchObject(notLoaded);
  });

  it('finds who is named in RSS, Atom and RDF, with passage, date and words of risk', async () => {
    server.reply(paths[0]!, ({ headers }) =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { body: fixture('rss-2.0.xml'), headers: { etag: '"v1"', 'content-type': 'application/rss+xml' } },
    );
    server.reply(paths[1]!, { status: 301, headers: { location: '/court/new/atom.xml' } });
    server.reply('/court/new/atom.xml', { body: fixture('atom.xml') });
    server.reply(paths[2]!, { body: fixture('rdf.xml') });
    await lookNow();
    expect(await states()).toMatchObject([
      { loaded: true, failures: 0 },
      { loaded: true, failures: 0 },
      { loaded: true, failures: 0, etag: '"v1"' },
    ]);
    const found = await scan({});
    expect(found).toMatchObject({ status: 'DONE', totalHits: 1 });
    const [hit] = found.hits?.INTERNET_SEARCH ?? [];
    expect(validateHit(hit), JSON.stringify(validateHit.errors)).toBe(true);
    expect(hit).toMatchObject({
      source: 'feeds',
      category: 'adverse-media',
      name: 'EMA fines Wilhelmina Thornapple & bans her',
      article: {
        url: 'https://markets.example/press/2026-17?utm_source=rss&utm_medium=feed',
        passage: expect.stringContaining('Wilhelmina Thornapple'),
        publishedAt: '2026-03-02T08:30:00.000Z',
        publisher: 'Example Markets Authority – Press releases',
      },
    });
    expect(hit?.article?.riskWords.length).toBeGreaterThan(0);
    expect(await scan({ name: 'Jörg Müßiggang' })).toMatchObject({
      totalHits: 1,
      hits: { INTERNET_SEARCH: [{ subCategory: 'money-laundering' }] },
    });
    expect(await scan({ name: 'QUILLFEATHER SHIPPING LTD', customerType: 'Business' })).toMatchObject({
      hits: { INTERNET_SEARCH: [{ article: { publishedAt: '2026-02-01T09:00:00.000Z' } }] },
    });
  });

  it.each([
    ['another order', 'THORNAPPLE, Wilhelmina', 1],
    ['a typing error', 'Wilhelmina Thornaple', 1],
    ['another script', 'Вильгельмина Торнапл', 0],
    ['a part of the name', 'Wilhelmina Quillfeather', 0],
    ['words of the text', 'Press Office', 0],
    ['what only scripts of a page hold', 'Agatha Nobody', 0],
  ])('reads through %s', async (_, name, hits) => {
    expect(await scan({ name })).toMatchObject({ status: 'DONE', totalHits: hits });
  });

  it('asks by what the publisher said last, and takes "not modified" for a good look', async () => {
    const before = server.questionsTo(paths[0]!).length;
    await lookNow();
    expect(server.questionsTo(paths[0]!).slice(before).at(-1)?.headers['if-none-match']).toBe('"v1"');
    expect(await states()).toMatchObject([{}, {}, { failures: 0, etag: '"v1"' }]);
    expect(await scan({})).toMatchObject({ totalHits: 1 });
  });

  it('keeps what has left the feed, and takes a corrected text in place of the old one', async () => {
    const other = fixture('rdf.xml').replace('after money laundering was found', 'after a clerical error');
    server.reply(paths[2]!, { body: other });
    server.reply(paths[0]!, {
      body: '<rss version="2.0"><channel><title>x</title><item><title>New</title><link>https://a.example/1</link></item></channel></rss>',
    });
    await lookNow();
    expect(await scan({})).toMatchObject({ totalHits: 1 });
    const company = await scan({ name: 'Quillfeather Shipping', customerType: 'Business' });
    expect(company.hits?.INTERNET_SEARCH?.[0]).toMatchObject({
      article: { passage: expect.stringContaining('clerical error') },
    });
  });

  it.each([
    ['an error', { status: 500 }, 'HTTP 500'],
    ['a page instead of a feed', { body: '<html><body>Sorry</body></html>' }, 'no RSS, RDF or Atom'],
    ['entities of its own', { body: '<!DOCTYPE a [<!ENTITY x "y">]><rss/>' }, 'entities'],
    ['a redirect in a circle', { status: 302, headers: { location: '/bank/press.rdf' } }, 'redirects'],
    [
      'a redirect to a private address',
      { status: 302, headers: { location: 'http://10.0.0.1/' } },
      'not public',
    ],
  ])('keeps what it has when the publisher answers %s, and says so', async (_, reply, reason) => {
    server.reply(paths[2]!, reply);
    await lookNow();
    const [bank] = await states();
    expect(bank).toMatchObject({ loaded: true, failure: expect.stringContaining(reason) });
    expect(bank!.failures).toBeGreaterThan(0);
    expect(await scan({ name: 'Quillfeather Shipping', customerType: 'Business' })).toMatchObject({
      totalHits: 1,
    });
  });

  it('is refused when no feed was read well for too long, and tells of those that were not', async () => {
    const { database } = service.app;
    const age = (hours: number, which: readonly string[]) =>
      database.operator((tx) =>
        tx.sql(`update feed set loaded_at = now() - make_interval(hours => $1) where url = any($2::text[])`, [
          hours,
          which,
        ]),
      );
    await age(25, urls);
    await expect(scan({})).rejects.toMatchObject({
      code: 400,
      message: expect.stringMatching(/no feed was read well since 20/),
    });
    await age(1, urls.slice(1));
    const { id } = await scan({});
    const [row] = await database.operator((tx) =>
      tx.sql<{ record: unknown }>(
        `select list_versions #> '{engines,INTERNET_SEARCH,providers,0}' as record from quick_scan where scan_id = $1`,
        [id],
      ),
    );
    expect(row?.record).toMatchObject({ provider: 'feeds', stale: [{ url: urls[0] }] });
    await age(0, urls);
  });

  it('counts what it keeps, and forgets what was read years ago', async () => {
    const { database } = service.app;
    const counts = () =>
      database.operator((tx) =>
        tx.sql<{ items: number; kept: number }>(
          `select items, (select count(*)::int from feed_item i where i.feed_url = f.url) as kept from feed f order by url`,
        ),
      );
    for (const { items, kept } of await counts()) expect(items).toBe(kept);
    await database.operator((tx) =>
      tx.sql(
        `insert into feed_item (feed_url, item_id, url, title, body, fetched_at, keys)
         values ($1, 'old', 'https://old.example/', 'Old', '', now() - interval '6 years', '')`,
        [urls[0]],
      ),
    );
    await database.operator((tx) => tx.sql('update feed set items = items + 1 where url = $1', [urls[0]]));
    await lookNow();
    for (const { items, kept } of await counts()) expect(items).toBe(kept);
    const [old] = await database.operator((tx) => tx.sql(`select from feed_item where item_id = 'old'`));
    expect(old).toBeUndefined();
  });

  it('records which feeds were searched, with what they held', async () => {
    const { id } = await scan({});
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ list_versions: unknown }>('select list_versions from quick_scan where scan_id = $1', [id]),
    );
    expect(row?.list_versions).toMatchObject({
      engines: {
        INTERNET_SEARCH: {
          providers: [
            {
              provider: 'feeds',
              named: 1,
              feeds: urls.toSorted().map((url) => ({ url, items: expect.any(Number) })),
            },
          ],
        },
      },
    });
  });

  it('is refused again when its news was deleted, until all of it was read anew', async () => {
    await service.app.database.operator((tx) => tx.sql('delete from feed_item'));
    await expect(scan({})).rejects.toMatchObject(notLoaded);
    for (const path of paths) {
      server.reply(path, ({ headers }) =>
        headers['if-none-match'] === undefined
          ? { body: fixture('rss-2.0.xml'), headers: { etag: '"v2"' } }
          : { status: 304 },
      );
    }
    await lookNow();
    expect(await scan({})).toMatchObject({ status: 'DONE', totalHits: 1 });
  });
});
