import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openCommandHost } from './support/command-line.ts';
import { createPreparedDatabase, prepareDataDirectory } from './support/prepared-stores.ts';
import { type RunningServer, startServer } from './support/running-server.ts';
import { until } from './support/server-process.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lists-commands-'));
const commands = openCommandHost();
afterAll(() => commands.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => `p${at},Person Number ${at},individual,,,,watchlist,`);

const serverUrl = inject('postgresUrl');
const stores = serverUrl === undefined ? (['embedded'] as const) : (['embedded', 'PostgreSQL'] as const);

describe.each(stores)('gatehouse lists on %s', (store) => {
  let list: WatchedList;
  let env: Record<string, string>;
  let server: RunningServer | undefined;

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(rows(40));
    env = {
      GATEHOUSE_DATA_DIR: join(folder, store),
      GATEHOUSE_LISTS_DIR: list.listsDir,
      GATEHOUSE_PORT: '0',
      GATEHOUSE_METRICS_PORT: '0',
      // Nobody answers there.
      GATEHOUSE_FEEDS: 'http://127.0.0.1:9/news.xml?key=hidden',
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      ...(store === 'PostgreSQL' && {
        DATABASE_URL: await createPreparedDatabase(serverUrl!),
        GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      }),
    };
    mkdirSync(env['GATEHOUSE_DATA_DIR']!);
    if (store === 'embedded') await prepareDataDirectory(env['GATEHOUSE_DATA_DIR']!);
    server = await startServer(env);
    await until('the list to be active', async () => (await versions()).length === 1);
  });
  afterAll(async () => {
    await server?.stop();
    await list?.remove();
  });

  const run = (...words: readonly string[]) => commands.run(words, { env });
  async function versions(): Promise<{ version: string; state: string; entries: number }[]> {
    return JSON.parse((await run('lists', 'versions', 'custom-csv', '--json')).stdout || '[]');
  }
  const active = async () => (await versions()).find(({ state }) => state === 'active');
  async function doctor(): Promise<string[]> {
    const { stdout } = await run('doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: { about: string; level: string; text: string }[] };
    return findings.map(({ about, level, text }) => `${about} ${level}: ${text}`);
  }

  async function refuse(rowsNow: readonly string[]): Promise<void> {
    await list.write(rowsNow);
    expect(await run('lists', 'update')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^custom-csv: version \w+ is refused: fell from 40 to 20 entries \(-50 %\).*the active version is kept\n$/,
      ),
    });
  }

  it('refuses, accepts and rolls back while a server runs', { timeout: 120_000 }, async () => {
    const before = (await active())!;
    await refuse(rows(20));
    expect(await doctor()).toContainEqual(
      expect.stringMatching(
        /^lists warning: custom-csv: version \w+ is refused: fell .*lists accept custom-csv/,
      ),
    );

    expect((await run('lists', 'preview', 'custom-csv', 'nothing')).stderr).toContain(
      'version nothing is unknown',
    );
    expect(await run('lists', 'preview', 'custom-csv')).toMatchObject({
      code: 0,
      stdout: 'No domain is monitored: nobody would be alerted.\n',
    });
    const unknown = await run('lists', 'accept', 'custom-csv', 'nothing');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('version nothing is unknown');
    expect((await run('lists', 'accept', 'custom-csv')).stdout).toMatch(
      /^custom-csv: version \w+ is active with 20 entries \(0 new, 0 changed, 20 gone\)\n$/,
    );
    const rollback = await run('lists', 'rollback', 'custom-csv');
    expect(rollback).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`version ${before.version} is active with 40 entries`),
    });
    // What was left does not come back by itself, though the folder still has it.
    const held = await run('lists', 'update');
    expect(held.stdout).toContain('is refused: rolled back to');
    expect(held).toMatchObject({ code: 0, stdout: expect.stringContaining('custom-csv: nothing to do') });
    expect(await active()).toMatchObject({ version: before.version, entries: 40 });
  });

  it('tells by doctor which feeds fail, and no key of an address', async () => {
    const findings = await doctor();
    expect(findings).toContainEqual(
      expect.stringMatching(
        /^feeds warning: http:\/\/127\.0\.0\.1:9\/news\.xml: the last (check|\d+ checks) failed: .*never read/,
      ),
    );
    expect(findings.join()).not.toContain('hidden');
  });

  // Beside PostgreSQL commands never ask a server: there is no other way to try.
  it.skipIf(store === 'PostgreSQL')(
    'does the same while none runs, and the next start goes by it',
    {
      timeout: 120_000,
    },
    async () => {
      await server!.stop();
      server = undefined;
      // Other rows than before: what was refused, accepted and left is known by its content.
      await refuse(rows(20).map((row) => row.replace('Number', 'Nummer')));
      expect(
        (await doctor()).filter((line) => /^(lists|feeds) warning: .*(refused|never read)/.test(line)),
      ).toHaveLength(2);
      expect((await run('lists', 'accept', 'custom-csv')).stdout).toContain('is active with 20 entries');
      server = await startServer(env);
      expect(await active()).toMatchObject({ entries: 20 });
      await server.stop();
      server = undefined;
      expect((await run('lists', 'rollback', 'custom-csv')).stdout).toContain('is active with 40 entries');
      server = await startServer(env);
      expect(await active()).toMatchObject({ entries: 40 });
    },
  );
});

describe.each(stores)('gatehouse while the publisher of a list is down, on %s', (store) => {
  let env: Record<string, string>;
  let server: RunningServer | undefined;

  beforeAll(async () => {
    env = {
      GATEHOUSE_DATA_DIR: join(folder, `down-${store}`),
      // Nobody answers there.
      GATEHOUSE_LIST_SOURCES: JSON.stringify({
        'un-sc': { files: { 'consolidated.xml': 'http://127.0.0.1:9/consolidated.xml?key=hidden' } },
      }),
      GATEHOUSE_PORT: '0',
      GATEHOUSE_METRICS_PORT: '0',
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      ...(store === 'PostgreSQL' && {
        DATABASE_URL: await createPreparedDatabase(serverUrl!),
        GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      }),
    };
    mkdirSync(env['GATEHOUSE_DATA_DIR']!);
    if (store === 'embedded') await prepareDataDirectory(env['GATEHOUSE_DATA_DIR']!);
    server = await startServer(env);
  });
  afterAll(() => server?.stop());

  const run = async (...words: readonly string[]) => (await commands.run(words, { env })).stdout;

  it('says in status, doctor and readiness what keeps the list away', async () => {
    const error = 'http://127\\.0\\.0\\.1:9/consolidated\\.xml: .*ECONNREFUSED';
    // The check itself has failed after three more attempts, half a minute later.
    const what = 'the last (attempt|check|\\d+ checks)';
    const failed = new RegExp(`^un-sc +none .* no version yet; ${what} failed: ${error}`, 'm');
    await until('the first failure', async () => failed.test(await run('lists', 'status')));
    const doctor = await run('doctor');
    expect(doctor).toMatch(
      new RegExp(`un-sc is not loaded: ${what} failed, at .*Z: ${error}.*; no check has succeeded yet`),
    );
    const ready = await fetch(new URL('/readyz', server!.baseUrl));
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'unready',
        missing: 'the name lists are being loaded, and fetching one failed: run gatehouse doctor',
      },
    ]);
    expect(doctor + (await run('lists', 'status'))).not.toContain('hidden');
  });
});
