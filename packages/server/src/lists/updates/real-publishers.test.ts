import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePolicies, openVersion, screen } from '@gatehouse/matching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/index.ts';
import { stores } from '../../database/stores.fixture.ts';
import { readSourceSettings } from '../index-files/index.ts';
import type { UpdateOutcome } from './activate-version.ts';
import { type ListNode, openListNode } from './list-node.fixture.ts';
import { Publisher } from './publisher.fixture.ts';

const data = join(import.meta.dirname, '../../../../../../shared/data');
const made = join(import.meta.dirname, '../../../../matching/src/sources/fixtures');

/** Files of each source, the real ones where they may be had, else made-up ones in the publisher's format. */
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'un-sc': inFolder(`${data}/lists/un-sc`, ['consolidated.xml']),
  'us-ofac-sdn': inFolder(`${data}/lists/us-ofac-sdn`, ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']),
  'us-ofac-cons': inFolder(`${data}/lists/us-ofac-cons`, [
    'cons_prim.csv',
    'cons_alt.csv',
    'cons_add.csv',
    'cons_comments.csv',
  ]),
  'us-bis-dpl': inFolder(`${data}/lists/us-bis-dpl`, ['dpl.txt']),
  'us-csl': inFolder(`${data}/formats/us-csl`, ['consolidated.csv']),
  opensanctions: inFolder(`${data}/formats/opensanctions/zala`, ['entities.ftm.json']),
  senzing: { 'senzing.json': `${data}/formats/senzing/us_congress_senzing.json` },
  'eu-fsf': { 'xmlFullSanctionsList_1_1.xml': `${made}/eu-fsf/xml/20260805-FULL-1_1(xsd).xml` },
  'uk-sl': inFolder(`${made}/uk-sl/csv`, ['UK-Sanctions-List.csv']),
};

