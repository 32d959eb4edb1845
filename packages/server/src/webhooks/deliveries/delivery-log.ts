import { createHash } from 'node:crypto';
import type {
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryListQuery,
  DeliverySummary,
  WebhookDefinition,
} from '@gatehouse/contract';
import type { Database, Tx } from '../../database/database.ts';
import { statement } from '../../database/index.ts';
import { instantKey, readPageCursor, writePageCursor } from '../../lib/page-cursor.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import { type RequestRecord, webhookBody } from '../attempts/index.ts';
import { cipherOf, type DeliveryCipher, wrappedKeyOfDelivery } from './sealed-calls.ts';

/** Reading the log of calls to the callers' servers. */

interface SummaryRow extends Omit<DeliverySummary, 'createdAt' | 'finishedAt'> {
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly createdKey: string;
}

const summaryColumns = `d.domain, d.delivery_id as "deliveryId", d.webhook_id as "webhookId", d.kind, d.state, d.failure,
  d.execution_id as "executionId", e.workflow_id || '@' || e.workflow_version as "workflowId", d.node_id as "nodeId",
  made.attempts, made."lastHttpStatus", made.replayed, d.created_at as "createdAt", d.finished_at as "finishedAt",
  ${instantKey('d.created_at')} as "createdKey"`;

const summaryTables = `webhook_delivery d
  left join execution e
    on e.tenant_id = d.tenant_id and e.domain = d.domain and e.execution_id = d.execution_id
  cross join lateral (
    select count(*)::int as attempts,
      (array_agg(a.http_status order by a.attempt desc) filter (where a.outcome is not null))[1] as "lastHttpStatus",
      (array_agg(case a.outcome when 'succeeded' then 'SUCCEEDED' when 'spent' then 'FAILED' else 'PENDING' end
        order by a.attempt desc) filter (where a.cause = 'replay'))[1] as replayed
    from webhook_attempt a
    where a.tenant_id = d.tenant_id and a.domain = d.domain and a.delivery_id = d.delivery_id
  ) made`;

