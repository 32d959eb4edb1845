import { type Phrase, phrase, type WireHit } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { SubjectParty } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { DomainKeys } from '../personal-keys/index.ts';
import { type AlertView, readAlerts } from './alert-queries.ts';
import { subjectFacts } from './ruling-facts.ts';
import { appendRuling } from './ruling-queries.ts';
import { contradictionOf } from './ruling-reasons.ts';
import type { RulingFacts, RulingVerdict } from './rulings.ts';
import { withSubjects } from './sealed-subjects.ts';
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
  /** Open whom the alert is about, where its execution is sealed. */
  readonly keys: DomainKeys;
}

/** Nobody can read any more whom the hits of the execution are about: its key was deleted, or not restored with the database. */
export interface UnreadableSubject {
  readonly kind: 'subjectUnreadable';
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
  | { readonly kind: 'contradicted'; readonly because: readonly Phrase[] }
  /** The entity has other entries than the reviewer saw: those that it has now. */
  | { readonly kind: 'entriesChanged'; readonly entityIds: readonly string[] }
  /** Another entry of the entity was ruled a true match, which this ruling would take back unseen. */
  | { readonly kind: 'trueMatch'; readonly entityId: string; readonly ruledBy: string }
  | UnreadableSubject;

/** What a ruling on any alert has in common. */
type RulingRecord = Pick<AlertRuling, 'caseNo' | 'ruling' | 'reason' | 'actor'>;

interface AlertRow {
  executionId: string;
  sequence: number;
  subjectIndex: number;
  alert_id: string;
  customer_id: string;
  entity_id: string;
  entity_facts: RulingFacts;
  hit: WireHit;
  subject_key: string;
  party: Pick<SubjectParty, 'role' | 'percent'> | null;
  subject: Subject;
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
  const { executionId, keys } = request;
  await lockCustomer(tx, scope, executionId);
  const entity =
    request.entityIds === undefined
      ? undefined
      : entityOf(await readAlerts(tx, scope, { executionId, keys }), request.alertId);
  if (entity !== undefined) {
    const refusal = refuseEntity(entity.own, entity.others, request);
    if (refusal !== undefined) return refusal;
  }
  const alertIds = [request.alertId, ...(entity?.others ?? []).map(({ alertId }) => alertId)];
  const alerts = await readRuledAlerts(tx, scope, request, alertIds);
  if ('kind' in alerts) return alerts;
  const [own] = alerts;
  if (own === undefined || own.alert_id !== request.alertId) return undefined;
  return contradiction(alerts, request) ?? appendEntityRuling(tx, scope, request, alerts);
}

/** Where a hit of the entity says otherwise than the reason; the first of them is the reviewer's own, which needs no name. */
function contradiction(
  alerts: readonly { readonly hit: WireHit }[],
  request: Pick<AlertRuling, 'ruling' | 'reason'>,
): Extract<AlertRulingResult, { kind: 'contradicted' }> | undefined {
  for (const [index, { hit }] of alerts.entries()) {
    const because = contradictionOf(hit, request);
    if (because === undefined) continue;
    const named = index === 0 ? [] : [phrase('refusals.ofHit', { name: hit.name })];
    return { kind: 'contradicted', because: [...named, ...because] };
  }
  return undefined;
}

/** Rulings of a customer are numbered: those of two cases at once go one after the other. */
async function lockCustomer(tx: Tx, scope: Scope, executionId: string): Promise<void> {
  await tx.sql(
    `select from customer where tenant_id = $1 and domain = $2 and customer_id = (
       select customer_id from alert where tenant_id = $1 and domain = $2 and execution_id = $3 limit 1
     ) for update`,
    [scope.tenantId, scope.domain, executionId],
  );
}

/** @param alerts the hit's own first, then one of each other entry of its entity */
async function appendEntityRuling(
  tx: Tx,
  scope: Scope,
  request: RulingRecord,
  alerts: readonly AlertRow[],
): Promise<Extract<AlertRulingResult, { kind: 'ruled' }>> {
  const entityIds = alerts.map((alert) => alert.entity_id);
  const revisions: number[] = [];
  for (const alert of alerts)
    revisions.push(await appendAlertRuling(tx, scope, { request, alert, entityIds }));
  return { kind: 'ruled', entityId: entityIds[0]!, entityIds, revision: revisions[0]! };
}

/** A hit as a reviewer saw it: the entries of its entity, each with the number of its newest ruling; null where it had none. */
export interface ShownHit {
  readonly alertId: string;
  readonly entries: readonly { readonly entityId: string; readonly rulingRevision: number | null }[];
}

/** What became of one hit of many. */
export type HitRulingResult =
  | Exclude<AlertRulingResult, UnreadableSubject>
  /** Somebody ruled on an entry since it was shown. */
  | { readonly kind: 'ruledMeanwhile'; readonly ruledBy: string }
  | { readonly kind: 'notFound' };

/**
 * Rules on many hits with one reason: each with all its entries or not at all, and each as `ruleOnAlert` does. None is
 * ruled on that somebody ruled on since it was shown.
 * @returns one result for each hit, in their order
 */
export async function ruleOnHits(
  tx: Tx,
  scope: Scope,
  request: Omit<AlertRuling, 'alertId' | 'entityIds'>,
  hits: readonly ShownHit[],
): Promise<HitRulingResult[] | UnreadableSubject> {
  const { executionId, keys } = request;
  await lockCustomer(tx, scope, executionId);
  const alerts = await readAlerts(tx, scope, { executionId, keys });
  const checked = hits.map((hit) => checkHit(alerts, request, hit));
  const alertIds = checked.flatMap((one) => (one.kind === 'fit' ? one.alertIds : []));
  const read = await readRuledAlerts(tx, scope, request, alertIds);
  if ('kind' in read) return read;
  const rows = new Map(read.map((row) => [row.alert_id, row]));
  const results: HitRulingResult[] = [];
  const ruled = new Set<string>();
  for (const one of checked) {
    if (one.kind !== 'fit') {
      results.push(one);
      continue;
    }
    const own = one.alertIds.map((id) => rows.get(id)!);
    // The same hit twice, of two engines too, is ruled on once.
    const isRepeated = ruled.has(one.entity);
    ruled.add(one.entity);
    results.push(
      isRepeated
        ? { kind: 'ruledMeanwhile', ruledBy: request.actor.id }
        : await appendEntityRuling(tx, scope, request, own),
    );
  }
  return results;
}

type CheckedHit =
  | {
      readonly kind: 'fit';
      readonly alertIds: readonly string[];
      /** The subject and the entity, whichever of its hits it is. */
      readonly entity: string;
    }
  | HitRulingResult;

/** Whether a hit is as it was shown, and its verdicts do not contradict the reason. */
function checkHit(
  alerts: readonly AlertView[],
  request: Pick<AlertRuling, 'ruling' | 'reason'>,
  hit: ShownHit,
): CheckedHit {
  const entity = entityOf(alerts, hit.alertId);
  if (entity === undefined) return { kind: 'notFound' };
  const { own, others } = entity;
  const entityIds = hit.entries.map(({ entityId }) => entityId);
  const refusal = refuseEntity(own, others, { ...request, entityIds });
  if (refusal?.kind === 'entriesChanged') return refusal;
  const shown = new Map(hit.entries.map(({ entityId, rulingRevision }) => [entityId, rulingRevision]));
  const later = [own, ...others].find(
    ({ entityId, ruling }) => ruling !== null && ruling.revision !== shown.get(entityId),
  );
  if (later) return { kind: 'ruledMeanwhile', ruledBy: later.ruling!.ruledBy };
  if (refusal !== undefined) return refusal;
  const contradicted = contradiction([own, ...others], request);
  if (contradicted !== undefined) return contradicted;
  return {
    kind: 'fit',
    alertIds: [own, ...others].map(({ alertId }) => alertId),
    entity: `${own.sequence}/${own.subjectIndex}/${own.entityKey}`,
  };
}

/** Alerts of an execution with what a ruling keeps of them, in the order of their ids. */
async function readRuledAlerts(
  tx: Tx,
  scope: Scope,
  { executionId, keys }: Pick<AlertRuling, 'executionId' | 'keys'>,
  alertIds: readonly string[],
): Promise<readonly AlertRow[] | UnreadableSubject> {
  const stored = await tx.sql<
    Omit<AlertRow, 'subject'> & { subject: Subject | null } & Record<string, unknown>
  >(
    `select a.execution_id::text as "executionId", a.visit_sequence as sequence, a.subject_index as "subjectIndex", a.alert_id, a.customer_id, a.entity_id, a.entity_facts, a.hit, ${alertSubjectKey} as subject_key, a.party,
       v.input -> 'subjects' -> a.subject_index as subject
     from alert a
     left join lateral gatehouse.node_runs(a.tenant_id, a.domain, a.execution_id) v on v.sequence = a.visit_sequence
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3 and a.alert_id = any($4::uuid[])
     order by array_position($4::uuid[], a.alert_id)`,
    [scope.tenantId, scope.domain, executionId, alertIds],
  );
  const rows = await withSubjects(tx, scope, { keys }, stored);
  const readable = rows.flatMap(({ subject, ...row }) => (subject === null ? [] : { ...row, subject }));
  return readable.length < rows.length ? { kind: 'subjectUnreadable' } : readable;
}

/** The alert, and the best of each other entry of its entity, among the hits of its subject; undefined where there is no such alert. */
function entityOf(
  alerts: readonly AlertView[],
  alertId: string,
): { own: AlertView; others: AlertView[] } | undefined {
  const own = alerts.find((alert) => alert.alertId === alertId);
  if (own === undefined) return undefined;
  const others = alerts.filter(
    ({ sequence, subjectIndex, entityKey, entityId }) =>
      sequence === own.sequence &&
      subjectIndex === own.subjectIndex &&
      entityKey === own.entityKey &&
      entityId !== own.entityId,
  );
  const byEntry = Map.groupBy(others, ({ entityId }) => entityId);
  return { own, others: [...byEntry.values()].map(([best]) => best!) };
}

/** Nobody rules on an entry that was not shown, or takes back a true match without seeing it. */
function refuseEntity(
  own: AlertView,
  others: readonly AlertView[],
  request: Pick<AlertRuling, 'ruling' | 'entityIds'>,
): Extract<AlertRulingResult, { kind: 'entriesChanged' | 'trueMatch' }> | undefined {
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
  of: { readonly request: RulingRecord; readonly alert: AlertRow; readonly entityIds: readonly string[] },
): Promise<number> {
  const { request, alert, entityIds } = of;
  const { subject_key: key, party, subject } = alert;
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
