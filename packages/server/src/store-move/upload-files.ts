import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RunSql } from '../database/bootstrap.ts';
import { type ObjectStore, Spool, verifyBytes } from '../uploads/index.ts';
import { LineFile } from './line-files.ts';
import type { Manifest } from './manifest.ts';
import { moveRefusal } from './refusals.ts';

/** One uploaded file, as the list of an export has it. */
interface MovedUpload {
  readonly key: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly contentType: string;
}

const listName = 'uploads.jsonl';
const uploadsPage = 1000;

/** Copies the uploaded files into the folder, or lists them alone where their bytes stay in a bucket. */
export async function exportUploads(
  run: RunSql,
  {
    store,
    folder,
    isCopied,
  }: { readonly store: ObjectStore; readonly folder: string; readonly isCopied: boolean },
): Promise<Manifest['uploads']> {
  const list = await LineFile.create(folder, listName);
  const damaged: string[] = [];
  let uploadedBytes = 0;
  for await (const upload of readUploads(run)) {
    if (isCopied && !(await copyOut(store, folder, upload))) damaged.push(upload.key);
    uploadedBytes += upload.size;
    list.add(Buffer.from(`${JSON.stringify(upload)}\n`));
    await list.flush();
  }
  const written = await list.end();
  if (damaged.length > 0) throw moveRefusal('damagedUpload', { key: damaged[0]!, count: damaged.length });
  return { ...written, place: isCopied ? 'folder' : 'bucket', bucket: store.bucket, uploadedBytes };
}

async function* readUploads(run: RunSql): AsyncGenerator<MovedUpload> {
  let after = '';
  for (;;) {
    const { rows } = await run<MovedUpload & Record<string, unknown>>(
      `select object_key as key, size, encode(sha256, 'hex') as sha256, content_type as "contentType"
       from upload where object_key collate "C" > $1 order by object_key collate "C" limit ${uploadsPage}`,
      [after],
    );
    yield* rows;
    if (rows.length < uploadsPage) return;
    after = rows.at(-1)!.key;
  }
}

/** False where the bytes are gone or not those that were uploaded. */
async function copyOut(store: ObjectStore, folder: string, upload: MovedUpload): Promise<boolean> {
  const stored = await store.open(upload.key);
  if (stored === undefined) return false;
  const path = join(folder, upload.key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      verifyBytes(stored, expectedOf(upload)),
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && !('code' in error)) return false;
    throw error;
  }
}

function expectedOf({ size, sha256 }: MovedUpload): { size: number; sha256: Buffer } {
  return { size, sha256: Buffer.from(sha256, 'hex') };
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
  onProgress,
}: {
  readonly folder: string;
  readonly dataDir: string;
  readonly store: ObjectStore;
  readonly uploads: Manifest['uploads'];
  readonly onProgress?: ((share: number, text: string) => void) | undefined;
}): Promise<void> {
  const files = await readUploadList(folder);
  const spool = new Spool(dataDir);
  for (const [index, upload] of files.entries()) {
    onProgress?.(index / files.length, 'uploads');
    if (await isStored(store, upload)) continue;
    if (uploads.place === 'folder') {
      await copyIn(store, spool, join(folder, upload.key), upload);
      if (await isStored(store, upload)) continue;
    }
    throw moveRefusal('uploadDiffers', { key: upload.key, bucket: store.bucket });
  }
}

/** By way of the spool, since the store may take the file that it is given away. */
async function copyIn(store: ObjectStore, spool: Spool, path: string, upload: MovedUpload): Promise<void> {
  const { sha256 } = expectedOf(upload);
  const file = await spool.start();
  try {
    for await (const piece of createReadStream(path)) await file.write(piece as Buffer);
    await file.flush();
    if (!file.digest().equals(sha256)) throw moveRefusal('damagedFile', upload.key);
    const { size, contentType } = upload;
    await store.put(upload.key, { path: file.path, size, sha256, contentType });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? moveRefusal('damagedFile', upload.key) : error;
  } finally {
    await file.discard();
  }
}

async function isStored(store: ObjectStore, upload: MovedUpload): Promise<boolean> {
  const stored = await store.open(upload.key);
  if (stored === undefined) return false;
  try {
    for await (const _ of verifyBytes(stored, expectedOf(upload)));
    return true;
  } catch {
    return false;
  }
}
