import { appendFileSync } from 'node:fs';
import { openDatabase, statement } from './index.ts';

/**
 * A process that writes rows to an embedded store until it is killed, noting each in a file only after the store
 * acknowledged it. Arguments: the data directory and that file.
 */
const [dataDir, acknowledged] = process.argv.slice(2);
const database = await openDatabase({ dataDir: dataDir! }, { embeddedMemory: 'large' });
const scope = { tenantId: 'acme', domain: 'retail' };
const insert = `insert into usage_ledger (tenant_id, domain, reference, kind, unit, units)
  values ('acme', 'retail', gen_random_uuid(), $1, 'scan', $2) returning reference`;
for (let number = 1; ; number += 1) {
  const write =
    number % 2 === 0
      ? database.transaction(scope, (tx) => tx.sql<{ reference: string }>(insert, ['even', number]))
      : database
          .atomic(scope, [statement<{ reference: string }>(insert, ['odd', number])])
          .then(([rows]) => rows);
  const [row] = await write;
  appendFileSync(acknowledged!, `${row!.reference}\n`);
}
