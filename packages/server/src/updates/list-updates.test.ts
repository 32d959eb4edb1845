import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePolicies, openVersion, screen } from '@gatehouse/matching';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { ListsRefusal } from '../lists/index.ts';
import { type MadeUpPerson, madeUpList, writeListFile } from '../lists/made-up-list.fixture.ts';
import { readListActivations, readListChanges } from './list-activations.ts';
import { type ListNode, openListNode } from './list-node.fixture.ts';
import type { UpdateTiming } from './list-updates.ts';
import { Publisher } from './publisher.fixture.ts';

const syllables = ['Bar', 'quon', 'zel', 'mir', 'tash', 'vor', 'nim', 'dul', 'fex', 'gor', 'hal', 'wix'];
const word = (seed: number) =>
  [0, 1, 2].map((place) => syllables[Math.floor(seed / 12 ** place) % 12]).join('');
const people = (count: number): MadeUpPerson[] =>
  Array.from({ length: count }, (_, id) => ({ id, first: word(id), last: word(id * 7 + 5) }));
const list = (entries: readonly MadeUpPerson[], day = 1) => madeUpList(entries, `2026-03-0${day}T00:00:00Z`);

const ana = { kind: 'operator', id: 'ana' } as const;

describe.each(stores)('lists on $kind', (store) => {
  let database: OpenDatabase;
  let publisher: Publisher;
  let folder: string;
  const nodes: ListNode[] = [];
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    publisher = await Publisher.start();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-updates-'));
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
    await publisher.stop();
    await database.operator(async (tx) => {
      for (const table of [
        'list_change',
        'list_activation',
        'list_version',
        'list_source',
        'list_file_piece',
      ]) {
        await tx.sql(`delete from ${table}`);
      }
    });
    // Nobody whom the service acts as may.
    await database.executeSql(`delete from gatehouse.audit_event where object_kind = 'list'`);
    await rm(folder, { recursive: true });
  });

  /** A node of the deployment that fetches the made-up list, or reads `listsDir`. */
  function openNode(
    options: { dataDir?: string; listsDir?: string; sources?: object; timing?: Partial<UpdateTiming> } = {},
  ): ListNode {
    const dataDir = join(folder, options.dataDir ?? 'data');
    const given = options.sources ?? (options.listsDir ? {} : { 'un-sc': {} });
    const wanted = Object.fromEntries(
      Object.entries(given).map(([source, own]) => [
        source,
        { files: { 'consolidated.xml': publisher.url('un.xml') }, ...own },
      ]),
    );
    const node = openListNode({
      database,
      dataDir,
      listsDir: options.listsDir,
      sources: wanted,
      timing: options.timing,
    });
    nodes.push(node);
    return node;
  }

  async function startNode(options?: Parameters<typeof openNode>[0]): Promise<ListNode> {
    const node = openNode(options);
    await node.updates.start();
    return node;
  }

  function found({ first, last }: MadeUpPerson, { lists }: ListNode): string[] {
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });
    const searched = lists.current()!.lists.map((one) => openVersion(one.index));
    const { hits } = screen(searched, { name: `${first} ${last}`, type: 'individual' }, policy);
    return hits.map((hit) => hit.entityId);
  }

  const update = async ({ updates }: ListNode) => (await updates.update([], ana))[0]!;
  const activations = (since = 0) => database.operator((tx) => readListActivations(tx, since));
  const standing = ({ updates }: ListNode) => updates.standings()[0]!;

  describe('of a publisher', () => {
    it('are fetched at the first start, and not again while they are the same', async () => {
      publisher.publish('un.xml', list(people(30)));
      const node = await startNode();
      expect(found(people(30)[7]!, node)).toEqual(['un-sc:7']);
      expect(node.updates.inForce()).toEqual({
        sequence: 1,
        versions: { 'un-sc': node.lists.inForce('un-sc')!.version },
      });
      expect(await update(node)).toMatchObject({ kind: 'unchanged' });
      expect(publisher.statuses('un.xml')).toEqual([200, 304]);
      expect(standing(node)).toMatchObject({ feed: 'publisher', failures: 0, isStale: false, refused: null });
    });

    it('are put in force in a new version, with what it changed', async () => {
      const all = people(30);
      publisher.publish('un.xml', list(all));
      const node = await startNode();
      const renamed = { ...all[3]!, last: 'Wixhalgor' };
      publisher.publish(
        'un.xml',
        list([...all.slice(1, 3), renamed, ...all.slice(4), { ...all[0]!, id: 99 }], 2),
      );
      expect(await update(node)).toMatchObject({
        kind: 'activated',
        sequence: 2,
        entries: 30,
        counts: { new: 1, material: 1, minor: 0, gone: 1 },
      });
      expect(found(renamed, node)).toEqual(['un-sc:3']);
      const [second] = await activations(1);
      expect(second).toMatchObject({ reason: 'update', itemized: true });
      expect(await database.operator((tx) => readListChanges(tx, 2))).toEqual([
        { entryId: 'un-sc:0', kind: 'gone' },
        { entryId: 'un-sc:3', kind: 'material' },
        { entryId: 'un-sc:99', kind: 'new' },
      ]);
    });

    it('start again from what is kept, without asking anybody', async () => {
      publisher.publish('un.xml', list(people(30)));
      await (await startNode()).close();
      await publisher.stop();
      publisher = await Publisher.start();
      const again = await startNode();
      expect(found(people(30)[7]!, again)).toEqual(['un-sc:7']);
      expect(await activations()).toHaveLength(1);
    });

    it('are waited for at the first start: a list that is missing would read as a clean name', async () => {
      publisher.next(
        'un.xml',
        ...Array.from({ length: 4 }, () => ({ kind: 'status' as const, status: 503 })),
      );
      const node = openNode();
      const started = node.updates.start();
      while (publisher.statuses('un.xml').length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(node.lists.current()).toBeUndefined();
      publisher.publish('un.xml', list(people(30)));
      await started;
      expect(found(people(30)[7]!, node)).toEqual(['un-sc:7']);
      expect(node.troubles).toContain('failed un-sc');
    });

    it('stay in force when a look fails, which is told and tried again', async () => {
      publisher.publish('un.xml', list(people(30)));
      const node = await startNode();
      publisher.next('un.xml', { kind: 'status', status: 500 }, { kind: 'status', status: 500 });
      expect(await update(node)).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/un\.xml: it answered 500$/),
      });
      expect(standing(node)).toMatchObject({
        failures: 1,
        lastFailure: { message: expect.stringContaining('it answered 500') },
      });
      expect(node.troubles).toEqual(['failed un-sc']);
      expect(await update(node)).toMatchObject({ kind: 'unchanged' });
      expect(standing(node).failures).toBe(0);
    });

    it.each([
      ['empty', list([]), /must hold at least one entry|it holds no entry/],
      ['cut', list(people(40)).slice(0, 2000), /un\.xml, line \d+/],
      ['a web page', '<html><body>We are sorry</body></html>', /un\.xml/],
      ['not there', '', /un\.xml/],
    ])('stay in force when the new version is %s', async (_, content, message) => {
      publisher.publish('un.xml', list(people(40)));
      const node = await startNode();
      const before = node.lists.current();
      publisher.publish('un.xml', content);
      expect(await update(node)).toMatchObject({
        kind: 'refused',
        isNew: true,
        refusal: { reason: 'unreadable', message: expect.stringMatching(message) },
      });
      expect(node.lists.current()).toBe(before);
      expect(node.troubles).toEqual(['refused un-sc']);
      expect(standing(node).refused).toMatchObject({ reason: 'unreadable', entries: null });
      expect(await update(node)).toMatchObject({ kind: 'refused', isNew: false });
      expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({ kind: 'failed' });
      publisher.publish('un.xml', list(people(41), 2));
      expect(await update(node)).toMatchObject({ kind: 'activated' });
      expect(standing(node).refused).toBeNull();
    });

    it('stay in force when the new version lost too much, until an operator accepts it', async () => {
      publisher.publish('un.xml', list(people(100)));
      const node = await startNode();
      publisher.publish('un.xml', list(people(50), 2));
      expect(await update(node)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'shrunk', message: expect.stringContaining('from 100 to 50 entries') },
      });
      expect(found(people(100)[77]!, node)).toEqual(['un-sc:77']);
      const refused = standing(node).refused!;
      expect(refused).toMatchObject({ reason: 'shrunk', entries: 50 });
      expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({
        kind: 'activated',
        version: refused.version,
        counts: { new: 0, material: 0, minor: 0, gone: 50 },
      });
      expect(found(people(100)[77]!, node)).toEqual([]);
      expect(standing(node).refused).toBeNull();
      const audits = await database.operator((tx) =>
        tx.sql(`select act, actor from audit_event where object_kind = 'list' order by event_id`),
      );
      expect(audits).toEqual([
        { act: 'list.activate', actor: 'lists' },
        { act: 'list.refuse', actor: 'ana' },
        { act: 'list.activate', actor: 'ana' },
      ]);
    });

    it('stay in force when the new version gained too much, within bounds of the source’s own', async () => {
      publisher.publish('un.xml', list(people(50)));
      const node = await startNode({ sources: { 'un-sc': { maxGrowth: 3, maxShrink: 0.9 } } });
      publisher.publish('un.xml', list(people(190), 2));
      expect(await update(node)).toMatchObject({ kind: 'activated' });
      publisher.publish('un.xml', list(people(30), 3));
      expect(await update(node)).toMatchObject({ kind: 'activated' });
      publisher.publish('un.xml', list(people(200), 4));
      expect(await update(node)).toMatchObject({ kind: 'refused', refusal: { reason: 'grown' } });
    });

    it('go back to an earlier version, and the one that was left does not come back by itself', async () => {
      publisher.publish('un.xml', list(people(30)));
      const node = await startNode();
      const first = node.updates.inForce()!.versions['un-sc']!;
      publisher.publish('un.xml', list(people(33), 2));
      const second = await update(node);
      expect(await node.updates.rollback('un-sc', undefined, ana)).toMatchObject({
        kind: 'activated',
        version: first,
        counts: { gone: 3 },
      });
      expect(found(people(33)[31]!, node)).toEqual([]);
      expect(await update(node)).toMatchObject({
        kind: 'refused',
        isNew: false,
        refusal: { reason: 'rolledBack' },
      });
      expect(standing(node).refused).toBeNull();
      expect(await node.updates.rollback('un-sc', undefined, ana)).toMatchObject({ kind: 'failed' });
      if (second.kind !== 'activated') throw new Error(second.kind);
      expect(await node.updates.accept('un-sc', second.version, ana)).toMatchObject({ kind: 'activated' });
      expect(found(people(33)[31]!, node)).toEqual(['un-sc:31']);
      expect((await activations()).map(({ reason }) => reason)).toEqual([
        'update',
        'update',
        'rollback',
        'accept',
      ]);
    });

    it('go back to the version before also when its publisher has offered that again meanwhile', async () => {
      publisher.publish('un.xml', list(people(50)));
      const node = await startNode();
      const first = node.updates.inForce()!.versions['un-sc']!;
      publisher.publish('un.xml', list(people(20), 2));
      expect(await update(node)).toMatchObject({ kind: 'refused' });
      expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({ kind: 'activated' });
      publisher.publish('un.xml', list(people(50)));
      expect(await update(node)).toMatchObject({ kind: 'refused', version: first });
      expect(await node.updates.rollback('un-sc', undefined, ana)).toMatchObject({
        kind: 'activated',
        version: first,
      });
      expect(found(people(50)[40]!, node)).toEqual(['un-sc:40']);
    });

    it('are looked after by themselves when their time has come', async () => {
      publisher.publish('un.xml', list(people(30)));
      const node = await startNode();
      publisher.publish('un.xml', list(people(32), 2));
      await database.operator((tx) =>
        tx.sql(`update list_source set next_check_at = now() - interval '1 s'`),
      );
      const changed = new Promise((resolve) => node.lists.once('changed', resolve));
      node.updates.follow({ fetches: true });
      await changed;
      expect(found(people(32)[31]!, node)).toEqual(['un-sc:31']);
    });

    it('keep so many versions and no more', async () => {
      const node = openNode({ sources: { 'un-sc': { keep: 2 } } });
      for (const day of [1, 2, 3, 4]) {
        publisher.publish('un.xml', list(people(30), day));
        if (day === 1) await node.updates.start();
        else await update(node);
      }
      await node.close();
      const again = await startNode({ sources: { 'un-sc': { keep: 2 } } });
      const kept = await readdir(join(again.dataDir, 'lists', 'un-sc', 'files'));
      const versions = await again.updates.versions();
      expect(kept.toSorted()).toEqual(
        versions
          .slice(0, 2)
          .map(({ version }) => version)
          .toSorted(),
      );
      expect(await again.updates.rollback('un-sc', versions[3]!.version, ana)).toMatchObject({
        kind: store.kind === 'postgres' ? 'activated' : 'failed',
      });
    });

    it('keep the version to go back to, however much rubbish is refused', async () => {
      const sources = { 'un-sc': { keep: 2 } };
      const node = openNode({ sources });
      for (const day of [1, 2]) {
        publisher.publish('un.xml', list(people(50), day));
        if (day === 1) await node.updates.start();
        else await update(node);
      }
      for (const rubbish of ['', '<html>sorry</html>', list(people(3)), list(people(4)), 'sorry']) {
        publisher.publish('un.xml', rubbish);
        expect(await update(node)).toMatchObject({ kind: 'refused' });
      }
      await node.close();
      const again = await startNode({ sources });
      const versions = await again.updates.versions();
      const kept = await readdir(join(again.dataDir, 'lists', 'un-sc', 'files'));
      const states = versions.filter(({ version }) => kept.includes(version));
      expect(states.map(({ state, refusal }) => refusal?.reason ?? state).toSorted()).toEqual([
        'active',
        'shrunk',
        'superseded',
        'unreadable',
      ]);
      expect(await again.updates.rollback('un-sc', undefined, ana)).toMatchObject({ kind: 'activated' });
    });

    it('tell nobody the key in an address', async () => {
      const address = publisher.url('un.xml');
      const node = openNode({
        sources: { 'un-sc': { files: { 'consolidated.xml': `${address}?key=hidden` } } },
      });
      publisher.publish('un.xml', list(people(30)));
      await node.updates.start();
      publisher.publish('un.xml', '<html>sorry</html>');
      const refused = await update(node);
      expect(refused).toMatchObject({
        kind: 'refused',
        refusal: { message: expect.stringContaining(address) },
      });
      const kept = await database.operator((tx) =>
        tx.sql(`select to_jsonb(v) as row from list_version v union all select to_jsonb(s) from list_source s
          union all select detail from audit_event where object_kind = 'list'`),
      );
      expect(kept.length).toBeGreaterThan(4);
      expect(JSON.stringify([refused, kept])).not.toContain('hidden');
    });

    it('are refused by a line for a source that is not configured', async () => {
      publisher.publish('un.xml', list(people(30)));
      const node = await startNode();
      expect(await node.updates.update(['eu-fsf'], ana)).toEqual([
        { source: 'eu-fsf', kind: 'failed', message: 'eu-fsf is no configured source; configured are un-sc' },
      ]);
      expect(await node.updates.rollback('eu-fsf', undefined, ana)).toMatchObject({
        message: 'eu-fsf is no configured source; configured are un-sc',
      });
    });
  });

  describe('of a lists folder', () => {
    const put = (content: string, source = 'un-sc') =>
      writeListFile(
        join(folder, 'lists', source, source === 'un-sc' ? 'consolidated.xml' : 'own.csv'),
        content,
      );
    const start = (dataDir = 'data') => startNode({ dataDir, listsDir: join(folder, 'lists') });
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
    };

    it('are loaded at the start, and again when somebody puts other files there', async () => {
      await put(list(people(30)));
      const node = await start();
      expect(found(people(30)[7]!, node)).toEqual(['un-sc:7']);
      node.updates.follow({ fetches: false });
      await put(list(people(33), 2));
      await until(() => node.updates.inForce()?.sequence === 2);
      expect(found(people(33)[31]!, node)).toEqual(['un-sc:31']);
      expect((await activations())[1]).toMatchObject({ reason: 'folder', counts: { new: 3 } });
    });

    it('take up a new subfolder while the service runs', async () => {
      await put(list(people(30)));
      const node = await start();
      node.updates.follow({ fetches: false });
      await put('id,name\n1,Quillon Zorblax\n', 'custom-csv');
      await until(() => Object.keys(node.updates.inForce()?.versions ?? {}).length === 2);
      expect(found({ id: 1, first: 'Quillon', last: 'Zorblax' }, node)).toEqual(['custom-csv:1']);
    });

    it('stay in force when the new files are damaged or lost too much', async () => {
      await put(list(people(100)));
      const node = await start();
      node.updates.follow({ fetches: false });
      await put(list(people(100), 2).slice(0, 3_000));
      await until(() => node.troubles.length === 1);
      await put(list(people(50), 3));
      await until(() => node.troubles.length === 2);
      expect(found(people(100)[77]!, node)).toEqual(['un-sc:77']);
      const [newest, older] = (await node.updates.versions()).filter(({ state }) => state === 'refused');
      expect([newest?.refusal?.reason, older?.refusal?.reason]).toEqual(['shrunk', 'unreadable']);
      expect(older?.refusal?.message).toContain(join(folder, 'lists', 'un-sc', 'consolidated.xml'));
    });

    it('stop a start when they are damaged and there is nothing else, and not one that has an earlier version', async () => {
      await put(list(people(30)).slice(0, 1_000));
      for (const _again of [false, true]) {
        const refused = openNode({ listsDir: join(folder, 'lists') });
        await expect(refused.updates.start()).rejects.toThrow(ListsRefusal);
        await refused.close();
      }
      await put(list(people(30)));
      await (await start()).close();
      await put(list(people(30)).slice(0, 1_000));
      expect(found(people(30)[7]!, await start())).toEqual(['un-sc:7']);
    });

    it('are chosen by whoever starts with them, whatever their size', async () => {
      await put(list(people(100)));
      await (await start()).close();
      await put(list(people(20), 2));
      const again = await start();
      expect(found(people(100)[77]!, again)).toEqual([]);
      expect(again.warnings).toEqual([
        'un-sc: fell from 100 to 20 entries (-80 %); at most 20 % may go at once; ' +
          'it is in force since the service was started with it',
      ]);
    });

    it('go back when somebody puts the earlier file there', async () => {
      await put(list(people(30)));
      const node = await start();
      await put(list(people(33), 2));
      expect(await update(node)).toMatchObject({ kind: 'activated' });
      await put(list(people(30)));
      expect(await update(node)).toMatchObject({ kind: 'activated', counts: { gone: 3 } });
    });

    it('are the bundled sample when the folder holds nothing that is known', async () => {
      await writeListFile(join(folder, 'stray.txt'), '');
      const node = await startNode({ listsDir: folder });
      expect(node.lists.current()?.lists.map(({ source }) => source)).toEqual(['sample']);
    });
  });

  describe.skipIf(store.kind === 'embedded')('on several nodes', () => {
    it('are fetched by one and in force on all, from the store', async () => {
      publisher.publish('un.xml', list(people(30)));
      const one = await startNode({ dataDir: 'one' });
      const other = await startNode({ dataDir: 'other' });
      expect(publisher.statuses('un.xml')).toEqual([200]);
      publisher.publish('un.xml', list(people(33), 2));
      await update(one);
      await other.updates.catchUp();
      expect(publisher.statuses('un.xml')).toEqual([200, 200]);
      expect(other.updates.inForce()).toEqual(one.updates.inForce());
      expect(found(people(33)[31]!, other)).toEqual(['un-sc:31']);
      await other.updates.rollback('un-sc', undefined, ana);
      await one.updates.catchUp();
      expect(found(people(33)[31]!, one)).toEqual([]);
    });

    it('are told of each node again after its report was lost', async () => {
      publisher.publish('un.xml', list(people(30)));
      const node = await startNode();
      const reports = () =>
        database.operator((tx) => tx.sql<{ sequence: number }>('select sequence from list_node'));
      await database.operator((tx) => tx.sql('delete from list_node'));
      await node.updates.look();
      expect(await reports()).toEqual([{ sequence: node.updates.inForce()!.sequence }]);
    });

    it('are not fetched by two at once', async () => {
      publisher.publish('un.xml', list(people(30)));
      const one = await startNode({ dataDir: 'one' });
      const other = await startNode({ dataDir: 'other' });
      publisher.next('un.xml', { kind: 'silence' });
      const hanging = update(one);
      while (publisher.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await update(other)).toMatchObject({ kind: 'busy', node: expect.any(String) });
      publisher.letGo();
      expect(await hanging).toMatchObject({ kind: 'unchanged' });
    });

    it('with folders of different age agree on what was put in last', async () => {
      await writeListFile(join(folder, 'a', 'un-sc', 'consolidated.xml'), list(people(30)));
      await writeListFile(join(folder, 'b', 'un-sc', 'consolidated.xml'), list(people(33), 2));
      const a = await startNode({ dataDir: 'one', listsDir: join(folder, 'a') });
      const b = await startNode({ dataDir: 'other', listsDir: join(folder, 'b') });
      await a.updates.catchUp();
      expect(a.updates.inForce()).toEqual(b.updates.inForce());
      const late = await startNode({ dataDir: 'third', listsDir: join(folder, 'a') });
      expect(late.updates.inForce()).toEqual(b.updates.inForce());
    });
  });
});
