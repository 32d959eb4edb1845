import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '../../../test/support/new-directory.ts';
import { findSources } from './find-sources.ts';
import { type PreparedList, prepareSource } from './load-source.ts';
import { madeUpList, writeListFile } from './made-up-list.fixture.ts';
import { sourceFolder } from './manifest.ts';
import { openLists } from './open-lists.ts';

const quillon = { id: 1, first: 'Quillon', last: 'Zorblax' };
const ottoline = { id: 2, first: 'Ottoline', last: 'Vantreely' };

let listsDir: string;
let dataDir: string;
beforeEach(async () => {
  const folder = newDirectory();
  [listsDir, dataDir] = [join(folder, 'lists'), join(folder, 'data')];
});

async function prepare(people: Parameters<typeof madeUpList>[0]): Promise<PreparedList> {
  await writeListFile(join(listsDir, 'un-sc', 'consolidated.xml'), madeUpList(people));
  const [configured] = (await findSources(listsDir)).sources;
  return prepareSource(configured!, {
    dataDir,
    now: new Date('2026-03-01T12:00:00Z'),
    loaded: () => undefined,
    loadedBase: () => undefined,
    onProgress: () => {},
    lowPriority: false,
  });
}

const stored = () => readdir(sourceFolder(dataDir, 'un-sc'));

describe('prepareSource', () => {
  it('changes nothing that a later start would read before it is committed', async () => {
    const first = await prepare([quillon]);
    await first.commit();
    const before = await stored();
    const manifest = await readFile(join(sourceFolder(dataDir, 'un-sc'), 'manifest.json'), 'utf8');
    const second = await prepare([quillon, ottoline]);
    expect(await readFile(join(sourceFolder(dataDir, 'un-sc'), 'manifest.json'), 'utf8')).toBe(manifest);
    await second.discard();
    expect(await stored()).toEqual(before);
  });

  it('leaves nothing behind when the first version of a list is discarded', async () => {
    await (await prepare([quillon])).discard();
    expect(await stored()).toEqual([]);
  });

  it('keeps the instant of the first loading when the same content is built anew', async () => {
    const first = await prepare([quillon]);
    await first.commit();
    const again = await prepare([quillon]);
    expect(again.manifest.loadedAt).toBe(first.manifest.loadedAt);
  });
});

describe('a process that is killed while it loads', () => {
  const script = `
    const { openLists } = await import(${JSON.stringify(new URL('./open-lists.ts', import.meta.url).href)});
    const [dataDir, listsDir] = process.argv.slice(2);
    await openLists({ dataDir, listsDir, onProgress: ({ phase }) => console.log(phase) });
    console.log('done');
    setInterval(() => {}, 1000);
  `;

  /** Kills the loading process as soon as it tells `line`. */
  async function killAt(line: string): Promise<void> {
    const program = join(newDirectory(), 'load.mjs');
    await writeListFile(program, script);
    const child = spawn(process.execPath, [program, dataDir, listsDir]);
    const exit = once(child, 'exit');
    let stated = '';
    child.stdout.on('data', (text: Buffer) => {
      stated += text.toString();
      if (stated.includes(line)) child.kill('SIGKILL');
    });
    expect(await exit).toEqual([null, 'SIGKILL']);
  }

  it.each(['reading', 'building', 'writing', 'done'])('at "%s" leaves lists that load', async (line) => {
    await (await prepare([quillon])).commit();
    await writeListFile(join(listsDir, 'un-sc', 'consolidated.xml'), madeUpList([quillon, ottoline]));
    await killAt(line);
    const { snapshot } = await openLists({ dataDir, listsDir });
    expect(snapshot.lists[0]?.entries).toBe(2);
    expect((await stored()).filter((name) => !name.endsWith('.tmp'))).toEqual([
      snapshot.lists[0]?.manifest.index.file,
      'manifest.json',
    ]);
  });
});
