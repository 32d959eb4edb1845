import type { WireHit } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { SubjectParty } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
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
  readonly actor: Actor;
}

export type AlertRulingResult =
  | { readonly kind: 'ruled'; readonly entityId: string; readonly revision: number }
  /** The hit itself says otherwise than the reason. */
  | { readonly kind: 'contradicted'; readonly because: string };

interface AlertRow {
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
 * that screening (docs/interface.md 6), and its audit record. Returns what was ruled on and the ruling's revision;
 * undefined when the execution has no such alert.
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
  const [alert] = await tx.sql<AlertRow>(
    `select a.customer_id, a.entity_id, a.entity_facts, a.hit, ${alertSubjectKey} as subject_key, a.party, v.input -> 'subjects' -> a.subject_index as subject
     from alert a
     left join visit v on v.tenant_id = a.tenant_id and v.domain = a.domain and v.execution_id = a.execution_id
       and v.sequence = a.visit_sequence
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3 and a.alert_id = $4`,
    [scope.tenantId, scope.domain, request.executionId, request.alertId],
  );
  if (alert === undefined) return undefined;
  if (alert.subject === null) throw new Error(`alert ${request.alertId} has no screening that raised it`);
  const because = contradictionOf(alert.hit, request);
  if (because !== undefined) return { kind: 'contradicted', because };
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
      alertId: request.alertId,
      entityId: alert.entity_id,
      subject: key,
      ruling: request.ruling,
      rulingRevision: revision,
      reason: request.reason,
    },
  });
  return { kind: 'ruled', entityId: alert.entity_id, revision };
}
