import { operations } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callGateway, signedQuery } from './support/network.ts';
import {
  allEngines,
  type QuickscanData,
  type QuickscanStory,
  startQuickscanStory,
} from './support/quickscan-story.ts';
import { storyStores } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * Sentence by sentence through interface specification 4.5 and what sections 7 to 9 say of submitting quick scans, on
 * the bare wire. The answers are in quickscan-answers.test.ts, each allowed value of a setting in
 * quickscan-settings.test.ts, 1,000 calls at once in quickscan-credits.test.ts, what a client repeats (7.3) and how
 * often it polls in the SDK's own tests.
 */

describe.each(storyStores())('submitting a quick scan, %s', (store) => {
  let story: QuickscanStory;
  beforeAll(async () => {
    story = await startQuickscanStory(store);
  });
  afterAll(() => story?.stop());

  it('4.5: answers code 200, the id of the scan record and RUNNING', async () => {
    expect(
      await story.submit({
        name: 'Isadora Vantongeren',
        customerType: 'Individual',
        providers: ['GLOBAL_CHECK'],
      }),
    ).toEqual({ code: 200, id: expect.any(String), status: 'RUNNING' });
  });

  it('4.5: takes what it is asked in `data` alone', async () => {
    const subject = { name: 'Isadora Vantongeren', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
    expect(await story.call('quickscan.submit', subject)).toEqual({
      code: 400,
      message: expect.stringContaining('data is missing'),
    });
  });

  it.each(['Individual', 1, 'Business', 2])('4.5: takes customerType %j', async (customerType) => {
    expect(
      await story.submit({ name: 'Nobody Special', customerType, providers: ['RISK_LISTS'] }),
    ).toMatchObject({
      code: 200,
    });
  });

  it('4.5: screens an Individual against people alone', async () => {
    const individual = await story.scan({ name: 'Quillfeather Shipping', providers: ['GLOBAL_CHECK'] });
    expect(individual).toMatchObject({ totalHits: 0 });
  });

  it('7.2: answers 999403 until the lists are loaded, and takes no credit', async () => {
    const { app } = story.service;
    const credits = await story.credits();
    const loading = vi.spyOn(app.lists, 'current').mockReturnValue(undefined);
    const data = { name: 'Isadora Vantongeren', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
    const answer = await callGateway(app.baseUrl, story.tenant.key, {
      api: 'quickscan.submit',
      data: { data },
    });
    loading.mockRestore();
    expect(answer).toMatchObject({ status: 503, apiCode: 999403, data: null });
    expect(await story.credits()).toBe(credits);
  });

  it('4.5: a Business additionally matches company names and registration numbers', async () => {
    const business = {
      customerType: 'Business',
      providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'],
    };
    for (const name of ['QUILLFEATHER SHIPPING LTD', 'Quillfeather Shipping', 'QF-773120', 'qf 773 120']) {
      const found = await story.scan({ ...business, name });
      expect(found, name).toMatchObject({
        hitCounts: { GLOBAL_CHECK: 1, RISK_LISTS: 1, COMPOSITE_SCAN: 1 },
        hits: { GLOBAL_CHECK: [{ entityId: 'custom-csv:b1' }] },
      });
    }
    // Additionally: people are met as by an individual.
    expect(await story.scan({ ...business, name: 'Isadora Vantongeren' })).toMatchObject({
      hitCounts: { GLOBAL_CHECK: 1, RISK_LISTS: 1, COMPOSITE_SCAN: 1 },
    });
    expect(await story.scan({ ...business, name: 'Thornapple Star' })).toMatchObject({ totalHits: 3 });
    expect(await story.scan({ ...business, name: '9312345' })).toMatchObject({
      hits: { GLOBAL_CHECK: [{ entityId: 'custom-csv:s1' }] },
    });
    expect(await story.scan({ ...business, name: 'QF-773121' })).toMatchObject({ totalHits: 0 });
  });

  it('4.5: takes each engine, alone and all together, and an engine that is named twice once', async () => {
    const subject = { name: 'Isadora Vantongeren' };
    for (const engine of allEngines) {
      expect(await story.scan({ ...subject, providers: [engine] })).toMatchObject({
        status: 'DONE',
        totalHits: 1,
        hitCounts: { [engine]: 1 },
      });
    }
    const all = await story.scan({ ...subject, providers: [...allEngines, ...allEngines] });
    expect(all).toMatchObject({ status: 'DONE', totalHits: 5 });
    expect(all['hitCounts']).toEqual(Object.fromEntries(allEngines.map((engine) => [engine, 1])));
  });

  it.each(allEngines.map((engine) => [engine, engine === 'WATCHLIST' ? 0 : 1] as const))(
    '4.5, 8: a scan by %s costs %d credits',
    async (engine, cost) => {
      const before = await story.credits();
      await story.scan({ name: 'Nobody Special', providers: [engine] });
      expect(await story.credits()).toBe(before + cost);
    },
  );

  it('8: asking for details and hits costs nothing', async () => {
    const { id } = await story.scan({ name: 'Isadora Vantongeren', providers: ['GLOBAL_CHECK'] });
    const before = await story.credits();
    for (let turn = 0; turn < 5; turn++) {
      await story.detail(id);
      await story.hits({ id, provider: 'GLOBAL_CHECK' });
    }
    expect(await story.credits()).toBe(before);
  });

  it('4.5: `providerSettings` that are omitted, empty or null are the defaults', async () => {
    const kept: unknown[] = [];
    for (const submitted of [
      {},
      { providerSettings: {} },
      { providerSettings: null },
      { providerSettings: { globalCheck: {} } },
    ]) {
      const { id } = await story.scan({ name: 'Nobody Special', providers: allEngines, ...submitted });
      const [row] = await story.service.app.database.operator((tx) =>
        tx.sql<{ engines: unknown }>('select engines from quick_scan where scan_id = $1', [id]),
      );
      kept.push(row!.engines);
    }
    const defaults = {
      GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 },
      RISK_LISTS: { searchType: 'Precise', maxHits: 20 },
      COMPOSITE_SCAN: { sensitivity: 0.6 },
      INTERNET_SEARCH: { resultCount: 20 },
      WATCHLIST: {},
    };
    expect(kept).toEqual([defaults, defaults, defaults, defaults]);
  });

  it('4.5: keeps the remark, and the settings with what was searched', async () => {
    const { id } = await story.submit({
      name: 'Isadora Vantongeren',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK', 'COMPOSITE_SCAN', 'WATCHLIST'],
      description: 'before opening an account',
      providerSettings: { globalCheck: { matchStrength: 'EXACT' } },
    });
    await story.service.drain();
    const [row] = await story.service.app.database.operator((tx) =>
      tx.sql('select engines, list_versions from quick_scan where scan_id = $1', [id]),
    );
    const settings = {
      GLOBAL_CHECK: { matchStrength: 'EXACT', maxHits: 20 },
      COMPOSITE_SCAN: { sensitivity: 0.6 },
    };
    expect(row).toMatchObject({
      engines: { ...settings, WATCHLIST: {} },
      list_versions: {
        engineVersion: expect.any(String),
        lists: { 'custom-csv': expect.any(String), watchlist: '1' },
        engines: {
          GLOBAL_CHECK: {
            settings: settings.GLOBAL_CHECK,
            engineVersion: expect.any(String),
            lists: { 'custom-csv': expect.any(String) },
          },
          WATCHLIST: { lists: { watchlist: '1' } },
        },
      },
    });
  });

  it.each([
    [{ name: null }, 'data.name is missing'],
    [{ name: 7 }, 'data.name 7'],
    [{ name: ' ' }, 'data.name " "'],
    [{ customerType: undefined }, 'data.customerType is missing'],
    [{ customerType: 'individual' }, 'data.customerType "individual"'],
    [{ customerType: 3 }, 'data.customerType 3'],
    [{ providers: undefined }, 'data.providers is missing'],
    [{ providers: [] }, 'data.providers []'],
    [{ providers: 'GLOBAL_CHECK' }, 'data.providers "GLOBAL_CHECK"'],
    [{ providers: ['GLOBAL_CHECK', 'YAHOO'] }, 'data.providers[1] "YAHOO"'],
    [{ providerSettings: { compositeScan: { sensitivity: 1.1 } } }, 'sensitivity 1.1'],
    [{ providerSettings: { compositeScan: { sensitivity: -0.1 } } }, 'sensitivity -0.1'],
    [{ providerSettings: { globalCheck: { matchStrength: 'strong' } } }, 'matchStrength "strong"'],
    [{ providerSettings: { globalCheck: { maxHits: 15 } } }, 'maxHits 15'],
    [{ providerSettings: { riskLists: { searchType: 'Fuzzy' } } }, 'searchType "Fuzzy"'],
    [{ providerSettings: { riskLists: { maxHits: 100 } } }, 'maxHits 100'],
    [{ providerSettings: { internetSearch: { resultCount: 5 } } }, 'resultCount 5'],
    [{ description: 7 }, 'data.description 7'],
    [{ providerSettings: 'Broad' }, 'data.providerSettings "Broad"'],
    [{ providerSettings: { compositeScan: { sensitivity: '0.6' } } }, 'sensitivity "0.6"'],
    [{ providerSettings: { watchlist: {} } }, 'unknown watchlist'],
    [{ providerSettings: { globalCheck: { strength: 'EXACT' } } }, 'unknown strength'],
  ])('7.2: refuses %j with code 400, naming it, and takes nothing', async (change, named) => {
    const before = await story.credits();
    const good = { name: 'Isadora Vantongeren', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
    const answer = await story.submit({ ...good, ...change });
    expect(answer).toEqual({ code: 400, message: expect.stringContaining(named) });
    expect(await story.credits()).toBe(before);
  });

  it('4.5: each call is independent, and several run in parallel', async () => {
    const started = await Promise.all(
      Array.from({ length: 20 }, () =>
        story.submit({
          name: 'Isadora Vantongeren',
          customerType: 1,
          providers: ['WATCHLIST', 'GLOBAL_CHECK'],
        }),
      ),
    );
    expect(new Set(started.map(({ id }) => id)).size).toBe(20);
    await story.service.drain();
    for (const { id } of started)
      expect(await story.detail(id)).toMatchObject({ status: 'DONE', totalHits: 2 });
  });

  it('7.2: code 403 when the credits do not cover all chosen engines, or billing is blocked', async () => {
    const poor = aTenant({ quickScanCredits: 2 });
    await story.service.provision(poor);
    const request = async (providers: string[]) => {
      const data = { name: 'Isadora Vantongeren', customerType: 1, providers };
      const answer = await callGateway(story.service.app.baseUrl, poor.key, {
        api: 'quickscan.submit',
        data: { data },
      });
      return (answer.data as QuickscanData)['code'];
    };
    expect(await request(['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'])).toBe(403);
    expect(await request(['GLOBAL_CHECK', 'RISK_LISTS', 'WATCHLIST'])).toBe(200);
    expect(await request(['GLOBAL_CHECK'])).toBe(403);
    expect(await request(['WATCHLIST'])).toBe(200);
    await story.service.provision({ ...poor, quickScanCredits: 9, billingBlocked: true });
    expect(await request(['GLOBAL_CHECK'])).toBe(403);
  });

  it('7.1: what the door refuses costs nothing and has no data', async () => {
    const before = await story.credits();
    const subject = { name: 'Isadora Vantongeren', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
    const request = (key: { apiKey: string; secret: string }, domain: string) =>
      callGateway(story.service.app.baseUrl, key, {
        api: 'quickscan.submit',
        data: { data: subject },
        domain,
      });
    const { key } = story.tenant;
    expect(await request({ ...key, secret: 'another' }, 'retail')).toMatchObject({
      apiCode: 999001,
      data: null,
    });
    expect(await request({ ...key, apiKey: 'nobody' }, 'retail')).toMatchObject({
      apiCode: 999305,
      data: null,
    });
    expect(await request(key, 'elsewhere')).toMatchObject({ apiCode: 999303, data: null });
    expect(await story.credits()).toBe(before);
  });

  it('8: times out after 30 s for submit and 10 s for detail and hits', () => {
    expect(operations['quickscan.submit'].timeoutMs).toBe(30_000);
    expect(operations['quickscan.detail'].timeoutMs).toBe(10_000);
    expect(operations['quickscan.hits'].timeoutMs).toBe(10_000);
  });

  it('9: takes version 1.0.0 alone', async () => {
    for (const api of ['quickscan.submit', 'quickscan.detail', 'quickscan.hits'] as const) {
      expect(operations[api].versions).toEqual(['1.0.0']);
      const query = signedQuery(story.tenant.key, api, '{}').replace('apiVersion=1.0.0', 'apiVersion=2.0.0');
      const answer = await fetch(`${story.service.app.baseUrl}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-domain': 'retail' },
        body: '{}',
      });
      expect(await answer.json()).toEqual({ apiCode: 999302, apiMsg: 'API_NOT_FOUND', data: null });
    }
  });
});
