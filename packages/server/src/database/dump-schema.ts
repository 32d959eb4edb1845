import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from './catalogue.ts';
import { openEmbeddedPool } from './embedded.ts';
import { migrate, migrationsFolder } from './migrate.ts';
import { ownerOf } from './store.ts';

/** Writes schema.sql anew from a database that was just migrated. Run it after changing a migration. */
const directory = await mkdtemp(join(tmpdir(), 'gatehouse-schema-'));
try {
  const open = await openEmbeddedPool(directory, () => undefined);
  try {
    // Compared with the schema.sql that is replaced here, no changed grant or policy could ever be dumped.
    await migrate(open.pool, migrationsFolder, { compare: false });
    await writeFile(join(import.meta.dirname, 'schema.sql'), await dumpSchema(ownerOf(open)));
  } finally {
    await open.close();
  }
} finally {
  await rm(directory, { recursive: true });
}
