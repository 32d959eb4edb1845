import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findSources } from './find-sources.ts';
import { type PreparedList, prepareSource } from './load-source.ts';
import { madeUpList, writeListFile } from './made-up-list.fixture.ts';
import { sourceFolder } from './manifest.ts';

const quillon = { id: 1, first: 'Quillon', last: 'Zorblax' };
const ottoline = { id: 2, first: 'Ottoline', last: 'Vantreely' };

let listsDir: string;
let dataDir: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-load-'));
  [listsDir, dataDir] = [join(folder, 'lists'), join(folder, 'data')];
});

async function prepare(people: Parameters<typeof madeUpList>[0]): Promise<PreparedList> {
  await writeListFile(join(listsDir, 'un-sc', 'consolidated.xml'), madeUpList(people));
  const [configured] = (await findSources(listsDir)).sources;
  return prepareSource(configured!, {
    dataDir,
    now: new Date('2026-03-01T12:00:00Z'),
    loaded: () => undefined,
    onProgress: () => {},
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
