import { expect, it } from 'vitest';
import { stores } from '../database/stores.fixture.ts';
import { KeyUsage } from './key-uses.ts';

it.each(stores)('notes no use of a key that is gone, on the $kind store', async (store) => {
  const database = await store.open();
  const failures: Error[] = [];
  const usage = new KeyUsage(database, { onError: (error) => failures.push(error) });
  await database.operator(async (tx) => {
    await tx.sql(
      `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted) values ('acme', 'Acme', true, false, '{}', 0)`,
    );
    await tx.sql(
      `insert into api_key (tenant_id, api_key, secret, operations, enabled) values ('acme', 'ak_here', '', '{}', true)`,
    );
  });
  for (const apiKey of ['ak_gone', 'ak_here']) {
    const key = { tenantId: 'acme', apiKey, secretNumber: 1 };
    usage.record({ key, byPrevious: false, at: new Date() } as never);
  }
  await usage.flush();
  const noted = await database.operator((tx) => tx.sql('select api_key as "apiKey" from api_key_use'));
  expect(noted).toEqual([{ apiKey: 'ak_here' }]);
  expect(failures).toEqual([]);
  await database.close();
});
