import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNamed, type ListSource, listSources } from '@gatehouse/matching';
import type { ListFile } from './list-file.ts';
import { ListsRefusal } from './lists-refusal.ts';

/** A source that is to be loaded. */
export interface ConfiguredSource {
  readonly source: ListSource;
  /** Empty for the bundled sample. */
  readonly files: readonly ListFile[];
  /** The version that the files must be; another one is refused. */
  readonly version?: string;
}

export interface FoundSources {
  /** Ordered by source id. */
  readonly sources: readonly ConfiguredSource[];
  /** One line each: what lies there and is not used. */
  readonly warnings: readonly string[];
}

/** The source that is used while no other one is configured (operating.md). */
const bundledSource = 'sample';

/** What is screened while nothing else is configured. */
export const bundledSample: ConfiguredSource = { source: listSources[bundledSource]!, files: [] };

/** The sources with the bundled sample, where none of them is searched: a register of owners names nobody who is listed. */
export function withBundledSample(sources: readonly ConfiguredSource[]): readonly ConfiguredSource[] {
  return sources.every(({ source }) => source.relationsOnly) ? [...sources, bundledSample] : sources;
}

/**
 * Finds the sources to load: one subfolder of `listsDir` for each, named by its source id. Without any the
 * bundled sample is loaded.
 * @throws ListsRefusal when the folder is not there or a source lacks a file that it cannot do without
 */
export async function findSources(listsDir: string | undefined): Promise<FoundSources> {
  const { sources, warnings } = await readListsFolder(listsDir);
  if (sources.some(({ source }) => !source.relationsOnly)) return { sources, warnings };
  const stated =
    listsDir === undefined
      ? []
      : [`${listsDir} holds no list source: only the bundled sample of made-up names is screened`];
  return { sources: withBundledSample(sources), warnings: [...warnings, ...stated] };
}

/**
 * The sources whose files lie in the lists folder, which may be none.
 * @throws ListsRefusal when the folder is not there or a source lacks a file that it cannot do without
 */
export async function readListsFolder(listsDir: string | undefined): Promise<FoundSources> {
  const warnings: string[] = [];
  const sources: ConfiguredSource[] = [];
  for (const name of listsDir === undefined ? [] : await readListsDir(listsDir)) {
    if (name.startsWith('.')) continue;
    const path = join(listsDir!, name);
    const source = Object.hasOwn(listSources, name) && name !== bundledSource ? listSources[name] : undefined;
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) {
      warnings.push(`${path} leads nowhere; it is not loaded`);
    } else if (!found.isDirectory()) {
      warnings.push(`${path} is not in the folder of a source; it is not loaded`);
    } else if (source === undefined) {
      warnings.push(`${path} is not loaded: "${name}" is no source id; known are ${knownIds().join(', ')}`);
    } else {
      sources.push(await findFiles(source, path, warnings));
    }
  }
  return { sources, warnings };
}

async function readListsDir(listsDir: string): Promise<string[]> {
  try {
    return (await readdir(listsDir)).sort();
  } catch (error) {
    throw new ListsRefusal(
      `GATEHOUSE_LISTS_DIR ${listsDir} ${whyNot(error)}: it must be a folder with one subfolder per source id`,
      { cause: error },
    );
  }
}

async function readFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    throw new ListsRefusal(`${folder} ${whyNot(error)}: it must hold the files of its source`, {
      cause: error,
    });
  }
}

function whyNot(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'does not exist';
  return code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})`;
}

/** Publishers change the case of their file names, so it does not count; some put a date into them. */
async function findFiles(source: ListSource, folder: string, warnings: string[]): Promise<ConfiguredSource> {
  const present = new Set((await readFolder(folder)).filter((name) => !name.startsWith('.')));
  const files: ListFile[] = [];
  for (const [wanted, required] of wantedFiles(source)) {
    const found = [...present].filter((name) => isNamed(name, wanted));
    for (const name of found) {
      present.delete(name);
      // A name without a pattern is the publisher's own, whatever its case here.
      files.push({ name: wanted.includes('*') ? name : wanted, path: await readable(join(folder, name)) });
    }
    if (found.length === 0 && required) {
      throw new ListsRefusal(
        `${join(folder, wanted)} is missing: source ${source.id} needs ${source.fileNames.required.join(', ')}`,
      );
    }
  }
  if (files.length === 0 && source.fileNames.optional.length > 0) {
    throw new ListsRefusal(
      `${folder} holds no file of source ${source.id}: it needs one of ${source.fileNames.optional.join(', ')}`,
    );
  }
  for (const name of present) {
    warnings.push(`${join(folder, name)} is not a file of source ${source.id}; it is not loaded`);
  }
  return { source, files };
}

async function readable(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile())
      throw new ListsRefusal(`${path} is no file: it must be the publisher's file`);
    await access(path, constants.R_OK);
  } catch (error) {
    if (error instanceof ListsRefusal) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ListsRefusal(`${path} cannot be read (${code}): this process needs the right to`, {
      cause: error,
    });
  }
  return path;
}

function wantedFiles(source: ListSource): [string, boolean][] {
  return [
    ...source.fileNames.required.map((name): [string, boolean] => [name, true]),
    ...(source.fileNames.optional ?? []).map((name): [string, boolean] => [name, false]),
  ];
}

function knownIds(): string[] {
  return Object.keys(listSources)
    .filter((id) => id !== bundledSource)
    .sort();
}
