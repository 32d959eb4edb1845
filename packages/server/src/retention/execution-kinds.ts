import type { Tx } from '../database/database.ts';
import { eraseExecutionStep, eraseUploads } from '../erasure/index.ts';
import { firstIdAt } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { executionsPerStep } from '../personal-data/index.ts';
import { findUploads } from '../uploads/index.ts';
import { type AgingKind, type KeptReason, pageOf, pageSize } from './aging-kind.ts';

interface Row {
  readonly key: string;
  readonly due: boolean;
  readonly kept: KeptReason | null;
}

const noId = '00000000-0000-0000-0000-000000000000';

/** Executions counted from the decision of their case, else from their end. $3 cutoff. */
function ages(where: string): string {
  return `with page as materialized (
      select execution_id, customer_id, state, created_at, finished_at from execution
      where tenant_id = $1 and domain = $2 and ${where} order by execution_id limit ${pageSize}
    )
    select p.execution_id::text as key,
      p.created_at < $3 and coalesce(greatest(p.finished_at, r.resolved_at), p.created_at) < $3 as due,
      case when exists (select from legal_hold h where h.tenant_id = $1 and h.domain = $2 and h.customer_id = p.customer_id
          and h.released_at is null and (h.case_no is null or h.case_no = r.case_no)) then 'HOLD'
        when r.case_no is not null and r.resolved_at is null then 'OPEN_CASE'
        when p.state in ('RUNNING', 'WAITING') then 'RUNNING' end as kept
    from page p left join case_record r on r.tenant_id = $1 and r.domain = $2 and r.execution_id = p.execution_id
    order by p.execution_id`;
}

/** Executions with their cases, hits and files, where they go earlier than their customer. */
export const executions: AgingKind = {
  unasked: 1_000,
  findPage: async (tx, scope, { cutoff, after }) =>
    pageOf(
      await tx.sql<Row & Record<string, unknown>>(
        ages('execution_id > $4::uuid and execution_id < $5::uuid'),
        [scope.tenantId, scope.domain, cutoff, after === '' ? noId : after, firstIdAt(cutoff)],
      ),
    ),
  remove: async (tools, scope, { keys, cutoff, save }) => {
    const filter = async (tx: Tx, executionIds: readonly string[]) => {
      const rows = await tx.sql<Row & Record<string, unknown>>(ages('execution_id = any($4::uuid[])'), [
        scope.tenantId,
        scope.domain,
        cutoff,
        executionIds,
      ]);
      const going = rows.filter(({ due, kept }) => due && kept === null).map(({ key }) => key);
      await endRejected(tx, scope, going);
      return going;
    };
    for (let at = 0; at < keys.length; at += executionsPerStep) {
      await eraseExecutionStep(tools, scope, {
        executionIds: keys.slice(at, at + executionsPerStep),
        filter,
        save: (tx, erased, count) => save(tx, count, erased),
      });
    }
  },
};

/** Who was rejected last has no relationship: the customer says so once that execution is gone. */
async function endRejected(tx: Tx, scope: Scope, executionIds: readonly string[]): Promise<void> {
  await tx.sql(
    `update customer c set relationship_ended_on = (e.finished_at at time zone 'UTC')::date
     from execution e
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = any($3::uuid[]) and e.decision = 'reject'
       and e.finished_at is not null and not exists (select from execution n where n.tenant_id = $1 and n.domain = $2
         and n.customer_id = e.customer_id and n.created_at > e.created_at)
       and c.tenant_id = $1 and c.domain = $2 and c.customer_id = e.customer_id and c.relationship_ended_on is null`,
    [scope.tenantId, scope.domain, executionIds],
  );
}

/** Files that no execution and no case refers to. $3 cutoff. */
function unreferenced(where: string): string {
  return `with page as materialized (
      select upload_id, uploaded_at from upload
      where tenant_id = $1 and domain = $2 and ${where} order by upload_id limit ${pageSize}
    )
    select u.upload_id::text as key, u.uploaded_at < $3
      and not exists (select from upload_reference r
        where r.tenant_id = $1 and r.domain = $2 and r.upload_id = u.upload_id)
      and not exists (select from case_attachment a
        where a.tenant_id = $1 and a.domain = $2 and a.upload_id = u.upload_id) as due, null as kept
    from page u order by u.upload_id`;
}

/** Uploaded files that nothing refers to, such as those of a submit that never came. */
export const uploads: AgingKind = {
  unasked: 1_000,
  findPage: async (tx, scope, { cutoff, after }) =>
    pageOf(
      await tx.sql<Row & Record<string, unknown>>(
        unreferenced('upload_id > $4::uuid and upload_id < $5::uuid'),
        [scope.tenantId, scope.domain, cutoff, after === '' ? noId : after, firstIdAt(cutoff)],
      ),
    ),
  remove: async ({ database, objectStore }, scope, { keys, cutoff, save }) => {
    const stillFree = async (tx: Tx, uploadIds: readonly string[]) =>
      (
        await tx.sql<Row & Record<string, unknown>>(unreferenced('upload_id = any($4::uuid[])'), [
          scope.tenantId,
          scope.domain,
          cutoff,
          uploadIds,
        ])
      )
        .filter(({ due }) => due)
        .map(({ key }) => key);
    const free = await database.operator((tx) => stillFree(tx, keys));
    for (const { objectKey } of await findUploads(database, scope, free)) await objectStore.remove(objectKey);
    await database.operator(async (tx) => {
      const erased: Record<string, number> = {};
      await eraseUploads(tx, scope, erased, free);
      const count = erased['upload'] ?? 0;
      if (count > 0) erased['file'] = count;
      await save(tx, count, erased);
    });
  },
};
