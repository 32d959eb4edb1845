import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256OfFile } from '../../lib/file-hash.ts';
import {
  type ConfiguredSource,
  type FileStamp,
  readStamp,
  sourceFolder,
  writeAtomically,
} from '../index-files/index.ts';
import type { VersionFile } from './activate.ts';

/** What a node last saw of a source's folder, by the files' names. */
export type FolderSnapshot = Readonly<Record<string, FileStamp>>;

/**
 * The folder of a source as it is now. Files that somebody puts there by hand are distinguished from those that were
 * seen before by size and times.
 */
export async function takeSnapshot({ files }: ConfiguredSource): Promise<FolderSnapshot> {
  const stamps = await Promise.all(
    files.map(async ({ name, path }) => [name, await readStamp(path)] as const),
  );
  return Object.fromEntries(stamps);
}

export function isSameSnapshot(one: FolderSnapshot | undefined, other: FolderSnapshot): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

const snapshotPath = (dataDir: string, source: string) => join(sourceFolder(dataDir, source), 'folder.json');

/** What was last dealt with; undefined for a folder that this node sees for the first time. */
export async function loadSnapshot(dataDir: string, source: string): Promise<FolderSnapshot | undefined> {
  try {
    return JSON.parse(await readFile(snapshotPath(dataDir, source), 'utf8')) as FolderSnapshot;
  } catch {
    return undefined;
  }
}

export async function saveSnapshot(dataDir: string, source: string, snapshot: FolderSnapshot): Promise<void> {
  await writeAtomically(snapshotPath(dataDir, source), `${JSON.stringify(snapshot)}\n`);
}

/** Copies the files into a folder, where they are still; undefined when they changed meanwhile. */
export async function copyFolder(
  configured: ConfiguredSource,
  snapshot: FolderSnapshot,
  to: string,
): Promise<VersionFile[] | undefined> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true, mode: 0o700 });
  const copied: VersionFile[] = [];
  for (const { name, path } of configured.files) {
    const copy = join(to, name);
    await copyFile(path, copy);
    copied.push({ name, size: (await readStamp(copy)).size, sha256: await sha256OfFile(copy) });
  }
  return isSameSnapshot(await takeSnapshot(configured), snapshot) ? copied : undefined;
}
