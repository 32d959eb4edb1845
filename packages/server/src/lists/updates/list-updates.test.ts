import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenDatabase, OutcomeUnknownError } from '../../database/index.ts';
import { usualStores } from '../../database/stores.fixture.ts';
import { writeListFile } from '../index-files/made-up-list.fixture.ts';
import { readListChanges } from './list-activations.ts';
import { ana, found, list, people, sourceStatus, until, update, useListStage } from './list-stage.fixture.ts';
import { ReplicationLagLogger } from './replication-lag-logger.ts';

/** A store whose operator transactions are others. */
function losing(database: OpenDatabase, operator: OpenDatabase['operator']): OpenDatabase {
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'operator') return operator;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** What a publisher offers, from its file to the active lists. */
describe.each(usualStores)('lists of a publisher on $kind', (store) => {
  const stage = useListStage(store);

  it('are fetched at the first start, and not again while they are the same', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    expect(found(people(30)[7]!, node)).toEqual(['un-sc:7']);
    expect(node.updates.active()).toEqual({
      sequence: 1,
      versions: { 'un-sc': node.lists.active('un-sc')!.version },
    });
    expect(await update(node)).toMatchObject({ kind: 'unchanged' });
    expect(stage.publisher.statuses('un.xml')).toEqual([200, 304]);
    expect(sourceStatus(node)).toMatchObject({
      feed: 'publisher',
      failures: 0,
      isStale: false,
      refused: null,
    });
  });

  it('are activated in a new version, with what it changed', async () => {
    const all = people(30);
    stage.publisher.publish('un.xml', list(all));
    const node = await stage.startNode();
    const renamed = { ...all[3]!, last: 'Wixhalgor' };
    stage.publisher.publish(
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
    const [second] = await stage.activations(1);
    expect(second).toMatchObject({ reason: 'update', itemized: true });
    expect(await stage.database.operator((tx) => readListChanges(tx, 2))).toEqual([
      { entryId: 'un-sc:0', kind: 'gone' },
      { entryId: 'un-sc:3', kind: 'material' },
      { entryId: 'un-sc:99', kind: 'new' },
    ]);
  });

  it('start again from what is kept, without asking anybody', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    await (await stage.startNode()).close();
    await stage.replacePublisher();
    const again = await stage.startNode();
    expect(found(people(30)[7]!, again)).toEqual(['un-sc:7']);
    expect(await stage.activations()).toHaveLength(1);
  });

  it('are waited for at the first start: a list that is missing would read as a clean name', async () => {
    stage.publisher.next(
      'un.xml',
      ...Array.from({ length: 4 }, () => ({ kind: 'status' as const, status: 503 })),
    );
    const node = stage.openNode();
    const started = node.updates.start();
    await until(() => stage.publisher.statuses('un.xml').length >= 3);
    expect(node.lists.current()).toBeUndefined();
    stage.publisher.publish('un.xml', list(people(30)));
    await started;
    expect(found(people(30)[7]!, node)).toEqual(['un-sc:7']);
    expect(node.troubles).toContain('failed un-sc');
  });

  it('show what went wrong as soon as it did, while a first start waits for them', async () => {
    const refusals = Array.from({ length: 4 }, () => ({ kind: 'status' as const, status: 503 }));
    stage.publisher.next('un.xml', ...refusals);
    // Nothing comes by the time that passes.
    const slow = stage.openNode({ timing: { pollIntervalMs: 600_000, retryDelaysMs: [600_000] } });
    const closed = slow.updates.start().catch((error: unknown) => String(error));
    const failed = { lastFailure: { message: expect.stringMatching(/un\.xml: it answered 503$/) } };
    await until(() => slow.updates.sourceStatuses().some(({ lastFailure }) => lastFailure !== null));
    expect(sourceStatus(slow)).toMatchObject({ ...failed, failures: 0, activeVersion: null });
    await slow.close();
    expect(await closed).toContain('AbortError');

    const node = stage.openNode({ timing: { pollIntervalMs: 600_000 } });
    const started = node.updates.start().catch((error: unknown) => String(error));
    await until(() => node.updates.sourceStatuses().some(({ failures }) => failures === 1));
    expect(sourceStatus(node)).toMatchObject({ ...failed, claimedBy: null });
    stage.publisher.publish('un.xml', list(people(30)));
    expect(await update(node)).toMatchObject({ kind: 'activated' });
    expect(sourceStatus(node)).toMatchObject({ failures: 0, lastFailure: null });
    await node.close();
    await started;
  });

  it('tell each node of every failed check while a first start waits for them', async () => {
    const nodes = [stage.openNode(), stage.openNode({ dataDir: 'other' })];
    const started = Promise.all(nodes.map(({ updates }) => updates.start()));
    await until(() => nodes.every(({ updates }) => (updates.sourceStatuses()[0]?.failures ?? 0) >= 3));
    expect(nodes.flatMap(({ troubles }) => troubles).length).toBeGreaterThanOrEqual(3);
    stage.publisher.publish('un.xml', list(people(30)));
    await started;
    await until(() => nodes.every((node) => sourceStatus(node).failures === 0));
  });

  it('stay active when a check fails, which is reported and retried', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    stage.publisher.next('un.xml', { kind: 'status', status: 500 }, { kind: 'status', status: 500 });
    expect(await update(node)).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/un\.xml: it answered 500$/),
    });
    expect(sourceStatus(node)).toMatchObject({
      failures: 1,
      lastFailure: { message: expect.stringContaining('it answered 500') },
    });
    expect(node.troubles).toEqual(['failed un-sc']);
    expect(await update(node)).toMatchObject({ kind: 'unchanged' });
    expect(sourceStatus(node).failures).toBe(0);
  });

  it.each([
    ['empty', list([]), /must hold at least one entry|it holds no entry/],
    ['cut', list(people(40)).slice(0, 2000), /un\.xml, line \d+/],
    ['a web page', '<html><body>We are sorry</body></html>', /un\.xml/],
    ['not there', '', /un\.xml/],
  ])('stay active when the new version is %s', async (_, content, message) => {
    stage.publisher.publish('un.xml', list(people(40)));
    const node = await stage.startNode();
    const before = node.lists.current();
    stage.publisher.publish('un.xml', content);
    expect(await update(node)).toMatchObject({
      kind: 'refused',
      isNew: true,
      refusal: { reason: 'unreadable', message: expect.stringMatching(message) },
    });
    expect(node.lists.current()).toBe(before);
    expect(node.troubles).toEqual(['refused un-sc']);
    expect(sourceStatus(node).refused).toMatchObject({ reason: 'unreadable', entries: null });
    expect(await update(node)).toMatchObject({ kind: 'refused', isNew: false });
    expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({ kind: 'failed' });
    stage.publisher.publish('un.xml', list(people(41), 2));
    expect(await update(node)).toMatchObject({ kind: 'activated' });
    expect(sourceStatus(node).refused).toBeNull();
  });

  it('stay active when the new version lost too much, until an operator accepts it', async () => {
    stage.publisher.publish('un.xml', list(people(100)));
    const node = await stage.startNode();
    stage.publisher.publish('un.xml', list(people(50), 2));
    expect(await update(node)).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'shrunk', message: expect.stringContaining('from 100 to 50 entries') },
    });
    expect(found(people(100)[77]!, node)).toEqual(['un-sc:77']);
    const refused = sourceStatus(node).refused!;
    expect(refused).toMatchObject({ reason: 'shrunk', entries: 50 });
    expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({
      kind: 'activated',
      version: refused.version,
      counts: { new: 0, material: 0, minor: 0, gone: 50 },
    });
    expect(found(people(100)[77]!, node)).toEqual([]);
    expect(sourceStatus(node).refused).toBeNull();
    const audits = await stage.database.operator((tx) =>
      tx.sql(`select act, actor from audit_event where object_kind = 'list' order by event_id`),
    );
    expect(audits).toEqual([
      { act: 'list.activate', actor: 'lists' },
      { act: 'list.refuse', actor: 'ana' },
      { act: 'list.activate', actor: 'ana' },
    ]);
  });

  it('stay active when their publisher goes back to an older version, until an operator accepts it', async () => {
    stage.publisher.publish('un.xml', list(people(30), 2));
    const node = await stage.startNode();
    stage.publisher.publish('un.xml', list(people(29), 1));
    expect(await update(node)).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'older', message: expect.stringContaining('its date is 2026-03-01') },
    });
    expect(found(people(30)[29]!, node)).toEqual(['un-sc:29']);
    expect(await node.updates.accept('un-sc', undefined, ana)).toMatchObject({ kind: 'activated' });
    expect(sourceStatus(node).refused).toBeNull();
    // The same date again, as from publishers who state none: what was replaced before is older.
    stage.publisher.publish('un.xml', list(people(28), 1));
    expect(await update(node)).toMatchObject({ kind: 'activated' });
    stage.publisher.publish('un.xml', list(people(29), 1));
    expect(await update(node)).toMatchObject({ kind: 'refused', refusal: { reason: 'older' } });
    expect(sourceStatus(node).refused).toMatchObject({ reason: 'older', entries: 29 });
  });

  it('are no longer held back once the active version is offered again, and grow old meanwhile', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    const weekAgo = `now() - interval '8 days'`;
    await stage.database.operator(async (tx) => {
      await tx.sql(`update list_source set checked_at = ${weekAgo}`);
      await tx.sql(`update list_activation set activated_at = ${weekAgo}`);
    });
    stage.publisher.publish('un.xml', '<html>We are back soon</html>');
    for (const isNew of [true, false]) {
      expect(await update(node)).toMatchObject({ kind: 'refused', isNew });
      expect(sourceStatus(node)).toMatchObject({
        isStale: true,
        failures: 0,
        refused: { reason: 'unreadable' },
      });
    }
    stage.publisher.publish('un.xml', list(people(30)));
    expect(await update(node)).toMatchObject({ kind: 'unchanged' });
    expect(sourceStatus(node)).toMatchObject({ isStale: false, refused: null });
  });

  it('stay active when the new version gained too much, within bounds of the source’s own', async () => {
    stage.publisher.publish('un.xml', list(people(50)));
    const node = await stage.startNode({ sources: { 'un-sc': { maxGrowth: 3, maxShrink: 0.9 } } });
    stage.publisher.publish('un.xml', list(people(190), 2));
    expect(await update(node)).toMatchObject({ kind: 'activated' });
    stage.publisher.publish('un.xml', list(people(30), 3));
    expect(await update(node)).toMatchObject({ kind: 'activated' });
    stage.publisher.publish('un.xml', list(people(200), 4));
    expect(await update(node)).toMatchObject({ kind: 'refused', refusal: { reason: 'grown' } });
  });

  it('are looked after by themselves when their time has come', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    stage.publisher.publish('un.xml', list(people(32), 2));
    await stage.database.operator((tx) =>
      tx.sql(`update list_source set next_check_at = now() - interval '1 s'`),
    );
    const changed = new Promise((resolve) => node.lists.once('changed', resolve));
    node.updates.follow({ fetches: true });
    await changed;
    expect(found(people(32)[31]!, node)).toEqual(['un-sc:31']);
  });

  it('come into force while another publisher says nothing, and so does what lies in a folder', async () => {
    const listsDir = join(stage.folder, 'lists');
    const own = (name: string) =>
      writeListFile(join(listsDir, 'custom-csv', 'own.csv'), `id,name\n1,${name}\n`);
    await own('Quillon Zorblax');
    stage.publisher.publish('un.xml', list(people(30)));
    const record = { DATA_SOURCE: 'SLOW', RECORD_ID: '1', RECORD_TYPE: 'PERSON', NAME_FULL: 'Wix Halgor' };
    stage.publisher.publish('slow.json', `${JSON.stringify(record)}\n`);
    const node = await stage.startNode({
      listsDir,
      sources: { senzing: { files: { 'senzing.json': stage.publisher.url('slow.json') } }, 'un-sc': {} },
    });
    stage.publisher.next('slow.json', { kind: 'silence' });
    stage.publisher.publish('un.xml', list(people(32), 2));
    await own('Ottoline Vantreely');
    await stage.database.operator((tx) =>
      tx.sql(`update list_source set next_check_at = now() - interval '1 s' where source <> 'custom-csv'`),
    );
    node.updates.follow({ fetches: true });
    await until(() => node.updates.active()?.sequence === 5);
    expect(found(people(32)[31]!, node)).toContain('un-sc:31');
    expect(found({ id: 1, first: 'Ottoline', last: 'Vantreely' }, node)).toEqual(['custom-csv:1']);
    expect(stage.publisher.waiting).toBe(1);
    stage.publisher.letGo();
  });

  it('tell for how long a node has had another version, and the log once it is stuck', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    await stage.database.operator(async (tx) => {
      await tx.sql(`insert into node_lease (node_id, version) values ('stuck', 'test')`);
      await tx.sql(
        `insert into list_node (node_id, sequence, versions) values ('stuck', 0, '{"un-sc": "old"}')`,
      );
      await tx.sql(`update list_activation set activated_at = now() - interval '3 minutes'`);
    });
    const [state] = await node.updates.poll();
    expect(state?.nodes['stuck']).toBe('old');
    expect(state?.behindSeconds).toBeGreaterThanOrEqual(179);
    const stated: unknown[] = [];
    const teller = new ReplicationLagLogger({ error: (facts: object) => void stated.push(facts) });
    const { activeVersion: version } = state!;
    for (const behindSeconds of [null, 60, 121, 240]) teller.log([{ ...state!, behindSeconds }]);
    expect(stated).toEqual([
      { source: 'un-sc', version, nodes: expect.arrayContaining(['stuck']), seconds: 121 },
    ]);
    await stage.database.operator((tx) => tx.sql(`delete from node_lease where node_id = 'stuck'`));
    expect((await node.updates.poll())[0]?.behindSeconds).toBeNull();
  });

  it('count no node whose lease has ended, though nobody took over its work yet', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    await stage.database.operator(async (tx) => {
      await tx.sql(
        `insert into node_lease (node_id, version, beat_at)
         values ('dead', 'test', now() - interval '5 seconds'), ('alive', 'test', now() + interval '1 hour')`,
      );
      await tx.sql(
        `insert into list_node (node_id, sequence, versions)
         values ('dead', 0, '{"un-sc": "old"}'), ('alive', 0, '{"un-sc": "old"}')`,
      );
    });
    expect(Object.keys((await node.updates.poll())[0]!.nodes)).toEqual(['alive']);
  });

  it('are active after a start in which the store’s answer was lost, whichever it was', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    for (let lost = 1; lost <= 8; lost += 1) {
      let answers = 0;
      const operator: OpenDatabase['operator'] = async (work) => {
        const result = await stage.database.operator(work);
        answers += 1;
        if (answers === lost) throw new OutcomeUnknownError(new Error('the connection was cut'));
        return result;
      };
      const node = stage.openNode({ database: losing(stage.database, operator), dataDir: `lost-${lost}` });
      await node.updates.start();
      expect(node.updates.active()?.versions).toHaveProperty('un-sc');
      expect(answers).toBeGreaterThanOrEqual(lost);
    }
  });

  it('tell nobody the key in an address', async () => {
    const address = stage.publisher.url('un.xml');
    const node = stage.openNode({
      sources: { 'un-sc': { files: { 'consolidated.xml': `${address}?key=hidden` } } },
    });
    stage.publisher.publish('un.xml', list(people(30)));
    await node.updates.start();
    stage.publisher.publish('un.xml', '<html>sorry</html>');
    const refused = await update(node);
    expect(refused).toMatchObject({
      kind: 'refused',
      refusal: { message: expect.stringContaining(address) },
    });
    const kept = await stage.database.operator((tx) =>
      tx.sql(`select to_jsonb(v) as row from list_version v union all select to_jsonb(s) from list_source s
        union all select detail from audit_event where object_kind = 'list'`),
    );
    expect(kept.length).toBeGreaterThan(4);
    expect(JSON.stringify([refused, kept])).not.toContain('hidden');
  });

  it('are refused by a line for a source that is not configured', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    expect(await node.updates.update(['eu-fsf'], ana)).toEqual([
      {
        source: 'eu-fsf',
        kind: 'failed',
        message: 'eu-fsf is not a configured source; the configured ones are un-sc',
      },
    ]);
    expect(await node.updates.rollback('eu-fsf', undefined, ana)).toMatchObject({
      message: 'eu-fsf is not a configured source; the configured ones are un-sc',
    });
  });
});
