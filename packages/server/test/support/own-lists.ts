import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A row of a list of the deployment's own, for GATEHOUSE_LISTS_DIR. */
export interface OwnRow {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly dateOfBirth?: string;
  readonly countries?: string;
  readonly identifiers?: string;
  readonly category?: string;
}

const columns = ['id', 'name', 'type', 'dateOfBirth', 'countries', 'identifiers', 'category'] as const;

/** Writes a lists folder with these entries; `remove` takes it away. */
export async function writeOwnLists(
  rows: readonly OwnRow[],
): Promise<{ listsDir: string; remove(): Promise<void> }> {
  const listsDir = await mkdtemp(join(tmpdir(), 'gatehouse-lists-'));
  await mkdir(join(listsDir, 'custom-csv'));
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','));
  await writeFile(join(listsDir, 'custom-csv', 'own.csv'), `${[columns.join(','), ...lines].join('\n')}\n`);
  return { listsDir, remove: () => rm(listsDir, { recursive: true, force: true }) };
}
