import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server for this run of the tests; undefined where it is not installed. */
    postgresUrl: string | undefined;
  }
}

/** One PostgreSQL server for the whole run: starting one for each file would cost more than the tests. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres();
  project.provide('postgresUrl', server?.url);
  return server && (() => server.stop());
}
