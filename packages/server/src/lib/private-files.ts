import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Folders of the data directory that are this service's own. Their bytes are for its user alone. */
const privateFolders = ['postgres', 'uploads', 'lists'] as const;

/** Systems without such modes guard files in other ways. */
const hasModes = process.platform !== 'win32';

/**
 * Takes from everybody else what they may do with the folders that the service makes in its data directory. The data
 * directory itself belongs to whoever made it. Where the system refuses, `findWritableByOthers` and `doctor` tell.
 */
export function makePrivate(dataDir: string): void {
  if (!hasModes) return;
  for (const name of privateFolders) closeToOthers(join(dataDir, name));
  // Whoever may read it could hold the lock of the directory.
  closeToOthers(join(dataDir, 'owner.lock'));
  closeContents(join(dataDir, 'postgres'));
}

/** As `makePrivate`, for all that lies in one folder. The folder is closed first, so that nobody changes it meanwhile. */
export function closeTree(folder: string): void {
  if (!hasModes) return;
  closeToOthers(folder);
  closeContents(folder);
}

/** The engine gives some of its files to everybody; a copy of the folder may lose the mode that guards them. */
function closeContents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) closeToOthers(join(entry.parentPath, entry.name));
  }
}

function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || isPrivate(found)) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch (error) {
    // Files of another user, or a disk that keeps no modes.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTSUP' && code !== 'ENOENT') throw error;
  }
}

/** Folders of the data directory that others reach; none where nobody else gets into the directory itself. */
export function findOpenFolders(dataDir: string): string[] {
  const directory = statSync(dataDir, { throwIfNoEntry: false });
  if (!hasModes || directory === undefined || isPrivate(directory)) return [];
  return privateFolders
    .map((name) => join(dataDir, name))
    .filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found !== undefined && !isPrivate(found);
    });
}

/**
 * The data directory, or a folder above it, in which others can put something else in its place; undefined = none.
 * Where the sticky bit is set, as in `/tmp`, others cannot move what they do not own; they can still put their own
 * files into the data directory itself.
 */
export function findWritableByOthers(dataDir: string): { path: string; mode: string } | undefined {
  if (!hasModes) return undefined;
  for (let path = dataDir; ; path = dirname(path)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && (found.mode & 0o022) !== 0 && (path === dataDir || !isSticky(found))) {
      return { path, mode: (found.mode & 0o7777).toString(8) };
    }
    if (basename(path) === '') return undefined;
  }
}

function isPrivate({ mode }: Stats): boolean {
  return (mode & 0o077) === 0;
}

function isSticky({ mode }: Stats): boolean {
  return (mode & 0o1000) !== 0;
}
