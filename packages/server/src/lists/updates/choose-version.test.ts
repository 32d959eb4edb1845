import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualStores } from '../../database/stores.fixture.ts';
import { unarchivedVersions } from '../archive/index.ts';
import { ana, found, list, people, sourceStatus, update, useListStage } from './list-stage.fixture.ts';

/** Versions that operators choose, and which are there to be chosen. */
describe.each(usualStores)('versions of a list on $kind', (store) => {
  const stage = useListStage(store);

  it('go back to an earlier version, and the one that was left does not come back by itself', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    const first = node.updates.active()!.versions['un-sc']!;
    stage.publisher.publish('un.xml', list(people(33), 2));
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
    expect(sourceStatus(node).refused).toBeNull();
    expect(await node.updates.rollback('un-sc', undefined, ana)).toMatchObject({ kind: 'failed' });
    if (second.kind !== 'activated') throw new Error(second.kind);
    expect(await node.updates.accept('un-sc', second.version, ana)).toMatchObject({ kind: 'activated' });
    expect(found(people(33)[31]!, node)).toEqual(['un-sc:31']);
    expect((await stage.activations()).map(({ reason }) => reason)).toEqual([
      'update',
      'update',
      'rollback',
      'accept',
    ]);
  });

  it('go back to the version before also when its publisher has offered that again meanwhile', async () => {
    stage.publisher.publish('un.xml', list(people(50)));
    const node = await stage.startNode();
    const first = node.updates.active()!.versions['un-sc']!;
    stage.publisher.publish('un.xml', list(people(20), 2));
    expect(await update(node)).toMatchObject({ kind: 'refused' });
    expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({ kind: 'activated' });
    stage.publisher.publish('un.xml', list(people(50)));
    expect(await update(node)).toMatchObject({ kind: 'refused', version: first });
    expect(await node.updates.rollback('un-sc', undefined, ana)).toMatchObject({
      kind: 'activated',
      version: first,
    });
    expect(found(people(50)[40]!, node)).toEqual(['un-sc:40']);
  });

  it('keep so many versions and no more', async () => {
    const node = stage.openNode({ sources: { 'un-sc': { keep: 2 } } });
    for (const day of [1, 2, 3, 4]) {
      stage.publisher.publish('un.xml', list(people(30), day));
      if (day === 1) await node.updates.start();
      else await update(node);
    }
    // What is not archived yet is kept besides.
    node.updates.follow({ fetches: false });
    await expect.poll(() => unarchivedVersions(stage.database, 'un-sc')).toEqual([]);
    await node.close();
    const again = await stage.startNode({ sources: { 'un-sc': { keep: 2 } } });
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
    const node = stage.openNode({ sources });
    for (const day of [1, 2]) {
      stage.publisher.publish('un.xml', list(people(50), day));
      if (day === 1) await node.updates.start();
      else await update(node);
    }
    for (const rubbish of ['', '<html>sorry</html>', list(people(3)), list(people(4)), 'sorry']) {
      stage.publisher.publish('un.xml', rubbish);
      expect(await update(node)).toMatchObject({ kind: 'refused' });
    }
    await node.close();
    const again = await stage.startNode({ sources });
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
});
