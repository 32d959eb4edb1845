import type { ConsoleData } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** The result of a run, as people read it. */
export type MonitoringReport = ConsoleData<'monitoring.runs'>['runs'][number];

const columns = `run_id as "runId", kind, state, customer_id as "customerId", ordered_by as "orderedBy",
  versions_from as "versionsFrom", versions_to as "versionsTo", engine_version as "engineVersion",
  entries_changed as "entriesChanged", customers_considered as "customersConsidered",
  customers_concerned as "customersConcerned", customers_screened as "customersScreened", alerts, silenced, executions,
  failures, failure, round(worked_ms)::integer as "workedMs",
  (extract(epoch from ordered_at) * 1000)::bigint as "orderedAt",
  (extract(epoch from started_at) * 1000)::bigint as "startedAt",
  (extract(epoch from finished_at) * 1000)::bigint as "finishedAt"`;

/** The newest runs of a domain, newest first. */
export function readRuns(tx: Tx, scope: Scope, limit: number): Promise<MonitoringReport[]> {
  return tx.sql<MonitoringReport & Record<string, unknown>>(
    `select ${columns} from gatehouse.monitoring_run where tenant_id = $1 and domain = $2
     order by ordered_at desc, run_id desc limit $3`,
    [scope.tenantId, scope.domain, limit],
  );
}

/** A run with the domain it is of, for whoever runs the deployment. */
export type DeploymentReport = MonitoringReport & Scope;

/** The newest runs of all domains, newest first; for the operator. */
export function readNewestRuns(tx: Tx, limit: number): Promise<DeploymentReport[]> {
  return tx.sql<DeploymentReport & Record<string, unknown>>(
    `select tenant_id as "tenantId", domain, ${columns} from gatehouse.monitoring_run
     order by ordered_at desc, run_id desc limit $1`,
    [limit],
  );
}

/** One run with whom it started the workflow for; undefined when there is none. */
export async function readRun(
  tx: Tx,
  scope: Scope,
  runId: string,
): Promise<ConsoleData<'monitoring.run'> | undefined> {
  const [run] = await tx.sql<MonitoringReport & Record<string, unknown>>(
    `select ${columns} from gatehouse.monitoring_run where tenant_id = $1 and domain = $2 and run_id = $3`,
    [scope.tenantId, scope.domain, runId],
  );
  if (!run) return undefined;
  const started = await tx.sql<ConsoleData<'monitoring.run'>['started'][number] & Record<string, unknown>>(
    `select customer_id as "customerId", execution_id as "executionId", entity_ids as "entityIds", parties
     from gatehouse.monitoring_start where tenant_id = $1 and domain = $2 and run_id = $3
     order by customer_id limit 1000`,
    [scope.tenantId, scope.domain, runId],
  );
  return { ...run, started };
}
