import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ClassificationKey, classificationKeys } from '@gatehouse/contract';
import type { Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import type { Egress } from '../../lib/egress.ts';
import {
  importReference,
  maxImportBytes,
  publisherUrls,
  type ReferenceStatus,
  readReferenceStatus,
  type UpdateOutcome,
  updateReference,
} from '../../reference/index.ts';

/** What `gatehouse reference` asks of a store, or of the server that owns it. */
export type ReferenceRequest =
  | { readonly act: 'status' }
  /** `file` is absolute. */
  | { readonly act: 'import'; readonly key: ClassificationKey; readonly file: string }
  | {
      readonly act: 'update';
      readonly sources: readonly { readonly key: ClassificationKey; readonly url: string | undefined }[];
    };

export interface ReferenceResponse {
  readonly outcomes: readonly UpdateOutcome[];
  /** What is active afterwards. */
  readonly status: readonly ReferenceStatus[];
}

/** What the commands work on: a running service, or a store alone. */
export interface ReferenceTools {
  readonly database: Database;
  readonly egress: Egress;
  /** Lets the running service use the new data at once. */
  readonly refresh?: () => Promise<void>;
}

const actor: Actor = { kind: 'operator', id: 'reference' };

/** Does what was asked, one key after the other; a key that fails leaves the others alone. */
export async function runReferenceCommand(
  { database, egress, refresh }: ReferenceTools,
  request: ReferenceRequest,
): Promise<ReferenceResponse> {
  const outcomes: UpdateOutcome[] = [];
  if (request.act === 'import') outcomes.push(await importFile(database, request));
  if (request.act === 'update') {
    for (const { key, url = publisherUrls[key] } of request.sources) {
      outcomes.push(await updateReference(database, { key, url, egress, actor }));
    }
  }
  await refresh?.();
  return { outcomes, status: await readReferenceStatus(database, classificationKeys) };
}

async function importFile(
  database: Database,
  { key, file }: { key: ClassificationKey; file: string },
): Promise<UpdateOutcome> {
  try {
    const { size } = await stat(file);
    if (size > maxImportBytes)
      return { kind: 'failed', key, message: `${file} has more than ${maxImportBytes} bytes` };
    const content = await readFile(file);
    return await importReference(database, { key, file: { name: basename(file), content }, actor });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined || (error as NodeJS.ErrnoException).path === undefined) throw error;
    return { kind: 'failed', key, message: `${file} cannot be read (${code})` };
  }
}
