import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../lib/sync-folder.ts';

const temporarySuffix = '.tmp';
/** A temporary file older than this belongs to no running writer. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Writes a whole file so that a reader, or the next start after a crash, sees the old content or the new one
 * and nothing between: temporary file beside it, fsync, rename, fsync of the folder.
 */
export async function writeAtomically(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = join(dirname(path), `${basename(path)}.${process.pid}-${randomUUID()}${temporarySuffix}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes temporary files that a killed writer left behind; those of a running one are young and stay. */
export async function removeAbandonedFiles(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(temporarySuffix)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}
