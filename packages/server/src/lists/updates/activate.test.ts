import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/index.ts';
import { usualStores } from '../../database/stores.fixture.ts';
import { type Activation, activate, type VersionChanges } from './activate.ts';
import { readListActivations, readListChanges } from './list-activations.ts';

const operator = { kind: 'system', id: 'lists' } as const;

function activation(source: string, version: string, changes: VersionChanges | null): Activation {
  const facts = { source, version, publishedAt: null, entries: 3, names: 4, rejected: 0, files: [] };
  return { facts, changes, reason: 'update', actor: operator };
}

function changesFrom(from: string, items: VersionChanges['items']): VersionChanges {
  return { from, counts: { new: 1, material: 1, minor: 0, gone: 1 }, items };
}

describe.each(usualStores)('an activation on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  const run = (wanted: Activation) => database.operator((tx) => activate(tx, wanted));

  it('is numbered over all sources and read with its changes in the order of ids', async () => {
    expect(await run(activation('a', 'a1', null))).toEqual({ kind: 'activated', sequence: 1 });
    expect(await run(activation('b', 'b1', null))).toEqual({ kind: 'activated', sequence: 2 });
    const items = [
      { entryId: 'a:3', kind: 'gone' },
      { entryId: 'a:1', kind: 'new' },
      { entryId: 'a:2', kind: 'material' },
    ] as const;
    expect(await run(activation('a', 'a2', changesFrom('a1', items)))).toEqual({
      kind: 'activated',
      sequence: 3,
    });
    const [third, ...more] = await database.operator((tx) => readListActivations(tx, 2));
    expect(more).toEqual([]);
    expect(third).toMatchObject({
      sequence: 3,
      source: 'a',
      version: 'a2',
      previousVersion: 'a1',
      counts: { new: 1, material: 1, minor: 0, gone: 1 },
      itemized: true,
      activatedAt: expect.any(Date),
    });
    const first = await database.operator((tx) => readListChanges(tx, 3, { limit: 2 }));
    expect(first).toEqual([items[1], items[2]]);
    expect(await database.operator((tx) => readListChanges(tx, 3, { after: 'a:2' }))).toEqual([items[0]]);
  });

  it('of a first version, or of too many changes, lists none', async () => {
    await run(activation('c', 'c1', null));
    await run(activation('c', 'c2', changesFrom('c1', undefined)));
    const activations = await database.operator((tx) => readListActivations(tx, 0));
    const ofC = activations.filter(({ source }) => source === 'c');
    expect(ofC.map(({ previousVersion, itemized }) => [previousVersion, itemized])).toEqual([
      [null, false],
      ['c1', false],
    ]);
    expect(ofC[0]!.counts.new).toBe(3);
  });

  it('changes nothing when the version is active, or another than the changes were counted from', async () => {
    await run(activation('d', 'd1', null));
    expect(await run(activation('d', 'd1', null))).toEqual({ kind: 'active' });
    expect(await run(activation('d', 'd2', changesFrom('d0', [])))).toEqual({ kind: 'moved' });
    expect(await run(activation('d', 'd2', null))).toEqual({ kind: 'moved' });
  });

  it('is audited and marked for every node', async () => {
    await run(activation('e', 'e1', null));
    const [audit] = await database.operator((tx) =>
      tx.sql(`select tenant_id, act, object_id, detail ->> 'version' as version from audit_event
        where object_id = 'e'`),
    );
    expect(audit).toEqual({ tenant_id: '*', act: 'list.activate', object_id: 'e', version: 'e1' });
    const [mark] = await database.operator((tx) =>
      tx.sql(`select revision from change_marker where topic = 'lists'`),
    );
    expect(mark).toBeDefined();
  });

  it('gets a number of its own when several happen at once, without gaps', async () => {
    const before = await database.operator((tx) => readListActivations(tx, 0));
    await Promise.all(Array.from({ length: 8 }, (_, index) => run(activation(`many-${index}`, 'v1', null))));
    const after = await database.operator((tx) => readListActivations(tx, before.length));
    expect(after.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 8 }, (_, index) => before.length + 1 + index),
    );
  });
});
