import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'watchman.ts');
const undo: (() => void)[] = [];

afterEach(() => {
  for (const each of undo.splice(0)) each();
});

/** A server that answers in the shape that Watchman documents for v2, and remembers what it was asked. */
async function standIn(lists: Readonly<Record<string, number>>) {
  const asked: URLSearchParams[] = [];
  const entity = (sourceList: string, sourceID: string, match: number) => ({
    ...{ name: 'A NAME', entityType: 'person', sourceList, sourceID },
    ...{ person: { name: 'A NAME', altNames: null, birthDate: '1962-11-23T00:00:00Z' }, business: null },
    ...{ addresses: null, sanctionsInfo: null, sourceData: {}, match },
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://stand-in');
    response.setHeader('content-type', 'application/json');
    if (url.pathname === '/v2/listinfo') {
      response.end(JSON.stringify({ lists, listHashes: {}, version: 'v0.99.0' }));
      return;
    }
    asked.push(url.searchParams);
    const entities = {
      'Nicolas Maduro': [
        entity('us_csl', '22790', 0.99),
        entity('un_csl', 'UN-22790', 0.91),
        entity('us_ofac', '22790', 0.78),
      ],
      'Acme Trading':
        url.searchParams.get('type') === 'organization' ? [entity('un_csl', 'UN-77', 0.66)] : [],
    }[url.searchParams.get('name')!];
    response.end(JSON.stringify({ query: {}, entities: entities ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function packOf(queries: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-scoreboard-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'queries.jsonl'), queries.map((query) => `${JSON.stringify(query)}\n`).join(''));
  return folder;
}

const query = (id: string, name: string, changes: object) => ({
  ...{ id, set: 'altered', way: 'exact', schema: 'Person', properties: { name: [name] }, expected: null },
  ...changes,
});

describe('the scoreboard with Watchman', () => {
  it('takes the scores of its answers, of the lists of the pack alone', async () => {
    const { asked, url } = await standIn({ us_ofac: 9_000, un_csl: 900, us_csl: 400 });
    const folder = packOf([
      query('one', 'Nicolas Maduro', {
        expected: 'us-ofac-sdn:22790',
        properties: { name: ['Nicolas Maduro'], birthDate: ['1962-11-23'], nationality: ['ve'] },
      }),
      query('two', 'Acme Trading', { schema: 'Organization', expected: 'un-sc:77' }),
      query('three', 'Nobody Whatsoever', { set: 'innocent' }),
    ]);
    await run(process.execPath, [program, folder, url]);
    const answers = readFileSync(join(folder, 'answers.watchman.jsonl'), 'utf8').trim().split('\n');
    expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: 'one', best: 0.91, own: 0.78 },
      { id: 'two', best: 0.66, own: 0.66 },
      { id: 'three', best: 0, own: 0 },
    ]);
    const engine = JSON.parse(readFileSync(join(folder, 'engine.watchman.json'), 'utf8')) as unknown;
    expect(engine).toMatchObject({ engine: 'watchman', version: 'v0.99.0', threshold: 0.8 });
    const sent = asked.map((search) => Object.fromEntries(search));
    expect(sent).toContainEqual({
      ...{ type: 'person', name: 'Nicolas Maduro', birthDate: '1962-11-23', limit: '100', minMatch: '0.01' },
    });
    expect(sent.filter(({ name }) => name === 'Acme Trading').map(({ type }) => type)).toEqual(
      expect.arrayContaining(['business', 'organization']),
    );
  });

  it('refuses a server that has not the lists of the pack', async () => {
    const { url } = await standIn({ us_ofac: 9_000 });
    const folder = packOf([query('one', 'Nicolas Maduro', {})]);
    await expect(run(process.execPath, [program, folder, url])).rejects.toThrow(/has no list un_csl/);
  });
});
