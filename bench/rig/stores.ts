/** Stores of a benchmark's own: an empty database or directory for each, all gone when the benchmark ends. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../packages/server/src/database/index.ts';
import { startPostgres } from '../../packages/server/test/support/postgres.ts';

export type StoreName = 'PostgreSQL' | 'embedded';

/** Where one service keeps everything. */
export interface BenchStore {
  readonly name: StoreName;
  /** A directory of its own, whichever the store: lists' indexes and logs lie there too. */
  readonly directory: string;
  /** The settings by which a service uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same place for `openDatabase`. */
  readonly place: DatabaseLocation;
}

export interface BenchStores {
  /** PostgreSQL only where it is installed. */
  readonly names: readonly StoreName[];
  create(name: StoreName): Promise<BenchStore>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server with its default durability (fsync and synchronous_commit on); `wanted` chooses
 * one store by the beginning of its name.
 */
export async function openStores(wanted = ''): Promise<BenchStores> {
  const all: StoreName[] = ['PostgreSQL', 'embedded'];
  const chosen = all.filter((name) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  if (chosen.length === 0) throw new Error(`no store is named ${wanted}; there are ${all.join(' and ')}`);
  const server = chosen.includes('PostgreSQL') ? await startPostgres() : undefined;
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  // What is left at the end of the process is removed then, also when somebody interrupts it.
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let created = 0;
  return {
    names: chosen.filter((name) => name === 'embedded' || server !== undefined),
    create: async (name) => {
      created += 1;
      const directory = join(root, String(created));
      if (name === 'embedded' || server === undefined) {
        const settings = { GATEHOUSE_DATA_DIR: directory };
        return { name, directory, settings, place: { dataDir: directory } };
      }
      const url = await server.createDatabase();
      const settings = {
        GATEHOUSE_DATA_DIR: directory,
        DATABASE_URL: url,
        GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      };
      return { name, directory, settings, place: { url } };
    },
    stop: async () => {
      await server?.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
