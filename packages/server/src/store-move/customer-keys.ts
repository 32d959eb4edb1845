import type { KeyObject } from 'node:crypto';
import type { RunSql } from '../database/bootstrap.ts';
import type { Scope } from '../lib/scope.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { DomainKeys } from '../personal-keys/index.ts';
import { dataKeyFinder } from './imported-keys.ts';

/** The key of a customer, which goes with it. */
export interface CustomerKey extends Scope {
  open(): KeyObject;
}

const customersOfPage = 1_000;

/** Makes and opens keys of domains. */
export type KeysOfDomain = (scope: Scope) => Promise<DomainKeys>;

export function keysOfDomains(run: RunSql, masterKeys: MasterKeys): KeysOfDomain {
  const dataKeyOf = dataKeyFinder(run, masterKeys);
  const known = new Map<string, DomainKeys>();
  return async ({ tenantId, domain }) => {
    const name = JSON.stringify([tenantId, domain]);
    const keys = known.get(name) ?? new DomainKeys({ tenantId, domain }, await dataKeyOf(tenantId));
    known.set(name, keys);
    return keys;
  };
}

interface Row extends Scope {
  readonly auditId: string;
  readonly customerId: string;
  readonly wrapped: Buffer | null;
}

/**
 * The keys of all customers by their audit IDs. Those that had none get one.
 * @param read sees the customers that are exported, all of them
 * @param write stores what is new at once; a customer that is gone by then gets none that stays
 */
export async function customerKeys(
  { read, write }: { readonly read: RunSql; readonly write: RunSql },
  keysOf: KeysOfDomain,
): Promise<ReadonlyMap<string, CustomerKey>> {
  const keys = new Map<string, CustomerKey>();
  let after = ['', '', ''];
  for (;;) {
    const { rows } = await read<Row & Record<string, unknown>>(
      `select c.tenant_id as "tenantId", c.domain, c.customer_id as "customerId", c.audit_id::text as "auditId", k.wrapped_key as wrapped
       from customer c left join personal_key k on k.tenant_id = c.tenant_id and k.domain = c.domain and k.key_id = c.audit_id
       where (c.tenant_id, c.domain, c.customer_id) > ($1, $2, $3)
       order by c.tenant_id, c.domain, c.customer_id limit ${customersOfPage}`,
      after,
    );
    const created: object[] = [];
    for (const { tenantId, domain, auditId, wrapped: known } of rows) {
      const ofDomain = await keysOf({ tenantId, domain });
      const wrapped = known ?? ofDomain.create(auditId).wrapped;
      keys.set(auditId, { tenantId, domain, open: () => ofDomain.open(auditId, wrapped) });
      if (known === null) created.push({ tenantId, domain, auditId, wrapped: wrapped.toString('base64') });
    }
    if (created.length > 0) await write(insertKeys, [JSON.stringify(created)]);
    const last = rows.at(-1);
    if (last === undefined || rows.length < customersOfPage) return keys;
    after = [last.tenantId, last.domain, last.customerId];
  }
}

const insertKeys = `
  with created as (
    select * from jsonb_to_recordset($1::jsonb) as k("tenantId" text, domain text, "auditId" uuid, wrapped text)
  ), present as (
    select c.audit_id from customer c join created k on c.tenant_id = k."tenantId" and c.domain = k.domain and c.audit_id = k."auditId"
    for key share of c
  )
  insert into personal_key (tenant_id, domain, key_id, wrapped_key)
  select "tenantId", domain, "auditId", decode(wrapped, 'base64') from created
  where "auditId" in (select audit_id from present)
  on conflict do nothing`;
