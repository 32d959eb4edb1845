import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '../../lib/egress.ts';
import { folderSource } from '../index-files/index.ts';
import type { FileState } from './fetch-file.ts';
import { type FetchContext, fetchSource, type SourceFetched } from './fetch-source.ts';
import { Publisher } from './publisher.fixture.ts';

let publisher: Publisher;
let folder: string;
let known: FileState[];
const progress: [number, number | undefined][] = [];
const egress = createEgress({ allow: ['127.0.0.1'] });
beforeEach(async () => {
  publisher = await Publisher.start();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-fetch-'));
  known = [];
  progress.length = 0;
});
afterEach(async () => {
  await publisher.stop();
  await rm(folder, { recursive: true });
});

const source = (names: readonly string[], rest = {}) => ({
  ...folderSource('us-ofac-sdn'),
  files: Object.fromEntries(names.map((name) => [name, publisher.url(name)])),
  ...rest,
});

/** One check of the publisher; what it fetched is known the next time. */
async function check(
  names: readonly string[],
  rest: object = {},
  context: Partial<FetchContext> = {},
): Promise<SourceFetched> {
  const fetched = await fetchSource(source(names, rest), {
    egress,
    folder: join(folder, 'incoming'),
    known,
    find: async ({ name }) => join(folder, 'kept', name),
    retryDelaysMs: [1, 1, 1],
    signal: new AbortController().signal,
    onProgress: (bytes, total) => progress.push([bytes, total]),
    ...context,
  });
  if (fetched.kind === 'fetched') known = [...fetched.states];
  return fetched;
}

const content = (name: string) => readFile(join(folder, 'incoming', name), 'utf8');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const list = 'a list of names\n'.repeat(10_000);

