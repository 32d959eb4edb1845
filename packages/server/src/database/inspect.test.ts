import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase, withClient } from '../../test/support/postgres.ts';
import { openDatabase } from './index.ts';
import { inspectEmbedded, inspectPostgres } from './inspect.ts';

const healthy = {
  encoding: 'UTF8',
  unsafeSettings: [],
  migrations: { applied: expect.any(Number), pending: 0, newer: 0 },
  hasUnfinishedImport: false,
  lackingRights: [],
  openTables: [],
  schemaDifferences: [],
  dataKeys: [],
};

describe('inspecting the embedded store', () => {
  it('tells its state and leaves it is, for the process that has the directory', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-inspect-'));
    const database = await openDatabase({ dataDir });
    await expect(inspectEmbedded(dataDir)).rejects.toThrow(/is in use by another Gatehouse process/);
    await database.close();
    const facts = await inspectEmbedded(dataDir);
    expect(facts).toMatchObject(healthy);
    expect(Math.abs(facts.clockAheadMs)).toBeLessThan(2_000);
    await rm(dataDir, { recursive: true });
  });
});

const serverUrl = inject('postgresUrl');

describe.skipIf(serverUrl === undefined)('inspecting PostgreSQL', () => {
  /** The URL of a new database that was opened once. */
  async function aStore(): Promise<string> {
    const url = await createDatabase(serverUrl!);
    await (await openDatabase({ url })).close();
    return url;
  }

  it('tells that an empty database is empty, and makes nothing in it', async () => {
    const url = await createDatabase(serverUrl!);
    expect(await inspectPostgres(url)).toMatchObject({
      migrations: { applied: 0, pending: expect.any(Number) },
      openTables: [],
    });
    const { rows } = await withClient(url, (client) =>
      client.query("select nspname from pg_namespace where nspname like 'gatehouse%'"),
    );
    expect(rows).toEqual([]);
  });

  it('finds a prepared one healthy', async () => {
    expect(await inspectPostgres(await aStore())).toMatchObject({
      ...healthy,
      // The server of the tests is told so.
      unsafeSettings: ['fsync'],
    });
  });

  it('finds tables without forced row-level security', async () => {
    const url = await aStore();
    await withClient(url, async (client) => {
      await client.query('alter table gatehouse.execution no force row level security');
      await client.query('alter table gatehouse.customer disable row level security');
    });
    expect((await inspectPostgres(url)).openTables).toEqual(['customer', 'execution']);
  });

  it('counts data keys by the master key that wraps them', async () => {
    const url = await aStore();
    await withClient(url, async (client) => {
      for (const [tenant, key] of [
        ['a', 'k2'],
        ['b', 'k1'],
        ['c', 'k2'],
      ]) {
        await client.query(
          `insert into gatehouse.tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
           values ($1, $1, true, false, '{}', 0)`,
          [tenant],
        );
        await client.query(
          'insert into gatehouse.tenant_data_key (tenant_id, wrapped_key, master_key_id) values ($1, $2, $3)',
          [tenant, Buffer.alloc(1), key],
        );
      }
    });
    expect((await inspectPostgres(url)).dataKeys).toEqual([
      { masterKeyId: 'k1', count: 1 },
      { masterKeyId: 'k2', count: 2 },
    ]);
  });

  it('finds a database of a newer version, and whether this one works on it', async () => {
    const url = await aStore();
    const add = (values: string) =>
      withClient(url, (client) =>
        client.query(
          `insert into gatehouse.migration (number, name, checksum, works_since) values (${values})`,
        ),
      );
    await add("9998, '9998-later.sql', 'x', null");
    const expanded = (await inspectPostgres(url)).migrations;
    expect(expanded).toEqual({ applied: expect.any(Number), newer: 1, pending: 0 });
    await add("9999, '9999-later.sql', 'x', '9.0.0'");
    expect((await inspectPostgres(url)).migrations.refusal).toMatch(/newer Gatehouse \(9999-later\.sql\)/);
  });

  it('tells which rights a plain user lacks, before and after the store was prepared', async () => {
    const asUser = (text: string) => {
      const url = new URL(text);
      url.username = 'gatehouse_inspected';
      return url.href;
    };
    const url = await aStore();
    await withClient(url, async (client) => {
      await client.query('drop role if exists gatehouse_inspected');
      await client.query('create role gatehouse_inspected login');
      await client.query('grant select on all tables in schema gatehouse to gatehouse_inspected');
      await client.query('grant usage on schema gatehouse to gatehouse_inspected');
    });
    const rights = async (text: string) => (await inspectPostgres(asUser(text))).lackingRights;
    const roles = 'take the roles gatehouse_app, gatehouse_operator';
    expect(await rights(url)).toEqual([roles, 'own the schema gatehouse']);
    expect(await rights(await createDatabase(serverUrl!))).toEqual([
      roles,
      'create a schema in the database',
    ]);
  });

  it('fails with the reason when the server does not answer', async () => {
    await expect(inspectPostgres('postgres://u:p@127.0.0.1:1/x')).rejects.toThrow(/ECONNREFUSED/);
  });
});
