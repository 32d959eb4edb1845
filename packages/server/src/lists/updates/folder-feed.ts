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
export type FolderSight = Readonly<Record<string, FileStamp>>;

/**
 * The folder of a source as it lies there now. Files that somebody puts there by hand are told from those that were
 * seen before by size and times.
 */
export async function seeFolder({ files }: ConfiguredSource): Promise<FolderSight> {
  const stamps = await Promise.all(
    files.map(async ({ name, path }) => [name, await readStamp(path)] as const),
  );
  return Object.fromEntries(stamps);
}

export function isSameSight(one: FolderSight | undefined, other: FolderSight): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

const sightPath = (dataDir: string, source: string) => join(sourceFolder(dataDir, source), 'folder.json');

/** What was last dealt with; undefined for a folder that this node sees for the first time. */
export async function lastSight(dataDir: string, source: string): Promise<FolderSight | undefined> {
  try {
    return JSON.parse(await readFile(sightPath(dataDir, source), 'utf8')) as FolderSight;
  } catch {
    return undefined;
  }
}

export async function rememberSight(dataDir: string, source: string, sight: FolderSight): Promise<void> {
  await writeAtomically(sightPath(dataDir, source), `${JSON.stringify(sight)}\n`);
}

/** Copies the files into a folder, where they are still; undefined when they changed meanwhile. */
export async function copyFolder(
  configured: ConfiguredSource,
  sight: FolderSight,
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
  return isSameSight(await seeFolder(configured), sight) ? copied : undefined;
}
