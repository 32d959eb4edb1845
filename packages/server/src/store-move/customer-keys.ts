import type { KeyObject } from 'node:crypto';
import type { RunSql } from '../database/bootstrap.ts';
import type { Scope } from '../lib/scope.ts';
import { type MasterKeys, unwrapDataKey } from '../lib/secrets.ts';
import { DomainKeys } from '../personal-keys/index.ts';

/** The key of a customer, or of a link without one, which goes with it. */
export interface CustomerKey extends Scope {
  readonly wrapped: Buffer;
}

const rowsOfPage = 1_000;

/** Makes and opens keys of a domain. */
export type DomainKeysOf = (scope: Scope) => DomainKeys;

/** Opens the data keys of all tenants. */
export async function readDomainKeys(run: RunSql, masterKeys: MasterKeys): Promise<DomainKeysOf> {
  const { rows } = await run<{ tenantId: string; wrappedKey: Buffer; masterKeyId: string }>(
    'select tenant_id as "tenantId", wrapped_key as "wrappedKey", master_key_id as "masterKeyId" from tenant_data_key',
  );
  const dataKeys = new Map(
    rows.map(({ tenantId, ...wrapped }) => [tenantId, unwrapDataKey(masterKeys, tenantId, wrapped)]),
  );
  const known = new Map<string, DomainKeys>();
  return ({ tenantId, domain }) => {
    const name = JSON.stringify([tenantId, domain]);
    const dataKey = dataKeys.get(tenantId);
    if (dataKey === undefined) throw new Error(`the tenant ${tenantId} has no data key`);
    const keys = known.get(name) ?? new DomainKeys({ tenantId, domain }, dataKey);
    known.set(name, keys);
    return keys;
  };
}

/** Opens keys one after the other. Rows of a customer often follow each other: the last key is kept. */
export function keyOpener(keysOf: DomainKeysOf): (keyId: string, key: CustomerKey) => KeyObject {
  let last: { readonly keyId: string; readonly key: KeyObject } | undefined;
  return (keyId, { wrapped, ...scope }) => {
    if (last?.keyId !== keyId) last = { keyId, key: keysOf(scope).open(keyId, wrapped) };
    return last.key;
  };
}

interface Row extends Scope {
  readonly keyId: string;
  readonly wrapped: Buffer | null;
}

/** What gets a key, and the column that has its ID. */
const keyed = [
  { table: 'customer', id: 'audit_id', order: 'customer_id', where: 'true' },
  {
    ...{ table: 'link', id: 'link_id', order: 'link_id' },
    where: `not exists (select from customer o where o.tenant_id = c.tenant_id and o.domain = c.domain and o.customer_id = c.customer_id)`,
  },
] as const;

/**
 * The keys of all customers by their audit IDs, and of links for which there is none yet by theirs. Those that had none get one.
 * @param read sees what is exported, all of it
 * @param write stores what is new at once; what is gone by then gets none that stays
 */
export async function customerKeys(
  { read, write }: { readonly read: RunSql; readonly write: RunSql },
  keysOf: DomainKeysOf,
): Promise<ReadonlyMap<string, CustomerKey>> {
  const keys = new Map<string, CustomerKey>();
  for (const of of keyed) {
    let after = ['', '', ''];
    for (;;) {
      const { rows } = await read<Row & { place: string } & Record<string, unknown>>(pageOf(of), after);
      const created: object[] = [];
      for (const { tenantId, domain, keyId, wrapped: known, place } of rows) {
        const wrapped = known ?? keysOf({ tenantId, domain }).create(keyId).wrapped;
        keys.set(keyId, { tenantId, domain, wrapped });
        if (known === null)
          created.push({ tenantId, domain, place, keyId, wrapped: wrapped.toString('base64') });
      }
      if (created.length > 0) await write(insertKeys(of), [JSON.stringify(created)]);
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsOfPage) break;
      after = [last.tenantId, last.domain, last.place];
    }
  }
  return keys;
}

type Keyed = (typeof keyed)[number];

const pageOf = ({ table, id, order, where }: Keyed) =>
  `select c.tenant_id as "tenantId", c.domain, c.${order}::text as place, c.${id}::text as "keyId", k.wrapped_key as wrapped
   from ${table} c left join personal_key k on k.tenant_id = c.tenant_id and k.domain = c.domain and k.key_id = c.${id}
   where (c.tenant_id, c.domain, c.${order}) > ($1, $2, ${order === 'link_id' ? `coalesce(nullif($3, ''), '${noId}')::uuid` : '$3'}) and ${where}
   order by c.tenant_id, c.domain, c.${order} limit ${rowsOfPage}`;

const noId = '00000000-0000-0000-0000-000000000000';

/** Where the row is still there: an erasure waits, or was first. */
const insertKeys = ({ table, id, order }: Keyed) => `
  with created as (
    select * from jsonb_to_recordset($1::jsonb) as k("tenantId" text, domain text, place text, "keyId" uuid, wrapped text)
  ), present as (
    select c.${id} as key_id from ${table} c
    join created k on c.tenant_id = k."tenantId" and c.domain = k.domain and c.${order} = k.place${order === 'link_id' ? '::uuid' : ''} and c.${id} = k."keyId"
    for key share of c
  )
  insert into personal_key (tenant_id, domain, key_id, wrapped_key)
  select "tenantId", domain, "keyId", decode(wrapped, 'base64') from created
  where "keyId" in (select key_id from present)
  on conflict do nothing`;
