/** Opens the real lists for measuring, and reads the labelled cases. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import {
  buildIndex,
  type ListEntry,
  type ListIndex,
  listSources,
  openIndex,
  type SourceFile,
} from '../../packages/matching/src/index.ts';
import { dataFile, dataFolder, hasData, readEntries } from '../../packages/matching/src/testing/lists.ts';

const FILES: Record<string, string[]> = {
  'un-sc': ['consolidated.xml'],
  'us-ofac-sdn': ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'],
};

export interface Loaded {
  source: string;
  entries: ListEntry[];
  index: ListIndex;
  parseMs: number;
  buildMs: number;
}

/** Parses and indexes one real list. */
export async function loadList(source: string): Promise<Loaded> {
  const files: SourceFile[] = FILES[source]!.map((file) => dataFile(`lists/${source}/${file}`));
  const started = performance.now();
  const { entries } = await readEntries(listSources[source]!, files);
  const parsed = performance.now();
  const buffer = buildIndex(entries, { source, version: 'bench' });
  const built = performance.now();
  return { source, entries, index: openIndex(buffer), parseMs: parsed - started, buildMs: built - parsed };
}

/** Rows of a labelled file, or undefined with a line that says why. */
export function benchRows(file: string): Record<string, string>[] | undefined {
  if (!hasData) {
    console.log(`skipped: ${dataFolder} is missing`);
    return undefined;
  }
  return parse(readFileSync(`${dataFolder}/bench/${file}`), {
    columns: true,
    bom: true,
    relax_column_count: true,
  });
}

/** Value at a share of sorted numbers. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}
