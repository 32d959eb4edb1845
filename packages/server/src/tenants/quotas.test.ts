import { expect, it } from 'vitest';
import { insertInto, type OpenDatabase, statement } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { recordUsage, refundCredits } from './quotas.ts';
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
  });
  return { tenantId, domain: 'retail' };
}

describeOnStores('quotas', (store) => {
  it('refuse to give back what was never taken', async () => {
    const { database } = store();
    const scope = await addTenant(database, 5);
    await expect(database.transaction(scope, (tx) => refundCredits(tx, scope, 1))).rejects.toThrow(
      /never taken/,
    );
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
