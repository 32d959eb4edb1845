import { once } from 'node:events';
import { appendFile, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enginePolicies, engineVersion, openVersion, screen } from '@gatehouse/matching';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '../../../test/support/new-directory.ts';
import type { BuildProgress } from './list-build.ts';
import { ListRegistry } from './list-registry.ts';
import type { ListSnapshot } from './list-snapshot.ts';
import { readListStatus } from './list-status.ts';
import { ListsRefusal } from './lists-refusal.ts';
import { madeUpList, writeListFile } from './made-up-list.fixture.ts';
import type { Manifest } from './manifest.ts';
import { openLists } from './open-lists.ts';

const zorblax = { id: 9001, first: 'Quillon', last: 'Zorblax', birthDate: '1961-02-03' };
const vantreely = { id: 9002, first: 'Ottoline', last: 'Vantreely' };

let listsDir: string;
let dataDir: string;
let listFile: string;
let sourceDir: string;
beforeEach(async () => {
  const folder = newDirectory();
  listsDir = join(folder, 'lists');
  dataDir = join(folder, 'data');
  listFile = join(listsDir, 'un-sc', 'consolidated.xml');
  sourceDir = join(dataDir, 'lists', 'un-sc');
  await writeListFile(listFile, madeUpList([zorblax, vantreely]));
});

function registry(): ListRegistry {
  return new ListRegistry({ dataDir, listsDir, clock: { now: () => new Date('2026-03-01T12:00:00Z') } });
}

function namesFound(snapshot: ListSnapshot, name: string): string[] {
  const indexes = snapshot.lists.map((list) => openVersion(list.index));
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 });
  return screen(indexes, { name, type: 'individual' }, policy).hits.map((hit) => hit.entityId);
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(sourceDir, 'manifest.json'), 'utf8')) as Manifest;
}

/** Phases of the builds that a load runs; none when the stored index is used. */
async function loadPhases(lists: ListRegistry): Promise<Set<BuildProgress['phase']>> {
  const phases = new Set<BuildProgress['phase']>();
  lists.on('progress', (progress) => phases.add(progress.phase));
  await lists.load();
  return phases;
}

