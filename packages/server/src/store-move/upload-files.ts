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

/** An uploaded file, as the list of an export has it. */
interface ListedUpload extends Scope {
  readonly uploadId: string;
  readonly key: string;
  /** Of the bytes in the folder, where they are encrypted. */
  readonly stored?: { readonly size: number; readonly sha256: string };
}

/** Of the content, as the row has them; the hash is hexadecimal. */
interface UploadFacts {
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
}

type MovedUpload = ListedUpload & UploadFacts;

/** The key that encrypts an upload; undefined where it is deleted. */
export type FindKey = (upload: Scope & { readonly uploadId: string }) => Promise<KeyObject | undefined>;

const listName = 'uploads.jsonl';
const uploadsPage = 1000;

interface CopyOptions {
  readonly store: ObjectStore;
  readonly folder: string;
  readonly isCopied: boolean;
  /** Of one tenant alone; undefined: of all. */
  readonly tenantId?: string | undefined;
  /** The list has nothing of the content, not even its hash: the rows do. */
  readonly isSealed?: boolean;
}

/**
 * Copies the uploaded files into the folder, or lists them alone where their bytes stay in a bucket.
 * @throws OperatorRefusal where one is missing or not as it was uploaded
 */
export async function exportUploads(run: RunSql, options: CopyOptions): Promise<Manifest['uploads']> {
  const { uploads, damaged } = await copyUploads(run, options);
  if (damaged.length > 0) throw moveRefusal('damagedUpload', { key: damaged[0]!, count: damaged.length });
  return uploads;
}

/** The same, without those that are missing or not as they were uploaded: they are named. */
export async function copyUploads(
  run: RunSql,
  { store, folder, isCopied, tenantId, isSealed = false }: CopyOptions,
): Promise<{ readonly uploads: Manifest['uploads']; readonly damaged: readonly string[] }> {
  const list = await LineFile.create(folder, listName);
  const doubtful: MovedUpload[] = [];
  let uploadedBytes = 0;
  for await (const upload of readUploads(run, tenantId)) {
    const stored = isCopied ? await copyOut(store, folder, upload) : undefined;
    if (stored === 'damaged') {
      doubtful.push(upload);
      continue;
    }
    uploadedBytes += upload.size;
    const { size, sha256, contentType, ...listed } = upload;
    const facts = isSealed ? {} : { size, sha256, contentType };
    list.add(Buffer.from(`${JSON.stringify({ ...listed, ...facts, stored })}\n`));
    await list.flush();
  }
  const written = await list.end();
  // While the service works, a file goes before its row.
  const damaged: string[] = [];
  for (const upload of doubtful) if (await findUpload(run, upload)) damaged.push(upload.key);
  const place = isCopied ? 'folder' : 'bucket';
  return { uploads: { ...written, place, bucket: store.bucket, uploadedBytes }, damaged };
}

/** What the row of a file says; undefined where there is none. */
async function findUpload(
  run: RunSql,
  { tenantId, domain, uploadId }: Scope & { readonly uploadId: string },
): Promise<UploadFacts | undefined> {
  const { rows } = await run<UploadFacts & Record<string, unknown>>(
    `select size, encode(sha256, 'hex') as sha256, content_type as "contentType"
     from upload where tenant_id = $1 and domain = $2 and upload_id = $3`,
    [tenantId, domain, uploadId],
  );
  return rows[0];
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

async function readUploadList(folder: string): Promise<readonly (ListedUpload & Partial<UploadFacts>)[]> {
  const text = await readFile(join(folder, listName), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedUpload & Partial<UploadFacts>);
}

interface UploadImport {
  readonly folder: string;
  readonly dataDir: string;
  readonly store: ObjectStore;
  readonly uploads: Manifest['uploads'];
  readonly findKey: FindKey;
  /** Called before bytes are put where the store had none. */
  readonly onPut?: ((key: string) => Promise<void>) | undefined;
  readonly onProgress?: ((share: number, text: string) => void) | undefined;
}

/**
 * Puts the files of the folder into the new store and reads every file back. What is there already stays, so that an import
 * that was cut off may go on with another data directory or bucket.
 * @throws OperatorRefusal where one is missing or not as it was uploaded
 */
export async function importUploads(options: UploadImport): Promise<RestoredFiles> {
  const files = (await readUploadList(options.folder)) as readonly MovedUpload[];
  for (const [index, upload] of files.entries()) {
    options.onProgress?.(index / files.length, 'uploads');
    if (await bringIn(options, upload)) continue;
    throw moveRefusal('uploadDiffers', { key: upload.key, bucket: options.store.bucket });
  }
  return { files: files.length, missingFiles: [] };
}

/** What became of the uploaded files of a sealed export. */
export interface RestoredFiles {
  readonly files: number;
  /** Those that a row names and that are not there, or not as they were uploaded. */
  readonly missingFiles: readonly string[];
}

/** The same of a sealed export: files whose rows are left out stay out, and those that are missing are named. */
export async function importSealedUploads(run: RunSql, options: UploadImport): Promise<RestoredFiles> {
  const listed = await readUploadList(options.folder);
  const whole = new Set<string>();
  for (const [index, file] of listed.entries()) {
    options.onProgress?.(index / listed.length, 'uploads');
    const facts = await findUpload(run, file);
    if (facts !== undefined && (await bringIn(options, { ...file, ...facts }))) whole.add(file.key);
  }
  const { rows } = await run<{ key: string }>('select object_key as key from upload order by 1');
  return { files: whole.size, missingFiles: rows.map(({ key }) => key).filter((key) => !whole.has(key)) };
}

/** Whether the new store has the file then. */
async function bringIn(
  { folder, dataDir, store, uploads, findKey, onPut }: UploadImport,
  upload: MovedUpload,
): Promise<boolean> {
  const before = await lookUp(store, upload, findKey);
  if (before === 'whole') return true;
  if (uploads.place !== 'folder') return false;
  if (before === 'missing') await onPut?.(upload.key);
  await copyIn(store, new Spool(dataDir), join(folder, upload.key), upload);
  return (await lookUp(store, upload, findKey)) === 'whole';
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
async function lookUp(
  store: ObjectStore,
  upload: MovedUpload,
  findKey: FindKey,
): Promise<'whole' | 'different' | 'missing'> {
  const { tenantId, domain, uploadId, key: objectKey, size } = upload;
  const file = {
    scope: { tenantId, domain },
    uploadId,
    objectKey,
    size,
    sha256: Buffer.from(upload.sha256, 'hex'),
  };
  const bytes = await openStoredFile(store, file, () => findKey(upload));
  if (bytes === 'missing') return 'missing';
  if (bytes === 'keyless') {
    const isWhole = upload.stored === undefined || (await isAsCopied(store, upload.key, upload.stored));
    return isWhole ? 'whole' : 'different';
  }
  try {
    for await (const _ of bytes);
    return 'whole';
  } catch {
    return 'different';
  }
}

async function isAsCopied(store: ObjectStore, key: string, expected: { sha256: string }): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const piece of (await store.open(key)) ?? []) hash.update(piece as Buffer);
  return hash.digest('hex') === expected.sha256;
}
