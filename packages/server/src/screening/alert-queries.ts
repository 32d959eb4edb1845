import type { ListEngine, WireHit } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { RulingView } from './ruling-queries.ts';
import type { Facts, Reopened } from './rulings.ts';

/** A hit as a case shows it; silenced ones are kept too, so that the silence can be proved. */
export interface NewAlert {
  readonly executionId: string;
  /** The visit that raised it. */
  readonly sequence: number;
  readonly customerId: string;
  readonly engine: ListEngine;
  readonly entityId: string;
  readonly source: string;
  /** Which of the node's subjects it is about. */
  readonly subjectIndex: number;
  readonly score: number;
  readonly hit: WireHit;
  readonly entityFacts: Facts;
  readonly silenced: boolean;
  readonly reopened: Reopened | null;
}

export async function insertAlerts(tx: Tx, scope: Scope, alerts: readonly NewAlert[]): Promise<void> {
  await tx.sql(
    `insert into alert (tenant_id, domain, alert_id, execution_id, visit_sequence, customer_id, engine, entity_id,
       source, subject_index, score, hit, entity_facts, silenced, reopened)
     select $1, $2, a."alertId", a."executionId", a.sequence, a."customerId", a.engine, a."entityId",
       a.source, a."subjectIndex", a.score, a.hit, a."entityFacts", a.silenced, a.reopened
     from json_to_recordset($3::json) as a("alertId" uuid, "executionId" uuid, sequence integer, "customerId" text,
       engine text, "entityId" text, source text, "subjectIndex" integer, score double precision, hit json,
       "entityFacts" jsonb, silenced boolean, reopened jsonb)`,
    [scope.tenantId, scope.domain, JSON.stringify(alerts.map((alert) => ({ alertId: newId(), ...alert })))],
  );
}

/** A hit as people review it. */
export interface AlertView {
  readonly alertId: string;
  readonly engine: ListEngine;
  readonly entityId: string;
  readonly source: string;
  readonly subjectIndex: number;
  /** The visit that raised it. */
  readonly sequence: number;
  readonly score: number;
  readonly hit: WireHit;
  readonly silenced: boolean;
  readonly reopened: Reopened | null;
  /** The customer's newest ruling on this entity, whenever it was made. */
  readonly ruling: RulingView | null;
}

/** The alerts of an execution, best first within each visit; silenced ones stand among them. */
export async function readAlerts(tx: Tx, scope: Scope, executionId: string): Promise<AlertView[]> {
  return tx.sql<AlertView & Record<string, unknown>>(
    `select a.alert_id as "alertId", a.engine, a.entity_id as "entityId", a.source,
       a.subject_index as "subjectIndex", a.visit_sequence as sequence, a.score, a.hit, a.silenced, a.reopened,
       r.ruling
     from alert a
     left join lateral (
       select jsonb_build_object('entityId', r.entity_id, 'ruling', r.ruling, 'revision', r.revision,
         'reason', r.reason, 'caseNo', r.case_no, 'ruledBy', r.ruled_by,
         'ruledAt', (extract(epoch from r.ruled_at) * 1000)::bigint) as ruling
       from ruling r
       where r.tenant_id = a.tenant_id and r.domain = a.domain and r.customer_id = a.customer_id
         and r.entity_id = a.entity_id
       order by r.revision desc limit 1
     ) r on true
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3
     order by a.visit_sequence, a.subject_index, a.score desc, a.engine, a.entity_id`,
    [scope.tenantId, scope.domain, executionId],
  );
}

/** The newest hit of a customer on an entity. */
export interface CustomerHit extends Pick<AlertView, 'engine' | 'entityId' | 'source' | 'score' | 'hit'> {
  readonly silenced: boolean;
  readonly executionId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ruling: RulingView | null;
}

/** The newest hit of a customer on each entity, newest first. */
export function readCustomerHits(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly limit: number },
): Promise<CustomerHit[]> {
  return tx.sql<CustomerHit & Record<string, unknown>>(
    `select a."entityId", a.engine, a.source, a.score, a.hit, a.silenced, a."executionId", a.at, r.ruling
     from (
       select distinct on (entity_id) entity_id as "entityId", engine, source, score, hit, silenced,
         execution_id as "executionId", (extract(epoch from created_at) * 1000)::bigint as at
       from alert where tenant_id = $1 and domain = $2 and customer_id = $3
       order by entity_id, created_at desc
     ) a
     left join lateral (
       select jsonb_build_object('entityId', r.entity_id, 'ruling', r.ruling, 'revision', r.revision,
         'reason', r.reason, 'caseNo', r.case_no, 'ruledBy', r.ruled_by,
         'ruledAt', (extract(epoch from r.ruled_at) * 1000)::bigint) as ruling
       from ruling r
       where r.tenant_id = $1 and r.domain = $2 and r.customer_id = $3 and r.entity_id = a."entityId"
       order by r.revision desc limit 1
     ) r on true
     order by a.at desc, a."entityId" limit $4`,
    [scope.tenantId, scope.domain, of.customerId, of.limit],
  );
}

/** The newest alert of a customer on an entity, silenced or not. */
export interface KnownAlert {
  readonly customerId: string;
  readonly entityId: string;
  readonly entityFacts: Partial<Facts>;
  readonly category: string;
  readonly subCategory: string;
  /** Versions of the lists that were searched, by source id. */
  readonly lists: Readonly<Record<string, string>>;
}

/** What is known of hits of these customers on these entities. */
export function readKnownAlerts(
  tx: Tx,
  scope: Scope,
  of: { readonly customerIds: readonly string[]; readonly entityIds: readonly string[] },
): Promise<KnownAlert[]> {
  return tx.sql<KnownAlert & Record<string, unknown>>(
    `select distinct on (a.customer_id, a.entity_id) a.customer_id as "customerId", a.entity_id as "entityId",
       a.entity_facts as "entityFacts", a.hit ->> 'category' as category, a.hit ->> 'subCategory' as "subCategory",
       coalesce(v.input -> 'lists', '{}') as lists
     from alert a
     left join visit v on v.tenant_id = a.tenant_id and v.domain = a.domain and v.execution_id = a.execution_id
       and v.sequence = a.visit_sequence
     where a.tenant_id = $1 and a.domain = $2 and a.customer_id = any($3::text[]) and a.entity_id = any($4::text[])
     order by a.customer_id, a.entity_id, a.created_at desc`,
    [scope.tenantId, scope.domain, [...new Set(of.customerIds)], [...new Set(of.entityIds)]],
  );
}
