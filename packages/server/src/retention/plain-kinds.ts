import type { Tx } from '../database/database.ts';
import { eraseDetailsOf } from '../erasure/index.ts';
import { firstIdAt } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { type DomainKeys, deletePersonalKeys } from '../personal-keys/index.ts';
import { expungeDeliveries } from '../webhooks/deliveries/index.ts';
import { type AgingKind, pageOf, pageSize } from './aging-kind.ts';

/** Kinds that go by one time of their own, and have no files. */

const noId = '00000000-0000-0000-0000-000000000000';
const beginning = `0001-01-01 00:00:00/${noId}`;

interface PlainKind extends Pick<AgingKind, 'ofTenant' | 'unasked'> {
  /**
   * Rows of `$1`, `$2` after `$4` in their order, with `key`, whether they are `due` by the cutoff `$3` and why they are `kept`; `$5`
   * is the first id from the cutoff on.
   */
  readonly page: string;
  readonly first: string;
  /** Deletes those of the keys `$3` that nothing keeps; counts rows by table. The first table counts the things. */
  remove(
    tx: Tx,
    scope: Scope,
    keys: readonly string[],
    domainKeys: DomainKeys,
  ): Promise<Record<string, number>>;
}

function plain(kind: PlainKind): AgingKind {
  const find = (tx: Tx, scope: Scope, cutoff: Date, after: string) =>
    tx.sql<{ key: string; due: boolean; kept: 'HOLD' | 'RUNNING' | null }>(kind.page, [
      scope.tenantId,
      scope.domain,
      cutoff,
      after,
      firstIdAt(cutoff),
    ]);
  return {
    unasked: kind.unasked,
    ...(kind.ofTenant && { ofTenant: kind.ofTenant }),
    findPage: async (tx, scope, { cutoff, after }) =>
      pageOf(await find(tx, scope, cutoff, after === '' ? kind.first : after)),
    remove: async ({ database, personalKeys }, scope, { keys, cutoff, after, save }) => {
      const domainKeys = await personalKeys.ofDomain(scope);
      await database.operator(async (tx) => {
        // A hold counts that was placed meanwhile.
        const page = await find(tx, scope, cutoff, after === '' ? kind.first : after);
        const free = new Set(page.filter(({ due, kept }) => due && kept === null).map(({ key }) => key));
        const rows = await kind.remove(
          tx,
          scope,
          keys.filter((key) => free.has(key)),
          domainKeys,
        );
        await save(tx, Object.values(rows)[0] ?? 0, rows);
      });
    },
  };
}

async function counted(tx: Tx, text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `with gone as (${text} returning 1) select count(*)::int as count from gone`,
    values,
  );
  return row!.count;
}

/** A hold on whom `customer` names, or on the case of its `execution`. */
function held(customer: string, execution: string): string {
  return `exists (select from legal_hold h where h.tenant_id = $1 and h.domain = $2 and h.released_at is null
    and h.customer_id = ${customer} and (h.case_no is null or h.case_no =
      (select r.case_no from case_record r where r.tenant_id = $1 and r.domain = $2 and r.execution_id = ${execution})))`;
}

/** Key of a row by time and id, which sorts as they do. */
const timed = (at: string, id: string) => `(${at} at time zone 'UTC')::text || '/' || ${id}`;
const afterTimed = (at: string, id: string) =>
  `(${at}, ${id}) > ((split_part($4, '/', 1) || '+00')::timestamptz, split_part($4, '/', 2)::uuid)`;
const idsOf = (keys: readonly string[]) => keys.map((key) => key.slice(key.indexOf('/') + 1));

/** Messages of whom a hold is on: the audit log alone says whose they are, by link or code. */
const heldMessages = `select a.detail ->> 'messageId' from legal_hold h
  join execution e on e.tenant_id = h.tenant_id and e.domain = h.domain and e.customer_id = h.customer_id
  left join link l on l.tenant_id = e.tenant_id and l.domain = e.domain and l.execution_id = e.execution_id
  left join lateral gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v on true
  join audit_event a on a.tenant_id = e.tenant_id and a.domain = e.domain and (
    a.object_kind = 'link' and a.object_id = l.link_id::text
    or a.object_kind = 'code' and a.object_id in (e.execution_id || '/' || v.node_id, e.execution_id || '/' || e.node_id))
  where h.tenant_id = $1 and h.domain = $2 and h.released_at is null and a.detail ? 'messageId'`;

