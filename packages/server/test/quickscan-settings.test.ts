import type { GatehouseClient, Scan } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, signIn } from './support/console.ts';
import { writeOwnLists } from './support/own-lists.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** Every setting of an engine of lists with its default and each value that interface specification 4.5 allows. */

const same = 'VANTONGEREN, Isadora';
/** Spelled otherwise: a score of .92. */
const near = 'Isedora Vantengoren';
/** A part is missing: .83. */
const partial = 'Isadora';
/** A part too many: .778. */
const longer = 'Isadora Vantongeren Quill';
/** Two parts too many: .57. */
const longest = 'Dr Isadora Vantongeren Quill Mar';
const names = { same, near, partial, longer, longest };

describe.each(storyStores())('engine settings, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let lists: Awaited<ReturnType<typeof writeOwnLists>>;
  const tenant = aTenant({ quickScanCredits: 1000, users: [person('ana', ['admin'], ['first-line'])] });

  beforeAll(async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => ({
      id: `q${index}`,
      name: 'Quentin Marrowby',
      type: 'individual',
    }));
    lists = await writeOwnLists([...crowd, { id: 'v1', name: 'Isadora Vantongeren', type: 'individual' }]);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: lists.listsDir });
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(async () => {
    await service?.stop();
    await lists?.remove();
  });

  type Subject = Parameters<GatehouseClient['quickscan']['submit']>[0];

  async function count(name: string, engine: string, providerSettings?: object): Promise<number> {
    const { id } = await client.quickscan.submit({
      name,
      customerType: 'Individual',
      providers: [engine] as Subject['providers'],
      ...(providerSettings && { providerSettings }),
    });
    await service.drain();
    const scan = (await client.quickscan.detail(id)) as Extract<Scan, { status: 'DONE' }>;
    return scan.totalHits;
  }

  /** Which of the names are found. */
  async function found(engine: string, settings?: object): Promise<string[]> {
    const met: string[] = [];
    for (const [word, name] of Object.entries(names)) {
      if ((await count(name, engine, settings)) > 0) met.push(word);
    }
    return met;
  }

  it.each([
    ['by default', undefined, ['same', 'near']],
    ['EXACT', 'EXACT', ['same']],
    ['STRONG', 'STRONG', ['same', 'near']],
    ['WEAK', 'WEAK', ['same', 'near', 'partial', 'longer']],
  ])('globalCheck.matchStrength %s', async (_, matchStrength, met) => {
    expect(
      await found(
        'GLOBAL_CHECK',
        matchStrength === undefined ? undefined : { globalCheck: { matchStrength } },
      ),
    ).toEqual(met);
  });

  it.each([
    ['by default', undefined, ['same', 'near']],
    ['Precise', 'Precise', ['same', 'near']],
    ['Near', 'Near', ['same', 'near', 'partial']],
    ['Broad', 'Broad', ['same', 'near', 'partial', 'longer']],
  ])('riskLists.searchType %s', async (_, searchType, met) => {
    expect(
      await found('RISK_LISTS', searchType === undefined ? undefined : { riskLists: { searchType } }),
    ).toEqual(met);
  });

  it.each([
    ['by default', undefined, ['same', 'near', 'partial', 'longer']],
    ['0.6', 0.6, ['same', 'near', 'partial', 'longer']],
    ['0', 0, ['same']],
    ['0.25', 0.25, ['same', 'near']],
    ['0.4', 0.4, ['same', 'near', 'partial']],
    ['1', 1, ['same', 'near', 'partial', 'longer', 'longest']],
  ])('compositeScan.sensitivity %s', async (_, sensitivity, met) => {
    const settings = sensitivity === undefined ? undefined : { compositeScan: { sensitivity } };
    expect(await found('COMPOSITE_SCAN', settings)).toEqual(met);
  });

  it.each([
    ['GLOBAL_CHECK', 'globalCheck'],
    ['RISK_LISTS', 'riskLists'],
  ])('maxHits of %s is 20 unless it says 5, 10, 20 or 50', async (engine, key) => {
    expect(await count('Quentin Marrowby', engine)).toBe(20);
    for (const maxHits of [5, 10, 20, 50]) {
      expect(await count('Quentin Marrowby', engine, { [key]: { maxHits } })).toBe(maxHits);
    }
  });

  it('says in the console where more matched than was kept: scan, node, execution and case', async () => {
    const ana = await signIn(service, tenant, 'ana');
    const shown = async (name: string, providerSettings: object) => {
      const { id } = await client.quickscan.submit({
        name,
        customerType: 'Individual',
        providers: ['GLOBAL_CHECK'],
        providerSettings,
      });
      await service.drain();
      const { results } = await ana.get<'scans.read'>(`/domains/retail/quick-scans/${id}`);
      return results.map(({ total, exceededMaxHits }) => [total, exceededMaxHits]);
    };
    expect(await shown('Quentin Marrowby', { globalCheck: { maxHits: 5 } })).toEqual([[5, 5]]);
    expect(await shown(same, { globalCheck: { maxHits: 5 } })).toEqual([[1, null]]);
    const data = { customerId: 'c-1', name: 'Quentin Marrowby', customerType: 'individual' } as const;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    const expected = [
      { name: 'Quentin Marrowby', role: 'self', percent: null, engine: 'GLOBAL_CHECK', maxHits: 20 },
    ];
    const { steps, caseNo } = await ana.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
    expect(steps.map(({ exceededHitLimits }) => exceededHitLimits)).toEqual([expected, [], []]);
    expect(steps[0]!.output?.['exceededHitLimits']).toEqual(expected);
    const found = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    expect(found.alerts).toHaveLength(20);
    expect(found.exceededHitLimits).toEqual(expected);
  });

  it('settings of an engine that was not chosen are checked and change nothing', async () => {
    expect(await count(near, 'GLOBAL_CHECK', { riskLists: { searchType: 'Broad', maxHits: 5 } })).toBe(1);
    await expect(count(near, 'GLOBAL_CHECK', { riskLists: { maxHits: 6 } })).rejects.toMatchObject({
      code: 400,
    });
  });
});