function inFolder(folder: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${folder}/${name}`]));
}

/** The path under which the real publisher has the file, as the defaults know it; a name of ours where they differ. */
function publishedPath(source: string, name: string): string {
  const read = readSourceSettings(source, {});
  const url = read.ok ? read.sources[0]?.files[name] : undefined;
  return url === undefined ? name : new URL(url).pathname.slice(1);
}

const everybody = { kind: 'operator', id: 'ana' } as const;

describe.skipIf(!existsSync(data))("the publishers' own files (skipped without ../shared/data)", () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-publishers-'));
  let database: OpenDatabase;
  let publisher: Publisher;
  let node: ListNode;
  beforeAll(async () => {
    publisher = await Publisher.start();
    database = await stores[0]!.open();
    for (const [source, own] of Object.entries(files)) {
      for (const [name, path] of Object.entries(own))
        publisher.publish(publishedPath(source, name), readFileSync(path));
    }
    const sources = Object.fromEntries(
      Object.entries(files).map(([source, own]) => {
        const addresses = Object.keys(own).map((name) => [name, publisher.url(publishedPath(source, name))]);
        return [source, { files: Object.fromEntries(addresses), deadlineSeconds: 2 }];
      }),
    );
    node = openListNode({ database, dataDir: folder, sources });
    await node.updates.start();
  }, 120_000);
  afterAll(async () => {
    await node?.close();
    await database?.close();
    await publisher?.stop();
    rmSync(folder, { recursive: true });
  });

  const paths = (source: string) => Object.keys(files[source]!).map((name) => publishedPath(source, name));
  const original = (source: string) => readFileSync(Object.values(files[source]!)[0]!, 'utf8');
  const versions = () => node.updates.active()!.versions;
  async function update(source: string): Promise<UpdateOutcome> {
    const before = publisher.seen.length;
    const [outcome] = await node.updates.update([source], everybody);
    expect(publisher.seen.length).toBeGreaterThan(before);
    return outcome!;
  }
  function found(name: string): string[] {
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });
    const lists = node.lists.current()!.lists.map(({ index }) => openVersion(index));
    return screen(lists, { name, type: 'any' }, policy).hits.map(({ entityId }) => entityId);
  }

  it('are fetched, built and searched, each in its own format', async () => {
    const counts = (await node.updates.versions()).map(({ source, state, entries }) => [
      source,
      state === 'active' && entries,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      'un-sc': 1003,
      'us-ofac-sdn': 8976,
      'us-ofac-cons': 442,
      'us-bis-dpl': 459,
      'us-csl': 4226,
      opensanctions: 14,
      senzing: 1319,
      'eu-fsf': expect.any(Number),
      'uk-sl': expect.any(Number),
    });
    expect(node.troubles).toEqual([]);
    expect(found('ERIC BADEGE')).toContain('un-sc:6907993');
  });

  it('are asked for by their validators the next time, and none is sent again', async () => {
    const before = versions();
    publisher.seen.length = 0;
    for (const outcome of await node.updates.update([], everybody)) expect(outcome.kind).toBe('unchanged');
    for (const source of Object.keys(files))
      for (const path of paths(source)) expect(publisher.statuses(path)).toEqual([304]);
    expect(versions()).toEqual(before);
  });

  it('are taken over in their next edition, with what changed', async () => {
    const whole = original('un-sc');
    const last = whole.lastIndexOf('<INDIVIDUAL>');
    const end = whole.indexOf('</INDIVIDUAL>', last) + '</INDIVIDUAL>'.length;
    const edition = (whole.slice(0, last) + whole.slice(end)).replace(
      /(<DATAID>6907993<.*?)BADEGE/s,
      '$1BADEGEX',
    );
    publisher.publish(paths('un-sc')[0]!, edition);
    expect(await update('un-sc')).toMatchObject({
      kind: 'activated',
      entries: 1002,
      counts: { new: 0, material: 1, gone: 1 },
    });
    expect(found('ERIC BADEGE')).not.toContain('un-sc:6907993');
    expect(found('ERIC BADEGEX')).toContain('un-sc:6907993');
  });

  it('stay active through a publisher who fails, and are whole after cuts and slow answers', async () => {
    const [path] = paths('us-bis-dpl') as [string];
    const before = versions()['us-bis-dpl'];
    publisher.publish(path, original('us-bis-dpl').replaceAll('I. ASH', 'I. ASHEN'));
    publisher.next(path, { kind: 'status', status: 500 }, { kind: 'status', status: 500 });
    expect(await update('us-bis-dpl')).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('500'),
    });
    expect(versions()['us-bis-dpl']).toBe(before);
    publisher.next(path, { kind: 'status', status: 500 }, { kind: 'cut', after: 100_000 });
    expect(await update('us-bis-dpl')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/bytes came|broke|closed|ended/),
    });
    publisher.next(path, { kind: 'slow', pieces: 5, pauseMs: 20 });
    expect(await update('us-bis-dpl')).toMatchObject({ kind: 'activated', entries: 459 });
    expect(publisher.statuses(path).slice(-5)).toEqual([500, 500, 500, 200, 206]);
    expect(found('I. ASHEN')).toHaveLength(1);
  });

  it('are not waited for beyond their deadline, and go on from there at the next check', async () => {
    const [path] = paths('senzing') as [string];
    publisher.publish(path, `${original('senzing')}\n`);
    publisher.next(path, { kind: 'slow', pieces: 100, pauseMs: 100 }, { kind: 'status', status: 503 });
    expect(await update('senzing')).toMatchObject({ kind: 'failed' });
    expect(node.troubles.at(-1)).toBe('failed senzing');
    expect(await update('senzing')).toMatchObject({ kind: 'activated', entries: 1319 });
    expect(publisher.statuses(path).slice(-2)).toEqual([503, 206]);
  });

  it.each([
    ['un-sc', 0, 'unreadable'],
    ['us-ofac-cons', 2, 'unreadable'],
    ['us-csl', 0, 'shrunk'],
    ['senzing', 0, 'unreadable'],
  ])(
    'of %s are refused when half of a file is published as the whole of it',
    async (source, file, reason) => {
      const path = paths(source)[file]!;
      const whole = readFileSync(Object.values(files[source]!)[file]!);
      await expectRefusal(source, { path, body: whole.subarray(0, Math.floor(whole.length / 2)), reason });
    },
  );

  it.each([
    ['eu-fsf', '<!doctype html><html><body>Down for maintenance</body></html>'],
    ['uk-sl', ''],
  ])('of %s are refused when a page or nothing stands in their place', async (source, body) => {
    await expectRefusal(source, { path: paths(source)[0]!, body, reason: 'unreadable' });
  });

  async function expectRefusal(
    source: string,
    { path, body, reason }: { path: string; body: string | Buffer; reason: string },
  ): Promise<void> {
    const before = versions();
    publisher.publish(path, body);
    expect(await update(source)).toMatchObject({ kind: 'refused', refusal: { reason }, isNew: true });
    expect(node.troubles.at(-1)).toBe(`refused ${source}`);
    expect(versions()).toEqual(before);
  }
});
