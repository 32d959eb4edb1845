import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { dumpSchema } from '../../src/database/catalogue.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgresPool } from '../../src/database/postgres.ts';
import { ownerOf } from '../../src/database/store.ts';
import { createDatabase } from './postgres.ts';

/** A copy of the service with a version and migrations of its own, as a later release is. */
export interface LaterVersion {
  readonly executable: string;
  remove(): void;
}

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** @param migrations what each of them does, applied after those of this version */
export async function makeLaterVersion(
  version: string,
  migrations: readonly string[],
): Promise<LaterVersion> {
  // Outside of node_modules, where Node does not run TypeScript.
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-later-'));
  const server = join(folder, 'packages/server');
  mkdirSync(server, { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const name of readdirSync(join(repository, 'packages'))) {
    if (name !== 'server') symlinkSync(join(repository, 'packages', name), join(folder, 'packages', name));
  }
  for (const name of ['bin', 'src', 'package.json', 'node_modules']) {
    cpSync(join(repository, 'packages/server', name), join(server, name), { recursive: true });
  }
  const source = readFileSync(join(server, 'src/lib/service-version.ts'), 'utf8');
  const changed = source.replace(/serviceVersion = '[^']+'/, `serviceVersion = '${version}'`);
  writeFileSync(join(server, 'src/lib/service-version.ts'), changed);
  const place = join(server, 'src/database/migrations');
  for (const text of migrations) {
    const number = String(readdirSync(place).length + 1).padStart(4, '0');
    writeFileSync(join(place, `${number}-later.sql`), text);
  }
  writeFileSync(join(server, 'src/database/schema.sql'), await schemaAfter(place));
  return {
    executable: join(server, 'bin/gatehouse.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What the migrations of a folder leave, which a start compares with the database. */
async function schemaAfter(folder: string): Promise<string> {
  const url = await createDatabase(inject('postgresUrl')!);
  const open = await openPostgresPool(url, { onError: () => undefined });
  try {
    await migrate(open.pool, folder, { compare: false });
    return await dumpSchema(ownerOf(open));
  } finally {
    await open.close();
  }
}
