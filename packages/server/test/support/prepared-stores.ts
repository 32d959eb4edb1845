import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineVersion } from '@gatehouse/matching';
import { queueDefinitions } from '../../src/app/queues.ts';
import type { OpenDatabase } from '../../src/database/index.ts';
import {
  copyDatabase,
  fillDataDirectory,
  madeFolder,
  type Preparation,
} from '../../src/database/stores.fixture.ts';
import { Jobs } from '../../src/jobs/index.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { openLists } from '../../src/lists/index-files/index.ts';
import { bundledVersion } from '../../src/lists/index-files/list-reading.ts';
import { readManifest, sourceFolder, writeManifest } from '../../src/lists/index-files/manifest.ts';

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

/** Puts the index of the bundled list into a data directory: building it takes a process of its own, for a second. */
export async function prepareBundledList(dataDir: string): Promise<void> {
  const version = await bundledVersion('sample');
  const kept = await madeFolder(`sample ${version} ${engineVersion}`, async (folder) => {
    await openLists({ dataDir: folder });
  });
  cpSync(join(kept, 'lists'), join(dataDir, 'lists'), { recursive: true });
  const folder = sourceFolder(dataDir, 'sample');
  // As old as if it had been built now.
  await writeManifest(folder, { ...(await readManifest(folder))!, loadedAt: new Date().toISOString() });
}

/** Such a database on a server; the answer is its connection URL. */
export function createPreparedDatabase(serverUrl: string): Promise<string> {
  return copyDatabase(serverUrl, 'gatehouse_template', installJobs);
}
