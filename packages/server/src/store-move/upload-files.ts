import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RunSql } from '../database/bootstrap.ts';
import type { Scope } from '../lib/scope.ts';
import { isEncryptedFile } from '../personal-keys/index.ts';
import { type ObjectStore, openStoredFile, Spool } from '../uploads/index.ts';
import { LineFile } from './line-files.ts';
import type { Manifest } from './manifest.ts';
import { moveRefusal } from './refusals.ts';

/** One uploaded file, as the list of an export has it. */
interface MovedUpload extends Scope {
  readonly uploadId: string;
  readonly key: string;
  /** Of the content, as the row has them; the hash is hexadecimal. */
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  /** Of the bytes in the folder, where they are encrypted. */
  readonly stored?: { readonly size: number; readonly sha256: string };
}

/** The key that encrypts an upload; undefined where it is deleted. */
export type FindKey = (upload: Scope & { readonly uploadId: string }) => Promise<KeyObject | undefined>;

/** Whether a row of `upload` names the file. */
export type HasRow = (upload: Scope & { readonly uploadId: string }) => Promise<boolean>;

const listName = 'uploads.jsonl';
const uploadsPage = 1000;

/** Copies the uploaded files into the folder, or lists them alone where their bytes stay in a bucket. */
export async function exportUploads(
  run: RunSql,
  {
    store,
    folder,
    isCopied,
    tenantId,
  }: {
    readonly store: ObjectStore;
    readonly folder: string;
    readonly isCopied: boolean;
    /** Of one tenant alone; undefined: of all. */
    readonly tenantId?: string | undefined;
  },
): Promise<Manifest['uploads']> {
  const list = await LineFile.create(folder, listName);
  const damaged: string[] = [];
  let uploadedBytes = 0;
  for await (const upload of readUploads(run, tenantId)) {
    const stored = isCopied ? await copyOut(store, folder, upload) : undefined;
    // While the service works, one may have been deleted by now.
    if (stored === 'damaged' && !(await isThere(run, upload))) continue;
    if (stored === 'damaged') damaged.push(upload.key);
    uploadedBytes += upload.size;
    list.add(Buffer.from(`${JSON.stringify({ ...upload, stored })}\n`));
    await list.flush();
  }
  const written = await list.end();
  if (damaged.length > 0) throw moveRefusal('damagedUpload', { key: damaged[0]!, count: damaged.length });
  return { ...written, place: isCopied ? 'folder' : 'bucket', bucket: store.bucket, uploadedBytes };
}

async function* readUploads(run: RunSql, tenantId: string | undefined): AsyncGenerator<MovedUpload> {
  let after = '';
  for (;;) {
    const { rows } = await run<MovedUpload & Record<string, unknown>>(
      `select tenant_id as "tenantId", domain, upload_id::text as "uploadId", object_key as key, size, encode(sha256, 'hex') as sha256, content_type as "contentType"
       from upload where object_key collate "C" > $1 and ($2::text is null or tenant_id = $2) order by object_key collate "C" limit ${uploadsPage}`,
      [after, tenantId ?? null],
    );
    yield* rows;
    if (rows.length < uploadsPage) return;
    after = rows.at(-1)!.key;
  }
}

async function isThere(run: RunSql, { tenantId, domain, uploadId }: MovedUpload): Promise<boolean> {
  const { rows } = await run('select 1 from upload where tenant_id = $1 and domain = $2 and upload_id = $3', [
    tenantId,
    domain,
    uploadId,
  ]);
  return rows.length > 0;
}

/**
 * Copies the bytes as they lie. Encrypted ones stay so, and their content is compared by the import, which has the keys.
 * `damaged`: the bytes are gone, or not those that were uploaded.
 */
async function copyOut(
  store: ObjectStore,
  folder: string,
  upload: MovedUpload,
): Promise<MovedUpload['stored'] | 'damaged'> {
  const stored = await store.open(upload.key);
  if (stored === undefined) return 'damaged';
  const path = join(folder, upload.key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const [hash, first] = [createHash('sha256'), [] as Buffer[]];
  let size = 0;
  await pipeline(
    stored,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        if (size < 4) first.push(piece.subarray(0, 4));
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  const sha256 = hash.digest('hex');
  if (isEncryptedFile(Buffer.concat(first))) return { size, sha256 };
  return size === upload.size && sha256 === upload.sha256 ? undefined : 'damaged';
}

async function readUploadList(folder: string): Promise<readonly MovedUpload[]> {
  const text = await readFile(join(folder, listName), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MovedUpload);
}

/**
 * Puts the files of the folder into the new store and reads every file back. What is there already stays, so that an import
 * that was cut off may go on with another data directory or bucket.
 */
export async function importUploads({
  folder,
  dataDir,
  store,
  uploads,
  findKey,
  hasRow,
  onProgress,
}: {
  readonly folder: string;
  readonly dataDir: string;
  readonly store: ObjectStore;
  readonly uploads: Manifest['uploads'];
  readonly findKey: FindKey;
  /** Files without a row stay out; undefined: each has one. */
  readonly hasRow?: HasRow | undefined;
  readonly onProgress?: ((share: number, text: string) => void) | undefined;
}): Promise<void> {
  const files = await readUploadList(folder);
  const spool = new Spool(dataDir);
  for (const [index, upload] of files.entries()) {
    onProgress?.(index / files.length, 'uploads');
    if (hasRow !== undefined && !(await hasRow(upload))) continue;
    if (await isStored(store, upload, findKey)) continue;
    if (uploads.place === 'folder') {
      await copyIn(store, spool, join(folder, upload.key), upload);
      if (await isStored(store, upload, findKey)) continue;
    }
    throw moveRefusal('uploadDiffers', { key: upload.key, bucket: store.bucket });
  }
}

/** By way of the spool, since the store may take the file that it is given away. */
async function copyIn(store: ObjectStore, spool: Spool, path: string, upload: MovedUpload): Promise<void> {
  const { size, sha256 } = upload.stored ?? upload;
  const file = await spool.start();
  try {
    for await (const piece of createReadStream(path)) await file.write(piece as Buffer);
    await file.flush();
    const digest = file.digest();
    if (digest.toString('hex') !== sha256) throw moveRefusal('damagedFile', upload.key);
    const contentType = upload.stored === undefined ? upload.contentType : 'application/octet-stream';
    await store.put(upload.key, { path: file.path, size, sha256: digest, contentType });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? moveRefusal('damagedFile', upload.key) : error;
  } finally {
    await file.discard();
  }
}

/** Whether the store has the content. Of a file whose key is gone nobody can say more than that its bytes are the exported ones. */
async function isStored(store: ObjectStore, upload: MovedUpload, findKey: FindKey): Promise<boolean> {
  const { tenantId, domain, uploadId, key: objectKey, size } = upload;
  const file = {
    scope: { tenantId, domain },
    uploadId,
    objectKey,
    size,
    sha256: Buffer.from(upload.sha256, 'hex'),
  };
  const bytes = await openStoredFile(store, file, () => findKey(upload));
  if (bytes === 'missing') return false;
  if (bytes === 'keyless') return upload.stored === undefined || isAsCopied(store, upload.key, upload.stored);
  try {
    for await (const _ of bytes);
    return true;
  } catch {
    return false;
  }
}

async function isAsCopied(store: ObjectStore, key: string, expected: { sha256: string }): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const piece of (await store.open(key)) ?? []) hash.update(piece as Buffer);
  return hash.digest('hex') === expected.sha256;
}
