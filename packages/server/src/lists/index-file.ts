import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openIndex } from '@gatehouse/matching';
import type { Manifest } from './manifest.ts';

/** Bytes read and hashed at a time: a few ms of work, so that the event loop stays free. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Reads the index file of a manifest into memory that threads share.
 * @returns undefined when the file is gone, damaged or not what the manifest says; then it is to be built anew
 */
export async function readIndexFile(
  folder: string,
  manifest: Manifest,
): Promise<SharedArrayBuffer | undefined> {
  const file = await open(join(folder, manifest.index.file), 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if ((await file.stat()).size !== manifest.index.bytes) return undefined;
    const buffer = new SharedArrayBuffer(manifest.index.bytes);
    const bytes = new Uint8Array(buffer);
    const hash = createHash('sha256');
    for (let position = 0; position < bytes.length; ) {
      const wanted = Math.min(pieceBytes, bytes.length - position);
      const { bytesRead } = await file.read(bytes, position, wanted, position);
      if (bytesRead === 0) return undefined;
      hash.update(bytes.subarray(position, position + bytesRead));
      position += bytesRead;
    }
    if (hash.digest('hex') !== manifest.index.sha256) return undefined;
    openIndex(buffer);
    return buffer;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Removes the index files of a source's folder but the one that is in use. */
export async function removeOldIndexFiles(folder: string, inUse: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^index-.*\.bin$/.test(name) && name !== inUse) await rm(join(folder, name), { force: true });
  }
}
