import type { ConsoleData, PreviewFailure } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../../audit/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { readMonitoredScopes } from '../index.ts';

/** What a job of a preview carries. */
export interface PreviewJob extends Scope {
  readonly previewId: string;
}

/** A preview as it is kept. */
export type PreviewReport = Omit<ConsoleData<'previews.list'>['previews'][number], 'isOutdated'>;
export type PreviewChange = PreviewReport['change'];
export type PreviewFigures = NonNullable<PreviewReport['result']>;
export type PreviewedCustomer = ConsoleData<'previews.customers'>['customers'][number];

/** Previews are kept for so long, and of a domain so many. */
const keptDays = 30;
const keptOfDomain = 50;

/** Orders a preview; its job and its audit row are beside it. Older previews of the domain go. */
export async function orderPreview(
  tx: Tx,
  scope: Scope,
  order: { readonly change: PreviewChange; readonly actor: Actor; readonly queue: JobQueue<PreviewJob> },
): Promise<string> {
  const { change, actor, queue } = order;
  const previewId = newId();
  await tx.sql(
    `delete from gatehouse.preview p where tenant_id = $1 and domain = $2 and state <> 'ORDERED' and (
       ordered_at < now() - interval '${keptDays} days' or preview_id in (
         select o.preview_id from gatehouse.preview o where o.tenant_id = $1 and o.domain = $2
         order by o.ordered_at desc, o.preview_id offset ${keptOfDomain - 1}))`,
    [scope.tenantId, scope.domain],
  );
  await tx.sql(
    `insert into gatehouse.preview (tenant_id, domain, preview_id, kind, change, ordered_by) values ($1, $2, $3, $4, $5, $6)`,
    [scope.tenantId, scope.domain, previewId, change.kind, JSON.stringify(change), actor.id],
  );
  await recordAudit(tx, scope, {
    actor,
    act: 'preview.order',
    object: { kind: 'preview', id: previewId },
    detail: { ...change },
  });
  await queue.enqueue(tx, { id: newId(), data: { ...scope, previewId } });
  return previewId;
}

/** Orders a preview of a version of a list in every monitored domain; how many there are. For the operator. */
export async function orderVersionPreviews(
  tx: Tx,
  order: {
    readonly source: string;
    readonly version: string;
    readonly actor: Actor;
    readonly queue: JobQueue<PreviewJob>;
  },
): Promise<number> {
  const { source, version, actor, queue } = order;
  const scopes = await readMonitoredScopes(tx);
  for (const scope of scopes) {
    await orderPreview(tx, scope, { change: { kind: 'LIST_VERSION', source, version }, actor, queue });
  }
  return scopes.length;
}

/** Deletes what is older than previews are kept. */
export async function prunePreviews(database: Database): Promise<void> {
  await database.operator((tx) =>
    tx.sql(
      `delete from gatehouse.preview where ordered_at < now() - interval '${keptDays} days' and state <> 'ORDERED'`,
    ),
  );
}

const columns = `preview_id as "previewId", change, state, progress, ordered_by as "orderedBy", result,
  -- Once it was a sentence.
  case when failure ~ '^[A-Z_]+$' then failure when failure is not null then 'INTERNAL' end as failure,
  (extract(epoch from ordered_at) * 1000)::bigint as "orderedAt",
  (extract(epoch from finished_at) * 1000)::bigint as "finishedAt"`;

/** The newest previews of a domain, newest first. */
export function readPreviews(tx: Tx, scope: Scope): Promise<PreviewReport[]> {
  return tx.sql<PreviewReport & Record<string, unknown>>(
    `select ${columns} from preview where tenant_id = $1 and domain = $2 order by ordered_at desc, preview_id limit $3`,
    [scope.tenantId, scope.domain, keptOfDomain],
  );
}

export async function readPreview(
  tx: Tx,
  scope: Scope,
  previewId: string,
): Promise<PreviewReport | undefined> {
  const [found] = await tx.sql<PreviewReport & Record<string, unknown>>(
    `select ${columns} from gatehouse.preview where tenant_id = $1 and domain = $2 and preview_id = $3`,
    [scope.tenantId, scope.domain, previewId],
  );
  return found;
}

