import type { Database } from '../../src/database/database.ts';

/** What a store holds of a tenant in the end, without what may differ from run to run: ids, times, numbers of cases. */
export interface KillAccount {
  /** By customer: the state, the log, the deliveries and what was audited. */
  readonly executions: Readonly<Record<string, unknown>>;
  readonly books: Readonly<Record<string, number>>;
  /** Attempts whose call must have come, by webhook id and number. */
  readonly attempts: ReadonlySet<string>;
}

export async function readKillAccount(database: Database, tenantId: string): Promise<KillAccount> {
  return database.operator(async (tx) => {
    const executions = await tx.sql<{ customer: string; account: unknown }>(executionsQuery, [tenantId]);
    const [books] = await tx.sql<Record<string, number>>(booksQuery, [tenantId]);
    const attempts = await tx.sql<{ attempt: string }>(attemptsQuery, [tenantId]);
    return {
      executions: Object.fromEntries(executions.map(({ customer, account }) => [customer, account])),
      books: books!,
      attempts: new Set(attempts.map(({ attempt }) => attempt)),
    };
  });
}

const executionsQuery = `
  select e.customer_id as customer, json_build_object(
    'state', e.state, 'node', e.node_id, 'decision', e.decision, 'risk', e.risk_score, 'segment', e.segment,
    'visits', e.visits, 'pending', e.pending - 'startedAt', 'owner', e.owner_node, 'job', e.job_id is not null,
    'log', (select json_agg(json_build_array(v.sequence, v.node_id, v.node_type, v.attempt, v.input, v.output - 'listVersions')
        order by v.sequence) from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v),
    'cases', (select json_agg(json_build_array(c.status, c.groups, c.revision)) from case_record c
        where c.execution_id = e.execution_id),
    'alerts', (select count(*) from alert a where a.execution_id = e.execution_id),
    'deliveries', (select json_agg(json_build_array(d.kind, d.webhook_id, d.state, d.owner_node, (
          select json_agg(json_build_array(t.attempt, t.outcome, t.http_status) order by t.attempt)
          from webhook_attempt t where t.delivery_id = d.delivery_id)) order by d.kind)
        from webhook_delivery d where d.execution_id = e.execution_id),
    'audit', (select json_agg(a.act order by a.act) from audit_event a where a.object_id = e.execution_id::text)
  ) as account
  from execution e where e.tenant_id = $1 order by e.customer_id`;

const booksQuery = `
  select
    (select sum(used)::int from event_quota where tenant_id = $1) as "unitsUsed",
    (select sum(units)::int from daily_usage where tenant_id = $1 and kind = 'event') as "unitsBilled",
    (select sum(units)::int from daily_usage where tenant_id = $1 and kind = 'screening') as metered,
    (select count(*)::int from execution where tenant_id = $1) as executions,
    (select count(*)::int from execution where tenant_id = $1 and state = 'RUNNING') as running,
    (select count(*)::int from case_record where tenant_id = $1) as cases,
    (select max(last)::int from case_number where tenant_id = $1) as "lastCase",
    (select count(distinct execution_id)::int from webhook_delivery where tenant_id = $1 and kind = 'hook') as hooks,
    (select count(*)::int from webhook_delivery where tenant_id = $1) as deliveries`;

const attemptsQuery = `
  select case kind when 'hook' then '/told ' else '/crm ' end || e.customer_id || ' ' || delivery_id || ' ' || attempt as attempt
  from webhook_attempt join webhook_delivery d using (tenant_id, domain, delivery_id)
  join execution e using (tenant_id, domain, execution_id)
  where tenant_id = $1`;
