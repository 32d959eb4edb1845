import { expect, it } from 'vitest';
import { insertInto, type OpenDatabase, statement } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { deductCredits, deductEventUnit, recordUsage, refundCredits } from './quotas.ts';
import { describeOnStores } from './stores.fixture.ts';

async function addTenant(database: OpenDatabase, granted: number) {
  const tenantId = `t-${newId()}`;
  await database.operator(async (tx) => {
    await tx.run(
      insertInto('tenant', {
        tenant_id: tenantId,
        name: 'Acme',
        enabled: true,
        billing_blocked: false,
        events: ['KYC_EVENT'],
        quick_scan_granted: granted,
      }),
    );
    await tx.run(insertInto('event_quota', { tenant_id: tenantId, event_type: 'KYC_EVENT', granted }));
  });
  return { tenantId, domain: 'retail' };
}

async function used(database: OpenDatabase, tenantId: string) {
  return database.operator(async (tx) => {
    const [tenant] = await tx.sql<{ quick_scan_used: number }>(
      'select quick_scan_used from tenant where tenant_id = $1',
      [tenantId],
    );
    const [quota] = await tx.sql<{ used: number }>('select used from event_quota where tenant_id = $1', [
      tenantId,
    ]);
    return { credits: tenant?.quick_scan_used, events: quota?.used };
  });
}

describeOnStores('quotas', (store) => {
  it('give exactly the granted units to 200 takers at once, from several nodes', async () => {
    const { database, otherNode } = store();
    const scope = await addTenant(database, 50);
    const nodes = [database, otherNode];
    const taken = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        nodes[index % 2]!.transaction(scope, (tx) => deductEventUnit(tx, scope, 'KYC_EVENT')),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(50);
    expect(await used(database, scope.tenantId)).toEqual({ credits: 0, events: 50 });
  });

  it('take all credits of a step or none, and come out even after some are given back', async () => {
    const { database, otherNode } = store();
    const scope = await addTenant(database, 50);
    const nodes = [database, otherNode];
    const balances = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const credits = 1 + (index % 4);
        const node = nodes[index % 2]!;
        if (!(await node.transaction(scope, (tx) => deductCredits(tx, scope, credits)))) return 0;
        if (index % 5 !== 0) return credits;
        await node.transaction(scope, (tx) => refundCredits(tx, scope, credits));
        return 0;
      }),
    );
    const kept = balances.reduce((sum, credits) => sum + credits, 0);
    expect((await used(database, scope.tenantId)).credits).toBe(kept);
    expect(kept).toBeLessThanOrEqual(50);
    expect(await database.transaction(scope, (tx) => deductCredits(tx, scope, 51 - kept))).toBe(false);
    expect(await database.transaction(scope, (tx) => deductCredits(tx, scope, 50 - kept))).toBe(true);
  });

  it('give a unit back when the transaction fails, and have none of an event that was never granted', async () => {
    const { database } = store();
    const scope = await addTenant(database, 1);
    const failing = database.transaction(scope, async (tx) => {
      await deductEventUnit(tx, scope, 'KYC_EVENT');
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await used(database, scope.tenantId)).toEqual({ credits: 0, events: 0 });
    expect(await database.transaction(scope, (tx) => deductEventUnit(tx, scope, 'KYB_EVENT'))).toBe(false);
  });

  it('refuse to give back what was never taken', async () => {
    const { database } = store();
    const scope = await addTenant(database, 5);
    await expect(database.transaction(scope, (tx) => refundCredits(tx, scope, 1))).rejects.toThrow(
      /never taken/,
    );
  });

  it("cannot touch another tenant's units", async () => {
    const { database } = store();
    const [own, foreign] = [await addTenant(database, 5), await addTenant(database, 5)];
    expect(await database.transaction(own, (tx) => deductEventUnit(tx, foreign, 'KYC_EVENT'))).toBe(false);
    expect(await database.transaction(own, (tx) => deductCredits(tx, foreign, 1))).toBe(false);
  });

  it('write a ledger row once, however often it is replayed', async () => {
    const { database } = store();
    const scope = await addTenant(database, 5);
    const reference = newId();
    const usages = [
      { reference, kind: 'credit', unit: 'GLOBAL_CHECK', units: 1, apiKey: 'ak_one' },
      { reference, kind: 'creditReturned', unit: 'GLOBAL_CHECK', units: -1 },
    ];
    for (let turn = 0; turn < 2; turn += 1) {
      await database.transaction(scope, (tx) => recordUsage(tx, scope, usages));
    }
    const rows = await database.read(
      scope,
      statement('select kind, units, api_key from usage_ledger order by kind'),
    );
    expect(rows).toEqual([
      { kind: 'credit', units: 1, api_key: 'ak_one' },
      { kind: 'creditReturned', units: -1, api_key: null },
    ]);
  });
});
