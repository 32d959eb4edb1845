import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from './catalogue.ts';
import { openDatabase } from './index.ts';

/** Writes schema.sql anew from a database that was just migrated. Run it after changing a migration. */
const directory = await mkdtemp(join(tmpdir(), 'gatehouse-schema-'));
try {
  const database = await openDatabase({ dataDir: directory });
  try {
    await writeFile(join(import.meta.dirname, 'schema.sql'), await dumpSchema(database));
  } finally {
    await database.close();
  }
} finally {
  await rm(directory, { recursive: true });
}