export const messages = plain({
  unasked: 100_000,
  first: beginning,
  page: `with page as materialized (
      select created_at, message_id from message
      where tenant_id = $1 and domain = $2 and created_at < $3 and ${afterTimed('created_at', 'message_id')} and $5::uuid is not null
      order by created_at, message_id limit ${pageSize}
    ), held as (${heldMessages})
    select ${timed('created_at', 'message_id')} as key, true as due,
      case when message_id::text in (select * from held) then 'HOLD' end as kept
    from page order by created_at, message_id`,
  remove: async (tx, { tenantId, domain }, keys) => ({
    message: await counted(
      tx,
      'delete from message where tenant_id = $1 and domain = $2 and message_id = any($3::uuid[])',
      [tenantId, domain, idsOf(keys)],
    ),
  }),
});

/** What calls of webhooks sent and were answered. What proves the call stays: when, to which address, hash of the body, status. */
export const webhookContent = plain({
  unasked: 100_000,
  first: beginning,
  page: `with page as materialized (
      select finished_at, delivery_id, execution_id from webhook_delivery
      where tenant_id = $1 and domain = $2 and finished_at is not null and expunged_at is null and finished_at < $3
        and ${afterTimed('finished_at', 'delivery_id')} and $5::uuid is not null
      order by finished_at, delivery_id limit ${pageSize}
    )
    select ${timed('p.finished_at', 'p.delivery_id')} as key, true as due,
      case when ${held('e.customer_id', 'e.execution_id')} then 'HOLD' end as kept
    from page p left join execution e on e.tenant_id = $1 and e.domain = $2 and e.execution_id = p.execution_id
    order by p.finished_at, p.delivery_id`,
  remove: async (tx, scope, keys, domainKeys) => {
    const gone = await expungeDeliveries(tx, scope, { domainKeys, deliveryIds: idsOf(keys) });
    return { webhook_delivery: gone.deliveries, webhook_attempt: gone.attempts };
  },
});

/** Quick scans from which no case was opened; the others go with their execution. */
export const quickScans = plain({
  unasked: 1_000,
  first: noId,
  page: `select scan_id::text as key,
      case_execution_id is null and case_requested_at is null and coalesce(finished_at, created_at) < $3 as due,
      case when state = 'RUNNING' then 'RUNNING' end as kept
    from quick_scan where tenant_id = $1 and domain = $2 and scan_id > $4::uuid and scan_id < $5::uuid
    order by scan_id limit ${pageSize}`,
  remove: async (tx, { tenantId, domain }, keys) => {
    const rows = await tx.sql<{ id: string }>(
      `select scan_id::text as id from quick_scan where tenant_id = $1 and domain = $2 and scan_id = any($3::uuid[])
       and case_execution_id is null and case_requested_at is null for update`,
      [tenantId, domain, keys],
    );
    const values = [tenantId, domain, rows.map(({ id }) => id)];
    const of = 'tenant_id = $1 and domain = $2 and scan_id = any($3::uuid[])';
    const hits = await counted(tx, `delete from quick_scan_hit where ${of}`, values);
    await deletePersonalKeys(
      tx,
      { tenantId, domain },
      rows.map(({ id }) => id),
    );
    return {
      quick_scan: await counted(tx, `delete from quick_scan where ${of}`, values),
      quick_scan_hit: hits,
      audit_event: await emptyDetails(tx, { tenantId, domain }, 'quickscan', values[2] as string[]),
    };
  },
});

/** Reports of monitoring runs that ended, with the customers that they concerned. */
export const monitoring = plain({
  unasked: 1_000,
  first: noId,
  page: `select run_id::text as key, coalesce(finished_at, ordered_at) < $3 as due,
      case when state not in ('DONE', 'FAILED') then 'RUNNING'
        when exists (select from legal_hold h where h.tenant_id = $1 and h.domain = $2 and h.released_at is null and
          (h.customer_id = m.customer_id or exists (select from monitoring_start s where s.tenant_id = $1 and s.domain = $2
            and s.run_id = m.run_id and s.customer_id = h.customer_id))) then 'HOLD' end as kept
    from monitoring_run m where tenant_id = $1 and domain = $2 and run_id > $4::uuid and run_id < $5::uuid
    order by run_id limit ${pageSize}`,
  remove: async (tx, { tenantId, domain }, keys) => {
    const values = [tenantId, domain, keys];
    const of = 'tenant_id = $1 and domain = $2 and run_id = any($3::uuid[])';
    const starts = await counted(tx, `delete from monitoring_start where ${of}`, values);
    return {
      monitoring_run: await counted(
        tx,
        `delete from monitoring_run where ${of} and state in ('DONE', 'FAILED')`,
        values,
      ),
      monitoring_start: starts,
      audit_event: await emptyDetails(tx, { tenantId, domain }, 'monitoringRun', keys),
    };
  },
});

