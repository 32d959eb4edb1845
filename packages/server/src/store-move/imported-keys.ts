import type { KeyObject } from 'node:crypto';
import type { RunSql } from '../database/bootstrap.ts';
import { type MasterKeys, unwrapDataKey } from '../lib/secrets.ts';
import { DomainKeys } from '../personal-keys/index.ts';
import type { FindKey } from './upload-files.ts';

/** Keys of uploads, from the tables that an import has filled. */
export function importedKeys(run: RunSql, masterKeys: MasterKeys): FindKey {
  return keysOfTable(run, { table: 'personal_key', dataKeyOf: dataKeyFinder(run, masterKeys) });
}

function dataKeyFinder(run: RunSql, masterKeys: MasterKeys): (tenantId: string) => Promise<KeyObject> {
  const dataKeys = new Map<string, KeyObject>();
  return async (tenantId) => {
    const known = dataKeys.get(tenantId);
    if (known !== undefined) return known;
    const { rows } = await run<{ wrappedKey: Buffer; masterKeyId: string }>(
      `select wrapped_key as "wrappedKey", master_key_id as "masterKeyId" from tenant_data_key where tenant_id = $1`,
      [tenantId],
    );
    const [wrapped] = rows;
    if (wrapped === undefined) throw new Error(`the tenant ${tenantId} has no data key`);
    const key = unwrapDataKey(masterKeys, tenantId, wrapped);
    dataKeys.set(tenantId, key);
    return key;
  };
}

/** Keys of uploads, from a table with the columns of `personal_key`. */
export function keysOfTable(
  run: RunSql,
  {
    table,
    dataKeyOf,
  }: { readonly table: string; readonly dataKeyOf: (tenantId: string) => KeyObject | Promise<KeyObject> },
): FindKey {
  return async ({ tenantId, domain, uploadId }) => {
    const { rows } = await run<{ wrapped: Buffer }>(
      `select wrapped_key as wrapped from ${table} where tenant_id = $1 and domain = $2 and key_id = $3`,
      [tenantId, domain, uploadId],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    return new DomainKeys({ tenantId, domain }, await dataKeyOf(tenantId)).open(uploadId, row.wrapped);
  };
}
