import { readFileSync } from 'node:fs';
import { type OpenDatabase, openDatabase } from '../../src/database/index.ts';
import { fillDataDirectory, type Preparation } from '../../src/database/stores.fixture.ts';
import { Jobs } from '../../src/jobs/index.ts';
import { queueDefinitions } from '../../src/jobs.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createDatabase, withClient } from './postgres.ts';

/**
 * Stores as a service leaves them that has not loaded its lists yet: migrated, with the tables of jobs. Making one costs
 * seconds of processor time, copying one a part of a second.
 */

const preparation: Preparation = {
  key: `${readFileSync(new URL('../package.json', import.meta.resolve('pg-boss')), 'utf8')}${JSON.stringify(queueDefinitions)}`,
  prepare: installJobs,
};

async function installJobs(database: OpenDatabase): Promise<void> {
  const jobs = await Jobs.open(database, queueDefinitions as never, { logger: createLogger('fatal') });
  await jobs.stop();
}

/** Puts such a store into a data directory. */
export function prepareDataDirectory(dataDir: string): Promise<void> {
  return fillDataDirectory(dataDir, preparation);
}

const templateName = 'gatehouse_template';

/** Such a database on a server; the answer is its connection URL. */
export async function createPreparedDatabase(serverUrl: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    // One test process makes it, the others wait.
    await client.query('select pg_advisory_lock(hashtext($1))', [templateName]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [templateName]);
    if (rowCount === 1) return;
    const url = await createDatabase(serverUrl);
    const database = await openDatabase({ url });
    await installJobs(database);
    await database.close();
    const name = new URL(url).pathname.slice(1);
    await client.query(`alter database ${name} rename to ${templateName}`);
  });
  return createDatabase(serverUrl, templateName);
}
