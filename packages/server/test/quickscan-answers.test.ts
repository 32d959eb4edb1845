import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callGateway } from './support/network.ts';
import { type ProviderReply, searxngAnswer } from './support/providers.ts';
import {
  allEngines,
  type QuickscanStory,
  searchPath,
  startQuickscanStory,
  usualSearch,
} from './support/quickscan-story.ts';
import { storyStores } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * Sentence by sentence through interface specification 2.7, 3.4, 4.6 and 4.7 and what sections 7 and 8 say of asking
 * for quick scans, on the bare wire. What happens to a RUNNING scan whose node dies is in quickscan-credits.test.ts.
 */

const hitSchema = JSON.parse(
  readFileSync(new URL('../../../docs/schemas/hit.schema.json', import.meta.url), 'utf8'),
) as object;
const validateHit = new Ajv2020({ strict: false }).compile(hitSchema);

describe.each(storyStores())('the answers of a quick scan, %s', (store) => {
  let story: QuickscanStory;
  beforeAll(async () => {
    story = await startQuickscanStory(store);
  });
  afterAll(() => story?.stop());

  it('3.4, 4.6 rule 1: while RUNNING there is only code, id and status', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<ProviderReply>();
    story.search.reply(searchPath, () => promise);
    const subject = {
      name: 'Isadora Vantongeren',
      customerType: 1,
      providers: ['INTERNET_SEARCH', 'GLOBAL_CHECK'],
    };
    const { id } = await story.submit(subject);
    const running = { code: 200, id, status: 'RUNNING' };
    expect(await story.detail(id)).toEqual(running);
    for (const provider of allEngines) expect(await story.hits({ id, provider })).toEqual(running);
    letGo({ status: 403 });
    await story.service.drain();
    story.search.reply(searchPath, usualSearch);
    // A FAILED scan stays so, whatever its provider says later: polling has ended (rule 4).
    const failed = { code: 200, id, status: 'FAILED' };
    expect(await story.detail(id)).toEqual(failed);
    for (const provider of allEngines) expect(await story.hits({ id, provider })).toEqual(failed);
    await story.service.drain();
    expect(await story.detail(id)).toEqual(failed);
  });

  it('7.2: a scan that FAILED cost nothing', async () => {
    story.search.reply(searchPath, { status: 500 });
    const before = await story.credits();
    expect(await story.scan({ name: 'Isadora Vantongeren', providers: allEngines })).toMatchObject({
      status: 'FAILED',
    });
    story.search.reply(searchPath, usualSearch);
    expect(await story.credits()).toBe(before);
  });

  it('4.6 rule 2: DONE with at most 50 hits has them all by engine', async () => {
    const found = await story.scan({ name: 'Marigold Fennimore', providers: ['WATCHLIST', 'GLOBAL_CHECK'] });
    expect(found).toMatchObject({
      code: 200,
      status: 'DONE',
      totalHits: 50,
      truncated: false,
      hitCounts: { WATCHLIST: 50, GLOBAL_CHECK: 0 },
      hits: { GLOBAL_CHECK: [] },
    });
    expect(found.hits!['WATCHLIST']).toHaveLength(50);
    expect(Object.keys(found).toSorted()).toEqual(
      ['code', 'hitCounts', 'hits', 'id', 'status', 'totalHits', 'truncated'].toSorted(),
    );
  });

  it('4.6 rule 2, 3: exactly 50 hits of all engines together are inlined, 51 are not', async () => {
    const subject = {
      name: 'Marigold Fennimore',
      providers: ['WATCHLIST', 'GLOBAL_CHECK', 'INTERNET_SEARCH'],
    };
    expect(await story.scan(subject)).toMatchObject({ totalHits: 50, truncated: false });
    story.search.reply(
      searchPath,
      searxngAnswer([
        { url: 'https://news.test/2', title: 'Fined', content: 'Marigold Fennimore was fined.' },
      ]),
    );
    const more = await story.scan(subject);
    story.search.reply(searchPath, usualSearch);
    expect(more).toMatchObject({
      totalHits: 51,
      truncated: true,
      hits: null,
      hitCounts: { WATCHLIST: 50, GLOBAL_CHECK: 0, INTERNET_SEARCH: 1 },
    });
  });

  it('4.6 rule 3: DONE with more has null in their place', async () => {
    const found = await story.scan({
      name: 'Quentin Marrowby',
      providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'],
      providerSettings: { globalCheck: { maxHits: 50 }, riskLists: { maxHits: 5 } },
    });
    expect(found).toMatchObject({
      totalHits: 115,
      truncated: true,
      hits: null,
      hitCounts: { GLOBAL_CHECK: 50, RISK_LISTS: 5, COMPOSITE_SCAN: 60 },
    });
  });

  it('4.7: pages of 20 unless asked, at most 100, until truncated is false', async () => {
    const { id } = await story.scan({ name: 'Quentin Marrowby', providers: ['COMPOSITE_SCAN'] });
    const first = await story.hits({ id, provider: 'COMPOSITE_SCAN' });
    expect(first).toMatchObject({ code: 200, id, totalHits: 60, truncated: true });
    expect(first.hits!['COMPOSITE_SCAN']).toHaveLength(20);
    expect(await story.hits({ id, provider: 'COMPOSITE_SCAN', page: 1, pageSize: 20 })).toEqual(first);
    const pages = [first];
    for (const page of [2, 3]) pages.push(await story.hits({ id, provider: 'COMPOSITE_SCAN', page }));
    expect(pages.map(({ truncated }) => truncated)).toEqual([true, true, false]);
    const all = await story.hits({ id, provider: 'COMPOSITE_SCAN', pageSize: 100 });
    expect(all).toMatchObject({ totalHits: 60, truncated: false });
    expect(pages.flatMap((page) => page.hits!['COMPOSITE_SCAN']!)).toEqual(all.hits!['COMPOSITE_SCAN']);
    expect(await story.hits({ id, provider: 'COMPOSITE_SCAN', page: 4 })).toMatchObject({
      totalHits: 60,
      truncated: false,
      hits: { COMPOSITE_SCAN: [] },
    });
  });

  it('4.7: is usable also when nothing was truncated, for any engine', async () => {
    const { id } = await story.scan({ name: 'Isadora Vantongeren', providers: ['WATCHLIST'] });
    expect(await story.hits({ id, provider: 'WATCHLIST' })).toMatchObject({
      totalHits: 1,
      truncated: false,
      hits: { WATCHLIST: [{ entityId: 'watchlist:w1' }] },
    });
    for (const provider of ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH']) {
      expect(await story.hits({ id, provider })).toEqual({
        code: 200,
        id,
        totalHits: 0,
        truncated: false,
        hits: { [provider]: [] },
      });
    }
  });

  it.each([
    [{ provider: undefined }, 'data.provider is missing'],
    [{ provider: 'YAHOO' }, 'data.provider "YAHOO"'],
    [{ id: undefined }, 'data.id is missing'],
    [{ page: 0 }, 'data.page 0'],
    [{ page: 1.5 }, 'data.page 1.5'],
    [{ page: 'one' }, 'data.page "one"'],
    [{ pageSize: 0 }, 'data.pageSize 0'],
    [{ pageSize: 101 }, 'data.pageSize 101'],
  ])('4.7, 8: refuses %j with code 400', async (change, named) => {
    const answer = await story.hits({ id: 'x', provider: 'WATCHLIST', ...change });
    expect(answer).toEqual({ code: 400, message: expect.stringContaining(named) });
  });

  it('7.2: code 404 for a record that does not exist, here and in detail', async () => {
    for (const id of ['no-such-scan', '01900000-0000-7000-8000-000000000000']) {
      expect(await story.detail(id)).toEqual({ code: 404, message: expect.stringContaining(id) });
      expect(await story.hits({ id, provider: 'WATCHLIST' })).toMatchObject({ code: 404 });
    }
    expect(await story.call('quickscan.detail', { data: {} })).toMatchObject({ code: 400 });
  });

  it('4: a record of another domain or tenant does not exist', async () => {
    const { id } = await story.scan({ name: 'Isadora Vantongeren', providers: ['GLOBAL_CHECK'] });
    const stranger = aTenant();
    await story.service.provision(stranger);
    const { key } = story.tenant;
    for (const [whose, domain] of [
      [key, 'corporate'],
      [stranger.key, 'retail'],
    ] as const) {
      for (const api of ['quickscan.detail', 'quickscan.hits']) {
        const data = { data: { id, provider: 'GLOBAL_CHECK' } };
        const answer = await callGateway(story.service.app.baseUrl, whose, { api, data, domain });
        expect(answer.data).toEqual({ code: 404, message: expect.stringContaining(String(id)) });
      }
    }
  });

  it('2.7: every hit is one of the published schema, with the fields of the interface first', async () => {
    const found = [
      await story.scan({
        name: 'Isadora Vantongeren',
        providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH', 'WATCHLIST'],
      }),
      await story.scan({ name: 'Quillfeather Shipping', customerType: 2, providers: ['GLOBAL_CHECK'] }),
      await story.scan({ name: 'Quentin Marrowby', providers: ['GLOBAL_CHECK'] }),
    ].flatMap((one) => Object.values(one.hits!).flat());
    expect(found.length).toBeGreaterThan(20);
    for (const hit of found) {
      expect(validateHit(hit), JSON.stringify(validateHit.errors)).toBe(true);
      expect(Object.keys(hit).slice(0, 6)).toEqual([
        'firstName',
        'lastName',
        'category',
        'subCategory',
        'addresses',
        'dobs',
      ]);
    }
    expect(found.find((hit) => hit['entityId'] === 'custom-csv:b1')).toMatchObject({
      firstName: '',
      lastName: 'Quillfeather Shipping Limited',
      category: 'sanctions',
      source: 'custom-csv',
    });
    const [namesake] = found.filter((hit) => hit['name'] === 'Quentin Marrowby');
    expect(namesake).toMatchObject({
      dobs: [{ dateOfBirth: '1970-01-02' }],
      dobRanges: [{ from: '1971-01-01', to: '1971-12-31' }],
    });
  });
});
