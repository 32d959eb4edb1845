import { spawn } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a database directory beside its place and moves it there when it is whole and on the disk: a directory
 * that has its name is complete, whenever the process was killed.
 */
export async function initializeDirectory(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  // Unlike a store in use, this one needs no fsync before it is whole.
  const engine = await PGlite.create(unfinished);
  await engine.close();
  for (const entry of readdirSync(unfinished, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(unfinished);
  renameSync(unfinished, directory);
  syncPath(dirname(directory));
}

/** Makes the directory unless it exists, in a child process: initialising needs memory that would stay ours. */
export async function ensureDirectory(directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  const script = 'import(process.argv[1]).then((module) => module.initializeDirectory(process.argv[2]))';
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', script, import.meta.url, directory],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new Error(
      `The embedded store could not be made in ${directory}: ${complaint.trim() || `exit ${code}`}`,
    );
  }
}
