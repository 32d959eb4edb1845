import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { StoredStructure } from './stored-structure.ts';

/** What a customer stated of its ownership before. */
export interface EarlierStructure {
  readonly executionId: string;
  readonly at: Date;
  readonly stored: StoredStructure;
}

/** Executions of a customer that are looked through for an earlier statement, the newest first. */
const maxExecutions = 200;

/** The newest ownership that another execution of the customer stated before `now`, with a party at least; undefined: none. */
export async function readEarlierStructure(
  tx: Tx,
  scope: Scope,
  {
    customerId,
    executionId,
    now,
  }: { readonly customerId: string; readonly executionId: string; readonly now: Date },
): Promise<EarlierStructure | undefined> {
  const [row] = await tx.sql<{ executionId: string; at: Date; stored: StoredStructure }>(
    `select e.execution_id as "executionId", v.finished_at as at, v.output -> 'structure' as stored
     from (select execution_id from execution
           where tenant_id = $1 and domain = $2 and customer_id = $3 and execution_id <> $4 and created_at < $5
           order by created_at desc limit ${maxExecutions}) e
     cross join lateral gatehouse.node_runs($1, $2, e.execution_id) v
     where v.node_type in ('ownership', 'ownership-structure') and v.finished_at < $5
       -- The first party is the customer: with no other, nothing was stated.
       and v.output -> 'structure' -> 'structure' -> 'parties' -> 1 is not null
     order by v.finished_at desc limit 1`,
    [scope.tenantId, scope.domain, customerId, executionId, now],
  );
  return row;
}