describe('the first load', () => {
  it('builds an index that finds the listed names, and tells how it goes', async () => {
    const lists = registry();
    const stated: BuildProgress[] = [];
    lists.on('progress', (progress) => stated.push(progress));
    expect(lists.current()).toBeUndefined();
    const snapshot = await lists.load();
    expect(lists.current()).toBe(snapshot);
    expect(snapshot).toMatchObject({ number: 1, engineVersion });
    expect(snapshot.lists[0]).toMatchObject({ source: 'un-sc', entries: 2 });
    expect(snapshot.lists[0]?.index.base).toBeInstanceOf(SharedArrayBuffer);
    expect(namesFound(snapshot, 'Zorblax, Quillon')).toEqual(['un-sc:9001']);
    expect(stated.map((progress) => progress.phase)).toEqual(
      expect.arrayContaining(['reading', 'building', 'writing']),
    );
    expect(stated.at(-1)?.bytesRead).toBe((await stat(listFile)).size);
  });

  it('leaves one index file named by list and engine version, and a manifest that says what was loaded', async () => {
    await registry().load();
    const stored = await manifest();
    expect(stored).toMatchObject({
      source: 'un-sc',
      version: expect.stringMatching(/^2026-02-27-[0-9a-f]{16}$/),
      publishedAt: '2026-02-27T00:00:00Z',
      loadedAt: '2026-03-01T12:00:00.000Z',
      entries: 2,
      rejected: { count: 0, first: [] },
      files: [{ name: 'consolidated.xml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(stored.index.file).toBe(`index-${stored.version}-${engineVersion}.bin`);
    expect((await readdir(sourceDir)).sort()).toEqual([stored.index.file, 'manifest.json']);
  });

  it('loads the bundled sample when nothing is configured', async () => {
    const lists = new ListRegistry({ dataDir });
    const snapshot = await lists.load();
    expect(snapshot.lists.map((list) => list.source)).toEqual(['sample']);
    expect(snapshot.lists[0]?.entries).toBeGreaterThan(50);
    expect(await lists.load()).toBe(snapshot);
  });
});

describe('a later load', () => {
  it('uses the stored index when nothing changed', async () => {
    await registry().load();
    const again = registry();
    expect(await loadPhases(again)).toEqual(new Set());
    expect(namesFound(again.current()!, 'Ottoline Vantreely')).toEqual(['un-sc:9002']);
  });

  it('uses the stored index when only the times of a file changed', async () => {
    await registry().load();
    await utimes(listFile, new Date(), new Date('2026-01-01T00:00:00Z'));
    expect(await loadPhases(registry())).toEqual(new Set());
    const { files } = await manifest();
    expect(files[0]?.modifiedNs).toBe(String((await stat(listFile, { bigint: true })).mtimeNs));
  });

  it('builds anew when the content changed and its size did not', async () => {
    await registry().load();
    await writeListFile(listFile, madeUpList([{ ...zorblax, first: 'Quillen' }, vantreely]));
    expect(await loadPhases(registry())).toContain('building');
  });

  it.each([
    ['is missing', (path: string) => rm(path)],
    ['is cut short', (path: string) => truncate(path, 100)],
    ['has a flipped byte', flipByte],
    ['is something else', (path: string) => writeFile(path, 'not an index')],
  ])('builds anew when the index file %s', async (_, damage) => {
    await registry().load();
    await damage(join(sourceDir, (await manifest()).index.file));
    const again = registry();
    expect(await loadPhases(again)).toContain('building');
    expect(namesFound(again.current()!, 'Quillon Zorblax')).toEqual(['un-sc:9001']);
  });

  it('builds anew when the manifest is unreadable or of another engine version', async () => {
    await registry().load();
    await writeFile(join(sourceDir, 'manifest.json'), '{"source": "un-');
    expect(await loadPhases(registry())).toContain('building');
    await writeFile(
      join(sourceDir, 'manifest.json'),
      JSON.stringify({ ...(await manifest()), engineVersion: '0.0.0' }),
    );
    expect(await loadPhases(registry())).toContain('building');
  });

  it('does not mind a half-written file of a killed process', async () => {
    await registry().load();
    await writeFile(join(sourceDir, 'index-x.bin.1-a.tmp'), 'half an ind');
    await writeFile(join(sourceDir, 'manifest.json.1-b.tmp'), '{"source"');
    expect(await loadPhases(registry())).toEqual(new Set());
  });
});

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
  await writeFile(path, bytes);
}

describe('a swap', () => {
  it('activates the new lists under the next number, reports it, and removes the old index file', async () => {
    const lists = registry();
    const first = await lists.load();
    const changed: number[] = [];
    lists.on('changed', (snapshot) => changed.push(snapshot.number));
    await writeListFile(listFile, madeUpList([vantreely], '2026-02-28T00:00:00Z'));
    const second = await lists.load();
    expect([first.number, second.number, changed]).toEqual([1, 2, [2]]);
    expect(namesFound(second, 'Quillon Zorblax')).toEqual([]);
    expect(namesFound(first, 'Quillon Zorblax')).toEqual(['un-sc:9001']);
    expect(await readdir(sourceDir)).toHaveLength(2);
  });

  it('does nothing when nothing changed, and keeps the memory of lists that stayed', async () => {
    const lists = registry();
    const first = await lists.load();
    expect(await lists.load()).toBe(first);
    await utimes(listFile, new Date(), new Date('2026-01-01T00:00:00Z'));
    expect((await lists.load()).lists[0]?.index).toBe(first.lists[0]?.index);
  });

  it('warns when a list loses more than half of its entries', async () => {
    await writeListFile(
      listFile,
      madeUpList([zorblax, vantreely, { ...zorblax, id: 9003, first: 'Quenby' }]),
    );
    const lists = registry();
    await lists.load();
    const warnings: string[] = [];
    lists.on('warning', (line) => warnings.push(line));
    await writeListFile(listFile, madeUpList([vantreely]));
    await lists.load();
    expect(warnings).toEqual(['un-sc: fell from 3 entries to 1']);
  });
});

describe('a damaged list file', () => {
  async function refusal(lists: ListRegistry): Promise<string> {
    const error = await lists.load().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ListsRefusal);
    return (error as Error).message;
  }

  it('is refused in one line that names file and place, and nothing changes', async () => {
    const lists = registry();
    const snapshot = await lists.load();
    const before = await manifest();
    await writeListFile(listFile, madeUpList([zorblax]).slice(0, 300));
    const message = await refusal(lists);
    expect(message).toMatch(/^\/.*un-sc\/consolidated\.xml, line \d+, column \d+: /);
    expect(message).not.toContain('\n');
    expect(lists.current()).toBe(snapshot);
    expect(await manifest()).toEqual(before);
    expect((await readdir(sourceDir)).sort()).toEqual([before.index.file, 'manifest.json']);
  });

  it('is refused when it holds no entry', async () => {
    await writeListFile(listFile, madeUpList([]));
    expect(await refusal(registry())).toMatch(/consolidated\.xml, the whole file: /);
  });
});

describe('the state of the lists', () => {
  it('is told by the active lists and, without loading them, by the data directory', async () => {
    const lists = registry();
    expect(lists.status()).toEqual([]);
    await lists.load();
    const [status] = lists.status();
    expect(status).toMatchObject({
      source: 'un-sc',
      title: 'UN Security Council Consolidated List',
      publishedAt: '2026-02-27T00:00:00Z',
      ageDays: 2,
      entries: 2,
    });
    expect(await readListStatus({ dataDir, listsDir }, new Date('2026-03-01T12:00:00Z'))).toEqual([status]);
  });
});

describe('openLists', () => {
  it('opens the configured lists for a command, building what is missing', async () => {
    await appendFile(listFile, '<!-- unchanged otherwise -->\n');
    const { snapshot, indexes } = await openLists({ dataDir, listsDir });
    expect(indexes.map((index) => index.source)).toEqual(['un-sc']);
    expect(snapshot.lists[0]?.entries).toBe(2);
  });
});

describe('closing', () => {
  it('ends a build that is under way', async () => {
    const lists = registry();
    const outcome = expect(lists.load()).rejects.toThrow('the lists are being closed');
    await once(lists, 'progress');
    await lists.close();
    await outcome;
    await expect(lists.load()).rejects.toThrow('the lists are being closed');
  });
});
