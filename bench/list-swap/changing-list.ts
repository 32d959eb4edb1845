/** A publisher's list that changes repeatedly while a service screens against it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '../../packages/server/src/database/index.ts';
import { askServer } from '../../packages/server/src/operator/admin-api/admin-socket.ts';
import type { BenchStore } from '../rig/stores.ts';

/** OFAC's list with 500 entries changed, each time otherwise: each look finds a new version. */
export class ChangingList {
  readonly #path: string;
  #lines: string[] = [];
  #editions = 0;
  /** Files that stand ready. */
  readonly #ready: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<void> {
    this.#lines = (await readFile(this.#path, 'latin1')).split('\n');
  }

  /** Makes editions before they are needed: a publisher's work is done elsewhere, not beside the service. */
  async prepare(editions: number): Promise<void> {
    while (this.#ready.length < editions) {
      const edition = ++this.#editions;
      const changed = this.#lines.map((line, index) =>
        index % 17 === 0 && index < 8_500 ? line.replace(/^(\d+,")/, `$1EDITION${edition} `) : line,
      );
      const path = join(dirname(dirname(dirname(this.#path))), `edition-${edition}.csv`);
      await writeFile(path, changed.join('\n'), 'latin1');
      this.#ready.push(path);
    }
  }

  /** Puts one edition after the other active until the round is over, or none is left; returns how many. */
  async change(
    store: BenchStore,
    { settings, secondsBetween }: { settings: Readonly<Record<string, string>>; secondsBetween: number },
    signal: AbortSignal,
  ): Promise<number> {
    let swaps = 0;
    for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift()) {
      await rename(next, this.#path);
      await update(store.place, { ...store.settings, ...settings });
      swaps++;
      await sleep(secondsBetween * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
    }
    return swaps;
  }
}

/** What `gatehouse lists update us-ofac-sdn` does; it ends when the new version is active. */
async function update(place: DatabaseLocation, settings: Readonly<Record<string, string>>): Promise<void> {
  const ask = async () =>
    'dataDir' in place
      ? JSON.stringify(await askServer(place.dataDir, 'updateLists', { sources: ['us-ofac-sdn'] }))
      : await command(settings);
  let told = await ask();
  // The service looks at the lists by itself, too, and may be faster.
  for (; told.includes('"busy"'); told = await ask()) await sleep(500);
  if (!/"(activated|unchanged)"/.test(told)) throw new Error(`the list was not activated: ${told}`);
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
