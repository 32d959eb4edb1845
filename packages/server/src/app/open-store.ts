import { freemem } from 'node:os';
import type { Config } from '../config/index.ts';
import { type EngineMemory, type OpenDatabase, type OpenOptions, openDatabase } from '../database/index.ts';
import { loadMasterKeys } from '../lib/master-key.ts';
import { asOperatorRefusal } from '../lib/operator-refusal.ts';
import type { MasterKeys } from '../lib/secrets.ts';

/** Opens the key that wraps every tenant's data key. */
export function openMasterKeys(config: Config): Promise<MasterKeys> {
  return asOperatorRefusal('the master key', () =>
    loadMasterKeys({
      masterKey: config.masterKey && Buffer.from(config.masterKey).toString('base64'),
      previousMasterKeys: config.previousMasterKeys,
      dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
    }),
  );
}

/** With less, the service would risk what else runs on the machine for the second in which the store takes 600 MB. */
const roomForLarge = 2 * 2 ** 30;

/** What a limit of the process leaves, and not more than the machine has. */
function availableMemory(): number {
  return Math.min(process.availableMemory(), freemem());
}

/** What the embedded store of a service takes: as it is set, else what the machine has room for now. */
export function embeddedMemoryOf(
  { embeddedMemory }: Pick<Config, 'embeddedMemory'>,
  availableBytes = availableMemory(),
): EngineMemory {
  return embeddedMemory ?? (availableBytes < roomForLarge ? 'small' : 'large');
}

/** Opens the store that the configuration names. */
export function openStore(config: Config, options?: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir } = config;
  return asOperatorRefusal(url === undefined ? `the data directory ${dataDir}` : 'the database', () =>
    openDatabase(url === undefined ? { dataDir } : { url, ownerUrl }, options),
  );
}
