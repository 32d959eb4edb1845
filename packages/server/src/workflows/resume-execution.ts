import type { Database } from '../database/database.ts';
import type { SegmentJob } from '../interpreter/index.ts';
import {
  type Interpreter,
  type ResumeResult,
  type Resumption,
  resumeExecution,
} from '../interpreter/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';

export interface ResumeTools {
  readonly database: Database;
  readonly interpreter: Pick<Interpreter, 'resumeExecution' | 'startNext'>;
}

export type ResumeOutcome = Exclude<ResumeResult, { kind: 'resumed' }> | { readonly kind: 'resumed' };

/** Resumes a failed execution for a person of the console; this server node continues with it after the commit. */
export async function resumeByPerson(
  { database, interpreter }: ResumeTools,
  scope: Scope,
  resumption: Resumption,
): Promise<ResumeOutcome> {
  const result = await database.transaction(scope, (tx) =>
    interpreter.resumeExecution(tx, scope, resumption),
  );
  if (result.kind === 'resumed') interpreter.startNext(result.job);
  return result;
}

/** What the operator's command asks for: an execution of any tenant. */
export interface OperatorResumption {
  readonly executionId: string;
  readonly reason: string;
}

/** Resumes a failed execution for whoever runs the deployment; a server node that works takes it up by itself. */
export async function resumeByOperator(
  database: Database,
  queue: JobQueue<SegmentJob>,
  { executionId, reason }: OperatorResumption,
): Promise<ResumeOutcome> {
  if (!isId(executionId)) return { kind: 'notFound' };
  const scope = await findScope(database, executionId);
  if (scope === undefined) return { kind: 'notFound' };
  const actor = { kind: 'operator', id: 'gatehouse' } as const;
  const result = await database.transaction(scope, (tx) =>
    resumeExecution(tx, scope, { executionId, actor, reason, queue }),
  );
  if (result.kind === 'resumed') queue.start(result.job);
  return result;
}

/** The domain of an execution; asked for domain by domain, because its key begins with them. */
async function findScope(database: Database, executionId: string): Promise<Scope | undefined> {
  const rows = await database.operator((tx) =>
    tx.sql<Scope & Record<string, unknown>>(
      `select d.tenant_id as "tenantId", d.domain from tenant_domain d
       where exists (select from execution e
         where e.tenant_id = d.tenant_id and e.domain = d.domain and e.execution_id = $1)`,
      [executionId],
    ),
  );
  return rows[0];
}
