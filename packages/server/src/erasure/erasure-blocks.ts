import { type ErasureBlocksView, type Phrase, phrase } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { holdsInForce } from './legal-holds.ts';

/** Most that are named of what can be many. */
const maxNamed = 20;

const runningExecutions = `execution where tenant_id = $1 and domain = $2 and customer_id = $3 and state in ('RUNNING', 'WAITING')`;
const openCases =
  'case_record where tenant_id = $1 and domain = $2 and customer_id = $3 and resolved_at is null';

/** What keeps a customer from being erased now: the rule that the console shows beforehand, and that every erasure follows. */
export async function readBlocks(tx: Tx, scope: Scope, customerId: string): Promise<ErasureBlocksView> {
  const [row] = await tx.sql<ErasureBlocksView & Record<string, unknown>>(
    `select
       (select count(*)::int from ${runningExecutions}) as executions,
       (select count(*)::int from ${openCases}) as "openCases",
       (select count(*)::int from ${holdsInForce}) as holds,
       array(select execution_id::text from ${runningExecutions} order by execution_id limit ${maxNamed}) as "executionIds",
       array(select case_no from ${openCases} order by opened_at, case_no limit ${maxNamed}) as "caseNos"`,
    [scope.tenantId, scope.domain, customerId],
  );
  return row!;
}

/** Whether a run of monitoring for this customer alone is under way; it ends by itself, soon. */
export async function isRescreened(tx: Tx, scope: Scope, customerId: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from monitoring_run
     where tenant_id = $1 and domain = $2 and customer_id = $3 and state = 'RUNNING'`,
    [scope.tenantId, scope.domain, customerId],
  );
  return rows.length > 0;
}

export function isBlocked({ executions, openCases, holds }: ErasureBlocksView): boolean {
  return executions + openCases + holds > 0;
}

/** What forbids to erase a customer now, in words: what only people can end before what ends by itself. */
export function describeBlock({ holds, openCases, executions }: ErasureBlocksView): Phrase | undefined {
  if (holds > 0) return phrase('refusals.erasureHeld', { count: holds });
  if (openCases > 0) return phrase('refusals.erasureCasesOpen', { count: openCases });
  return executions > 0 ? phrase('refusals.erasureRunning', { count: executions }) : undefined;
}
