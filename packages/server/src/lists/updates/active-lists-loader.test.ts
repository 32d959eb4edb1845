import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualStores } from '../../database/stores.fixture.ts';
import { writeListFile } from '../index-files/made-up-list.fixture.ts';
import { ana, found, list, people, until, update, useListStage } from './list-stage.fixture.ts';

/** Nodes that share one store; an embedded one has a single node. */
describe.each(usualStores)('lists on $kind', (store) => {
  describe.skipIf(store.kind === 'embedded')('on several nodes', () => {
    const stage = useListStage(store);

    it('are fetched by one and active on all, from the store', async () => {
      stage.publisher.publish('un.xml', list(people(30)));
      const one = await stage.startNode({ dataDir: 'one' });
      const other = await stage.startNode({ dataDir: 'other' });
      expect(stage.publisher.statuses('un.xml')).toEqual([200]);
      stage.publisher.publish('un.xml', list(people(33), 2));
      await update(one);
      await other.updates.catchUp();
      expect(stage.publisher.statuses('un.xml')).toEqual([200, 200]);
      expect(other.updates.active()).toEqual(one.updates.active());
      expect(found(people(33)[31]!, other)).toEqual(['un-sc:31']);
      await other.updates.rollback('un-sc', undefined, ana);
      await one.updates.catchUp();
      expect(found(people(33)[31]!, one)).toEqual([]);
    });

    it('are told of each node again after its report was lost', async () => {
      stage.publisher.publish('un.xml', list(people(30)));
      const node = await stage.startNode();
      const reports = () =>
        stage.database.operator((tx) => tx.sql<{ sequence: number }>('select sequence from list_node'));
      await stage.database.operator((tx) => tx.sql('delete from list_node'));
      await node.updates.poll();
      expect(await reports()).toEqual([{ sequence: node.updates.active()!.sequence }]);
    });

    it('are not fetched by two at once', async () => {
      stage.publisher.publish('un.xml', list(people(30)));
      const one = await stage.startNode({ dataDir: 'one' });
      const other = await stage.startNode({ dataDir: 'other' });
      stage.publisher.next('un.xml', { kind: 'silence' });
      const hanging = update(one);
      await until(() => stage.publisher.waiting > 0);
      expect(await update(other)).toMatchObject({ kind: 'busy', node: expect.any(String) });
      stage.publisher.letGo();
      expect(await hanging).toMatchObject({ kind: 'unchanged' });
    });

    it('with folders of different age agree on what was put in last', async () => {
      await writeListFile(join(stage.folder, 'a', 'un-sc', 'consolidated.xml'), list(people(30)));
      await writeListFile(join(stage.folder, 'b', 'un-sc', 'consolidated.xml'), list(people(33), 2));
      const a = await stage.startNode({ dataDir: 'one', listsDir: join(stage.folder, 'a') });
      const b = await stage.startNode({ dataDir: 'other', listsDir: join(stage.folder, 'b') });
      await a.updates.catchUp();
      expect(a.updates.active()).toEqual(b.updates.active());
      const late = await stage.startNode({ dataDir: 'third', listsDir: join(stage.folder, 'a') });
      expect(late.updates.active()).toEqual(b.updates.active());
    });
  });
});
