import type { EventType, Source } from '@gatehouse/contract';
import { type CustomerUpdate, mergedSubject } from '../customers/index.ts';
import { type Database, type Query, statement } from '../database/database.ts';
import type { ExecutionCreation, StoredExecution } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { todaySql } from '../tenants/index.ts';
import { type NewIdempotentSubmit, retentionInterval } from './idempotent-submits.ts';

/** Everything that an accepted submit writes beside its first job. */
export interface NewExecution {
  readonly executionId: string;
  readonly auditId: string;
  readonly eventType: EventType;
  readonly source: Source;
  readonly workflowId: string;
  readonly version: number;
  /** Null where a person of the tenant submits. */
  readonly apiKey: string | null;
  readonly person?: string;
  readonly requestId: string;
  /** Of the call's span; absent where traces are off. */
  readonly traceparent?: string | undefined;
  readonly customer: CustomerUpdate;
  readonly data: Readonly<Record<string, unknown>>;
  /** Absent: the submit has no `Idempotency-Key`. */
  readonly kept?: NewIdempotentSubmit | undefined;
}

/** SQLSTATE of a division by zero: how `deductUnitsSql` ends when too few units were left. */
const noUnitLeft = '22012';

/** Whether a quota that ran out has units again; a plain read, which fails for nobody. */
export async function hasUnits(database: Database, scope: Scope, eventType: EventType): Promise<boolean> {
  const rows = await database.read(
    scope,
    statement('select 1 from event_quota where tenant_id = $1 and event_type = $2 and used < granted', [
      scope.tenantId,
      eventType,
    ]),
  );
  return rows.length > 0;
}

/**
 * Writes everything of accepted submits of one event type in one round trip, of different customers and in the order of
 * these; answers what is stored of each execution, and nothing of one whose key is taken. Undefined when fewer units of the quota were left, and then nothing is
 * written. The jobs go first: the quota's row, on which all submits of a tenant meet, is then locked for the shortest
 * time.
 */
export async function insertExecutions(
  database: Database,
  scope: Scope,
  accepted: { readonly executions: readonly NewExecution[]; readonly creation: ExecutionCreation },
): Promise<readonly StoredExecution[] | undefined> {
  const { executions, creation } = accepted;
  try {
    const [, rows] = await database.atomic(scope, [
      creation.firstJobs,
      deductUnitsSql(scope, executions, creation),
    ]);
    return rows[0]!.stored ?? [];
  } catch (error) {
    if ((error as { code?: unknown }).code === noUnitLeft) return undefined;
    throw error;
  }
}

const submitted = `jsonb_to_recordset($4::jsonb) as s("executionId" uuid, "auditId" uuid, source text,
  "workflowId" text, version integer, "apiKey" text, person text, "requestId" text, "customerId" text, "customerType" text,
  name text, profile jsonb, subject jsonb, monitored boolean, "idType" text, "idNumber" text, data jsonb, traceparent text`;

const accepted = `with accepted as materialized (
  select s.* from ${submitted})
)`;

/**
 * Of submits with a key those whose key is free, or was taken too long ago. Whoever inserts the same key at this moment is
 * waited for. The keys go before the quota and in one order everywhere, so that nobody waits for each other.
 */
const acceptedByKey = `with given as materialized (
  select s.* from ${submitted}, "idempotencyKey" text, "requestDigest" text, answer jsonb, "answersWithinMs" integer)
), kept as (
  insert into idempotency_key as k (tenant_id, domain, key, execution_id, request_digest, answer, answers_until)
  select $1, $2, "idempotencyKey", "executionId", decode("requestDigest", 'hex'), answer,
    now() + "answersWithinMs" * interval '1 millisecond'
  from given where "idempotencyKey" is not null order by "idempotencyKey"
  on conflict (tenant_id, domain, key) do update set execution_id = excluded.execution_id,
    request_digest = excluded.request_digest, answer = excluded.answer, answers_until = excluded.answers_until,
    created_at = excluded.created_at
  where k.created_at <= now() - ${retentionInterval}
  returning execution_id
), accepted as materialized (
  select g.* from given g where g."idempotencyKey" is null or g."executionId" in (select execution_id from kept)
)`;

/**
 * One statement, because it is the hot path: the units of the event type's quota, and only with them the
 * customers, the executions, what they used and their audit rows. Without the units it fails, which undoes the
 * statements before it.
 */
function deductUnitsSql(
  scope: Scope,
  executions: readonly NewExecution[],
  { ownerNode }: ExecutionCreation,
): Query<{ readonly stored: StoredExecution[] | null }> {
  const hasKeys = executions.some(({ kept }) => kept !== undefined);
  return statement(
    `${hasKeys ? acceptedByKey : accepted}, unit as (
       update event_quota set used = used + (select count(*) from accepted)::integer
       where tenant_id = $1 and event_type = $3 and used + (select count(*) from accepted) <= granted
       returning 1
     ), submitted as materialized (
       select a.* from unit, accepted a
     ), profile as (
       insert into customer as c (tenant_id, domain, customer_id, customer_type, name, profile, id_type, id_number, subject, monitored)
       select $1, $2, "customerId", "customerType", name, profile, "idType", "idNumber", subject, monitored from submitted
       on conflict (tenant_id, domain, customer_id) do update set
         customer_type = coalesce(excluded.customer_type, c.customer_type), name = coalesce(excluded.name, c.name),
         profile = c.profile || excluded.profile, subject = ${mergedSubject},
         monitored = coalesce(excluded.monitored, c.monitored), changed_in = excluded.changed_in, updated_at = now()
       returning c.*
     ), born as (
       insert into execution (tenant_id, domain, execution_id, job_id, event_type, source, workflow_id,
         workflow_version, api_key, request_id, customer_id, data, state, owner_node, trace_parent)
       select $1, $2, "executionId", "executionId", $3, source, "workflowId", version, "apiKey", "requestId",
         "customerId", data, 'RUNNING', $5, traceparent
       from submitted
       returning execution_id, customer_id, data
     ), billed as (
       insert into daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
       select $1, $2, ${todaySql}, 'event', $3, "apiKey", count(*) from submitted group by "apiKey"
     ), audited as (
       insert into audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail)
       select $1, $2, "auditId", case when person is null then 'api_key' else 'user' end, coalesce(person, "apiKey"), 'execution.submit', 'execution', "executionId"::text,
         jsonb_build_object('eventType', $3::text, 'workflow', "workflowId" || '@' || version, 'customerId', "customerId", 'requestId', "requestId")
       from submitted
     )
     select 1 / (select count(*) from unit) as enough, jsonb_agg(jsonb_build_object(
       'executionId', b.execution_id, 'data', b.data, 'watchlistRevision', (select watchlist_revision from tenant where tenant_id = $1),
       'customer', jsonb_build_object('customerId', p.customer_id, 'customerType', p.customer_type, 'name', p.name,
         'profile', p.profile, 'idType', p.id_type, 'idNumber', p.id_number))) as stored
     from born b join profile p using (customer_id)`,
    [
      scope.tenantId,
      scope.domain,
      executions[0]!.eventType,
      JSON.stringify(
        executions.map(({ customer, kept, ...execution }) => ({ ...execution, ...customer, ...kept })),
      ),
      ownerNode,
    ],
  );
}
