import type { FoundRuling, HitPrecision, RulingQuery } from '@gatehouse/contract';
import type { CountedDays } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { statement } from '../database/index.ts';
import { instantKey, readPageCursor, writePageCursor } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import { type RulingView, rulingJson } from './ruling-queries.ts';
import { alertSubjectKey } from './subject-key.ts';

/** The score from which on a hit is in the strong band. */
const strongScore = 0.95;

const band = `case when h.score >= ${strongScore} then 'strong' when h.score is not null then 'weaker' end`;

/** A list has its id before the colon of its entities, which ids of lists do not have. */
const source = "coalesce(h.source, split_part(r.entity_id, ':', 1))";

/**
 * The rulings in force that were made in a period, each with the hit that it was made on: the subject's newest one on the entity
 * by then. Takes tenant and domain as `$1` and `$2`, the period as `$3` and `$4`.
 */
const rulingsInForce = `ruling r
  left join lateral (
    select a.source, a.engine, a.score from alert a
    where a.tenant_id = r.tenant_id and a.domain = r.domain and a.customer_id = r.customer_id
      and a.entity_id = r.entity_id and a.created_at <= r.ruled_at and ${alertSubjectKey} = r.subject_key
    order by a.created_at desc, a.score desc, a.engine limit 1
  ) h on true
  where r.tenant_id = $1 and r.domain = $2 and r.ruled_at >= $3 and r.ruled_at < $4 and r.subject_key is not null
    and not exists (
      select from ruling n where n.tenant_id = r.tenant_id and n.domain = r.domain and n.customer_id = r.customer_id
        and n.entity_id = r.entity_id and n.subject_key = r.subject_key and n.revision > r.revision)`;

/** How many hits were ruled true matches and false positives, by list, engine and score. */
export async function countPrecision(
  tx: Tx,
  scope: Scope,
  { period }: CountedDays,
): Promise<readonly HitPrecision[]> {
  return tx.sql<HitPrecision & Record<string, unknown>>(
    `select ${source} as source, h.engine, ${band} as band,
       (count(*) filter (where r.ruling = 'TRUE_MATCH'))::int as "trueMatches",
       (count(*) filter (where r.ruling = 'FALSE_POSITIVE'))::int as "falsePositives"
     from ${rulingsInForce} and r.ruling in ('TRUE_MATCH', 'FALSE_POSITIVE')
     group by 1, 2, 3 order by 1, 2, 3`,
    [scope.tenantId, scope.domain, new Date(period.startsAt), new Date(period.endsAt)],
  );
}

export interface RulingPage {
  readonly rulings: FoundRuling[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface FoundRow extends Omit<FoundRuling, keyof RulingView> {
  readonly view: RulingView;
  readonly ruledKey: string;
  readonly position: string;
}

/** The rulings behind these figures, newest first; undefined for a cursor that is none. */
export async function findRulings(
  database: Database,
  scope: Scope,
  request: RulingQuery,
): Promise<RulingPage | undefined> {
  const position = request.cursor === undefined ? undefined : readPageCursor(request.cursor);
  if (request.cursor !== undefined && position === undefined) return undefined;
  // Rulings have no id of their own: their place in a page is told by a digest of the key.
  const place = `md5(r.customer_id || chr(10) || r.entity_id || chr(10) || r.revision)::uuid`;
  const rows = await database.read(
    scope,
    statement<FoundRow>(
      `select r.customer_id as "customerId", ${source} as source, h.engine, h.score, ${rulingJson} as view,
         ${instantKey('r.ruled_at')} as "ruledKey", ${place}::text as position
       from ${rulingsInForce}
         and ($5::text[] is null or ${source} = any($5))
         and ($6::text is null or h.engine = $6)
         and ($7::text is null or ${band} = $7)
         and ($8::text is null or r.ruling = $8)
         and ($9::timestamptz is null or (r.ruled_at, ${place}) < ($9::timestamptz, $10::uuid))
       order by r.ruled_at desc, ${place} desc limit $11`,
      [
        scope.tenantId,
        scope.domain,
        new Date(request.from),
        new Date(request.to),
        request.list ?? null,
        request.engine ?? null,
        request.band ?? null,
        request.ruling ?? null,
        position?.instant ?? null,
        position?.id ?? null,
        request.limit + 1,
      ],
    ),
  );
  const page = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? page.at(-1) : undefined;
  return {
    rulings: page.map((row) => {
      const { view, ruledKey: _, position: __, ...found } = row;
      return { ...view, ...found };
    }),
    nextCursor: last ? writePageCursor({ instant: last.ruledKey, id: last.position }) : null,
  };
}
