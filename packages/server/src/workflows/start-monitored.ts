import { type MonitoringReason, selfRole } from '@gatehouse/contract';
import { recordAudits } from '../audit/index.ts';
import { hasSubject, screenedSubject } from '../customers/index.ts';
import type { Tx } from '../database/database.ts';
import type { Interpreter } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';

/**
 * An execution that monitoring starts of itself; it costs no unit (interface specification 8: only submits and quick
 * scans are billed).
 */
export interface MonitoredExecution {
  readonly executionId: string;
  readonly customerId: string;
  /** Entities whose hits are new or materially changed. */
  readonly entityIds: readonly string[];
  /** The same by subject: `self`, or the key of a party. */
  readonly subjects: readonly { readonly key: string; readonly entityIds: readonly string[] }[];
}

/** A party that an execution was started for. */
export interface StartedParty {
  readonly key: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly percent: number | null;
  readonly entityIds: readonly string[];
}

type PartyData = Readonly<Record<string, unknown>> & { readonly entityIds: readonly string[] };

/**
 * Of `customer c` and a started `s`: the parties that were found, as the newest statement has them, each with its key and
 * its entities. Parties that nothing tells apart come together, so that none is taken for the other.
 */
const foundParties = `(
  select coalesce(jsonb_agg(jsonb_build_array(f.key, f.fields || jsonb_build_object('entityIds', f."entityIds"))
    order by (f.fields ->> 'percent')::numeric desc nulls last, f.place, f.key), '[]')
  from (
    select distinct on (o.key) o.key, o.fields, k."entityIds", k.place
    from rows from (jsonb_to_recordset(s.subjects) as (key text, "entityIds" jsonb)) with ordinality
      as k (key, "entityIds", place)
    join customer_parties p on p.tenant_id = c.tenant_id and p.domain = c.domain and p.customer_id = c.customer_id
    cross join lateral (
      select k.key, p.parties -> k.key as fields where p.parties ? k.key
      union all
      select e.key, e.value from jsonb_each(p.parties) e
      where k.key like 'party:%#%' and e.key <> k.key and split_part(e.key, '#', 1) = split_part(k.key, '#', 1)
      union all
      select k.key, p.self -> split_part(k.key, '#', 3)::integer || '{"role": "self"}'
      where split_part(k.key, '#', 1) = 'self' and split_part(k.key, '#', 2) = p.declared_by
    ) o
    where k.key <> 'self' and o.fields is not null
    order by o.key, p.execution_id desc
  ) f)`;

/** Of `customer c` without a subject of its own: the customer as its newest event screened it. */
const screenedSelf = `coalesce((select p.self -> 0 from customer_parties p
  where p.tenant_id = c.tenant_id and p.domain = c.domain and p.customer_id = c.customer_id and p.self <> '[]'
  order by p.execution_id desc limit 1), '{}')`;

/**
 * Starts the domain's monitoring workflow for customers, on the subjects that were last submitted; answers by id those
 * that were started, with the parties that were found: a customer without a subject, or one that is monitored no longer, is
 * none of them.
 */
export async function startMonitored(
  tx: Tx,
  scope: Scope,
  start: {
    readonly interpreter: Interpreter;
    readonly workflow: { readonly workflowId: string; readonly version: number };
    readonly runId: string;
    readonly reason: MonitoringReason;
    readonly executions: readonly MonitoredExecution[];
  },
): Promise<ReadonlyMap<string, readonly StartedParty[]>> {
  const { workflow, runId, reason, executions } = start;
  const rows = await tx.sql<{ executionId: string; parties: [string, PartyData][] }>(
    `with chosen as materialized (
       select s."executionId", s."entityIds", c.*, ${foundParties} as found,
         coalesce(${screenedSubject}, ${screenedSelf}) as own
       from jsonb_to_recordset($7::jsonb) as s("executionId" uuid, "customerId" text, "entityIds" jsonb, subjects jsonb)
       join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = s."customerId"
       join tenant t on t.tenant_id = c.tenant_id
       where ${hasSubject} and coalesce(c.monitored, t.monitoring_default)
       -- Not for one who is being erased at this moment.
       for key share of c
     ), created as (
       insert into execution (tenant_id, domain, execution_id, job_id, event_type, source, workflow_id, workflow_version,
         request_id, customer_id, data, state)
       select tenant_id, domain, "executionId", "executionId", 'PERIODIC_FLOW_EVENT', 'API', $3, $4, $5, customer_id,
         jsonb_build_object('name', '', 'customerType',
           coalesce(customer_type, case when own ? 'wallets' then '' else 'corporate' end)) || own
           || jsonb_build_object('customerId', customer_id, 'monitoringRunId', $5::text, 'monitoringReason', $6::text,
             'monitoringEntityIds', "entityIds",
             'monitoringParties', (select coalesce(jsonb_agg(f -> 1), '[]') from jsonb_array_elements(found) f
               where own = '{}' or not (f -> 1) @> (own || '{"role": "self"}'))),
         'RUNNING'
       from chosen
     )
     select "executionId", found as parties from chosen`,
    [
      scope.tenantId,
      scope.domain,
      workflow.workflowId,
      workflow.version,
      runId,
      reason,
      JSON.stringify(executions),
    ],
  );
  const started = new Map(
    rows.map(({ executionId, parties }) => [
      executionId,
      parties.filter(([, { role }]) => role !== selfRole).map(startedParty),
    ]),
  );
  await start.interpreter.start(tx, scope, [...started.keys()]);
  await recordAudits(
    tx,
    scope,
    executions
      .filter(({ executionId }) => started.has(executionId))
      .map(({ executionId, customerId, entityIds, subjects }) => ({
        actor: { kind: 'system', id: 'monitoring' },
        act: 'execution.monitor',
        object: { kind: 'execution', id: executionId },
        detail: {
          workflow: `${workflow.workflowId}@${workflow.version}`,
          customerId,
          runId,
          reason,
          entityIds,
          subjectKeys: subjects.map(({ key }) => key),
        },
      })),
  );
  return started;
}

function startedParty([key, { entityIds, name, role, percent }]: [string, PartyData]): StartedParty {
  return {
    key,
    name: typeof name === 'string' ? name : null,
    role: typeof role === 'string' ? role : null,
    percent: typeof percent === 'number' ? percent : null,
    entityIds,
  };
}
