import type { RunSql } from '../database/bootstrap.ts';
import type { DomainKeysOf } from './customer-keys.ts';
import type { FindKey } from './upload-files.ts';

/** Keys of uploads, from a table with the columns of `personal_key`. */
export function keysOfTable(run: RunSql, table: string, keysOf: DomainKeysOf): FindKey {
  return async ({ tenantId, domain, uploadId }) => {
    const { rows } = await run<{ wrapped: Buffer }>(
      `select wrapped_key as wrapped from ${table} where tenant_id = $1 and domain = $2 and key_id = $3`,
      [tenantId, domain, uploadId],
    );
    const [row] = rows;
    return row && keysOf({ tenantId, domain }).open(uploadId, row.wrapped);
  };
}
