/** A publisher's list that changes again and again while a service screens against it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askServer } from '../../packages/server/src/control.ts';
import type { DatabasePlace } from '../../packages/server/src/database/index.ts';
import type { BenchStore } from '../rig/stores.ts';

/** OFAC's list with 500 entries changed, in turns with the list as it was: each look finds a new version. */
export class ChangingList {
  readonly #path: string;
  #lines: string[] = [];
  #edition = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<void> {
    this.#lines = (await readFile(this.#path, 'latin1')).split('\n');
  }

  /** Puts one edition after the other in force until the turn is over; answers how many. */
  async change(
    store: BenchStore,
    settings: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<number> {
    let swaps = 0;
    while (!signal.aborted) {
      this.#edition++;
      const changed = this.#lines.map((line, index) =>
        index % 17 === 0 && index < 8_500 ? line.replace(/^(\d+,")/, `$1EDITION${this.#edition} `) : line,
      );
      await writeFile(`${this.#path}.new`, changed.join('\n'), 'latin1');
      await rename(`${this.#path}.new`, this.#path);
      await update(store.place, { ...store.settings, ...settings });
      swaps++;
    }
    return swaps;
  }
}

/** What `gatehouse lists update us-ofac-sdn` does; it ends when the new version is in force. */
async function update(place: DatabasePlace, settings: Readonly<Record<string, string>>): Promise<void> {
  const told =
    'dataDir' in place
      ? JSON.stringify(await askServer(place.dataDir, 'updateLists', { sources: ['us-ofac-sdn'] }))
      : await command(settings);
  if (!told.includes('"activated"')) throw new Error(`the list was not put in force: ${told}`);
}

/** With PostgreSQL it is done in a process of its own, and the server takes it over. */
async function command(settings: Readonly<Record<string, string>>): Promise<string> {
  const executable = join(import.meta.dirname, '../../packages/server/bin/gatehouse.mjs');
  const child = spawn(process.execPath, [executable, 'lists', 'update', 'us-ofac-sdn', '--json'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (text: Buffer) => {
    told += text.toString();
  });
  await once(child, 'close');
  return told;
}
