import type { EventType, Source } from '@gatehouse/contract';
import type { CustomerUpdate } from '../customers/index.ts';
import { type Database, type Query, statement } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** Everything that an accepted submit writes beside its first job. */
export interface NewExecution {
  readonly executionId: string;
  readonly auditId: string;
  readonly eventType: EventType;
  readonly source: Source;
  readonly workflowId: string;
  readonly version: number;
  readonly apiKey: string;
  readonly requestId: string;
  readonly customer: CustomerUpdate;
  readonly data: Readonly<Record<string, unknown>>;
}

/** SQLSTATE of a division by zero: how `takingUnit` ends when no unit was left. */
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
 * Writes everything of an accepted submit in one round trip; false when no unit of the quota was left, and
 * then nothing is written. The job goes first: the quota's row, on which all submits of a tenant meet, is
 * then locked for the shortest time.
 */
export async function insertExecution(
  database: Database,
  scope: Scope,
  accepted: { readonly execution: NewExecution; readonly firstJob: Query<unknown> },
): Promise<boolean> {
  try {
    await database.atomic(scope, [accepted.firstJob, takingUnit(scope, accepted.execution)]);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === noUnitLeft) return false;
    throw error;
  }
}

/**
 * One statement, because it is the hot path: one unit of the event type's quota, and only with it the
 * customer, the execution, its ledger row and its audit row. Without a unit it fails, which undoes the
 * statements before it.
 */
function takingUnit(scope: Scope, execution: NewExecution): Query<unknown> {
  const { customer } = execution;
  return statement(
    `with unit as (
       update event_quota set used = used + 1
       where tenant_id = $1 and event_type = $4 and used < granted
       returning 1
     ), profile as (
       insert into customer as c (tenant_id, domain, customer_id, customer_type, name, profile, id_type, id_number, subject, monitored)
       select $1, $2, $10, $11, $12, $13::jsonb, $14, $15, $18::jsonb, $19 from unit
       on conflict (tenant_id, domain, customer_id) do update set
         customer_type = coalesce(excluded.customer_type, c.customer_type), name = coalesce(excluded.name, c.name),
         profile = c.profile || excluded.profile, subject = coalesce(excluded.subject, c.subject),
         monitored = coalesce(excluded.monitored, c.monitored), changed_in = excluded.changed_in, updated_at = now()
     ), born as (
       insert into execution (tenant_id, domain, execution_id, job_id, event_type, source, workflow_id,
         workflow_version, api_key, request_id, customer_id, data, state)
       select $1, $2, $3::uuid, $3::uuid, $4, $5, $6, $7, $8, $9, $10, $16::jsonb, 'RUNNING' from unit
     ), billed as (
       insert into usage_ledger (tenant_id, domain, reference, kind, unit, units, api_key)
       select $1, $2, $3::uuid, 'event', $4, 1, $8 from unit
     ), audited as (
       insert into audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail)
       select $1, $2, $17::uuid, 'api_key', $8, 'execution.submit', 'execution', $3::text,
         jsonb_build_object('eventType', $4::text, 'workflow', $6::text || '@' || $7::integer, 'customerId', $10::text, 'requestId', $9::text)
       from unit
     )
     select 1 / count(*) from unit`,
    [
      scope.tenantId,
      scope.domain,
      execution.executionId,
      execution.eventType,
      execution.source,
      execution.workflowId,
      execution.version,
      execution.apiKey,
      execution.requestId,
      customer.customerId,
      customer.customerType,
      customer.name,
      JSON.stringify(customer.profile),
      customer.idType,
      customer.idNumber,
      JSON.stringify(execution.data),
      execution.auditId,
      customer.subject && JSON.stringify(customer.subject),
      customer.monitored,
    ],
  );
}
