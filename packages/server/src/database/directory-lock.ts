import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a directory for this process: the engine itself would let two processes write over each other. SQLite
 * holds a lock of the operating system, so it ends with the process however that ends.
 * @throws Error, at once and in one line, when another process has it.
 */
export function lockDirectory(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'owner.lock');
  // Whoever may read it could hold the lock.
  closeSync(openSync(file, 'a', 0o600));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    throw new Error(`The data directory ${directory} is in use by another Gatehouse process`, {
      cause: error,
    });
  }
  return { release: () => lock.close() };
}
