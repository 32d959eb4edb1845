import { expect, it } from 'vitest';
import { insertInto, type OpenDatabase } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { type MasterKey, masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { dataKeyOf, rewrapDataKeys } from './data-keys.ts';
import { describeOnStores } from './stores.fixture.ts';

function someMasterKey(): MasterKey {
  return parseMasterKey(newMasterKeyText())!;
}

async function addTenants(database: OpenDatabase, masterKey: MasterKey, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `t-${newId()}`);
  await database.operator(async (tx) => {
    for (const tenantId of ids) {
      await tx.run(
        insertInto('tenant', {
          tenant_id: tenantId,
          name: 'Acme',
          enabled: true,
          billing_blocked: false,
          events: [],
          quick_scan_granted: 0,
        }),
      );
      await dataKeyOf(tx, masterKeySet(masterKey), tenantId);
    }
  });
  return ids;
}

async function clear(database: OpenDatabase): Promise<void> {
  await database.operator((tx) => tx.sql('delete from tenant_data_key'));
}

function keyBytes(database: OpenDatabase, masterKey: MasterKey, tenantId: string): Promise<string> {
  return database.operator(async (tx) =>
    (await dataKeyOf(tx, masterKeySet(masterKey), tenantId)).export().toString('hex'),
  );
}

describeOnStores('data keys', (store) => {
  it('are made once and then read again', async () => {
    const { database } = store();
    const master = someMasterKey();
    const [tenantId] = await addTenants(database, master, 1);
    expect(await keyBytes(database, master, tenantId!)).toBe(await keyBytes(database, master, tenantId!));
  });

  it('stay the same under a new master key, and are rewrapped once by several nodes at work', async () => {
    const { database, otherNode } = store();
    await clear(database);
    const [old, current] = [someMasterKey(), someMasterKey()];
    const ids = await addTenants(database, old, 20);
    const before = await Promise.all(ids.map((id) => keyBytes(database, old, id)));
    const rotating = masterKeySet(current, [old]);
    const counts = await Promise.all([
      rewrapDataKeys(database, rotating),
      rewrapDataKeys(otherNode, rotating),
    ]);
    expect(counts[0]! + counts[1]!).toBe(20);
    expect(await Promise.all(ids.map((id) => keyBytes(database, current, id)))).toEqual(before);
    expect(await rewrapDataKeys(database, rotating)).toBe(0);
  });

  it('are rewrapped as far as their master keys are given, and the missing one is named', async () => {
    const { database } = store();
    await clear(database);
    const [lost, old, current] = [someMasterKey(), someMasterKey(), someMasterKey()];
    const [stuck] = await addTenants(database, lost, 1);
    const rest = await addTenants(database, old, 3);
    await expect(rewrapDataKeys(database, masterKeySet(current, [old]))).rejects.toThrow(
      new RegExp(
        `^1 of 4 data keys could not be rewrapped; .*${stuck}.*${lost.id}.*GATEHOUSE_MASTER_KEY_PREVIOUS`,
      ),
    );
    for (const id of rest) expect(await keyBytes(database, current, id)).toMatch(/^[0-9a-f]{64}$/);
    expect(await rewrapDataKeys(database, masterKeySet(current, [lost]))).toBe(1);
  });
});
