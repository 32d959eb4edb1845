import type { ConsoleData, ErasureView } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { insertInto, type Query } from '../database/index.ts';
import { isStayingTenant } from '../database/running-tenants.ts';
import type { Scope } from '../lib/scope.ts';
import type { ErasedRows } from './erase-rows.ts';

/** A request to erase a customer. */
export interface Erasure {
  readonly erasureId: string;
  /** Null once the customer is erased. */
  readonly customerId: string | null;
  readonly auditId: string;
  readonly reason: string;
  readonly state: ErasureView['state'];
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
  readonly refusal: string | null;
  readonly erased: ErasedRows;
  readonly finishedAt: Date | null;
  /** A restored store had the customer again: nothing that stands open forbids to erase it. */
  readonly repeated: boolean;
  /** Attempts that failed since the last step that did not. */
  readonly failures: number;
  readonly failure: string | null;
  readonly retryAt: Date | null;
}

const columns = `erasure_id::text as "erasureId", customer_id as "customerId", customer_audit_id::text as "auditId", reason, state,
  requested_by as "requestedBy", requested_at as "requestedAt", answered_by as "answeredBy", answered_at as "answeredAt", refusal,
  erased, finished_at as "finishedAt", repeated, failures, failure, retry_at as "retryAt"`;

const place = `(state in ('REQUESTED', 'CONFIRMED'), requested_at, erasure_id)`;

/** The newest requests of a domain, after the one that a page before ended with; those that are open come first, whatever their age. */
export function readErasures(
  tx: Tx,
  scope: Scope,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Erasure[]> {
  return tx.sql<Erasure & Record<string, unknown>>(
    `select ${columns} from erasure where tenant_id = $1 and domain = $2 and ($4::uuid is null or ${place} <
       (select state in ('REQUESTED', 'CONFIRMED'), requested_at, erasure_id from erasure
        where tenant_id = $1 and domain = $2 and erasure_id = $4::uuid))
     order by state in ('REQUESTED', 'CONFIRMED') desc, requested_at desc, erasure_id desc limit $3`,
    [scope.tenantId, scope.domain, limit, after],
  );
}

export async function readErasure(tx: Tx, scope: Scope, erasureId: string): Promise<Erasure | undefined> {
  const [row] = await tx.sql<Erasure & Record<string, unknown>>(
    `select ${columns} from erasure where tenant_id = $1 and domain = $2 and erasure_id = $3`,
    [scope.tenantId, scope.domain, erasureId],
  );
  return row;
}

/** The request that is still to be answered or carried out; until the transaction ends, unless it is only to be shown. */
export async function readOpenErasure(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string } | { readonly erasureId: string },
  lock: 'for update' | '' = 'for update',
): Promise<Erasure | undefined> {
  const [column, value] = 'customerId' in of ? ['customer_id', of.customerId] : ['erasure_id', of.erasureId];
  const [row] = await tx.sql<Erasure & Record<string, unknown>>(
    `select ${columns} from erasure
     where tenant_id = $1 and domain = $2 and ${column} = $3 and state in ('REQUESTED', 'CONFIRMED') ${lock}`,
    [scope.tenantId, scope.domain, value],
  );
  return row;
}

export function insertErasure(
  scope: Scope,
  of: {
    readonly erasureId: string;
    readonly customerId: string;
    readonly auditId: string;
    readonly reason: string;
    readonly requestedBy: string;
  },
): Query<never> {
  return insertInto('erasure', {
    tenant_id: scope.tenantId,
    domain: scope.domain,
    erasure_id: of.erasureId,
    customer_id: of.customerId,
    customer_audit_id: of.auditId,
    reason: of.reason,
    requested_by: of.requestedBy,
  });
}

export async function answerErasure(
  tx: Tx,
  scope: Scope,
  of: {
    readonly erasureId: string;
    readonly state: 'CONFIRMED' | 'REFUSED';
    readonly answeredBy: string;
    readonly refusal: string | null;
  },
): Promise<void> {
  await tx.sql(
    `update erasure set state = $4, answered_by = $5, answered_at = now(), refusal = $6
     where tenant_id = $1 and domain = $2 and erasure_id = $3`,
    [scope.tenantId, scope.domain, of.erasureId, of.state, of.answeredBy, of.refusal],
  );
}

/** Adds what a step erased; the last one also forgets what callers called the customer. */
export async function saveErased(
  tx: Tx,
  scope: Scope,
  of: { readonly erasureId: string; readonly erased: ErasedRows; readonly isDone: boolean },
): Promise<void> {
  await tx.sql(
    `update erasure set erased = $4::jsonb, failures = 0, failure = null, retry_at = null, state = case when $5 then 'DONE' else state end,
       customer_id = case when $5 then null else customer_id end, finished_at = case when $5 then now() end
     where tenant_id = $1 and domain = $2 and erasure_id = $3`,
    [scope.tenantId, scope.domain, of.erasureId, JSON.stringify(of.erased), of.isDone],
  );
}

/** Keeps that an attempt failed, and when the next one is due: after a second, then twice as long each time, at most an hour. */
export async function saveFailure(tx: Tx, erasure: ConfirmedErasure, failure: string): Promise<void> {
  await tx.sql(
    `update erasure set failures = failures + 1, failure = $4,
       retry_at = now() + make_interval(secs => least(3600, power(2, least(failures, 12))))
     where tenant_id = $1 and domain = $2 and erasure_id = $3 and state = 'CONFIRMED'`,
    [erasure.tenantId, erasure.domain, erasure.erasureId, failure],
  );
}

/** A confirmed erasure of any tenant. */
export interface ConfirmedErasure extends Scope {
  readonly erasureId: string;
}

/** Confirmed erasures of all tenants; in operator transactions alone. */
export function findConfirmedErasures(
  tx: Tx,
  limit: number,
  after: ConfirmedErasure | undefined,
): Promise<ConfirmedErasure[]> {
  return tx.sql<ConfirmedErasure & Record<string, unknown>>(
    `select tenant_id as "tenantId", domain, erasure_id::text as "erasureId" from erasure
     where state = 'CONFIRMED' and ${isStayingTenant('erasure.tenant_id')} and (retry_at is null or retry_at <= now()) and ($2::text is null or (tenant_id, domain, erasure_id) > ($2, $3, $4::uuid))
     order by tenant_id, domain, erasure_id limit $1`,
    [limit, after?.tenantId ?? null, after?.domain ?? null, after?.erasureId ?? null],
  );
}

/** What an erasure would delete, counted. */
type ErasureExtent = ConsoleData<'erasures.preview'>['extent'];

export async function readExtent(tx: Tx, scope: Scope, customerId: string): Promise<ErasureExtent> {
  const count = (table: string) =>
    `(select count(*)::int from ${table} where tenant_id = $1 and domain = $2 and customer_id = $3)`;
  const [row] = await tx.sql<ErasureExtent & Record<string, unknown>>(
    `select ${count('execution')} as executions, ${count('case_record')} as cases, ${count('alert')} as hits,
       ${count('ruling')} as rulings,
       (select count(*)::int from webhook_delivery d join execution e using (tenant_id, domain, execution_id)
        where e.tenant_id = $1 and e.domain = $2 and e.customer_id = $3) as deliveries`,
    [scope.tenantId, scope.domain, customerId],
  );
  return row!;
}

export async function readName(tx: Tx, scope: Scope, customerId: string): Promise<string | null> {
  const [row] = await tx.sql<{ name: string | null }>(
    'select name from customer where tenant_id = $1 and domain = $2 and customer_id = $3',
    [scope.tenantId, scope.domain, customerId],
  );
  return row?.name ?? null;
}
