import type { GatehouseClient, Scan } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type DoneScan = Extract<Scan, { status: 'DONE' }>;

function done(scan: Scan): DoneScan {
  if (scan.status !== 'DONE') throw new Error(`the scan is ${scan.status}`);
  return scan;
}

describe.each(storyStores())('a quick scan, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  const tenant = aTenant({
    quickScanCredits: 1000,
    watchlist: Array.from({ length: 70 }, (_, index) => ({
      id: `w${index}`,
      name: 'Wilhelmina Thornapple',
      note: `entry ${index}`,
    })),
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  async function scan(data: Partial<Parameters<GatehouseClient['quickscan']['submit']>[0]>) {
    const started = await client.quickscan.submit({
      name: 'Osama bin Laden',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK'],
      ...data,
    });
    await service.drain();
    return done(await client.quickscan.detail(started.id));
  }

  const credits = async () => {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ used: number }>('select quick_scan_used as used from tenant where tenant_id = $1', [
        tenant.id,
      ]),
    );
    return row?.used as number;
  };

  it('answers an id and RUNNING, then its hits by engine with the fields of the interface first', async () => {
    const started = await client.quickscan.submit({
      name: 'Osama bin Laden',
      customerType: 1,
      providers: ['WATCHLIST', 'GLOBAL_CHECK', 'GLOBAL_CHECK'],
      description: 'before opening an account',
    });
    expect(started).toEqual({ code: 200, id: expect.any(String), status: 'RUNNING' });
    await service.drain();
    const detail = done(await client.quickscan.detail(started.id));
    expect(detail).toMatchObject({
      code: 200,
      id: started.id,
      status: 'DONE',
      totalHits: 1,
      truncated: false,
      hitCounts: { WATCHLIST: 0, GLOBAL_CHECK: 1 },
      hits: { WATCHLIST: [] },
    });
    const [hit] = detail.hits?.GLOBAL_CHECK ?? [];
    expect(Object.keys(hit ?? {}).slice(0, 6)).toEqual([
      'firstName',
      'lastName',
      'category',
      'subCategory',
      'addresses',
      'dobs',
    ]);
    expect(hit).toMatchObject({ lastName: 'bin Laden', category: 'sanctions', score: 1, source: 'sample' });
  });

  it('meets misspellings by strength and nothing but the same name at EXACT', async () => {
    const counts = async (name: string, matchStrength: 'EXACT' | 'STRONG' | 'WEAK') =>
      (await scan({ name, providerSettings: { globalCheck: { matchStrength } } })).hitCounts;
    expect(await counts('Osama bin Ladden', 'EXACT')).toEqual({ GLOBAL_CHECK: 0 });
    expect(await counts('Osama bin Ladden', 'STRONG')).toEqual({ GLOBAL_CHECK: 1 });
    expect(await counts('LADEN, Osama BIN', 'EXACT')).toEqual({ GLOBAL_CHECK: 1 });
    expect(await counts('Bartholomew Quillfeather', 'WEAK')).toEqual({ GLOBAL_CHECK: 0 });
  });

  it('runs every list engine with its own settings', async () => {
    const detail = await scan({
      providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'],
      providerSettings: {
        riskLists: { searchType: 'Broad', maxHits: 50 },
        compositeScan: { sensitivity: 1 },
      },
    });
    expect(detail.hitCounts).toMatchObject({ GLOBAL_CHECK: 1, WATCHLIST: 0 });
    expect(detail.hitCounts?.['RISK_LISTS']).toBeGreaterThanOrEqual(1);
    expect(detail.hitCounts?.['COMPOSITE_SCAN']).toBeGreaterThanOrEqual(1);
  });

  it('truncates above 50 hits and pages through them without repeating or skipping one', async () => {
    const detail = await scan({ name: 'Wilhelmina Thornapple', providers: ['WATCHLIST', 'GLOBAL_CHECK'] });
    expect(detail).toMatchObject({
      totalHits: 70,
      truncated: true,
      hits: null,
      hitCounts: { WATCHLIST: 70 },
    });
    const seen: string[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const answer = await client.quickscan.hits({
        id: detail.id as string,
        provider: 'WATCHLIST',
        page,
        pageSize: 30,
      });
      expect(answer).toMatchObject({ code: 200, totalHits: 70 });
      seen.push(...(answer.hits?.['WATCHLIST'] ?? []).map((hit) => hit.hitId));
      more = answer.truncated === true;
    }
    expect(new Set(seen).size).toBe(70);
    expect(seen).toHaveLength(70);
    expect(await client.quickscan.hits({ id: detail.id as string, provider: 'RISK_LISTS' })).toEqual({
      code: 200,
      id: detail.id,
      totalHits: 0,
      truncated: false,
      hits: { RISK_LISTS: [] },
    });
  });

  it('costs one credit an engine, WATCHLIST none, all or nothing', async () => {
    const before = await credits();
    await scan({ providers: ['WATCHLIST'] });
    expect(await credits()).toBe(before);
    await scan({ providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'RISK_LISTS', 'WATCHLIST'] });
    expect(await credits()).toBe(before + 2);
    await service.provision({ ...tenant, quickScanCredits: before + 3 });
    await expect(scan({ providers: ['GLOBAL_CHECK', 'RISK_LISTS'] })).rejects.toMatchObject({ code: 403 });
    expect(await credits()).toBe(before + 2);
    await scan({ providers: ['GLOBAL_CHECK'] });
    expect(await credits()).toBe(before + 3);
    await service.provision(tenant);
  });

  it('refuses INTERNET_SEARCH while no provider is configured, naming it, and takes no credit', async () => {
    const before = await credits();
    await expect(scan({ providers: ['GLOBAL_CHECK', 'INTERNET_SEARCH'] })).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('INTERNET_SEARCH'),
    });
    expect(await credits()).toBe(before);
  });

  it('refuses bad parameters in data, naming them', async () => {
    const faulty: [Record<string, unknown>, string][] = [
      [{ name: '' }, 'data.name'],
      [{ name: null }, 'data.name is missing'],
      [{ customerType: 3 }, 'data.customerType 3'],
      [{ providers: [] }, 'data.providers'],
      [{ providers: ['YAHOO'] }, 'data.providers[0] "YAHOO"'],
      [{ providerSettings: { globalCheck: { matchStrength: 'LOOSE' } } }, 'matchStrength "LOOSE"'],
      [{ providerSettings: { google: {} } }, 'google'],
    ];
    for (const [data, named] of faulty) {
      await expect(scan(data as never)).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining(named),
      });
    }
  });

  it('does not exist for another domain, another tenant or an invented id', async () => {
    const { id } = await client.quickscan.submit({
      name: 'Osama bin Laden',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK'],
    });
    await service.drain();
    const rival = aTenant();
    await service.provision(rival);
    const strangers = [
      service.client({ ...tenant.key, domain: 'corporate' }),
      service.client({ ...rival.key, domain: 'retail' }),
    ];
    for (const stranger of strangers) {
      await expect(stranger.quickscan.detail(id)).rejects.toMatchObject({ code: 404 });
      await expect(stranger.quickscan.hits({ id, provider: 'GLOBAL_CHECK' })).rejects.toMatchObject({
        code: 404,
      });
    }
    await expect(client.quickscan.detail('no-such-scan')).rejects.toMatchObject({ code: 404 });
  });
});