/** The newest preview of a version of a list in each domain, for the operator: figures, and no customer. */
export function readVersionPreviews(
  tx: Tx,
  { source, version }: { readonly source: string; readonly version: string },
): Promise<(PreviewReport & Scope)[]> {
  return tx.sql<PreviewReport & Scope & Record<string, unknown>>(
    `select distinct on (tenant_id, domain) tenant_id as "tenantId", domain, ${columns} from gatehouse.preview
     where kind = 'LIST_VERSION' and change ->> 'source' = $1 and change ->> 'version' = $2
     order by tenant_id, domain, gatehouse.preview.ordered_at desc`,
    [source, version],
  );
}

/** Writes the result with its customers, unless somebody erased them meanwhile. */
export async function writePreview(
  tx: Tx,
  scope: Scope,
  done: {
    readonly previewId: string;
    readonly result: PreviewFigures;
    readonly customers: readonly Omit<PreviewedCustomer, 'customerName'>[];
  },
): Promise<void> {
  const { previewId, result, customers } = done;
  await tx.sql(
    `update preview set state = 'DONE', result = $4, failure = null, progress = null, finished_at = now(), owner_node = null
     where tenant_id = $1 and domain = $2 and preview_id = $3`,
    [scope.tenantId, scope.domain, previewId, JSON.stringify(result)],
  );
  for (let from = 0; from < customers.length; from += rowsAtOnce) {
    await tx.sql(
      `with known as (
         select p."customerId", p.appearing, p.vanishing, p."trueMatches"
         from jsonb_to_recordset($4::jsonb) as p("customerId" text, appearing jsonb, vanishing jsonb, "trueMatches" integer)
         join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = p."customerId"
         -- Not of one who is being erased at this moment.
         for key share of c
       )
       insert into preview_customer (tenant_id, domain, preview_id, customer_id, appearing, vanishing, true_matches)
       select $1, $2, $3, "customerId", appearing, vanishing, "trueMatches" from known`,
      [scope.tenantId, scope.domain, previewId, JSON.stringify(customers.slice(from, from + rowsAtOnce))],
    );
  }
}
const rowsAtOnce = 1_000;

/** Notes how far a preview is that this node works on. */
export async function writeProgress(
  tx: Tx,
  scope: Scope,
  at: {
    readonly previewId: string;
    readonly nodeId: string;
    readonly progress: NonNullable<PreviewReport['progress']>;
  },
): Promise<void> {
  await tx.sql(
    `update preview set progress = $5
     where tenant_id = $1 and domain = $2 and preview_id = $3 and owner_node = $4 and state = 'ORDERED'`,
    [scope.tenantId, scope.domain, at.previewId, at.nodeId, JSON.stringify(at.progress)],
  );
}

export async function failPreview(
  tx: Tx,
  scope: Scope,
  { previewId, failure }: { readonly previewId: string; readonly failure: PreviewFailure },
): Promise<void> {
  await tx.sql(
    `update preview set state = 'FAILED', failure = $4, progress = null, finished_at = now(), owner_node = null
     where tenant_id = $1 and domain = $2 and preview_id = $3`,
    [scope.tenantId, scope.domain, previewId, failure],
  );
}

/** Customers of a preview: those who would lose a true match first, then by id. */
export function readPreviewedCustomers(
  tx: Tx,
  scope: Scope,
  page: { readonly previewId: string; readonly from: number; readonly limit: number },
): Promise<PreviewedCustomer[]> {
  return tx.sql<PreviewedCustomer & Record<string, unknown>>(
    `select p.customer_id as "customerId", c.name as "customerName", p.appearing, p.vanishing, p.true_matches as "trueMatches"
     from preview_customer p
     left join customer c on c.tenant_id = p.tenant_id and c.domain = p.domain and c.customer_id = p.customer_id
     where p.tenant_id = $1 and p.domain = $2 and p.preview_id = $3
     order by p.true_matches desc, p.customer_id limit $4 offset $5`,
    [scope.tenantId, scope.domain, page.previewId, page.limit, page.from],
  );
}