export interface DeliveryPage {
  readonly deliveries: DeliverySummary[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Deliveries of one scope, newest first; undefined for a cursor that is none. */
export async function listDeliveries(
  database: Database,
  scope: Scope,
  request: DeliveryListQuery,
): Promise<DeliveryPage | undefined> {
  const position = request.cursor === undefined ? undefined : readPageCursor(request.cursor);
  if (request.cursor !== undefined && position === undefined) return undefined;
  const [, workflowId, workflowVersion] = /^(.*?)(?:@(\d{1,9}))?$/.exec(request.workflowId ?? '') ?? [];
  const rows = await database.read(
    scope,
    statement<SummaryRow>(
      `select ${summaryColumns} from ${summaryTables}
       where d.tenant_id = $1 and d.domain = $2
         and ($3::text is null or d.webhook_id = $3)
         and ($4::text is null or e.workflow_id = $4)
         and ($5::integer is null or e.workflow_version = $5)
         and ($6::uuid is null or d.execution_id = $6)
         and ($7::text is null or d.kind = $7)
         and ($8::text[] is null or d.state = any($8))
         and ($9::double precision is null or d.created_at >= to_timestamp($9 / 1000))
         and ($10::double precision is null or d.created_at < to_timestamp($10 / 1000))
         and ($11::timestamptz is null or (d.created_at, d.delivery_id) < ($11::timestamptz, $12::uuid))
       order by d.created_at desc, d.delivery_id desc limit $13`,
      [
        scope.tenantId,
        scope.domain,
        request.webhookId ?? null,
        request.workflowId === undefined ? null : workflowId,
        workflowVersion === undefined ? null : Number(workflowVersion),
        request.executionId ?? null,
        request.kind ?? null,
        request.state ?? null,
        request.from ?? null,
        request.to ?? null,
        position?.instant ?? null,
        position?.id ?? null,
        request.limit + 1,
      ],
    ),
  );
  const page = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? page.at(-1) : undefined;
  return {
    deliveries: page.map(summarize),
    nextCursor: last ? writePageCursor({ instant: last.createdKey, id: last.deliveryId }) : null,
  };
}

interface DetailRow extends SummaryRow {
  readonly shapeVersion: number | null;
  /** As they are stored. */
  readonly inputs: unknown;
  readonly wrappedKey: Buffer | null;
  readonly expungedAt: Date | null;
}

/** A delivery with every attempt; undefined when it is not there. */
export async function readDelivery(
  { database, keys }: { readonly database: Database; readonly keys: PersonalKeys },
  scope: Scope,
  deliveryId: string,
): Promise<DeliveryDetail | undefined> {
  const read = await database.transaction(scope, async (tx) => {
    const [row] = await tx.sql<DetailRow>(
      `select ${summaryColumns}, d.shape_version as "shapeVersion", d.inputs, ${wrappedKeyOfDelivery} as "wrappedKey",
         d.expunged_at as "expungedAt"
       from ${summaryTables}
       where d.tenant_id = $1 and d.domain = $2 and d.delivery_id = $3`,
      [scope.tenantId, scope.domain, deliveryId],
    );
    return row && { row, attempts: await readAttempts(tx, scope, row) };
  });
  if (read === undefined) return undefined;
  const { shapeVersion, inputs: stored, wrappedKey, expungedAt, ...summary } = read.row;
  const cipher = await cipherOf(keys, scope, { deliveryId, wrappedKey });
  const opened = cipher.openInputs(stored);
  const inputs = opened === 'keyless' ? null : opened;
  return {
    ...summarize(summary),
    shapeVersion,
    inputs,
    isKeyMissing: opened === 'keyless',
    expungedAt: expungedAt?.getTime() ?? null,
    attemptLog: read.attempts.map((attempt) => loggedAttempt(cipher, inputs, attempt)),
  };
}

type LoggedResult = Pick<DeliveryAttempt, 'response' | 'resolvedAddress' | 'timings'> & {
  readonly request: RequestRecord | null;
};

interface AttemptRow
  extends Omit<DeliveryAttempt, 'intendedAt' | 'dueAt' | 'finishedAt' | keyof LoggedResult> {
  readonly intendedAt: Date;
  readonly dueAt: Date;
  readonly finishedAt: Date | null;
  /** As it is stored. */
  readonly result: unknown;
  /** Of the version that was sent. */
  readonly method: WebhookDefinition['method'] | null;
  /** Of the version whose shape holds. */
  readonly declaredInputs: string[] | null;
}

function readAttempts(tx: Tx, scope: Scope, delivery: DetailRow): Promise<AttemptRow[]> {
  return tx.sql<AttemptRow & Record<string, unknown>>(
    `select a.attempt, a.cause, a.requested_by as "requestedBy", a.webhook_version as "webhookVersion",
       a.intended_at as "intendedAt", a.due_at as "dueAt", a.finished_at as "finishedAt", a.outcome,
       a.http_status as "httpStatus", a.failure, a.result, sent.definition ->> 'method' as method,
       coalesce(shape.definition, sent.definition) -> 'inputs' as "declaredInputs"
     from webhook_attempt a
     left join webhook_version sent
       on sent.tenant_id = a.tenant_id and sent.webhook_id = $4 and sent.version = a.webhook_version
     left join webhook_version shape
       on shape.tenant_id = a.tenant_id and shape.webhook_id = $4 and shape.version = $5
     where a.tenant_id = $1 and a.domain = $2 and a.delivery_id = $3 order by a.attempt`,
    [scope.tenantId, scope.domain, delivery.deliveryId, delivery.webhookId, delivery.shapeVersion],
  );
}

function loggedAttempt(
  cipher: DeliveryCipher,
  inputs: Readonly<Record<string, unknown>> | null,
  { result: stored, method, declaredInputs, ...row }: AttemptRow,
): DeliveryAttempt {
  const opened = cipher.openResult(row.attempt, stored);
  const logged = opened === null || opened === 'keyless' ? nothingLogged : (opened as LoggedResult);
  const { request, response, resolvedAddress, timings } = logged;
  const sentWith = method !== null && declaredInputs !== null && { method, inputs: declaredInputs };
  return {
    ...row,
    intendedAt: row.intendedAt.getTime(),
    dueAt: row.dueAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
    request: request && {
      ...request,
      headers: request.headers.map(([name, value]) => [name, value]),
      body: sentWith ? bodyOf(sentWith, inputs, request) : null,
    },
    response,
    resolvedAddress,
    timings,
  };
}

const nothingLogged: LoggedResult = { request: null, response: null, resolvedAddress: null, timings: null };

/** What was sent, made again; null when it is not what the log's hash says. */
function bodyOf(
  definition: Pick<WebhookDefinition, 'method' | 'inputs'>,
  inputs: Readonly<Record<string, unknown>> | null,
  { bodySha256 }: RequestRecord,
): string | null {
  const body = inputs === null ? undefined : webhookBody(definition, inputs);
  if (body === undefined) return null;
  return createHash('sha256').update(body).digest('hex') === bodySha256 ? body : null;
}

function summarize(row: SummaryRow): DeliverySummary {
  const { createdKey: _, createdAt, finishedAt, ...summary } = row;
  return { ...summary, createdAt: createdAt.getTime(), finishedAt: finishedAt?.getTime() ?? null };
}
