import type { ListEngine, WireHit } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
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
