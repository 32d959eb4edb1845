/** Indexes of lists of any size, made of the real lists and recombined entities, kept in a folder where one is given. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildIndex, type ListEntry, openIndex } from '../../packages/matching/src/index.ts';
import { recombine } from './recombine.ts';

export interface MadeUpIndex {
  buffer: ArrayBuffer;
  /** Time of processing that building took; undefined where the index was kept from an earlier run. */
  buildMs: number | undefined;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What an earlier run has left, if this engine reads it. Empty the folder after a change of how indexes are built. */
function kept(file: string): ArrayBuffer | undefined {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const buffer = new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  try {
    openIndex(buffer);
    return buffer;
  } catch {
    return undefined;
  }
}

/** The folder after `--kept` among a script's arguments, where built indexes are kept from run to run. */
export function retainedFolder(args: readonly string[]): string | undefined {
  const at = args.indexOf('--kept');
  return at < 0 ? undefined : args[at + 1];
}

/** An index of so many entities. */
export function madeUpIndex(real: readonly ListEntry[], size: number, folder?: string): MadeUpIndex {
  const file = folder === undefined ? undefined : `${folder}/recombined-${size}.index`;
  const buffer = file === undefined ? undefined : kept(file);
  if (buffer) return { buffer, buildMs: undefined };
  const before = cpuMs();
  const built = buildIndex(recombine(real, size), { source: 'recombined', version: String(size) });
  const buildMs = cpuMs() - before;
  if (file !== undefined) {
    mkdirSync(folder!, { recursive: true });
    writeFileSync(file, new Uint8Array(built));
  }
  return { buffer: built, buildMs };
}