describe('one file', () => {
  it('is fetched with its size and checksum, and told of while it comes', async () => {
    publisher.publish('sdn.csv', list);
    expect(await check(['sdn.csv'])).toEqual({
      kind: 'fetched',
      states: [
        {
          name: 'sdn.csv',
          url: publisher.url('sdn.csv'),
          etag: expect.any(String),
          size: list.length,
          sha256: sha256(list),
        },
      ],
    });
    expect(await content('sdn.csv')).toBe(list);
    expect(progress.at(-1)).toEqual([list.length, list.length]);
    expect(await readdir(join(folder, 'incoming'))).toEqual(['sdn.csv']);
  });

  it('is not sent again while it is the same (304), and is when it is another', async () => {
    publisher.publish('sdn.csv', list);
    await check(['sdn.csv']);
    expect(await check(['sdn.csv'])).toEqual({ kind: 'unchanged' });
    publisher.publish('sdn.csv', `${list}one more\n`);
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched' });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 304, 200]);
  });

  it('goes on where it broke off, and is whole', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 }, { kind: 'cut', after: 30_000 });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(list) }] });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 206, 206]);
    expect(publisher.seen.map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=50000-',
      'bytes=80000-',
    ]);
  });

  it('goes on where it broke off after a restart', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 });
    expect(await check(['sdn.csv'], {}, { retryDelaysMs: [] })).toMatchObject({ kind: 'failed' });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(list) }] });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 206]);
  });

  it('begins again when it changed after it had broken off', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 });
    await check(['sdn.csv'], {}, { retryDelaysMs: [] });
    const other = list.toUpperCase();
    publisher.publish('sdn.csv', other);
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(other) }] });
    expect(await content('sdn.csv')).toBe(other);
  });

  it('begins again where the publisher cannot tell whether it is the same', async () => {
    publisher.publish('sdn.csv', list, { hasValidators: false });
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(list) }] });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 200]);
  });

  it('begins again when what is there of it is longer than the file (416)', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 });
    await check(['sdn.csv'], {}, { retryDelaysMs: [] });
    publisher.next('sdn.csv', { kind: 'status', status: 416 });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(list) }] });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 416, 200]);
  });

  it('is not whole before all of it has come, however little the publisher sends of what it is asked for', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 }, { kind: 'less', bytes: 30_000 });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(list) }] });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 206, 206]);
  });

  it('is not gone on with by pieces that are packed on their way', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'cut', after: 50_000 });
    await check(['sdn.csv'], {}, { retryDelaysMs: [] });
    const headers = { 'Content-Range': `bytes 50000-50011/${list.length}`, 'Content-Encoding': 'gzip' };
    publisher.next('sdn.csv', { kind: 'status', status: 206, headers });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched', states: [{ sha256: sha256(list) }] });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 206, 200]);
  });

  it('is not taken for unchanged by an answer to what was not asked', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', { kind: 'status', status: 304 });
    expect(await check(['sdn.csv'], {}, { retryDelaysMs: [] })).toMatchObject({
      kind: 'failed',
      message: `${publisher.url('sdn.csv')}: it answered 304 and was not asked whether it changed`,
    });
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched' });
  });

  it('is known by an address that tells no key, and is another one under another key', async () => {
    publisher.publish('sdn.csv', list);
    const keyed = (key: string) =>
      check([], { files: { 'sdn.csv': `${publisher.url('sdn.csv')}?key=${key}` } });
    expect(JSON.stringify(await keyed('first-key'))).not.toContain('first-key');
    expect(await keyed('first-key')).toEqual({ kind: 'unchanged' });
    expect(await keyed('other-key')).toMatchObject({ kind: 'fetched' });
    expect(publisher.statuses('sdn.csv')).toEqual([200, 304, 200]);
  });

  it('comes through a burst of 500s and waits as long as it is asked to', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next(
      'sdn.csv',
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503, headers: { 'Retry-After': '0' } },
    );
    expect(await check(['sdn.csv'])).toMatchObject({ kind: 'fetched' });
    expect(publisher.statuses('sdn.csv')).toEqual([500, 503, 200]);
  });

  it('fails when the publisher goes on failing, in a line that names address and status', async () => {
    publisher.publish('sdn.csv', list);
    publisher.next('sdn.csv', ...Array.from({ length: 4 }, () => ({ kind: 'status' as const, status: 500 })));
    expect(await check(['sdn.csv'])).toMatchObject({
      kind: 'failed',
      message: `${publisher.url('sdn.csv')}: it answered 500`,
    });
  });

  it('fails at once where trying again cannot help', async () => {
    expect(await check(['sdn.csv'])).toMatchObject({ message: expect.stringContaining('it answered 404') });
    expect(publisher.statuses('sdn.csv')).toEqual([404]);
  });

  it('follows redirects to another address, without the headers that were meant for the first', async () => {
    const store = await Publisher.start();
    try {
      store.publish('signed', list);
      const headers = [['Authorization', 'Bearer secret']];
      for (let time = 0; time < 2; time++) {
        publisher.next('sdn.csv', {
          kind: 'status',
          status: 302,
          headers: { Location: store.url('signed') },
        });
      }
      expect(await check(['sdn.csv'], { headers })).toMatchObject({
        kind: 'fetched',
        states: [{ sha256: sha256(list) }],
      });
      expect(await check(['sdn.csv'], { headers })).toEqual({ kind: 'unchanged' });
      expect(publisher.seen[0]?.headers.authorization).toBe('Bearer secret');
      expect(store.seen.map(({ headers: sent }) => sent.authorization)).toEqual([undefined, undefined]);
    } finally {
      await store.stop();
    }
  });

  it('is not followed round in circles, nor to what is no address', async () => {
    const circle = { kind: 'status' as const, status: 302, headers: { Location: publisher.url('sdn.csv') } };
    publisher.next('sdn.csv', ...Array.from({ length: 10 }, () => circle));
    expect(await check(['sdn.csv'])).toMatchObject({
      message: expect.stringContaining('from one address to the next'),
    });
    publisher.next('alt.csv', { kind: 'status', status: 302, headers: { Location: 'file:///etc/passwd' } });
    expect(await check(['alt.csv'])).toMatchObject({
      message: expect.stringContaining('what is not followed'),
    });
  });

  it('is never fetched from an address that may not be called, also behind a redirect', async () => {
    publisher.next('sdn.csv', {
      kind: 'status',
      status: 302,
      headers: { Location: 'http://169.254.169.254/latest' },
    });
    expect(await check(['sdn.csv'])).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('169.254.169.254 may not be called'),
    });
  });

  it('is given up when it is too large, told or not', async () => {
    publisher.publish('sdn.csv', list);
    expect(await check(['sdn.csv'], { maxBytes: 1_000 })).toMatchObject({
      message: expect.stringContaining('larger than maxBytes (1000)'),
    });
    publisher.publish('alt.csv', list, { headers: { 'Content-Encoding': 'x-none' } });
    expect(await check(['alt.csv'], { maxBytes: 1_000 })).toMatchObject({
      message: expect.stringContaining('larger than maxBytes (1000)'),
    });
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('is given up when it does not come in time', async () => {
    publisher.next('sdn.csv', { kind: 'silence' });
    expect(await check(['sdn.csv'], { deadlineSeconds: 0.05 }, { retryDelaysMs: [] })).toMatchObject({
      message: expect.stringContaining('no complete answer within 50 ms'),
    });
  });

  it('stops when it is told to', async () => {
    publisher.next('sdn.csv', { kind: 'silence' });
    const stop = new AbortController();
    const checking = check(['sdn.csv'], {}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('the node is stopping')), 20);
    await expect(checking).rejects.toThrow('the node is stopping');
  });
});

