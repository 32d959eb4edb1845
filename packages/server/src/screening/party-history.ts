import { isDeepStrictEqual } from 'node:util';
import type { Subject } from '@gatehouse/matching';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { type DomainKeys, type StoredContent, sealedColumnsOf } from '../personal-keys/index.ts';
import { sealedScreening } from './past-screenings.ts';

/** How many of a customer's newest executions are searched for screenings. */
const searchedExecutions = 100;

/**
 * When workflows of a customer last screened subjects exactly as they are given.
 * @returns epoch milliseconds by place in `subjects`; a subject that none of the newest executions screened is absent
 */
export async function readLastScreenings(
  tx: Tx,
  scope: Scope,
  of: {
    readonly customerId: string;
    readonly subjects: readonly Subject[];
    readonly keys: DomainKeys;
  },
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.sql<{ place: number; at: number }>(
    `select w.place::integer as place, max((extract(epoch from v.finished_at) * 1000)::bigint) as at
     from (
       select execution_id from execution where tenant_id = $1 and domain = $2 and customer_id = $3
       order by created_at desc limit ${searchedExecutions}
     ) e
     join lateral gatehouse.node_runs($1, $2, e.execution_id) v on v.node_type = 'screening' and jsonb_typeof(v.input -> 'subjects') = 'array'
     cross join lateral jsonb_array_elements(v.input -> 'subjects') s
     join jsonb_array_elements($4::jsonb) with ordinality w (subject, place) on w.subject = s.value
     group by w.place`,
    [scope.tenantId, scope.domain, of.customerId, JSON.stringify(of.subjects)],
  );
  // Then those that are sealed, also by now: none is missed.
  const newest = await readSealedScreenings(tx, scope, of);
  for (const { place, at } of rows) newest.set(place - 1, Math.max(at, newest.get(place - 1) ?? 0));
  return newest;
}

/** The same of executions that are sealed: their subjects have to be opened. */
async function readSealedScreenings(
  tx: Tx,
  scope: Scope,
  { customerId, subjects, keys }: Parameters<typeof readLastScreenings>[2],
): Promise<Map<number, number>> {
  const rows = await tx.sql<
    StoredContent & { sequence: number; nodeId: string; input: unknown } & Record<string, unknown>
  >(
    `select e.execution_id as "executionId", ${sealedColumnsOf('e')}, v.sequence, v.node_id as "nodeId", v.input
     from (
       select * from execution where tenant_id = $1 and domain = $2 and customer_id = $3
       order by created_at desc limit ${searchedExecutions}
     ) e
     join lateral gatehouse.node_runs($1, $2, e.execution_id) v on v.node_type = 'screening'
     where e.sealed is not null`,
    [scope.tenantId, scope.domain, customerId],
  );
  // As JSON has them: without members that are undefined.
  const asked = JSON.parse(JSON.stringify(subjects)) as unknown[];
  const newest = new Map<number, number>();
  for (const row of rows) {
    const screened = sealedScreening(row, scope, keys);
    if (screened === undefined) continue;
    for (const [place, subject] of asked.entries())
      if (screened.subjects.some((one) => isDeepStrictEqual(one, subject)))
        newest.set(place, Math.max(screened.at, newest.get(place) ?? 0));
  }
  return newest;
}

/**
 * Entities of which the newest hit of a subject is not decided: no ruling suppresses it, and none was made since.
 * @param of subjects by their keys in rulings; nobody else's hits are counted
 * @returns their count by the subject's key in rulings
 */
export async function countOpenHits(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly subjectKeys: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.sql<{ key: string; count: number }>(
    `select a.subject_key as key, count(*)::integer as count
     from (
       select distinct on (a.entity_id, a.subject_key) a.entity_id, a.silenced, a.created_at, a.subject_key
       from alert a where a.tenant_id = $1 and a.domain = $2 and a.customer_id = $3
         and a.subject_key = any($4::text[])
       order by a.entity_id, a.subject_key, a.created_at desc
     ) a
     left join lateral (
       select r.ruling, r.ruled_at from ruling r
       where r.tenant_id = $1 and r.domain = $2 and r.customer_id = $3 and r.entity_id = a.entity_id
         and r.subject_key = a.subject_key
       order by r.revision desc limit 1
     ) r on true
     where not a.silenced and (r.ruling is null or r.ruling = 'UNDECIDED'
       or (r.ruling = 'FALSE_POSITIVE' and r.ruled_at < a.created_at))
     group by a.subject_key`,
    [scope.tenantId, scope.domain, of.customerId, of.subjectKeys],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}
