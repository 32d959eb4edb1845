import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { createDatabase } from '../../test/support/postgres.ts';
import { type OpenDatabase, openDatabase } from '../database/index.ts';
import { fillDataDirectory } from '../database/stores.fixture.ts';

/** Another connection to the same store where it can have several; on the embedded one, the only one. */
export interface TestStore {
  readonly database: OpenDatabase;
  readonly otherNode: OpenDatabase;
}

/** Declares the same tests on the embedded store and, where it is installed, on PostgreSQL. */
export function describeOnStores(title: string, declare: (store: () => TestStore) => void): void {
  describe(`${title}, embedded`, () => {
    let dataDir: string;
    let database: OpenDatabase;
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-store-'));
      await fillDataDirectory(dataDir);
      database = await openDatabase({ dataDir });
    });
    afterAll(async () => {
      await database.close();
      await rm(dataDir, { recursive: true });
    });
    declare(() => ({ database, otherNode: database }));
  });

  // The run's set-up has reported on stderr when PostgreSQL is not installed.
  const serverUrl = inject('postgresUrl');
  if (serverUrl === undefined) return;
  describe(`${title}, PostgreSQL`, () => {
    let store: TestStore;
    beforeAll(async () => {
      const url = await createDatabase(serverUrl);
      store = { database: await openDatabase({ url }), otherNode: await openDatabase({ url }) };
    });
    afterAll(async () => {
      await store.database.close();
      await store.otherNode.close();
    });
    declare(() => store);
  });
}