describe('several files', () => {
  const names = ['sdn.csv', 'alt.csv', 'add.csv'];
  const publish = (edition: string) => {
    for (const name of names) publisher.publish(name, `${name} ${edition}\n`);
  };

  it('are one set: each is asked for again once all are there', async () => {
    publish('one');
    expect(await check(names)).toMatchObject({ kind: 'fetched' });
    for (const name of names) expect(publisher.statuses(name)).toEqual([200, 304]);
    expect(await check(names)).toEqual({ kind: 'unchanged' });
  });

  it('are taken in their new edition when one changes while another comes', async () => {
    publish('one');
    publisher.next('add.csv', { kind: 'first', act: () => publish('two') });
    expect(await check(names)).toMatchObject({ kind: 'fetched' });
    for (const name of names) expect(await content(name)).toBe(`${name} two\n`);
  });

  it('are not taken when they never stand still', async () => {
    let edition = 0;
    const change = { kind: 'first' as const, act: () => publisher.publish('alt.csv', `alt ${edition++}\n`) };
    publish('one');
    publisher.next('add.csv', ...Array.from({ length: 10 }, () => change));
    publisher.next('alt.csv', ...Array.from({ length: 10 }, () => change));
    expect(await check(names)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('kept changing'),
    });
  });

  it('that did not change are taken from what is kept, and fetched where nothing is', async () => {
    publish('one');
    await check(names);
    await rm(join(folder, 'incoming'), { recursive: true });
    publisher.publish('alt.csv', 'alt.csv two\n');
    const kept = join(folder, 'kept.csv');
    await writeFile(kept, 'sdn.csv one\n');
    const find = async ({ name }: FileState) => (name === 'sdn.csv' ? kept : undefined);
    expect(await check(names, {}, { find })).toMatchObject({ kind: 'fetched' });
    expect(await content('sdn.csv')).toBe('sdn.csv one\n');
    expect(await content('alt.csv')).toBe('alt.csv two\n');
    expect(publisher.statuses('sdn.csv')).toEqual([200, 304, 304, 304]);
    expect(publisher.statuses('add.csv')).toEqual([200, 304, 304, 200, 304]);
  });

  it('without validators are compared by their content', async () => {
    for (const name of names) publisher.publish(name, `${name} one\n`, { hasValidators: false });
    expect(await check(names)).toMatchObject({ kind: 'fetched' });
    expect(await check(names)).toMatchObject({ kind: 'fetched' });
  });
});
