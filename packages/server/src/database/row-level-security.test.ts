import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../lib/scope.ts';
import { insertInto, type OpenDatabase, statement } from './index.ts';
import { stores } from './stores.fixture.ts';

const acmeRetail: Scope = { tenantId: 'acme', domain: 'retail' };
const acmeTrade: Scope = { tenantId: 'acme', domain: 'trade' };
const otherRetail: Scope = { tenantId: 'other', domain: 'retail' };
const scopes = [acmeRetail, acmeTrade, otherRetail];

const allCustomers = statement<{ tenant_id: string; domain: string; name: string | null }>(
  'select * from customer',
);
const rename = statement("update customer set name = 'changed' returning 1");

/** Two tenants, two domains, and in each place a customer with the same id. */
async function fill(database: OpenDatabase): Promise<void> {
  await database.operator(async (tx) => {
    for (const tenantId of ['acme', 'other']) {
      await tx.run(
        insertInto('tenant', {
          tenant_id: tenantId,
          name: tenantId,
          enabled: true,
          billing_blocked: false,
          events: [],
          quick_scan_granted: 1,
        }),
      );
    }
  });
  for (const { tenantId, domain } of scopes) {
    await database.transaction({ tenantId, domain }, (tx) =>
      tx.run(
        insertInto('customer', {
          tenant_id: tenantId,
          domain,
          customer_id: 'c1',
          name: domain,
          profile: '{}',
        }),
      ),
    );
  }
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The tables and indexes that a plan reads, and its sorts. */
function scansOf({ 'Node Type': type, 'Index Name': index, Plans: inner = [] }: Plan): string[] {
  const own = /Scan|Sort/.test(type) ? [[type, index].filter(Boolean).join(' ')] : [];
  return [...own, ...inner.flatMap(scansOf)];
}

describe.each(stores)('the walls on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
    await fill(database);
  });
  afterAll(() => database.close());

  it.each(scopes)('shows $tenantId/$domain only its own rows', async (scope) => {
    const rows = await database.read(scope, allCustomers);
    expect(rows.map(({ tenant_id, domain }) => [tenant_id, domain])).toEqual([
      [scope.tenantId, scope.domain],
    ]);
    expect(await database.transaction(scope, (tx) => tx.run(allCustomers))).toEqual(rows);
    expect(await database.atomic(scope, [allCustomers])).toEqual([rows]);
  });

  it('lets nobody change the rows of another tenant or domain', async () => {
    const changed = await database.transaction(otherRetail, (tx) => tx.run(rename));
    expect(changed).toHaveLength(1);
    for (const scope of [acmeRetail, acmeTrade]) {
      expect((await database.read(scope, allCustomers))[0]?.name).toBe(scope.domain);
    }
  });

  it('refuses a new row of another tenant or domain', async () => {
    const foreign = insertInto('customer', {
      tenant_id: 'acme',
      domain: 'trade',
      customer_id: 'c2',
      profile: '{}',
    });
    for (const scope of [acmeRetail, otherRetail, { tenantId: 'acme' }]) {
      await expect(database.transaction(scope, (tx) => tx.run(foreign))).rejects.toThrow(
        'row-level security',
      );
    }
  });

  it('shows a tenant without a domain what belongs to the tenant and nothing of its domains', async () => {
    const tenants = await database.read({ tenantId: 'acme' }, statement('select tenant_id from tenant'));
    expect(tenants).toEqual([{ tenant_id: 'acme' }]);
    expect(await database.read({ tenantId: 'acme' }, allCustomers)).toEqual([]);
  });

  it('shows the operator everything', async () => {
    expect(await database.operator((tx) => tx.run(allCustomers))).toHaveLength(3);
  });

  it('lets the operator read a page of many rows by its index instead of reading and sorting all of them', async () => {
    await database.operator((tx) =>
      tx.sql(`insert into customer (tenant_id, domain, customer_id, profile)
        select 'acme', 'trade', 'page-' || n, '{}' from generate_series(1, 3000) n`),
    );
    await database.executeSql('analyze gatehouse.customer');
    const rows = await database.operator((tx) =>
      tx.sql<{ readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(`explain (format json)
        select * from customer where tenant_id = 'acme' and domain = 'trade' order by customer_id collate "C" limit 200`),
    );
    expect(scansOf(rows[0]!['QUERY PLAN'][0]!.Plan)).toEqual(['Index Scan customer_in_order']);
    await database.operator((tx) => tx.sql("delete from customer where customer_id like 'page-%'"));
  });

  it('says the same of every table to the operator', async () => {
    const { rows } = await database.executeSql(
      "select distinct qual from pg_policies where schemaname = 'gatehouse' and policyname = 'of_operator'",
    );
    // Of the equation alone PostgreSQL expects one row in two hundred.
    expect(rows).toEqual([{ qual: "COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false)" }]);
  });

  it('shows the application role nothing while no scope is set', async () => {
    const { rows } = await database.executeSql(
      'begin; set local role gatehouse_app; select tenant_id from customer union all select tenant_id from tenant; commit',
    );
    expect(rows).toEqual([]);
  });

  it('leaves neither scope nor role behind on the connection', async () => {
    const state = statement<{ who: string }>(
      "select current_user || coalesce(current_setting('gatehouse.tenant', true), '') as who",
    );
    expect(await database.read(acmeRetail, state)).toEqual([{ who: 'gatehouse_appacme' }]);
    const { rows } = await database.executeSql(
      "select current_user <> 'gatehouse_app' and coalesce(current_setting('gatehouse.tenant', true), '') = '' as clean",
    );
    expect(rows).toEqual([{ clean: true }]);
  });

  it('keeps the walls when one statement runs under changing scopes', async () => {
    for (const scope of [...scopes, ...scopes.toReversed(), ...scopes]) {
      const [row] = await database.read(scope, allCustomers);
      expect(row).toMatchObject({ tenant_id: scope.tenantId, domain: scope.domain });
      expect(await database.operator((tx) => tx.run(allCustomers))).toHaveLength(3);
    }
  });

  it('lets the application role write only what its grants name', async () => {
    const forbidden = [
      'delete from customer',
      "update tenant set enabled = false where tenant_id = 'acme'",
      'select * from api_key',
      'select * from tenant_data_key',
      'select * from console_session',
      'select * from sign_in_failure',
      'update audit_event set act = act',
      'select * from migration',
      'create table mine (a integer)',
      'select password_hash from user_account',
      'select file_password_hash from user_account',
      'select * from user_account',
      'select u from user_account u',
      'select to_jsonb(u) from user_account u',
      "select 1 from user_account where password_hash like '$argon2id$%'",
      "update user_account set password_hash = ''",
      'select * from totp_factor',
      'select * from recovery_code',
      'select * from passkey',
      'select * from access_token',
      'select * from ceremony',
      'select * from person_link',
      'select * from identity_provider',
      'select * from webhook_secret',
      'select * from upload_token',
    ];
    for (const text of forbidden) {
      await expect(database.transaction(acmeRetail, (tx) => tx.sql(text))).rejects.toThrow(
        'permission denied',
      );
    }
  });

  it('shows the application role who people are, which every password hash stays apart from', async () => {
    await database.operator((tx) =>
      tx.sql(`insert into user_account (tenant_id, email, name, password_hash, roles, groups, enabled)
        values ('acme', 'ana@example.test', 'Ana', '$argon2id$hash', '{analyst}', '{}', true)`),
    );
    const people = 'select tenant_id, email, name, roles, groups, enabled from user_account';
    expect(await database.transaction(acmeRetail, (tx) => tx.sql(people))).toEqual([
      {
        tenant_id: 'acme',
        email: 'ana@example.test',
        name: 'Ana',
        roles: ['analyst'],
        groups: [],
        enabled: true,
      },
    ]);
    expect(await database.transaction(otherRetail, (tx) => tx.sql(people))).toEqual([]);
    expect(await database.operator((tx) => tx.sql('select password_hash from user_account'))).toEqual([
      { password_hash: '$argon2id$hash' },
    ]);
  });
});
