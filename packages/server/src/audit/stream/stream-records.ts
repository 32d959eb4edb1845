import type { Database, Tx } from '../../database/database.ts';
import type { Logger } from '../../lib/logger.ts';
import type { StreamedRecord } from './streamed-record.ts';

/** Where records go. */
export interface RecordDestination {
  /** As the doctor, the metrics and the log call it. */
  readonly name: string;
  /** Resolves when the receiver has taken all of them; rejects in words for the operator, without a secret. */
  send(records: readonly StreamedRecord[]): Promise<void>;
}

interface StreamOptions {
  readonly database: Database;
  readonly destinations: readonly RecordDestination[];
  /** Whether details leave the store. */
  readonly withDetails: boolean;
  /** This process among the server nodes. */
  readonly nodeId: string;
  readonly logger: Logger;
}

const batchSize = 500;
/** Of one run, so that no destination keeps another one waiting for long. */
const maxBatches = 20;
/** Longer than a batch takes to be sent. */
const lease = "interval '2 minutes'";
/** Blocks of a tenant that one batch reads. */
const blocksAtOnce = 50;

/**
 * Sends the records that were sealed since the last run to each destination, in the order of each tenant's chain. Any number of
 * nodes may try: one of them has the destination for a while. A position is stored after the receiver took a batch, so that
 * a batch whose end is unknown is sent again. A destination begins with what is recorded after it was set. True where more
 * is to be sent.
 */
export async function streamRecords(options: StreamOptions, signal: AbortSignal): Promise<boolean> {
  let isMore = false;
  for (const destination of options.destinations) {
    if (signal.aborted) return false;
    if (await streamTo(options, destination, signal)) isMore = true;
  }
  return isMore;
}

async function streamTo(
  options: StreamOptions,
  destination: RecordDestination,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, nodeId, logger } = options;
  const { name } = destination;
  if (!(await database.operator((tx) => claim(tx, name, nodeId)))) return false;
  let failure: string | null = null;
  let isMore = false;
  try {
    for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
      const next = await database.operator((tx) => readNext(tx, name, options.withDetails));
      isMore = next.length > 0;
      if (!isMore) break;
      const records = recordsOf(next, options.withDetails);
      if (records.length > 0) await destination.send(records);
      // Another node has the destination by now: it goes on from the position that is stored.
      if (!(await database.operator((tx) => storePosition(tx, { name, nodeId, sent: next })))) return false;
    }
  } catch (error) {
    failure = (error as Error).message;
    logger.warn({ destination: name, failure }, 'audit records could not be streamed; trying again');
  }
  await database.operator((tx) => release(tx, { name, nodeId, failure }));
  return isMore && failure === null;
}

async function claim(tx: Tx, name: string, nodeId: string): Promise<boolean> {
  await tx.sql(
    `insert into audit_stream (destination, positions)
     select $1, coalesce(jsonb_object_agg(tenant_id, jsonb_build_array(number + 1, 0)), '{}') from audit_head
     on conflict (destination) do nothing`,
    [name],
  );
  const rows = await tx.sql(
    `update audit_stream set holder = $2, held_until = now() + ${lease}
     where destination = $1 and (held_until is null or held_until < now()) and (retry_at is null or retry_at <= now())
     returning 1`,
    [name, nodeId],
  );
  return rows.length > 0;
}

interface NextRow extends Record<string, unknown> {
  readonly tenant: string;
  readonly block: number;
  readonly place: number;
  readonly id: string;
  /** Null, as all that follows, where somebody took the record away; the verification of the log finds that. */
  readonly domain: string | null;
  readonly at: string;
  readonly actorKind: string;
  readonly actor: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly detail: unknown;
}

/** A block has 48 bytes for each record: its id and a hash. The oldest blocks of all tenants come first. */
async function readNext(tx: Tx, name: string, withDetails: boolean): Promise<NextRow[]> {
  return tx.sql<NextRow>(
    `with next as materialized (
       select b.tenant_id, b.number, b.sealed_at, p.place,
         encode(substring(b.content from 48 * p.place + 1 for 16), 'hex')::uuid as event_id
       from audit_stream s
       cross join audit_head h
       cross join lateral (select coalesce((s.positions -> h.tenant_id ->> 0)::bigint, 1) as number,
         coalesce((s.positions -> h.tenant_id ->> 1)::integer, 0) as place) at
       join audit_block b on b.tenant_id = h.tenant_id and b.number >= at.number and b.number < at.number + ${blocksAtOnce}
       cross join lateral generate_series(case when b.number = at.number then at.place else 0 end, b.events - 1) as p(place)
       where s.destination = $1 and h.number >= at.number
       order by b.sealed_at, b.tenant_id, b.number, p.place limit ${batchSize}
     ), scope as materialized (
       select t.tenant_id, d.domain from (select distinct tenant_id from next) t
       cross join lateral (
         with recursive found as (
           (select domain from audit_event e where e.tenant_id = t.tenant_id order by domain limit 1)
           union all
           select (select domain from audit_event e where e.tenant_id = t.tenant_id and e.domain > found.domain order by domain limit 1)
           from found where found.domain is not null
         ) select domain from found where domain is not null
       ) d
     )
     select n.tenant_id as tenant, n.number::integer as block, n.place, n.event_id as id, e.domain,
       to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_kind as "actorKind", e.actor,
       e.act as action, e.object_kind as "objectKind", e.object_id as "objectId", case when $2 then e.detail end as detail
     from next n left join lateral (
       select e.* from scope s join audit_event e on e.tenant_id = s.tenant_id and e.domain = s.domain
       where s.tenant_id = n.tenant_id and e.event_id = n.event_id
     ) e on true
     order by n.sealed_at, n.tenant_id, n.number, n.place`,
    [name, withDetails],
  );
}

function recordsOf(rows: readonly NextRow[], withDetails: boolean): StreamedRecord[] {
  const there = rows.filter(({ domain }) => domain !== null);
  return there.map(({ tenant, block, place, id, domain, at, actorKind, actor, action, ...rest }) => ({
    id,
    tenant,
    domain: domain ?? '',
    block,
    place,
    at,
    actor: { kind: actorKind, id: actor },
    action,
    object: { kind: rest.objectKind, id: rest.objectId },
    ...(withDetails ? { detail: rest.detail } : {}),
  }));
}

/** False where another node took the destination over. */
async function storePosition(
  tx: Tx,
  { name, nodeId, sent }: { name: string; nodeId: string; sent: readonly NextRow[] },
): Promise<boolean> {
  const positions = Object.fromEntries(sent.map(({ tenant, block, place }) => [tenant, [block, place + 1]]));
  const rows = await tx.sql(
    `update audit_stream set positions = positions || $3::jsonb, sent_at = now(), held_until = now() + ${lease},
       failures = 0, failure = null
     where destination = $1 and holder = $2 returning 1`,
    [name, nodeId, JSON.stringify(positions)],
  );
  return rows.length > 0;
}

/** After a failure the next try waits a second, two, four, and at most five minutes. */
async function release(
  tx: Tx,
  { name, nodeId, failure }: { name: string; nodeId: string; failure: string | null },
): Promise<void> {
  await tx.sql(
    `update audit_stream set held_until = null, holder = null, failure = $3,
       failures = case when $3::text is null then 0 else failures + 1 end,
       retry_at = case when $3::text is null then null
         else now() + least(300, 2 ^ least(failures, 10)) * interval '1 second' end
     where destination = $1 and holder = $2`,
    [name, nodeId, failure],
  );
}
