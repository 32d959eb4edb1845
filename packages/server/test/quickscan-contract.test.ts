import { readFileSync } from 'node:fs';
import { operations } from '@gatehouse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callGateway } from './support/network.ts';
import { type OwnRow, writeOwnLists } from './support/own-lists.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** Sentence by sentence through spec 4.5 to 4.7 and what sections 7 and 8 say of quick scans, on the bare wire. */

const namesakes = (name: string, count: number): OwnRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${name[0]}${index}`,
    name,
    type: 'individual',
    dateOfBirth: '1970-01-02;1971',
    countries: 'SG;PT',
  }));

const rows: readonly OwnRow[] = [
  ...namesakes('Quentin Marrowby', 60),
  { id: 'v1', name: 'Isadora Vantongeren', type: 'individual', category: 'pep' },
  {
    id: 'b1',
    name: 'Quillfeather Shipping Limited',
    type: 'corporate',
    identifiers: 'Registration Number:QF-773 120:SG',
    category: 'sanctions',
  },
  { id: 's1', name: 'Thornapple Star', type: 'vessel', identifiers: 'IMO:9312345' },
];

const hitSchema = JSON.parse(
  readFileSync(new URL('../../../docs/schemas/hit.schema.json', import.meta.url), 'utf8'),
) as object;
const validateHit = new Ajv2020({ strict: false }).compile(hitSchema);

type Data = Readonly<Record<string, unknown>> & {
  readonly id?: string;
  readonly hits?: Record<string, Record<string, unknown>[]>;
};

describe.each(storyStores())('the quick scan of the interface, %s', (store) => {
  let service: TestService;
  let lists: Awaited<ReturnType<typeof writeOwnLists>>;
  const tenant = aTenant({
    quickScanCredits: 1000,
    watchlist: [
      { id: 'w1', name: 'Isadora Vantongeren', dateOfBirth: '1980', countries: ['SG'] },
      ...Array.from({ length: 50 }, (_, index) => ({ id: `m${index}`, name: 'Marigold Fennimore' })),
    ],
  });

  beforeAll(async () => {
    lists = await writeOwnLists(rows);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: lists.listsDir });
    await service.provision(tenant);
  });
  afterAll(async () => {
    await service?.stop();
    await lists?.remove();
  });

  /** The body goes out as it stands here, in the envelope of 2.1; what comes back is `data` of 2.2. */
  async function call(api: string, body: unknown): Promise<Data> {
    const answer = await callGateway(service.app.baseUrl, tenant.key, { api, data: body });
    expect(answer).toMatchObject({ status: 200, apiCode: 200 });
    return answer.data as Data;
  }

  const submit = (data: unknown) => call('quickscan.submit', { data });
  const detail = (id: unknown) => call('quickscan.detail', { data: { id } });
  const hits = (data: unknown) => call('quickscan.hits', { data });

  async function scan(data: Record<string, unknown>): Promise<Data> {
    const { id } = await submit({ customerType: 'Individual', ...data });
    await service.drain();
    return detail(id);
  }

  const credits = async () => {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ used: number }>('select quick_scan_used as used from tenant where tenant_id = $1', [
        tenant.id,
      ]),
    );
    return row!.used;
  };

  it('4.5: answers code 200, the id of the scan record and RUNNING', async () => {
    expect(
      await submit({ name: 'Isadora Vantongeren', customerType: 'Individual', providers: ['GLOBAL_CHECK'] }),
    ).toEqual({ code: 200, id: expect.any(String), status: 'RUNNING' });
  });

  it.each(['Individual', 1, 'Business', 2])('4.5: takes customerType %j', async (customerType) => {
    expect(await submit({ name: 'Nobody Special', customerType, providers: ['RISK_LISTS'] })).toMatchObject({
      code: 200,
    });
  });

  it('4.5: screens an Individual against people alone', async () => {
    const individual = await scan({ name: 'Quillfeather Shipping', providers: ['GLOBAL_CHECK'] });
    expect(individual).toMatchObject({ totalHits: 0 });
  });

  it('4.5: a Business additionally matches company names and registration numbers', async () => {
    const business = {
      customerType: 'Business',
      providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'],
    };
    for (const name of ['QUILLFEATHER SHIPPING LTD', 'Quillfeather Shipping', 'QF-773120', 'qf 773 120']) {
      const found = await scan({ ...business, name });
      expect(found, name).toMatchObject({
        hitCounts: { GLOBAL_CHECK: 1, RISK_LISTS: 1, COMPOSITE_SCAN: 1 },
        hits: { GLOBAL_CHECK: [{ entityId: 'custom-csv:b1' }] },
      });
    }
    expect(await scan({ ...business, name: 'Thornapple Star' })).toMatchObject({ totalHits: 3 });
    expect(await scan({ ...business, name: '9312345' })).toMatchObject({
      hits: { GLOBAL_CHECK: [{ entityId: 'custom-csv:s1' }] },
    });
    expect(await scan({ ...business, name: 'QF-773121' })).toMatchObject({ totalHits: 0 });
  });

  it('4.5: keeps the remark, and the settings with what was searched', async () => {
    const { id } = await submit({
      name: 'Isadora Vantongeren',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK', 'COMPOSITE_SCAN', 'WATCHLIST'],
      description: 'before opening an account',
      providerSettings: { globalCheck: { matchStrength: 'EXACT' } },
    });
    await service.drain();
    const [row] = await service.app.database.operator((tx) =>
      tx.sql('select description, engines, list_versions from quick_scan where scan_id = $1', [id]),
    );
    const settings = {
      GLOBAL_CHECK: { matchStrength: 'EXACT', maxHits: 20 },
      COMPOSITE_SCAN: { sensitivity: 0.6 },
    };
    expect(row).toMatchObject({
      description: 'before opening an account',
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
    [{ providerSettings: { watchlist: {} } }, 'unknown watchlist'],
    [{ providerSettings: { globalCheck: { strength: 'EXACT' } } }, 'unknown strength'],
  ])('7.2: refuses %j with code 400, naming it, and takes nothing', async (change, named) => {
    const before = await credits();
    const good = { name: 'Isadora Vantongeren', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };
    const answer = await submit({ ...good, ...change });
    expect(answer).toEqual({ code: 400, message: expect.stringContaining(named) });
    expect(await credits()).toBe(before);
  });

  it('4.5: each call is independent, and several run in parallel', async () => {
    const started = await Promise.all(
      Array.from({ length: 20 }, () =>
        submit({ name: 'Isadora Vantongeren', customerType: 1, providers: ['WATCHLIST', 'GLOBAL_CHECK'] }),
      ),
    );
    expect(new Set(started.map(({ id }) => id)).size).toBe(20);
    await service.drain();
    for (const { id } of started) expect(await detail(id)).toMatchObject({ status: 'DONE', totalHits: 2 });
  });

  it('4.6 rule 2: DONE with at most 50 hits has them all by engine', async () => {
    const found = await scan({ name: 'Marigold Fennimore', providers: ['WATCHLIST', 'GLOBAL_CHECK'] });
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

  it('4.6 rule 3: DONE with more has null in their place', async () => {
    const found = await scan({
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
    const { id } = await scan({ name: 'Quentin Marrowby', providers: ['COMPOSITE_SCAN'] });
    const first = await hits({ id, provider: 'COMPOSITE_SCAN' });
    expect(first).toMatchObject({ code: 200, id, totalHits: 60, truncated: true });
    expect(first.hits!['COMPOSITE_SCAN']).toHaveLength(20);
    expect(await hits({ id, provider: 'COMPOSITE_SCAN', page: 1, pageSize: 20 })).toEqual(first);
    const pages = [first];
    for (const page of [2, 3]) pages.push(await hits({ id, provider: 'COMPOSITE_SCAN', page }));
    expect(pages.map(({ truncated }) => truncated)).toEqual([true, true, false]);
    const all = await hits({ id, provider: 'COMPOSITE_SCAN', pageSize: 100 });
    expect(all).toMatchObject({ totalHits: 60, truncated: false });
    expect(pages.flatMap((page) => page.hits!['COMPOSITE_SCAN']!)).toEqual(all.hits!['COMPOSITE_SCAN']);
    expect(await hits({ id, provider: 'COMPOSITE_SCAN', page: 4 })).toMatchObject({
      totalHits: 60,
      truncated: false,
      hits: { COMPOSITE_SCAN: [] },
    });
  });

  it('4.7: is usable also when nothing was truncated, for any engine', async () => {
    const { id } = await scan({ name: 'Isadora Vantongeren', providers: ['WATCHLIST'] });
    expect(await hits({ id, provider: 'WATCHLIST' })).toMatchObject({
      totalHits: 1,
      truncated: false,
      hits: { WATCHLIST: [{ entityId: 'watchlist:w1' }] },
    });
    for (const provider of ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'INTERNET_SEARCH']) {
      expect(await hits({ id, provider })).toEqual({
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
    const answer = await hits({ id: 'x', provider: 'WATCHLIST', ...change });
    expect(answer).toEqual({ code: 400, message: expect.stringContaining(named) });
  });

  it('7.2: code 404 for a record that does not exist, here and in detail', async () => {
    for (const id of ['no-such-scan', '01900000-0000-7000-8000-000000000000']) {
      expect(await detail(id)).toEqual({ code: 404, message: expect.stringContaining(id) });
      expect(await hits({ id, provider: 'WATCHLIST' })).toMatchObject({ code: 404 });
    }
    expect(await call('quickscan.detail', { data: {} })).toMatchObject({ code: 400 });
  });

  it('7.2: code 403 when the credits do not cover all chosen engines, or billing is blocked', async () => {
    const poor = aTenant({ quickScanCredits: 2 });
    await service.provision(poor);
    const ask = async (providers: string[]) => {
      const data = { name: 'Isadora Vantongeren', customerType: 1, providers };
      const answer = await callGateway(service.app.baseUrl, poor.key, {
        api: 'quickscan.submit',
        data: { data },
      });
      return (answer.data as Data)['code'];
    };
    expect(await ask(['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'])).toBe(403);
    expect(await ask(['GLOBAL_CHECK', 'RISK_LISTS', 'WATCHLIST'])).toBe(200);
    expect(await ask(['GLOBAL_CHECK'])).toBe(403);
    expect(await ask(['WATCHLIST'])).toBe(200);
    await service.provision({ ...poor, quickScanCredits: 9, billingBlocked: true });
    expect(await ask(['GLOBAL_CHECK'])).toBe(403);
  });

  it('8: times out after 30 s for submit and 10 s for detail and hits', () => {
    expect(operations['quickscan.submit'].timeoutMs).toBe(30_000);
    expect(operations['quickscan.detail'].timeoutMs).toBe(10_000);
    expect(operations['quickscan.hits'].timeoutMs).toBe(10_000);
  });

  it('9: takes version 1.0.0 alone', async () => {
    for (const api of ['quickscan.submit', 'quickscan.detail', 'quickscan.hits'] as const) {
      expect(operations[api].versions).toEqual(['1.0.0']);
    }
  });

  it('2.7: every hit is one of the published schema, with the fields of the interface first', async () => {
    const found = [
      await scan({
        name: 'Isadora Vantongeren',
        providers: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'],
      }),
      await scan({ name: 'Quillfeather Shipping', customerType: 2, providers: ['GLOBAL_CHECK'] }),
      await scan({ name: 'Quentin Marrowby', providers: ['GLOBAL_CHECK'] }),
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
