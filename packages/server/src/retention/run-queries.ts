import type { RetentionKind, RetentionRule, RetentionRunView } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { insertInto } from '../database/index.ts';
import { isStayingTenant } from '../database/running-tenants.ts';
import type { ErasedRows } from '../erasure/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { KeptReason } from './aging-kind.ts';
import type { WaitsFor } from './plausibility.ts';

type ByKind<Value> = Readonly<Partial<Record<RetentionKind, Value>>>;
export type Kept = Readonly<Partial<Record<KeptReason, number>>>;

/** What a run took of a kind. */
interface Removed {
  readonly count: number;
  readonly rows: ErasedRows;
}

/** A run of retention over a domain, on one day. */
export interface RetentionRun {
  readonly runId: string;
  readonly domain: string;
  readonly state: RetentionRunView['state'];
  readonly asOf: Date;
  readonly periods: ByKind<RetentionRule>;
  /** Where it is; null: at its first kind. */
  readonly kind: RetentionKind | null;
  readonly cursor: string | null;
  readonly due: ByKind<number>;
  readonly kept: ByKind<Kept>;
  readonly removed: ByKind<Removed>;
  readonly waitsFor: WaitsFor | null;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
  readonly failure: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const columns = `run_id::text as "runId", domain, state, as_of as "asOf", periods, kind, cursor, due, kept, removed,
  waits_for as "waitsFor", answered_by as "answeredBy", answered_at as "answeredAt", failure, started_at as "startedAt",
  finished_at as "finishedAt"`;

export type RunRow = RetentionRun & Record<string, unknown>;

/** The newest runs of a domain, and of what belongs to no domain. */
export function readRuns(tx: Tx, scope: Scope, limit: number): Promise<RunRow[]> {
  return tx.sql<RunRow>(
    `select ${columns} from retention_run where tenant_id = $1 and domain in ('', $2)
     order by started_at desc, run_id desc limit $3`,
    [scope.tenantId, scope.domain, limit],
  );
}

/** As of when the next run of a domain counts: a day after the one before, or now. One that a wrong clock dated later is left aside, as `findDueScopes` does. */
export async function readNextRun(tx: Tx, { tenantId, domain }: Scope, now: Date): Promise<Date> {
  const [row] = await tx.sql<{ at: Date }>(
    `select max(as_of) + interval '1 day' as at from retention_run
     where tenant_id = $1 and domain = $2 and as_of <= $3::timestamptz having max(as_of) + interval '1 day' > $3::timestamptz`,
    [tenantId, domain, now],
  );
  return row?.at ?? now;
}

/** A run, locked until the transaction ends. */
export async function lockRun(tx: Tx, scope: Scope, runId: string): Promise<RunRow | undefined> {
  const [row] = await tx.sql<RunRow>(
    `select ${columns} from retention_run where tenant_id = $1 and domain = $2 and run_id = $3 for update`,
    [scope.tenantId, scope.domain, runId],
  );
  return row;
}

/** Domains of all tenants in which no run is under way or began within a day before; in operator transactions alone. */
export function findDueScopes(tx: Tx, now: Date): Promise<(Scope & Record<string, unknown>)[]> {
  return tx.sql<Scope & Record<string, unknown>>(
    `with place as (
       select tenant_id, domain from tenant_domain union all select tenant_id, '' from tenant)
     select p.tenant_id as "tenantId", p.domain from place p
     where ${isStayingTenant('p.tenant_id')} and not exists (select from retention_run r where r.tenant_id = p.tenant_id and r.domain = p.domain
       and (r.state in ('COUNTING', 'WAITING', 'RUNNING')
         or r.as_of <= $1::timestamptz and r.as_of > $1::timestamptz - interval '1 day'))
     order by p.tenant_id, p.domain`,
    [now],
  );
}

/** Starts a run, unless another server node did. */
export async function insertRun(
  tx: Tx,
  scope: Scope,
  of: { readonly asOf: Date; readonly periods: ByKind<RetentionRule> },
): Promise<void> {
  const insert = insertInto('retention_run', {
    tenant_id: scope.tenantId,
    domain: scope.domain,
    run_id: newId(),
    state: 'COUNTING',
    as_of: of.asOf,
    periods: JSON.stringify(of.periods),
  });
  await tx.sql(`${insert.text} on conflict do nothing`, insert.values);
}

export interface OpenRun extends Scope {
  readonly runId: string;
}

/** Runs of all tenants that go on by themselves; in operator transactions alone. */
export function findOpenRuns(tx: Tx): Promise<(OpenRun & Record<string, unknown>)[]> {
  return tx.sql<OpenRun & Record<string, unknown>>(
    `select tenant_id as "tenantId", domain, run_id::text as "runId" from retention_run
     where state in ('COUNTING', 'RUNNING') and ${isStayingTenant('retention_run.tenant_id')}
     order by started_at, run_id`,
  );
}

/** Claims a run for a minute, where no other server node has it. */
export async function claimRun(tx: Tx, { tenantId, domain, runId }: OpenRun, node: string): Promise<boolean> {
  const rows = await tx.sql(
    `update retention_run set claimed_by = $4, claimed_until = clock_timestamp() + interval '1 minute'
     where tenant_id = $1 and domain = $2 and run_id = $3 and state in ('COUNTING', 'RUNNING')
       and ${isStayingTenant('retention_run.tenant_id')}
       and (claimed_by is null or claimed_by = $4 or claimed_until < clock_timestamp()) returning 1`,
    [tenantId, domain, runId, node],
  );
  return rows.length > 0;
}

/** To when the ages of the last run that ended by itself were counted, and the most that one of the last 30 took. */
export async function readHistory(
  tx: Tx,
  scope: Scope,
  asOf: Date,
): Promise<{ readonly before: Date | undefined; readonly largest: ByKind<number> }> {
  const rows = await tx.sql<{ asOf: Date; removed: ByKind<Removed> }>(
    `select as_of as "asOf", removed from retention_run
     where tenant_id = $1 and domain = $2 and state = 'DONE' and as_of < $3 order by as_of desc limit 30`,
    [scope.tenantId, scope.domain, asOf],
  );
  const largest: Partial<Record<RetentionKind, number>> = {};
  for (const { removed } of rows) {
    for (const [kind, { count }] of Object.entries(removed) as [RetentionKind, Removed][]) {
      largest[kind] = Math.max(largest[kind] ?? 0, count);
    }
  }
  return { before: rows[0]?.asOf, largest };
}

type RunChange = Partial<
  Pick<
    RetentionRun,
    | 'state'
    | 'kind'
    | 'cursor'
    | 'due'
    | 'kept'
    | 'removed'
    | 'waitsFor'
    | 'failure'
    | 'finishedAt'
    | 'answeredBy'
    | 'answeredAt'
  >
>;

const columnOf = {
  state: 'state',
  kind: 'kind',
  cursor: 'cursor',
  due: 'due',
  kept: 'kept',
  removed: 'removed',
  waitsFor: 'waits_for',
  failure: 'failure',
  finishedAt: 'finished_at',
  answeredBy: 'answered_by',
  answeredAt: 'answered_at',
} as const satisfies Record<keyof RunChange, string>;
const jsonColumns: readonly string[] = ['due', 'kept', 'removed', 'waitsFor'];

/** Changes a run that the transaction has locked. */
export async function changeRun(tx: Tx, scope: Scope, runId: string, change: RunChange): Promise<void> {
  const entries = Object.entries(change) as [keyof RunChange, unknown][];
  const sets = entries.map(([name], index) => `${columnOf[name]} = $${index + 4}`);
  await tx.sql(
    `update retention_run set ${sets.join(', ')} where tenant_id = $1 and domain = $2 and run_id = $3`,
    [
      scope.tenantId,
      scope.domain,
      runId,
      ...entries.map(([name, value]) =>
        jsonColumns.includes(name) && value !== null ? JSON.stringify(value) : value,
      ),
    ],
  );
}
