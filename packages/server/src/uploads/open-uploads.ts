import type { Database } from '../database/database.ts';
import type { KeyDirectory } from '../gateway/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { EarlierFiles } from './encrypt-earlier-files.ts';
import { type ObjectStoreLocation, openObjectStore } from './open-store.ts';
import type { ReceiveTools } from './receive-upload.ts';
import { Spool } from './spool.ts';
import { StoredFiles } from './stored-files.ts';
import { UploadSlots } from './upload-slots.ts';
import { sweepUploads } from './upload-sweep.ts';
import { UploadTokens } from './upload-tokens.ts';
import { type ClamdAddress, VirusScanner } from './virus-scan.ts';

/** Everything that uploads are made of, once for the process. */
export interface Uploads extends ReceiveTools {
  /** Removes what nothing refers to any more. */
  sweep(signal: AbortSignal): Promise<void>;
  /** Encrypts some files that were stored before that began; true: there is more to do now. */
  encryptEarlier(signal: AbortSignal): Promise<boolean>;
}

export async function openUploads(
  place: {
    readonly objectStore: ObjectStoreLocation;
    readonly dataDir: string;
    readonly clamd: ClamdAddress | undefined;
  },
  parts: {
    readonly database: Database;
    readonly keys: KeyDirectory;
    readonly personalKeys: PersonalKeys;
    readonly clock: Clock;
    readonly logger: Logger;
  },
): Promise<Uploads> {
  const { database, keys, personalKeys, clock, logger } = parts;
  const store = await openObjectStore(place.objectStore, place.dataDir);
  const tools: ReceiveTools = {
    database,
    logger,
    store,
    files: new StoredFiles({ database, store, keys: personalKeys }),
    scanner: place.clamd && new VirusScanner(place.clamd),
    tokens: new UploadTokens(database, keys, clock),
    spool: new Spool(place.dataDir),
    slots: new UploadSlots(),
  };
  const earlier = new EarlierFiles(tools);
  return {
    ...tools,
    encryptEarlier: (signal) => earlier.encrypt(signal),
    sweep: (signal) => sweepUploads(tools, signal),
  };
}
