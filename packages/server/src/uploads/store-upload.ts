import { type UploadedFile, type UploadType, uploadTypes } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import { OutcomeUnknownError } from '../database/index.ts';
import { GatewayError } from '../gateway/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { addStoredBytes, hasFreeStorage, storageUsage } from '../tenants/index.ts';
import { checkContent } from './check-content.ts';
import { extensionOf, mediaTypeAgrees, nameAgrees, safeFileName } from './file-name.ts';
import { type ObjectStore, ObjectStoreFailure } from './object-store.ts';
import type { PutNote, Spool, SpoolFile } from './spool.ts';
import type { StoredFiles } from './stored-files.ts';
import { objectKey, uploadUrl } from './upload-address.ts';
import { insertUpload } from './upload-queries.ts';
import { malformed, storageFull, unsupported } from './upload-refusals.ts';
import type { UploadFields } from './upload-sink.ts';
import { removeNoted } from './upload-sweep.ts';
import type { Uploader } from './upload-tokens.ts';
import { VirusScanFailure, type VirusScanner } from './virus-scan.ts';

export interface StoreUploadTools {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly files: StoredFiles;
  readonly spool: Spool;
  readonly scanner: VirusScanner | undefined;
  readonly logger: Logger;
}

export interface ReceivedUpload {
  readonly file: SpoolFile;
  readonly fields: Pick<UploadFields, 'filename' | 'mediaType'>;
  readonly uploader: Uploader;
  readonly requestId: string;
}

/**
 * Takes a whole file into the service: evaluates it, stores its bytes, then its row with the audit log. In this
 * order a crash leaves at most bytes without a row, and the sweep of this node takes those away; a row without bytes, which
 * somebody would miss, cannot come about.
 */
export async function storeUpload(tools: StoreUploadTools, upload: ReceivedUpload): Promise<UploadedFile> {
  const { file, fields, uploader } = upload;
  if (file.size === 0) throw malformed('the file is empty');
  await refuseWithoutRoom(tools.database, uploader.scope, file.size);
  const type = await checkReceived(tools, upload);
  const { mediaType: contentType } = uploadTypes[type];
  const uploadId = newId();
  const key = objectKey(uploader.scope, { uploadId, type, at: new Date() });
  const sha256 = file.digest();
  const local = { path: file.path, size: file.size, sha256, contentType };
  const note = await tools.spool.note(key);
  const wrappedKey = await tools.files
    .put(uploader.scope, { uploadId, objectKey: key, file: local }, tools.spool)
    .catch((error: unknown) => {
      if (!(error instanceof ObjectStoreFailure)) throw error;
      throw new GatewayError('SERVICE_INVOKE_ERROR', { detail: 'the object store failed', cause: error });
    });
  const filename = safeFileName(fields.filename, type);
  const facts = {
    uploadId,
    bucket: tools.store.bucket,
    objectKey: key,
    filename,
    contentType,
    size: file.size,
    sha256,
    wrappedKey,
  };
  await writeRow(tools, upload, { facts, note });
  return { url: uploadUrl(tools.store.bucket, key), filename, content_type: contentType, size: file.size };
}

/** Before the work of scanning and storing; the transaction that adds the row checks again, side by side with others. */
async function refuseWithoutRoom(database: Database, scope: Scope, size: number): Promise<void> {
  const [usage] = await database.read(scope, storageUsage(scope));
  if (!hasFreeStorage(usage!, size)) throw storageFull(usage!);
}

/** The content decides; name and media type must not say something else (docs/interface.md 4). */
async function checkReceived(
  { scanner }: StoreUploadTools,
  { file, fields: { filename, mediaType } }: ReceivedUpload,
): Promise<UploadType> {
  const checked = await checkContent(file);
  if (!checked.ok) throw unsupported(`file: ${checked.fault}`);
  const { type } = checked;
  const found = `the content is ${uploadTypes[type].mediaType}`;
  if (!nameAgrees(filename, type)) {
    throw unsupported(`filename ends with .${extensionOf(filename!)}, but ${found}`);
  }
  if (!mediaTypeAgrees(mediaType, type)) throw unsupported(`the media type is ${mediaType}, but ${found}`);
  await refuseInfected(scanner, file.path);
  return type;
}

async function refuseInfected(scanner: VirusScanner | undefined, path: string): Promise<void> {
  if (scanner === undefined) return;
  const result = await scanner.scan(path).catch((error: unknown) => {
    if (!(error instanceof VirusScanFailure)) throw error;
    throw new GatewayError('SERVICE_INVOKE_ERROR', { detail: 'the virus scanner failed', cause: error });
  });
  if (result.kind === 'infected') throw malformed(`the virus scanner found ${result.name} in the file`);
}

type RowFacts = Omit<Parameters<typeof insertUpload>[2], 'apiKey' | 'uploadedBy' | 'requestId' | 'readAt'>;

async function writeRow(
  tools: StoreUploadTools,
  upload: ReceivedUpload,
  { facts, note }: { readonly facts: RowFacts; readonly note: PutNote },
): Promise<void> {
  const { scope, apiKey, readAt, actor = { kind: 'api_key', id: apiKey ?? '' } } = upload.uploader;
  const uploadedBy = actor.kind === 'user' ? actor.id : null;
  try {
    await tools.database.transaction(scope, async (tx) => {
      const row = { ...facts, apiKey, uploadedBy, requestId: upload.requestId, readAt };
      if (!(await insertUpload(tx, scope, row)))
        throw new Error('the upload took longer than its bytes are safe');
      const { contentType, size, sha256 } = facts;
      await recordAudit(tx, scope, {
        actor,
        act: 'upload.create',
        object: { kind: 'upload', id: facts.uploadId },
        detail: { contentType, size, sha256: sha256.toString('hex') },
      });
      if (!(await addStoredBytes(tx, scope, size))) {
        const [usage] = await tx.run(storageUsage(scope));
        throw storageFull(usage!);
      }
    });
  } catch (error) {
    // Where the commit may have come about, the sweep finds out; otherwise nobody knows of the bytes.
    if (!(error instanceof OutcomeUnknownError)) {
      await removeNoted(tools.store, note).catch((err: unknown) =>
        tools.logger.warn({ err }, 'a file without a row is left to the sweep'),
      );
    }
    throw error;
  }
  // The row is there: a note that stays is no reason to refuse the file, and the sweep drops it.
  await note.drop().catch((err: unknown) => tools.logger.warn({ err }, 'a note of a stored file stays'));
}
