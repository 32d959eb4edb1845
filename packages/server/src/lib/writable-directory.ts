import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The directory itself, or the nearest one above it that exists, in which it would be made. */
export async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Why nothing can be written to a data directory, as the end of a sentence that begins with it; undefined when it can. */
export async function describeUnwritable(dataDir: string): Promise<string | undefined> {
  const folder = await nearestFolder(dataDir);
  if (!(await stat(folder)).isDirectory()) return `${folder} is a file; name a folder by GATEHOUSE_DATA_DIR`;
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${folder} is not writable for this user; change its owner, or GATEHOUSE_DATA_DIR`;
  }
}
