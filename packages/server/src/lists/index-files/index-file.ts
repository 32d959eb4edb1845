import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListVersion, openVersion } from '@gatehouse/matching';
import { writeAtomically } from './atomic-file.ts';
import type { IndexPart, Manifest } from './manifest.ts';

/** Bytes read and hashed at a time: a few ms of work, so that the event loop stays free. */
const pieceBytes = 4 * 1024 * 1024;

/** A list in memory that threads share: any number of them may read it at once. */
export type SharedListVersion = ListVersion & {
  readonly base: SharedArrayBuffer;
  readonly overlay?: SharedArrayBuffer;
  readonly gone?: SharedArrayBuffer;
};

/** Writes one part of an index and tells what a manifest says of it. */
export async function writeIndexPart(folder: string, file: string, content: Uint8Array): Promise<IndexPart> {
  await writeAtomically(join(folder, file), content);
  return { file, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
}

/**
 * Reads the index files of a manifest into memory that threads share.
 * @param inMemory the base, where it is in memory already: most updates change few entries and leave it
 * @returns undefined when a file is gone, damaged or not what the manifest says; then it is to be built anew
 */
export async function readIndexFiles(
  folder: string,
  manifest: Manifest,
  inMemory?: SharedArrayBuffer,
): Promise<SharedListVersion | undefined> {
  const { source, version } = manifest;
  const base = inMemory ?? (await readPart(folder, manifest.index));
  const overlay = manifest.overlay && (await readPart(folder, manifest.overlay));
  const gone = manifest.gone && (await readPart(folder, manifest.gone));
  if (base === undefined) return undefined;
  if ((manifest.overlay && !overlay) || (manifest.gone && !gone)) return undefined;
  const read: SharedListVersion = {
    source,
    version,
    base,
    ...(overlay && { overlay }),
    ...(gone && { gone, goneCount: manifest.gone!.count }),
  };
  try {
    openVersion(read);
    return read;
  } catch {
    return undefined;
  }
}

async function readPart(folder: string, part: IndexPart): Promise<SharedArrayBuffer | undefined> {
  const file = await open(join(folder, part.file), 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if ((await file.stat()).size !== part.bytes) return undefined;
    const buffer = new SharedArrayBuffer(part.bytes);
    const bytes = new Uint8Array(buffer);
    const hash = createHash('sha256');
    for (let position = 0; position < bytes.length; ) {
      const wanted = Math.min(pieceBytes, bytes.length - position);
      const { bytesRead } = await file.read(bytes, position, wanted, position);
      if (bytesRead === 0) return undefined;
      hash.update(bytes.subarray(position, position + bytesRead));
      position += bytesRead;
    }
    return hash.digest('hex') === part.sha256 ? buffer : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Removes the index files of a source's folder that none of these manifests names. */
export async function removeOldIndexFiles(
  folder: string,
  inUse: readonly (Manifest | undefined)[],
): Promise<void> {
  const named = new Set(
    inUse.flatMap((manifest) => [manifest?.index.file, manifest?.overlay?.file, manifest?.gone?.file]),
  );
  for (const name of await readdir(folder)) {
    if (/^(index|overlay|gone)-.*\.bin$/.test(name) && !named.has(name)) {
      await rm(join(folder, name), { force: true });
    }
  }
}
