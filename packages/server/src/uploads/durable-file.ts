import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../lib/sync-folder.ts';

/** Makes a folder and those above it that are missing, so that they outlive a loss of power. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const exists = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (exists) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeDurableFolder(parent);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(parent);
}
