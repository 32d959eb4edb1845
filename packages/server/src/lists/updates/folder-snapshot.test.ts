import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualStores } from '../../database/stores.fixture.ts';
import { ListsRefusal } from '../index-files/index.ts';
import { writeListFile } from '../index-files/made-up-list.fixture.ts';
import { ana, found, list, people, sourceStatus, until, update, useListStage } from './list-stage.fixture.ts';

/** What people put into the lists folder. */
describe.each(usualStores)('lists of a folder on $kind', (store) => {
  const stage = useListStage(store);

  const put = (content: string, source = 'un-sc') =>
    writeListFile(
      join(stage.folder, 'lists', source, source === 'un-sc' ? 'consolidated.xml' : 'own.csv'),
      content,
    );
  const start = (dataDir = 'data') => stage.startNode({ dataDir, listsDir: join(stage.folder, 'lists') });

  it('are loaded at the start, and again when somebody puts other files there', async () => {
    await put(list(people(30)));
    const node = await start();
    expect(found(people(30)[7]!, node)).toEqual(['un-sc:7']);
    node.updates.follow({ fetches: false });
    await put(list(people(33), 2));
    await until(() => node.updates.active()?.sequence === 2);
    expect(found(people(33)[31]!, node)).toEqual(['un-sc:31']);
    expect((await stage.activations())[1]).toMatchObject({ reason: 'folder', counts: { new: 3 } });
  });

  it('take up a new subfolder while the service runs', async () => {
    await put(list(people(30)));
    const node = await start();
    node.updates.follow({ fetches: false });
    await put('id,name\n1,Quillon Zorblax\n', 'custom-csv');
    await until(() => Object.keys(node.updates.active()?.versions ?? {}).length === 2);
    expect(found({ id: 1, first: 'Quillon', last: 'Zorblax' }, node)).toEqual(['custom-csv:1']);
  });

  it('stay active when the new files are damaged or lost too much', async () => {
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
    expect(older?.refusal?.message).toContain(join(stage.folder, 'lists', 'un-sc', 'consolidated.xml'));
  });

  it('stop a start when they are damaged and there is nothing else, and not one that has an earlier version', async () => {
    await put(list(people(30)).slice(0, 1_000));
    for (const _again of [false, true]) {
      const refused = stage.openNode({ listsDir: join(stage.folder, 'lists') });
      await expect(refused.updates.start()).rejects.toThrow(ListsRefusal);
      await refused.close();
    }
    await put(list(people(30)));
    await (await start()).close();
    await put(list(people(30)).slice(0, 1_000));
    expect(found(people(30)[7]!, await start())).toEqual(['un-sc:7']);
  });

  it.each([
    ['lost', 20, 'shrunk', 'fell from 100 to 20 entries (-80 %); at most 20 % may be removed at once'],
    ['gained', 200, 'grown', 'grew from 100 to 200 entries (+100 %); at most 50 % may be added at once'],
  ])(
    'are judged at a start as at any other time: what %s too much waits for an operator',
    async (...stated) => {
      const [, count, reason, message] = stated;
      await put(list(people(100)));
      await (await start()).close();
      await put(list(people(count), 2));
      for (const troubles of [['refused un-sc'], []]) {
        const again = await start();
        expect(found(people(100)[77]!, again)).toEqual(['un-sc:77']);
        expect(again.troubles).toEqual(troubles);
        expect(sourceStatus(again).refused).toMatchObject({ reason, message });
        await again.close();
      }
      const last = await start();
      expect(await last.updates.accept('un-sc', undefined, ana)).toMatchObject({ kind: 'activated' });
      expect(found(people(count)[count - 1]!, last)).toEqual([`un-sc:${count - 1}`]);
    },
  );

  it('are judged also where a source was fetched before', async () => {
    stage.publisher.publish('un.xml', list(people(100)));
    await (await stage.startNode()).close();
    await put(list(people(20), 2));
    const again = await start();
    expect(found(people(100)[77]!, again)).toEqual(['un-sc:77']);
    expect(sourceStatus(again)).toMatchObject({ feed: 'folder', refused: { reason: 'shrunk', entries: 20 } });
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
    await writeListFile(join(stage.folder, 'stray.txt'), '');
    const node = await stage.startNode({ listsDir: stage.folder });
    expect(node.lists.current()?.lists.map(({ source }) => source)).toEqual(['sample']);
  });
});
