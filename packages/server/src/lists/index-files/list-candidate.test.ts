import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePolicies, openVersion, screen } from '@gatehouse/matching';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSources } from './find-sources.ts';
import { ListRegistry } from './list-registry.ts';
import { type MadeUpPerson, madeUpList, writeListFile } from './made-up-list.fixture.ts';

const syllables = ['Bar', 'quon', 'zel', 'mir', 'tash', 'vor', 'nim', 'dul', 'fex', 'gor', 'hal', 'wix'];

/** Names that differ in more than a letter, so that each finds itself alone. */
function people(count: number): MadeUpPerson[] {
  const word = (seed: number) =>
    [0, 1, 2].map((place) => syllables[Math.floor(seed / 12 ** place) % 12]).join('');
  return Array.from({ length: count }, (_, id) => ({ id, first: word(id), last: word(id * 7 + 5) }));
}

let folder: string;
let lists: ListRegistry;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-candidate-'));
  lists = registry();
});
afterEach(() => rm(folder, { recursive: true }));

const registry = () => new ListRegistry({ dataDir: join(folder, 'data'), listsDir: join(folder, 'lists') });
const write = (entries: readonly MadeUpPerson[], day = 1) =>
  writeListFile(
    join(folder, 'lists', 'un-sc', 'consolidated.xml'),
    madeUpList(entries, `2026-03-0${day}T00:00:00Z`),
  );
const build = async () => lists.build((await findSources(join(folder, 'lists'))).sources[0]!);
const files = async () => (await readdir(join(folder, 'data', 'lists', 'un-sc'))).sort();

function found({ first, last }: MadeUpPerson, from = lists): string[] {
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });
  const searched = from.current()!.lists.map((list) => openVersion(list.index));
  return screen(searched, { name: `${first} ${last}`, type: 'individual' }, policy).hits.map(
    (hit) => hit.entityId,
  );
}

describe('a version that is built beside the active one', () => {
  it('tells how it differs and changes nothing until it is loaded', async () => {
    const [gone, same, renamed] = people(3) as [MadeUpPerson, MadeUpPerson, MadeUpPerson];
    const added = { id: 77, first: 'Wixbarnim', last: 'Tashmirdul' };
    await write([gone, same, renamed]);
    const first = await lists.load();
    await write([same, { ...renamed, last: 'Halfexvor' }, added], 2);
    const { manifest, difference } = await build();
    expect(difference).toEqual({
      from: first.lists[0]!.version,
      counts: { new: 1, material: 1, minor: 0, gone: 1 },
      items: expect.arrayContaining([
        { entryId: 'un-sc:77', kind: 'new' },
        { entryId: `un-sc:${renamed.id}`, kind: 'material' },
        { entryId: `un-sc:${gone.id}`, kind: 'gone' },
      ]),
    });
    expect(lists.current()).toBe(first);
    expect(found(gone)).toEqual([`un-sc:${gone.id}`]);
    await lists.load();
    expect(lists.active('un-sc')?.version).toBe(manifest.version);
    expect([found(gone), found(added)]).toEqual([[], ['un-sc:77']]);
    expect(await files()).toEqual([manifest.index.file, 'manifest.json']);
  });

  it('leaves a large index as it is where little changed, and finds the same after a restart', async () => {
    const all = people(1_500);
    await write(all);
    const first = await lists.load();
    const changed = all
      .slice(10)
      .map((person) => (person.id % 100 === 0 ? { ...person, last: 'Zelgor' } : person));
    await write(changed, 2);
    const { manifest, difference } = await build();
    expect(difference?.counts).toEqual({ new: 0, material: 14, minor: 0, gone: 10 });
    expect(manifest.index).toEqual(first.lists[0]!.manifest.index);
    expect(manifest.overlay!.bytes).toBeLessThan(manifest.index.bytes / 5);
    const second = await lists.load();
    // In memory too: neither read again nor held twice.
    expect(second.lists[0]!.index.base).toBe(first.lists[0]!.index.base);
    expect(lists.status()[0]).toMatchObject({ entries: 1_490, version: manifest.version });
    const again = registry();
    const phases: string[] = [];
    again.on('progress', ({ phase }) => phases.push(phase));
    await again.load();
    expect(phases).toEqual([]);
    for (const from of [lists, again]) {
      expect(found(all[5]!, from)).toEqual([]);
      expect(found({ ...all[100]!, last: 'Zelgor' }, from)).toEqual(['un-sc:100']);
      expect(found(all[777]!, from)).toEqual(['un-sc:777']);
    }
  });

  it('is indexed anew where much changed', async () => {
    const all = people(1_500);
    await write(all);
    await lists.load();
    await write(all.slice(400), 2);
    const { manifest, difference } = await build();
    expect(difference?.counts.gone).toBe(400);
    expect(manifest.overlay).toBeUndefined();
    expect(manifest.index.file).toContain(manifest.version);
    await lists.load();
    expect(await files()).toEqual([manifest.index.file, 'manifest.json']);
  });

  it('stays beside the active one while that one is loaded again', async () => {
    const all = people(4);
    await write(all);
    await lists.load();
    const sources = async () => (await findSources(join(folder, 'lists'))).sources;
    const before = await files();
    await write(all.slice(1), 2);
    const { manifest } = await build();
    await write(all, 1);
    await lists.load(sources);
    expect(await files()).toEqual([...before, 'candidate.json', manifest.index.file].sort());
  });
});
