import type { Subject } from '@gatehouse/matching';
import type { Tx } from '../database/database.ts';
import { openedNodeRun } from '../interpreter/index.ts';
import { firstIdAt } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  openExecution,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import { selfKey } from './subject-key.ts';

/** What one screening node of a submit screened. */
export interface PastScreening {
  readonly executionId: string;
  readonly customerId: string;
  readonly nodeId: string;
  /** In their order, with the keys of rulings; null where nothing says who a subject was to the customer. */
  readonly subjects: readonly { readonly key: string | null; readonly subject: Subject }[];
}

/**
 * The screenings of a workflow's executions, newest first, a page at a time. What was erased is not among them.
 * @param page `before`: an execution; only older ones
 */
export async function readPastScreenings(
  tx: Tx,
  scope: Scope,
  page: {
    readonly workflowId: string;
    readonly since: Date;
    readonly before: string | null;
    readonly executions: number;
    readonly keys: DomainKeys;
  },
): Promise<{
  readonly screenings: readonly PastScreening[];
  readonly last: string | null;
  /** Also those that screened nothing. */
  readonly executions: number;
}> {
  const rows = await tx.sql<{
    executionId: string;
    customerId: string;
    nodeId: string;
    subjects: readonly Subject[] | null;
    keys: Readonly<Record<string, string>> | null;
    sequence: number;
    input: unknown;
    sealed: Buffer | null;
    wrappedKey: Buffer | null;
  }>(
    `select e.execution_id as "executionId", e.customer_id as "customerId", v.node_id as "nodeId", v.input -> 'subjects' as subjects, a.keys,
       v.sequence, v.input, ${sealedColumnsOf('e')}
     from (
       select tenant_id, domain, execution_id, customer_id, sealed from gatehouse.execution
       where tenant_id = $1 and domain = $2 and workflow_id = $3 and execution_id >= $4::uuid
         and ($5::uuid is null or execution_id < $5)
       order by execution_id desc limit $6
     ) e
     left join lateral gatehouse.node_runs($1, $2, e.execution_id) v
       on v.node_type = 'screening' and (e.sealed is not null or jsonb_typeof(v.input -> 'subjects') = 'array')
     left join lateral (
       select jsonb_object_agg(a.subject_index::text, a.subject_key) as keys from gatehouse.alert a
       where a.tenant_id = $1 and a.domain = $2 and a.execution_id = e.execution_id and a.visit_sequence = v.sequence
         and a.subject_key is not null
     ) a on true
     order by e.execution_id desc, v.sequence`,
    [scope.tenantId, scope.domain, page.workflowId, firstIdAt(page.since), page.before, page.executions],
  );
  const screenings = rows.flatMap(({ executionId, customerId, nodeId, keys, ...row }) => {
    const subjects =
      row.subjects ?? sealedScreening({ executionId, nodeId, ...row }, scope, page.keys)?.subjects;
    if (subjects === undefined) return [];
    // Whoever is screened alone is the customer itself, as far as nothing else is known.
    const keyOf = (index: number) => keys?.[index] ?? (subjects.length === 1 ? selfKey : null);
    const keyed = subjects.map((subject, index) => ({ key: keyOf(index), subject }));
    return [{ executionId, customerId, nodeId, subjects: keyed }];
  });
  const executions = new Set(rows.map(({ executionId }) => executionId)).size;
  return { screenings, last: rows.at(-1)?.executionId ?? null, executions };
}

/** A screening of an execution that is sealed; undefined: it screened nobody, or none can read whom. */
export function sealedScreening(
  run: StoredContent & { readonly sequence: number; readonly nodeId: string; readonly input: unknown },
  scope: Scope,
  keys: DomainKeys,
): { readonly subjects: readonly Subject[] /** Epoch milliseconds. */; readonly at: number } | undefined {
  const content = openExecution(keys, scope, run);
  if (content === undefined || content === 'keyless' || run.nodeId === null) return undefined;
  const { input, finishedAt } = openedNodeRun(run, content);
  const { subjects } = (input ?? {}) as { readonly subjects?: readonly Subject[] };
  return Array.isArray(subjects) ? { subjects, at: finishedAt.getTime() } : undefined;
}

/** Whether a workflow has executions in a time, before one. */
export async function hasEarlierExecutions(
  tx: Tx,
  scope: Scope,
  of: { readonly workflowId: string; readonly since: Date; readonly before: string },
): Promise<boolean> {
  const rows = await tx.sql(
    `select from gatehouse.execution
     where tenant_id = $1 and domain = $2 and workflow_id = $3 and execution_id >= $4::uuid and execution_id < $5
     order by execution_id desc limit 1`,
    [scope.tenantId, scope.domain, of.workflowId, firstIdAt(of.since), of.before],
  );
  return rows.length > 0;
}
