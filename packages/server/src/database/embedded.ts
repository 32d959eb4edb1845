import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { ensureDirectory } from './embedded-directory.ts';
import type { EngineMemory } from './embedded-engine.ts';
import { startRecovering } from './embedded-recovery.ts';
import { EmbeddedSocket } from './embedded-socket.ts';
import { guardClients, type OpenPool } from './pool.ts';

/** Whether a data directory has an embedded store; one that is opened is created where it has none. */
export function hasEmbeddedStore(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

async function resetSession(client: pg.ClientBase): Promise<void> {
  await client.query('rollback');
  await client.query('discard all');
}

/**
 * Opens the embedded store in `directory` behind a pool of one client: the engine has one session, so whoever
 * holds the client holds the store. The directory is this process's alone until `close`.
 * @throws Error in one line when another process has the directory.
 */
export async function openEmbeddedPool(
  directory: string,
  onError: (error: Error) => void,
  memory: EngineMemory = 'small',
): Promise<OpenPool> {
  const lock = lockDirectory(directory);
  try {
    const place = join(directory, 'postgres');
    await ensureDirectory(place);
    const engine = await startRecovering(place, memory);
    const pool = new pg.Pool({
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => new EmbeddedSocket(() => engine.find()) as never,
      // A client that was thrown away leaves the session as it was. The pool waits for the promise.
      onConnect: resetSession as (client: pg.ClientBase) => void,
    });
    pool.on('error', onError);
    guardClients(pool);
    return {
      pool,
      reservedPool: pool,
      answerLimitMs: undefined,
      close: async () => {
        await pool.end();
        await engine.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
