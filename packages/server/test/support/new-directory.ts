import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directories: string[] = [];

/** A new directory that is removed at the end of the test file. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
  directories.push(directory);
  return directory;
}

export function removeDirectories(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}
