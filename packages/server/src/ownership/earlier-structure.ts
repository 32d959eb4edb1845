import type { Tx } from '../database/database.ts';
import { openedNodeRun } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  openExecution,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import type { StoredStructure } from './stored-structure.ts';

/** What a customer stated of its ownership before. */
export interface EarlierStructure {
  readonly executionId: string;
  readonly at: Date;
  readonly stored: StoredStructure;
}

/** Executions of a customer that are looked through for an earlier statement, the newest first. */
const maxExecutions = 200;

interface NodeRun extends StoredContent {
  readonly sequence: number;
  readonly nodeId: string;
  readonly input: unknown;
  /** Null where it is sealed. */
  readonly at: Date | null;
  readonly stored: StoredStructure | null;
}

/**
 * The newest ownership that another execution of the customer stated before `now`, with a party at least; undefined: none. One whose key is
 * gone is none.
 */
export async function readEarlierStructure(
  tx: Tx,
  scope: Scope,
  {
    customerId,
    executionId,
    keys,
    now,
  }: {
    readonly customerId: string;
    readonly executionId: string;
    readonly keys: DomainKeys;
    readonly now: Date;
  },
): Promise<EarlierStructure | undefined> {
  // Of those that are not sealed the newest alone can be meant; the others have to be opened.
  const rows = await tx.sql<NodeRun & Record<string, unknown>>(
    `with run as materialized (
       select e.execution_id as "executionId", ${sealedColumnsOf('e')}, v.sequence, v.node_id as "nodeId", v.input,
         v.finished_at as at, v.output -> 'structure' as stored, e.finished_at as ended
       from (select * from execution
             where tenant_id = $1 and domain = $2 and customer_id = $3 and execution_id <> $4 and created_at < $5
             order by created_at desc limit ${maxExecutions}) e
       cross join lateral gatehouse.node_runs($1, $2, e.execution_id) v
       where v.node_type in ('ownership', 'ownership-structure')
     )
     (select * from run where sealed is null and at < $5
       -- The first party is the customer: with no other, nothing was stated.
       and stored -> 'structure' -> 'parties' -> 1 is not null
       order by at desc limit 1)
     union all
     (select * from run where sealed is not null order by ended desc)`,
    [scope.tenantId, scope.domain, customerId, executionId, now],
  );
  let newest: EarlierStructure | undefined;
  for (const row of rows) {
    const found = structureOf(row, scope, keys);
    if (found === undefined || found.at >= now) continue;
    if (newest === undefined || found.at > newest.at) newest = found;
  }
  return newest;
}

function structureOf(row: NodeRun, scope: Scope, keys: DomainKeys): EarlierStructure | undefined {
  const { executionId } = row;
  const content = openExecution(keys, scope, row);
  if (content === undefined) return { executionId, at: row.at!, stored: row.stored! };
  if (content === 'keyless') return undefined;
  const { output, finishedAt } = openedNodeRun(row, content);
  const { structure: stored } = output as { readonly structure?: StoredStructure };
  return stored?.structure?.parties[1] === undefined ? undefined : { executionId, at: finishedAt, stored };
}
