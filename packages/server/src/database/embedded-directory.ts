import { spawn } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { closeTree } from '../lib/private-files.ts';
import { keepCompilerSmall } from './embedded-engine.ts';

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a whole database directory and brings it to the disk. Runs in a process of its own, which imports it by name.
 * @public
 */
export async function initializeDirectory(directory: string): Promise<void> {
  keepCompilerSmall();
  process.umask(0o077);
  // Unlike a store in use, this one needs no fsync before it is whole.
  const engine = await PGlite.create(directory);
  await engine.close();
  // The engine unpacks its files with modes of their own, for everybody to write.
  closeTree(directory);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(directory);
}

/** What a start that was killed left behind. Its child may live a moment longer and put files back. */
function removeUnfinished(directory: string): void {
  const prefix = `${basename(directory)}.unfinished-`;
  for (const name of readdirSync(dirname(directory))) {
    if (name.startsWith(prefix))
      rmSync(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 10 });
  }
}

// The child ends with its parent, whose end closes the pipe.
const childScript = `
  process.stdin.on('end', () => process.exit(1)).resume();
  const { initializeDirectory } = await import(process.argv[1]);
  await initializeDirectory(process.argv[2]);
  process.exit(0);`;

async function initializeInChild(directory: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', childScript, import.meta.url, directory],
    { stdio: ['pipe', 'ignore', 'pipe'] },
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

/**
 * Makes the database directory unless it exists: beside its place, and moved there when it is whole and on the
 * disk, so that a directory of that name is complete whenever the process was killed. In a child process, because
 * initialising takes memory that would stay ours. Only the holder of the directory's lock may call it.
 */
export async function ensureDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  removeUnfinished(directory);
  const unfinished = `${directory}.unfinished-${process.pid}`;
  await initializeInChild(unfinished);
  renameSync(unfinished, directory);
  syncPath(dirname(directory));
}
