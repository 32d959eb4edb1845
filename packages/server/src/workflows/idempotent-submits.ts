import { type DataOf, idempotencyKeyDays, type Operations } from '@gatehouse/contract';
import { type Database, statement } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

type Answer = DataOf<Operations['workflow.apply.submit']>;

/** What is kept of a submit with an `Idempotency-Key`, in the transaction that starts its execution. */
export interface NewIdempotentSubmit {
  readonly idempotencyKey: string;
  /** In hexadecimal digits. */
  readonly requestDigest: string;
  readonly answer: Answer;
  /** Sync mode: so long the answer may still become the decision. */
  readonly answersWithinMs: number | null;
}

export interface IdempotentSubmit {
  readonly executionId: string;
  readonly requestDigest: string;
  readonly answer: Answer;
  /** Null: `answer` is final. */
  readonly answersWithinMs: number | null;
  readonly submittedAt: Date;
}

/** How long keys count, also while no sweeper has removed them. */
export const retentionInterval = `interval '${idempotencyKeyDays} days'`;

/** The submit that took effect under a key; of this scope alone, and undefined after its days. */
export async function findIdempotentSubmit(
  database: Database,
  scope: Scope,
  key: string,
): Promise<IdempotentSubmit | undefined> {
  const [kept] = await database.read(
    scope,
    statement<IdempotentSubmit>(
      `select execution_id as "executionId", encode(request_digest, 'hex') as "requestDigest", answer,
         case when answers_until is not null
           then greatest(0, extract(epoch from answers_until - clock_timestamp()) * 1000)::float8 end as "answersWithinMs",
         created_at as "submittedAt"
       from idempotency_key
       where tenant_id = $1 and domain = $2 and key = $3 and created_at > now() - ${retentionInterval}`,
      [scope.tenantId, scope.domain, key],
    ),
  );
  return kept;
}

/**
 * Stores what a submit in sync mode is answered, once for all calls of its key: the first caller is answered `answer`,
 * and all others the same.
 */
export async function storeIdempotentResponse(
  database: Database,
  scope: Scope,
  { key, answer }: { readonly key: string; readonly answer: Answer },
): Promise<Answer> {
  const of = [scope.tenantId, scope.domain, key, answer.executionId];
  const where = 'tenant_id = $1 and domain = $2 and key = $3 and execution_id = $4';
  return database.transaction(scope, async (tx) => {
    const stored = await tx.sql(
      `update idempotency_key set answer = $5, answers_until = null
       where ${where} and answers_until is not null returning 1`,
      [...of, JSON.stringify(answer)],
    );
    if (stored.length > 0) return answer;
    const [kept] = await tx.sql<{ answer: Answer }>(`select answer from idempotency_key where ${where}`, of);
    return kept?.answer ?? answer;
  });
}

/** Keys that one sweep removes. */
const batch = 5_000;

/** Removes keys whose days are over; true where more are left. */
export async function pruneIdempotentSubmits(database: Database): Promise<boolean> {
  const removed = await database.operator((tx) =>
    tx.sql(
      // As an array it is made once, and not once for each row.
      `delete from idempotency_key where ctid = any(array(
         select ctid from idempotency_key where created_at <= now() - ${retentionInterval}
         order by created_at limit ${batch} for update skip locked)) returning 1`,
    ),
  );
  return removed.length === batch;
}
