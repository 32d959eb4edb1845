import type { MonitoringReason } from '@gatehouse/contract';
import { recordAudits } from '../audit/index.ts';
import { screenedSubject } from '../customers/index.ts';
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
}

/**
 * Starts the domain's monitoring workflow for customers, on the subjects that were last submitted; answers the ids of
 * those that were started: a customer without a subject, or one that is monitored no longer, is none of them.
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
): Promise<ReadonlySet<string>> {
  const { workflow, runId, reason, executions } = start;
  const rows = await tx.sql<{ execution_id: string }>(
    `insert into execution (tenant_id, domain, execution_id, job_id, event_type, source, workflow_id, workflow_version,
       request_id, customer_id, data, state)
     select c.tenant_id, c.domain, s."executionId", s."executionId", 'PERIODIC_FLOW_EVENT', 'API', $3, $4, $5,
       c.customer_id,
       ${screenedSubject}
         || jsonb_build_object('monitoringRunId', $5::text, 'monitoringReason', $6::text, 'monitoringEntityIds', s."entityIds"),
       'RUNNING'
     from jsonb_to_recordset($7::jsonb) as s("executionId" uuid, "customerId" text, "entityIds" jsonb)
     join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = s."customerId"
     join tenant t on t.tenant_id = c.tenant_id
     where c.subject is not null and coalesce(c.monitored, t.monitoring_default)
     returning execution_id`,
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
  const started = new Set(rows.map((row) => row.execution_id));
  await start.interpreter.start(tx, scope, [...started]);
  await recordAudits(
    tx,
    scope,
    executions
      .filter(({ executionId }) => started.has(executionId))
      .map(({ executionId, customerId, entityIds }) => ({
        actor: { kind: 'system', id: 'monitoring' },
        act: 'execution.monitor',
        object: { kind: 'execution', id: executionId },
        detail: {
          workflow: `${workflow.workflowId}@${workflow.version}`,
          customerId,
          runId,
          reason,
          entityIds,
        },
      })),
  );
  return started;
}
