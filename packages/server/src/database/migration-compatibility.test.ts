import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { isVersionBefore, serviceVersion } from '../lib/service-version.ts';
import type { RunSql } from './bootstrap.ts';
import { openEmbeddedPool } from './embedded.ts';
import { migrate, readMigrations } from './migrate.ts';
import type { OpenPool } from './pool.ts';
import { openPostgresPool } from './postgres.ts';
import { findBreaks, readShape } from './schema-shape.fixture.ts';
import { stores } from './stores.fixture.ts';

/** Came before the rule: no version that knows an earlier migration at most runs beside one that applies it. */
const beforeTheRule = ['0027-words-once.sql'];
const firstCompared = 27;

const onError = (): void => undefined;

/** PostgreSQL where it is installed: it migrates in a part of the time. */
async function openEmpty(): Promise<OpenPool> {
  const place = await stores.at(-1)!.newPlace();
  return 'dataDir' in place
    ? openEmbeddedPool(place.dataDir, onError)
    : openPostgresPool(place.url, { onError });
}

async function newFolder(): Promise<string> {
  const folder = join(newDirectory(), 'migrations');
  await mkdir(folder);
  return folder;
}

describe('the migrations', () => {
  it('only expand, or name the version since which nothing uses what they take away', async () => {
    const open = await openEmpty();
    const run: RunSql = (text, values) => open.pool.query(text, values);
    const folder = await newFolder();
    const migrations = await readMigrations();
    const found: Record<string, string[]> = {};
    for (const { name, text } of migrations.slice(0, firstCompared - 1))
      await writeFile(join(folder, name), text);
    await migrate(open.pool, folder);
    let before = await readShape(run);
    for (const { name, text, worksSince } of migrations.slice(firstCompared - 1)) {
      await writeFile(join(folder, name), text);
      await migrate(open.pool, folder);
      const after = await readShape(run);
      const breaks = findBreaks(before, after);
      before = after;
      if (breaks.length > 0 && worksSince === undefined && !beforeTheRule.includes(name))
        found[name] = breaks;
    }
    await open.close();
    expect(found).toEqual({});
    const unreleased = migrations.filter(
      ({ worksSince }) => worksSince && isVersionBefore(serviceVersion, worksSince),
    );
    expect(unreleased.map(({ name }) => name)).toEqual([]);
  });
});

describe('what a migration may break', () => {
  let open: OpenPool;
  beforeAll(async () => {
    open = await openEmpty();
    const folder = await newFolder();
    await writeFile(join(folder, '0001-a.sql'), '');
    await migrate(open.pool, folder);
  });
  afterAll(() => open.close());

  /** The breaks of a statement, which is undone. */
  async function breaksOf(statement: string): Promise<string[]> {
    const client: pg.PoolClient = await open.pool.connect();
    const inside: RunSql = (text, values) => client.query(text, values);
    try {
      await client.query(`begin;
        create table item (id integer primary key, name text, size integer not null default 1, note varchar(9) not null);
        create table other (id integer primary key);
        create function plus(a integer) returns integer language sql as 'select a + 1';
        alter table item add constraint small check (size < 9);
        grant select, insert, update (name), delete on item to gatehouse_app;`);
      const before = await readShape(inside);
      await client.query(statement);
      return findBreaks(before, await readShape(inside));
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it.each([
    ['alter table item drop column name', 'item.name is gone'],
    ['alter table item rename column name to title', 'item.name is gone'],
    ['alter table item rename to thing', 'item.name is gone'],
    ['drop table other', 'other.id is gone'],
    ['alter table item alter column name set not null', 'item.name may no longer be null'],
    ['alter table item add column kind text not null', 'item.kind is new and needs a value'],
    ['alter table item alter column size drop default', 'item.size no longer has a default'],
    [
      'alter table item alter column note type varchar(5)',
      'item.note was character varying(9) and is character varying(5)',
    ],
    ['create unique index item_by_name on item (name)', 'item item_by_name is new: CREATE UNIQUE INDEX'],
    ['alter table item add foreign key (size) references other', 'item item_size_fkey is new: FOREIGN KEY'],
    ["alter table item add constraint named check (name <> '')", 'item named is new: CHECK'],
    [
      'alter table item drop constraint small; alter table item add constraint small check (size < 3)',
      'item small changed: CHECK',
    ],
    ['revoke delete on item from gatehouse_app', 'no longer holds: gatehouse_app may delete from item'],
    [
      'revoke update (name) on item from gatehouse_app',
      'no longer holds: gatehouse_app may update item.name',
    ],
    ['drop function plus', 'no longer holds: function plus(a integer) returns integer'],
  ])('%s', async (statement, found) => {
    const breaks = await breaksOf(statement);
    expect(
      breaks.some((text) => text.startsWith(found)),
      breaks.join('\n'),
    ).toBe(true);
  });

  it.each([
    'alter table item add column kind text',
    "alter table item add column kind text not null default 'plain', add constraint kinds check (kind <> '')",
    'create table third (id integer primary key, item integer references item)',
    'create index item_by_name on item (name)',
    'alter table item drop constraint small',
    'alter table item alter column note drop not null',
    'grant update on item to gatehouse_app',
    'create or replace function plus(a integer) returns integer language sql as $$select a + 2$$',
  ])('%s breaks nothing', async (statement) => {
    expect(await breaksOf(statement)).toEqual([]);
  });
});

describe('a migration that takes something away', () => {
  const contracting = (version: string) =>
    `-- Contracts what no version since ${version} uses.\nalter table item drop column old;`;

  async function aFolder(): Promise<string> {
    const folder = await newFolder();
    await writeFile(
      join(folder, '0001-a.sql'),
      `alter table migration add column works_since text;
       create table node_lease (node_id text primary key, version text, beat_at timestamptz default now());
       create table item (id integer, old text);`,
    );
    return folder;
  }

  it('waits until no node runs that uses it, and keeps these from starting', async () => {
    const open = await openEmpty();
    const folder = await aFolder();
    await migrate(open.pool, folder);
    await open.pool.query("insert into gatehouse.node_lease values ('a', '0.9.10'), ('b', '1.10.0')");
    await writeFile(join(folder, '0002-b.sql'), contracting('1.2.0'));
    await expect(migrate(open.pool, folder)).rejects.toThrow(
      'Migration 0002-b.sql takes away what versions before 1.2.0 use, and 1 nodes of version 0.9.10 run: stop them first',
    );
    await open.pool.query(
      "update gatehouse.node_lease set beat_at = now() - interval '11 seconds' where node_id = 'a'",
    );
    await migrate(open.pool, folder);
    // This version knows the first migration alone.
    const older = await aFolder();
    await expect(migrate(open.pool, older)).rejects.toThrow(
      `The database was migrated by a newer Gatehouse (0002-b.sql) and serves version 1.2.0 or newer; this is version ${serviceVersion}`,
    );
    await open.close();
  });

  it('is served by every version since', async () => {
    const open = await openEmpty();
    const folder = await aFolder();
    await writeFile(join(folder, '0002-b.sql'), contracting(serviceVersion));
    await writeFile(join(folder, '0003-c.sql'), 'alter table item add column more text');
    await migrate(open.pool, folder);
    await migrate(open.pool, await aFolder());
    const { rows } = await open.pool.query(
      'select number, works_since from gatehouse.migration order by number',
    );
    expect(rows).toEqual([
      { number: 1, works_since: null },
      { number: 2, works_since: serviceVersion },
      { number: 3, works_since: null },
    ]);
    await open.close();
  });
});