/** Tests of screening with their reports, samples and rulings. */
export const assurance = plain({
  unasked: 1_000,
  first: noId,
  page: `select run_id::text as key, coalesce(finished_at, ordered_at) < $3 as due,
      case when state = 'ORDERED' then 'RUNNING'
        when exists (select from legal_hold h where h.tenant_id = $1 and h.domain = $2 and h.released_at is null and (
          exists (select from assurance_customer c where c.tenant_id = $1 and c.domain = $2 and c.run_id = r.run_id
            and c.customer_id = h.customer_id)
          or exists (select from assurance_pair p where p.tenant_id = $1 and p.domain = $2 and p.run_id = r.run_id
            and p.customer_id = h.customer_id))) then 'HOLD' end as kept
    from assurance_run r where tenant_id = $1 and domain = $2 and run_id > $4::uuid and run_id < $5::uuid
    order by run_id limit ${pageSize}`,
  remove: async (tx, { tenantId, domain }, keys) => {
    const deleted = (table: string) =>
      counted(tx, `delete from ${table} where tenant_id = $1 and domain = $2 and run_id = any($3::uuid[])`, [
        tenantId,
        domain,
        keys,
      ]);
    const [assurance_pair, assurance_customer, assurance_file] = [
      await deleted('assurance_pair'),
      await deleted('assurance_customer'),
      await deleted('assurance_file'),
    ];
    return {
      assurance_run: await deleted('assurance_run'),
      assurance_pair,
      assurance_customer,
      assurance_file,
    };
  },
});

/** The ledger of credits, where stores from before 0051 have units of executions too. Sums by day name nobody, and stay. */
export const usage = plain({
  unasked: 100_000,
  first: noId,
  page: `select reference::text as key, max(at) < $3 as due, null as kept
    from usage_ledger where tenant_id = $1 and domain = $2 and reference > $4::uuid and reference < $5::uuid
    group by reference order by reference limit ${pageSize}`,
  remove: async (tx, { tenantId, domain }, keys) => ({
    usage_ledger: await counted(
      tx,
      'delete from usage_ledger where tenant_id = $1 and domain = $2 and reference = any($3::uuid[])',
      [tenantId, domain, keys],
    ),
  }),
});

/** Kinds of objects whose records lose their details with the customer they belong to. */
const ofCustomers =
  "('customer', 'execution', 'case', 'link', 'delivery', 'quickscan', 'message', 'upload', 'code', 'hold', 'erasure', 'monitoringRun')";

/** Details of audit records that belong to no customer: of people, keys, settings, workflows. The records stay. */
export const auditDetails = plain({
  ofTenant: true,
  unasked: 10_000,
  first: noId,
  page: `select event_id::text as key, at < $3 as due,
      case when exists (select from legal_hold h where h.tenant_id = $1 and (h.domain = $2 or $2 = '') and h.released_at is null
        and h.customer_id in (detail ->> 'customerId', detail ->> 'objectId')) then 'HOLD' end as kept
    from audit_event where tenant_id = $1 and domain = $2 and event_id > $4::uuid and event_id < $5::uuid
      and detail_hash is null and detail <> '{}' and object_kind not in ${ofCustomers}
    order by event_id limit ${pageSize}`,
  remove: async (tx, scope, keys) => ({ audit_event: await eraseDetailsOf(tx, scope, keys) }),
});

async function emptyDetails(tx: Tx, scope: Scope, kind: string, ids: readonly string[]): Promise<number> {
  const rows = await tx.sql<{ id: string }>(
    `select event_id::text as id from audit_event
     where tenant_id = $1 and domain = $2 and object_kind = $3 and object_id = any($4::text[])`,
    [scope.tenantId, scope.domain, kind, ids],
  );
  return eraseDetailsOf(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
}
