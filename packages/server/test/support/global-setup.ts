import type { TestProject } from 'vitest/node';
import { startPostgres, withClient } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server for this run of the tests; undefined where it is not installed. */
    postgresUrl: string | undefined;
  }
}

/** One PostgreSQL server for the whole run: starting one for each file would cost more than the tests. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres();
  if (server !== undefined) {
    // Tests end processes, never the system: what that has taken is there.
    await withClient(server.url, async (session) => {
      await session.query('alter system set fsync = off');
      await session.query('select pg_reload_conf()');
    });
  }
  project.provide('postgresUrl', server?.url);
  return server && (() => server.stop());
}
