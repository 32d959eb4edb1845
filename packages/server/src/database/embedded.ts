import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { ensureDirectory } from './embedded-directory.ts';
import { startEngine } from './embedded-engine.ts';
import { EmbeddedSocket, type Engine } from './embedded-socket.ts';
import type { OpenPool } from './pool.ts';

/** Feeds the engine one batch of messages; it answers before it returns. */
function engineOf(lite: PGlite): Engine {
  return (bytes) => {
    const answers: Uint8Array[] = [];
    let failure: unknown;
    lite
      .execProtocolRawStream(bytes, {
        syncToFs: false,
        // The bytes lie in the engine's memory and change at its next turn.
        onRawData: (answer) => answers.push(answer.slice()),
      })
      .catch((error: unknown) => {
        failure = error;
      });
    if (failure !== undefined) throw failure;
    return answers;
  };
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
export async function openEmbeddedPool(directory: string): Promise<OpenPool> {
  const lock = lockDirectory(directory);
  try {
    const place = join(directory, 'postgres');
    await ensureDirectory(place);
    const lite = await startEngine(place);
    const engine = engineOf(lite);
    const pool = new pg.Pool({
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => new EmbeddedSocket(engine) as never,
      // A client that was thrown away leaves the session as it was. The pool waits for the promise.
      onConnect: resetSession as (client: pg.ClientBase) => void,
    });
    return {
      pool,
      asidePool: pool,
      close: async () => {
        await pool.end();
        await lite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
