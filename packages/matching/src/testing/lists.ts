/** Lists for tests and benchmarks: entries of a source, and the real files where they are at hand. */
import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ListEntry } from '../entry.ts';
import type { ListSource, SourceFile, SourceReport } from '../sources/source.ts';

/** The folder of real lists and labelled cases beside the checkout; its files are never committed. */
export const dataFolder = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));

/** Whether the folder of real data is there; tests that need it are skipped otherwise. */
export const hasData = existsSync(dataFolder);

/** A file of the data folder as a source reads it. */
export function dataFile(path: string): SourceFile {
  return { name: path.split('/').at(-1)!, chunks: createReadStream(`${dataFolder}/${path}`) };
}

/** A file with the given text, in pieces of a few bytes each so that no reader relies on where they are cut. */
export function textFile(name: string, text: string, pieceBytes = 61): SourceFile {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) chunks.push(bytes.subarray(at, at + pieceBytes));
  return { name, chunks };
}

/** All entries of files, with the report. */
export async function readEntries(
  source: ListSource,
  files: SourceFile[],
): Promise<{ entries: ListEntry[]; report: SourceReport }> {
  const entries: ListEntry[] = [];
  const reader = source.parse(files);
  for (;;) {
    const next = await reader.next();
    if (next.done) return { entries, report: next.value };
    entries.push(next.value);
  }
}
