import type { WireHit } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { SubjectParty } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { type AlertView, readAlerts } from './alert-queries.ts';
import { subjectFacts } from './ruling-facts.ts';
import { appendRuling } from './ruling-queries.ts';
import { contradictionOf } from './ruling-reasons.ts';
import type { RulingFacts, RulingVerdict } from './rulings.ts';
import { alertSubject, alertSubjectKey } from './subject-key.ts';

/** A reviewer's ruling on one alert of a case. */
export interface AlertRuling {
  readonly caseNo: string;
  /** The alert must be one of this execution. */
  readonly executionId: string;
  readonly alertId: string;
  readonly ruling: RulingVerdict;
  readonly reason: string;
  /** The entries of the entity as the reviewer saw them, to rule on all of them; undefined for the alert's own alone. */
  readonly entityIds: readonly string[] | undefined;
  readonly actor: Actor;
}

export type AlertRulingResult =
  | {
      readonly kind: 'ruled';
      readonly entityId: string;
      /** All entries that the ruling was made on. */
      readonly entityIds: readonly string[];
      readonly revision: number;
    }
  /** A hit itself says otherwise than the reason. */
  | { readonly kind: 'contradicted'; readonly because: string }
  /** The entity has other entries than the reviewer saw: those that it has now. */
  | { readonly kind: 'entriesChanged'; readonly entityIds: readonly string[] }
  /** Another entry of the entity was ruled a true match, which this ruling would take back unseen. */
  | { readonly kind: 'trueMatch'; readonly entityId: string; readonly ruledBy: string };

interface AlertRow {
  alert_id: string;
  customer_id: string;
  entity_id: string;
  entity_facts: RulingFacts;
  hit: WireHit;
  subject_key: string;
  party: Pick<SubjectParty, 'role' | 'percent'> | null;
  subject: Subject | null;
}

/**
 * Appends the ruling on the alert's subject and entity with what the list said of it and what was known of the subject at
 * that screening (docs/interface.md 6), and its audit record; the same for each other entry of the entity, where it covers
 * them. Either all are ruled on or none. Undefined when the execution has no such alert.
 */
export async function ruleOnAlert(
  tx: Tx,
  scope: Scope,
  request: AlertRuling,
): Promise<AlertRulingResult | undefined> {
  // Rulings of a customer are numbered: those of two cases at once go one after the other.
  await tx.sql(
    `select from customer where tenant_id = $1 and domain = $2 and customer_id = (
       select customer_id from alert where tenant_id = $1 and domain = $2 and execution_id = $3 and alert_id = $4
     ) for update`,
    [scope.tenantId, scope.domain, request.executionId, request.alertId],
  );
  const entity = request.entityIds === undefined ? undefined : await entityAlerts(tx, scope, request);
  if (entity !== undefined) {
    const refusal = refuseEntity(entity.own, entity.others, request);
    if (refusal !== undefined) return refusal;
  }
  const alerts = await readRuledAlerts(tx, scope, request, entity?.others ?? []);
  const [own] = alerts;
  if (own === undefined) return undefined;
  for (const alert of alerts) {
    const because = contradictionOf(alert.hit, request);
    if (because === undefined) continue;
    return { kind: 'contradicted', because: alert === own ? because : `of ${alert.hit.name}: ${because}` };
  }
  const entityIds = alerts.map((alert) => alert.entity_id);
  let revision = 0;
  for (const alert of alerts) {
    const ruled = await appendAlertRuling(tx, scope, { request, alert, entityIds });
    if (alert === own) revision = ruled;
  }
  return { kind: 'ruled', entityId: own.entity_id, entityIds, revision };
}

/** The alert itself first, then one of each other entry that the ruling covers. */
async function readRuledAlerts(
  tx: Tx,
  scope: Scope,
  request: AlertRuling,
  others: readonly AlertView[],
): Promise<AlertRow[]> {
  const alertIds = [request.alertId, ...others.map(({ alertId }) => alertId)];
  const rows = await tx.sql<AlertRow & Record<string, unknown>>(
    `select a.alert_id, a.customer_id, a.entity_id, a.entity_facts, a.hit, ${alertSubjectKey} as subject_key, a.party,
       v.input -> 'subjects' -> a.subject_index as subject
     from alert a
     left join visit v on v.tenant_id = a.tenant_id and v.domain = a.domain and v.execution_id = a.execution_id
       and v.sequence = a.visit_sequence
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3 and a.alert_id = any($4::uuid[])
     order by a.alert_id <> $5, a.entity_id`,
    [scope.tenantId, scope.domain, request.executionId, alertIds, request.alertId],
  );
  return rows;
}

/** The alert, and one of each other entry of its entity, among the hits of its subject; undefined where there is no such alert. */
async function entityAlerts(
  tx: Tx,
  scope: Scope,
  request: AlertRuling,
): Promise<{ own: AlertView; others: AlertView[] } | undefined> {
  const alerts = await readAlerts(tx, scope, request.executionId);
  const own = alerts.find(({ alertId }) => alertId === request.alertId);
  if (own === undefined) return undefined;
  const others = alerts.filter(
    ({ sequence, subjectIndex, entityKey, entityId }) =>
      sequence === own.sequence &&
      subjectIndex === own.subjectIndex &&
      entityKey === own.entityKey &&
      entityId !== own.entityId,
  );
  return { own, others: [...new Map(others.map((alert) => [alert.entityId, alert])).values()] };
}

/** Nobody rules on an entry that was not shown, or takes back a true match without seeing it. */
function refuseEntity(
  own: AlertView,
  others: readonly AlertView[],
  request: AlertRuling,
): AlertRulingResult | undefined {
  const shown = new Set(request.entityIds);
  const entityIds = [own, ...others].map(({ entityId }) => entityId);
  if (entityIds.length !== shown.size || entityIds.some((id) => !shown.has(id)))
    return { kind: 'entriesChanged', entityIds };
  if (request.ruling === 'TRUE_MATCH') return undefined;
  const match = others.find(({ resolution }) => resolution === 'TRUE_MATCH');
  return match && { kind: 'trueMatch', entityId: match.entityId, ruledBy: match.ruling!.ruledBy };
}

async function appendAlertRuling(
  tx: Tx,
  scope: Scope,
  of: { readonly request: AlertRuling; readonly alert: AlertRow; readonly entityIds: readonly string[] },
): Promise<number> {
  const { request, alert, entityIds } = of;
  const { subject_key: key, party, subject } = alert;
  if (subject === null) throw new Error(`alert ${alert.alert_id} has no screening that raised it`);
  const revision = await appendRuling(tx, scope, {
    customerId: alert.customer_id,
    entityId: alert.entity_id,
    subject: alertSubject({ key, party, subject }),
    ruling: request.ruling,
    reason: request.reason,
    caseNo: request.caseNo,
    entityFacts: alert.entity_facts,
    subjectFacts: subjectFacts(subject),
    ruledBy: request.actor.id,
  });
  await recordAudit(tx, scope, {
    actor: request.actor,
    act: 'case.rule',
    object: { kind: 'case', id: request.caseNo },
    detail: {
      alertId: alert.alert_id,
      entityId: alert.entity_id,
      subject: key,
      ruling: request.ruling,
      rulingRevision: revision,
      reason: request.reason,
      // One ruling on all entries of the entity: each has its own record, which names the others.
      ...(entityIds.length > 1 ? { entityIds } : {}),
    },
  });
  return revision;
}
