import type { ConsoleData } from '@gatehouse/contract';
import { hasSubject } from '../customers/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { readRuns } from './run-reports.ts';

export type MonitoringStatistics = ConsoleData<'settings.monitoringFigures'>['domains'][number];

/** Who is monitored in a domain and why, by what workflow, and the result of its runs. */
export async function readMonitoringStatistics(tx: Tx, scope: Scope): Promise<MonitoringStatistics> {
  const values = [scope.tenantId, scope.domain];
  const [customers] = await tx.sql<
    Pick<MonitoringStatistics, 'customers' | 'monitored' | 'chosen' | 'excepted' | 'byDefault'>
  >(
    `select count(*)::int as customers,
       (count(*) filter (where coalesce(c.monitored, t.monitoring_default)))::int as monitored,
       (count(*) filter (where c.monitored))::int as chosen,
       (count(*) filter (where not c.monitored))::int as excepted,
       (count(*) filter (where c.monitored is null))::int as "byDefault"
     from customer c join tenant t on t.tenant_id = c.tenant_id
     where c.tenant_id = $1 and c.domain = $2 and ${hasSubject}`,
    values,
  );
  // As the run chooses it: of several the one that was published last.
  const [workflow] = await tx.sql<NonNullable<MonitoringStatistics['workflow']>>(
    `select w.workflow_id as "workflowId", w.name, v.version
     from workflow w join workflow_version v on v.tenant_id = w.tenant_id and v.domain = w.domain
       and v.workflow_id = w.workflow_id and v.version = w.published_version
     where w.tenant_id = $1 and w.domain = $2 and v.event_type = 'PERIODIC_FLOW_EVENT' and v.source = 'API'
     order by v.published_at desc, w.workflow_id limit 1`,
    values,
  );
  const [month] = await tx.sql<MonitoringStatistics['month']>(
    `select count(*)::int as runs, (count(*) filter (where state = 'FAILED'))::int as "failedRuns",
       coalesce(sum(customers_screened), 0)::int as screened, coalesce(sum(executions), 0)::int as executions,
       coalesce(sum(failures), 0)::int as failures
     from monitoring_run where tenant_id = $1 and domain = $2 and ordered_at > now() - interval '30 days'`,
    values,
  );
  const [lastRun] = await readRuns(tx, scope, 1);
  return {
    domain: scope.domain,
    workflow: workflow ?? null,
    ...customers!,
    lastRun: lastRun ?? null,
    month: month!,
  };
}
