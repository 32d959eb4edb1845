import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunSql } from './bootstrap.ts';
import type { OpenDatabase } from './index.ts';
import { stores } from './stores.fixture.ts';
import { readMovedTables } from './table-moves.ts';
import { transactionNumbers } from './transaction-numbers.ts';

/** Unique indexes of growing tables that hold no partition from being made only later (docs/decisions/0017-table-layout.md). */
const exceptions = [
  'case_record_pkey',
  'flow_file_tenant_id_domain_execution_id_client_key_key',
  'link_by_token',
  'link_live',
  'monitoring_run_open',
  'webhook_delivery_of_hook',
];

/** Personal columns that conditions compare: the planner keeps some of their values, until rows went and ANALYZE came. */
const withStatistics = [
  'access_token.email',
  ...[
    'alert.customer_id',
    'alert.entity_id',
    'alert.subject_key',
    'audit_event.actor',
    'audit_event.object_id',
  ],
  ...['case_record.assignee', 'case_record.countries', 'case_record.customer_id', 'case_view.email'],
  ...['case_viewer.email', 'ceremony.email', 'code_sending.address_hash'],
  ...['code_sending.subject_hash', 'console_session.email', 'customer.customer_id'],
  ...['customer_parties.customer_id', 'customer_word.customer_id', 'customer_word.word'],
  ...['entity_pair_decision.first_id', 'entity_pair_decision.second_id', 'execution.customer_id'],
  ...['feed_item.keys', 'idempotency_key.key', 'link.customer_id', 'monitoring_start.customer_id'],
  'preview_customer.customer_id',
  ...['one_time_code.subject_key', 'passkey.credential_id', 'passkey.email', 'person_identity.email'],
  ...['person_identity.subject', 'person_link.email', 'quick_scan.requested_by', 'recovery_code.email'],
  ...['ruling.customer_id', 'ruling.entity_id', 'ruling.subject_key', 'shadow_difference.customer_id'],
  'sign_in_failure.key',
  ...['totp_factor.email', 'user_account.email'],
];

describe.each(stores)('the layout of the tables on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  it('classes each column as personal, secret or technical', async () => {
    const { rows } = await database.executeSql(
      `select relname || '.' || attname as column, col_description(attrelid, attnum) as class
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'gatehouse'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
         and coalesce(col_description(attrelid, attnum), '') not in ('personal', 'secret', 'technical')`,
    );
    expect(rows).toEqual([]);
  });

  it('takes statistics of no personal column but those that conditions compare', async () => {
    const { rows } = await database.executeSql(
      `select relname || '.' || attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'gatehouse'::regnamespace and relkind = 'r'
         and col_description(attrelid, attnum) = 'personal' and coalesce(attstattarget, -1) <> 0`,
    );
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(withStatistics));
  });

  it('forgets the values of rows that are gone, also where none is left', async () => {
    const holding = async () =>
      (
        await database.executeSql(
          `select tablename || '.' || attname as column from pg_stats where schemaname = 'gatehouse'
             and concat(most_common_vals, histogram_bounds) like '%zebulon%' order by 1`,
        )
      ).rows.map(({ column }) => column);
    const insert = (id: string) =>
      database.executeSql(
        `insert into customer (tenant_id, domain, customer_id, audit_id, name, profile) select 't', 'd', $1 || n, gen_random_uuid(), $1, '{}' from generate_series(1, 9) n`,
        [id],
      );
    await insert('zebulon');
    await database.executeSql('analyze customer, customer_word');
    expect(await holding()).toEqual([
      'customer.customer_id',
      'customer_word.customer_id',
      'customer_word.word',
    ]);
    await database.executeSql('delete from customer');
    await database.executeSql('analyze customer, customer_word');
    expect(await holding()).not.toEqual([]);
    await database.forgetDeletedValues();
    expect(await holding()).toEqual([]);
  });

  it('says of each table what becomes of it when the store is moved', async () => {
    const run: RunSql = (text) => database.executeSql(text) as Promise<never>;
    const tables = await readMovedTables(run);
    const named = (transfer: string) =>
      tables.filter((table) => table.transfer === transfer).map(({ name }) => name);
    expect(named('left')).toEqual([
      ...['case_viewer', 'file_encryption', 'list_node', 'migration', 'node_lease'],
      ...['preview', 'shadow_run', 'preview_customer', 'shadow_difference'],
    ]);
    expect(named('rebuilt')).toEqual(['customer_word']);
    expect(named('exported').length).toBe(tables.length - 10);
    // Foreign keys hold while the tables are filled one after the other.
    const places = tables.map(({ name }) => name);
    expect(places.indexOf('tenant')).toBeLessThan(places.indexOf('api_key'));
    expect(places.indexOf('link')).toBeLessThan(places.indexOf('flow_session'));
    // Its rows meet none that triggers of these have made.
    expect(places.indexOf('upload_reference')).toBeLessThan(places.indexOf('execution'));
    expect(places.indexOf('upload_reference')).toBeLessThan(places.indexOf('flow_file'));
    await database.executeSql('create table unmarked (id integer)');
    await expect(readMovedTables(run)).rejects.toThrow(
      'The table unmarked does not say whether it is exported, rebuilt, left when a store is moved',
    );
    await database.executeSql('drop table unmarked');
  });

  it('translates each column that holds the number of a transaction', async () => {
    const { rows } = await database.executeSql(
      `select relname::text as table, attname::text as column from pg_attribute a join pg_class c on c.oid = attrelid
       left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
       where relnamespace = 'gatehouse'::regnamespace and relkind = 'r' and attnum > 0
         and (atttypid = 'xid8'::regtype or pg_get_expr(d.adbin, d.adrelid) like '%xact_id%')
         and obj_description(c.oid, 'pg_class') like 'exported%' order by 1, 2`,
    );
    const translated = transactionNumbers('1');
    const missing = rows.filter(({ table, column }) => !translated[String(table)]?.[String(column)]);
    expect(rows.length).toBeGreaterThan(2);
    expect(missing).toEqual([]);
  });

  it('lets each table that grows be cut into ranges of the id that its comment names', async () => {
    const { rows } = await database.executeSql(
      `with growing as (
         select oid, relname, substring(obj_description(oid, 'pg_class') from '; grows by (\\w+)$') as id from pg_class
         where relnamespace = 'gatehouse'::regnamespace and relkind = 'r' and obj_description(oid, 'pg_class') like '%grows%'
       )
       select relname as table, format_type(a.atttypid, a.atttypmod) as type, array(
         select i.indexrelid::regclass::text from pg_index i
         where i.indrelid = g.oid and i.indisunique and not a.attnum = any (i.indkey::smallint[]) order by 1
       ) as without
       from growing g left join pg_attribute a on a.attrelid = g.oid and a.attname = g.id order by 1`,
    );
    const growing = rows as unknown as { table: string; type: string; without: string[] }[];
    expect(growing.filter(({ type }) => type !== 'uuid')).toEqual([]);
    expect(growing.length).toBeGreaterThan(10);
    const without = growing.flatMap((table) => table.without.map((name) => name.replace('gatehouse.', '')));
    expect(without.toSorted()).toEqual(exceptions);
  });
});
