import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/app/app.ts';
import { writeListFile } from '../../src/lists/index-files/made-up-list.fixture.ts';
import { operatorActor } from '../../src/lists/updates/index.ts';

const source = 'custom-csv';
const columns = 'id,name,type,aliases,dateOfBirth,countries,category,note';

/** A list of the deployment's own that stories change, a line for each entry. */
export interface WatchedList {
  readonly listsDir: string;
  /** Writes it before a service starts. */
  write(rows: readonly string[]): Promise<void>;
  /** Writes it and activates it, however much it changed. */
  publish(app: App, rows: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** @param header its columns (docs/lists.md) */
export async function createWatchedList(header = columns): Promise<WatchedList> {
  const listsDir = await mkdtemp(join(tmpdir(), 'gatehouse-watched-'));
  const write = (rows: readonly string[]) =>
    writeListFile(join(listsDir, source, 'list.csv'), `${[header, ...rows].join('\n')}\n`);
  return {
    listsDir,
    write,
    publish: async (app, rows) => {
      await write(rows);
      const [outcome] = await app.updates.update([source], operatorActor);
      if (outcome?.kind === 'refused') await app.updates.accept(source, undefined, operatorActor);
      else if (outcome?.kind !== 'activated') throw new Error(JSON.stringify(outcome));
    },
    remove: () => rm(listsDir, { recursive: true, force: true }),
  };
}
