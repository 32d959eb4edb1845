import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listSources } from '@gatehouse/matching';
import type { ConfiguredSource } from './find-sources.ts';
import type { ListFile } from './list-file.ts';
import { readManifest, sourceFolder } from './manifest.ts';

/** Where the publisher's files of each kept version of a source lie: a folder for each version. */
export function retainedFolder(dataDir: string, source: string, version = ''): string {
  return join(sourceFolder(dataDir, source), 'files', version);
}

/** The kept files of a version by name; undefined unless all of them are there in the size that is known. */
export async function findRetainedFiles(
  folder: string,
  files: readonly { readonly name: string; readonly size: number }[],
): Promise<ListFile[] | undefined> {
  const found: ListFile[] = [];
  for (const { name, size } of files) {
    const path = join(folder, name);
    const own = await stat(path).catch(() => undefined);
    if (own?.isFile() !== true || own.size !== size) return undefined;
    found.push({ name, path });
  }
  return found;
}

/** Keeps the files of a folder as those of a version, in place of what was there. */
export async function retainFiles(from: string, to: string): Promise<void> {
  if (from === to) return;
  await mkdir(join(to, '..'), { recursive: true, mode: 0o700 });
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}

/** Removes the kept files of all versions but these. */
export async function pruneRetainedFiles(
  dataDir: string,
  source: string,
  versions: ReadonlySet<string>,
): Promise<void> {
  const folder = retainedFolder(dataDir, source);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!versions.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** A source whose active version was fetched, as its manifest and its kept files say; undefined when it never was. */
export async function fetchedSource(dataDir: string, id: string): Promise<ConfiguredSource | undefined> {
  const manifest = await readManifest(sourceFolder(dataDir, id));
  const files =
    manifest && (await findRetainedFiles(retainedFolder(dataDir, id, manifest.version), manifest.files));
  return files && { source: listSources[id]!, files };
}
