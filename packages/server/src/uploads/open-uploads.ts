import type { Database } from '../database/database.ts';
import type { KeyDirectory } from '../gateway/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { type ObjectStoreLocation, openObjectStore } from './open-store.ts';
import type { ReceiveTools } from './receive-upload.ts';
import { Spool } from './spool.ts';
import { UploadSlots } from './upload-slots.ts';
import { sweepUploads } from './upload-sweep.ts';
import { UploadTokens } from './upload-tokens.ts';
import { type ClamdAddress, VirusScanner } from './virus-scan.ts';

/** Everything that uploads are made of, once for the process. */
export interface Uploads extends ReceiveTools {
  /** Removes what nothing refers to any more. */
  sweep(signal: AbortSignal): Promise<void>;
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
    readonly clock: Clock;
    readonly logger: Logger;
  },
): Promise<Uploads> {
  const { database, keys, clock, logger } = parts;
  const tools: ReceiveTools = {
    database,
    logger,
    store: await openObjectStore(place.objectStore, place.dataDir),
    scanner: place.clamd && new VirusScanner(place.clamd),
    tokens: new UploadTokens(database, keys, clock),
    spool: new Spool(place.dataDir),
    slots: new UploadSlots(),
  };
  return { ...tools, sweep: (signal) => sweepUploads(tools, signal) };
}
