import {
  type CaseConflict,
  type CaseTransitionName,
  isFinalCase,
  permissionsOf,
  type RulingVerdict,
  wordPhrases,
} from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { findPerson, type Person } from '../identity/index.ts';
import type { Interpreter } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { DomainKeys, PersonalKeys } from '../personal-keys/index.ts';
import {
  type AlertRulingResult,
  appendPairDecision,
  type HitRulingResult,
  readAlerts,
  ruleOnAlert,
  ruleOnHits,
  type ShownHit,
} from '../screening/index.ts';
import { isAvailable } from './case-filter.ts';
import { type CaseHit, readCaseHits } from './case-hits.ts';
import { type PendingDecision, readHoldSeconds } from './case-hold.ts';
import { transitionPhrase } from './case-refusals.ts';
import { type CaseRow, caseColumns } from './case-rows.ts';
import {
  checkRulingPermission,
  checkTakeBack,
  currentGroup,
  decideTransition,
  type Reviewer,
  type TransitionContext,
  type TransitionDecision,
  type TransitionRefusal,
} from './case-transitions.ts';

export interface CaseTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly interpreter: Pick<Interpreter, 'resolveExecution' | 'cancelExecution'>;
}

/** A person as the table of transitions knows them. */
export function reviewerOf(person: Pick<Person, 'email' | 'roles' | 'groups'>): Reviewer {
  return {
    email: person.email,
    groups: person.groups,
    worksOnCases: permissionsOf(person.roles).includes('cases.work'),
    isAdmin: person.roles.includes('admin'),
  };
}

export interface TransitionRequest {
  readonly caseNo: string;
  /** The revision that the person saw. */
  readonly expectedRevision: number;
  readonly move: CaseTransitionName;
  readonly reason?: string | undefined;
  /** E-mail address of whom to assign to. */
  readonly assignee?: string | undefined;
  /** Whether a decision that concludes the case waits for some seconds in which it can be taken back. */
  readonly hold?: boolean;
  readonly situation: TransitionContext;
}

export type TransitionResult =
  | { readonly kind: 'moved'; readonly row: CaseRow }
  | { readonly kind: 'notFound' }
  /** Somebody was faster: the state of the case now. */
  | { readonly kind: 'conflict'; readonly current: CaseConflict }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal };

/** Makes a transition: case, execution and audit records in one transaction, or nothing of it. */
export async function transitionCase(
  tools: CaseTools,
  scope: Scope,
  request: TransitionRequest,
): Promise<TransitionResult> {
  const keys = await tools.personalKeys.ofDomain(scope);
  return tools.database.transaction(scope, async (tx): Promise<TransitionResult> => {
    const row = await lockCase(tx, scope, request.caseNo);
    if (row === undefined) return { kind: 'notFound' };
    if (row.revision !== request.expectedRevision) return conflictOf(tx, scope, row);
    const named = request.assignee === undefined ? undefined : await findPerson(tx, scope, request.assignee);
    const requested = { move: request.move, reason: request.reason, assignee: named && reviewerOf(named) };
    const hits = await readCaseHits(tx, scope, { ...row, keys });
    const decision = decideTransition(row, requested, { ...request.situation, hits });
    if (!decision.ok) return { kind: 'refused', refusal: decision.refusal };
    const { actor } = request.situation;
    const move = { tools, scope, row, decision, reason: request.reason, actor, hits };
    const seconds =
      request.hold === true && typeof decision.ends === 'object' ? await readHoldSeconds(tx, scope) : 0;
    return seconds > 0 ? holdDecision(tx, move, seconds) : applyTransition(tx, move);
  });
}

/** Takes back a decision that is held, on record; the case is then under review by whoever decided. */
export function takeBackDecision(
  tools: CaseTools,
  scope: Scope,
  request: Pick<TransitionRequest, 'caseNo' | 'expectedRevision'> & { readonly actor: Reviewer },
): Promise<TransitionResult> {
  const { caseNo, expectedRevision, actor } = request;
  return tools.database.transaction(scope, async (tx): Promise<TransitionResult> => {
    const row = await lockCase(tx, scope, caseNo);
    if (row === undefined) return { kind: 'notFound' };
    if (row.revision !== expectedRevision) return conflictOf(tx, scope, row);
    const refusal = checkTakeBack(row, actor);
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const moved = await endHold(tx, scope, row);
    const { decision, by } = row.pending!;
    await recordAudit(tx, scope, {
      actor: auditActor(actor),
      act: actions.takeBack,
      object: { kind: 'case', id: caseNo },
      detail: { decision, decidedBy: by, revision: moved.revision },
    });
    return { kind: 'moved', row: moved };
  });
}

/**
 * Lets a held decision take effect once it is due: state, execution, hook and audit records in one transaction. The rules
 * are applied again, because rulings may have changed in another case; a decision that they refuse now is taken back on
 * record. Nothing where it was taken back or released meanwhile.
 */
export async function releaseDecision(tools: CaseTools, scope: Scope, caseNo: string): Promise<void> {
  const keys = await tools.personalKeys.ofDomain(scope);
  return tools.database.transaction(scope, async (tx) => {
    const row = await lockCase(tx, scope, caseNo);
    if (!row?.pending || row.releasesInMs !== 0) return;
    const { decision: move, by, reason } = row.pending;
    const person = await findPerson(tx, scope, by);
    const actor = person ? reviewerOf(person) : { ...noReviewer, email: by };
    const hits = await readCaseHits(tx, scope, { ...row, keys });
    const situation = { actor, isCancelConfigured: false, hits };
    const decision = decideTransition({ ...row, pending: null }, { move, reason }, situation);
    if (decision.ok && typeof decision.ends === 'object') {
      await applyTransition(tx, { tools, scope, row, decision, reason, actor, hits });
      return;
    }
    const because = decision.ok
      ? 'it takes a second person now'
      : wordPhrases(transitionPhrase(decision.refusal));
    await voidHeldDecision(tx, scope, row, because);
  });
}

/** Ends the held decision of a locked case without making it, on record with the reason. Nothing where none is held. */
export async function voidHeldDecision(tx: Tx, scope: Scope, row: CaseRow, because: string): Promise<void> {
  if (row.pending === null) return;
  const { decision, by } = row.pending;
  const { revision } = await endHold(tx, scope, row);
  await recordAudit(tx, scope, {
    actor: { kind: 'system', id: 'cases' },
    act: 'case.void',
    object: { kind: 'case', id: row.caseNo },
    detail: { decision, decidedBy: by, because, revision },
  });
}

/** Somebody who is not there any more, or was signed out for good, decides nothing. */
const noReviewer = { groups: [], worksOnCases: false, isAdmin: false };

async function conflictOf(tx: Tx, scope: Scope, row: CaseRow): Promise<TransitionResult> {
  const { caseNo, status, revision, assignee } = row;
  const changedBy = await readLastActor(tx, scope, caseNo);
  return { kind: 'conflict', current: { status, revision, assignee, changedBy } };
}

/**
 * Gives the person the oldest of the cases with the highest risk that wait for one of their groups; undefined when
 * none waits. Two people who ask at once get two cases.
 */
export function claimNextCase(
  tools: CaseTools,
  scope: Scope,
  situation: TransitionContext,
): Promise<CaseRow | undefined> {
  const { actor } = situation;
  return tools.database.transaction(scope, async (tx) => {
    const [row] = await tx.sql<CaseRow & Record<string, unknown>>(
      `select ${caseColumns} from case_record c
       where c.tenant_id = $1 and c.domain = $2 and c.resolved_at is null
         and ${isAvailable({ isAdmin: '$3', groups: '$4', email: '$5' })}
       order by (- coalesce(c.risk_score, -1)), c.opened_at, length(c.case_no), c.case_no
       limit 1 for update skip locked`,
      [scope.tenantId, scope.domain, actor.isAdmin, actor.groups, actor.email],
    );
    if (row === undefined) return undefined;
    const move = row.status === 'RETURNED' ? 'resume' : 'claim';
    // Taking a case decides nothing, whatever its hits are.
    const hits: readonly CaseHit[] = [];
    const decision = decideTransition(row, { move }, { ...situation, hits });
    if (!decision.ok) throw new Error(`the next case cannot be taken: ${decision.refusal.kind}`);
    const moved = await applyTransition(tx, { tools, scope, row, decision, reason: undefined, actor, hits });
    if (moved.kind !== 'moved') throw new Error('a case that was taken does not end');
    return moved.row;
  });
}

export interface RulingRequest {
  readonly caseNo: string;
  readonly alertId: string;
  readonly ruling: RulingVerdict;
  readonly reason: string;
  /** The entries of the entity as they were shown, to rule on all of them. */
  readonly entityIds?: readonly string[] | undefined;
  readonly actor: Reviewer;
}

export type RulingResult =
  | Exclude<AlertRulingResult, { kind: 'contradicted' | 'subjectUnreadable' }>
  | { readonly kind: 'notFound' }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal };

/** Rules on a hit of a case, remembered for its subject and entity, with its audit record. */
export async function ruleOnHit(
  tools: CaseTools,
  scope: Scope,
  request: RulingRequest,
): Promise<RulingResult> {
  const keys = await tools.personalKeys.ofDomain(scope);
  return tools.database.transaction(scope, async (tx): Promise<RulingResult> => {
    const row = await lockCase(tx, scope, request.caseNo);
    if (row === undefined) return { kind: 'notFound' };
    const refusal = checkRulingPermission(row, request.actor);
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const { caseNo, alertId, ruling, reason, entityIds } = request;
    const ruled = await ruleOnAlert(tx, scope, {
      caseNo,
      executionId: row.executionId,
      alertId,
      ruling,
      reason,
      entityIds,
      actor: auditActor(request.actor),
      keys,
    });
    if (ruled === undefined) return { kind: 'notFound' };
    if (ruled.kind === 'subjectUnreadable') return { kind: 'refused', refusal: ruled };
    if (ruled.kind !== 'contradicted') return ruled;
    return { kind: 'refused', refusal: { kind: 'contradictedReason', reason, because: ruled.because } };
  });
}

export interface ManyRulingsRequest extends Pick<RulingRequest, 'caseNo' | 'ruling' | 'reason' | 'actor'> {
  readonly hits: readonly ShownHit[];
}

export type ManyRulingsResult =
  | {
      readonly kind: 'ruled';
      /** In the order of the request. */
      readonly hits: readonly HitRulingResult[];
    }
  | Exclude<RulingResult, AlertRulingResult>;

/** Rules on many hits of a case with one reason, in one transaction; what became of each is in the answer. */
export async function ruleOnManyHits(
  tools: CaseTools,
  scope: Scope,
  { hits, actor, ...request }: ManyRulingsRequest,
): Promise<ManyRulingsResult> {
  const keys = await tools.personalKeys.ofDomain(scope);
  return tools.database.transaction(scope, async (tx): Promise<ManyRulingsResult> => {
    const row = await lockCase(tx, scope, request.caseNo);
    if (row === undefined) return { kind: 'notFound' };
    const refusal = checkRulingPermission(row, actor);
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const { executionId } = row;
    const ruling = { ...request, executionId, keys, actor: auditActor(actor) };
    const ruled = await ruleOnHits(tx, scope, ruling, hits);
    return 'kind' in ruled ? { kind: 'refused', refusal: ruled } : { kind: 'ruled', hits: ruled };
  });
}

export interface PairRequest {
  readonly caseNo: string;
  readonly alertId: string;
  readonly otherAlertId: string;
  readonly isSame: boolean;
  readonly reason: string;
  readonly actor: Reviewer;
}

export type PairResult =
  | { readonly kind: 'decided'; readonly entityIds: readonly [string, string]; readonly revision: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noPair' }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal };

/** Records that the entries of two hits are one entity, or are not, with its audit record. */
export async function decidePair(tools: CaseTools, scope: Scope, request: PairRequest): Promise<PairResult> {
  const keys = await tools.personalKeys.ofDomain(scope);
  return tools.database.transaction(scope, (tx) => decidePairIn(tx, scope, { ...request, keys }));
}

async function decidePairIn(
  tx: Tx,
  scope: Scope,
  request: PairRequest & { readonly keys: DomainKeys },
): Promise<PairResult> {
  const row = await lockCase(tx, scope, request.caseNo);
  if (row === undefined) return { kind: 'notFound' };
  const refusal = checkRulingPermission(row, request.actor);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const { executionId } = row;
  const alerts = await readAlerts(tx, scope, { executionId, keys: request.keys });
  const [one, other] = [request.alertId, request.otherAlertId].map((id) =>
    alerts.find(({ alertId }) => alertId === id),
  );
  if (one === undefined) return { kind: 'notFound' };
  if (
    other === undefined ||
    one.entityId === other.entityId ||
    one.sequence !== other.sequence ||
    one.subjectIndex !== other.subjectIndex
  )
    return { kind: 'noPair' };
  const { caseNo, isSame, reason, actor } = request;
  const entityIds = [one.entityId, other.entityId] as const;
  const decision = { entityIds, isSame, reason, caseNo, decidedBy: actor.email };
  const revision = await appendPairDecision(tx, scope, decision);
  await recordAudit(tx, scope, {
    actor: auditActor(actor),
    act: isSame ? 'case.join' : 'case.split',
    object: { kind: 'case', id: caseNo },
    detail: { entityIds, reason, revision },
  });
  return { kind: 'decided', entityIds, revision };
}

/** Who made the newest transition of a case; null where the service did, or nobody has. */
async function readLastActor(tx: Tx, scope: Scope, caseNo: string): Promise<string | null> {
  const [last] = await tx.sql<{ actor: string }>(
    `select actor from audit_event
     where tenant_id = $1 and domain = $2 and object_kind = 'case' and object_id = $3
       and act = any($4::text[]) and actor_kind = 'user'
     order by (detail ->> 'revision')::int desc limit 1`,
    [scope.tenantId, scope.domain, caseNo, [...Object.values(actions), 'case.ask_document']],
  );
  return last?.actor ?? null;
}

/** The case as it is until the transaction ends. */
export async function lockCase(tx: Tx, scope: Scope, caseNo: string): Promise<CaseRow | undefined> {
  const [row] = await tx.sql<CaseRow & Record<string, unknown>>(
    `select ${caseColumns} from case_record c
     where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3 for update`,
    [scope.tenantId, scope.domain, caseNo],
  );
  return row;
}

interface Move {
  readonly tools: CaseTools;
  readonly scope: Scope;
  readonly row: CaseRow;
  readonly decision: TransitionDecision & { ok: true };
  readonly reason: string | undefined;
  readonly actor: Reviewer;
  readonly hits: readonly CaseHit[];
}

/** Keeps the decision until it is due. The case is under review by whoever decided, wherever it was before. */
async function holdDecision(tx: Tx, move: Move, seconds: number): Promise<TransitionResult> {
  const { scope, row, actor } = move;
  const { ends } = move.decision;
  if (typeof ends !== 'object') throw new Error('only a decision is held');
  const reason = (move.reason ?? '').trim();
  const pending: PendingDecision = { decision: ends.decision, by: actor.email, reason, seconds };
  const [held] = await tx.sql<CaseRow & Record<string, unknown>>(
    `update case_record c set status = 'UNDER_REVIEW', assignee = $4, revision = revision + 1, pending = $5::jsonb,
       pending_until = now() + make_interval(secs => $6)
     where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3
     returning ${caseColumns}`,
    [scope.tenantId, scope.domain, row.caseNo, actor.email, JSON.stringify(pending), seconds],
  );
  await recordAudit(tx, scope, {
    actor: auditActor(actor),
    act: actions.hold,
    object: { kind: 'case', id: row.caseNo },
    detail: {
      from: row.status,
      to: 'UNDER_REVIEW',
      group: currentGroup(row),
      decision: ends.decision,
      seconds,
      revision: held!.revision,
      ...resolutionDetail(move),
      reason,
    },
  });
  return { kind: 'moved', row: held! };
}

/** The case without its held decision, which is not made. */
async function endHold(tx: Tx, scope: Scope, row: CaseRow): Promise<CaseRow> {
  const [moved] = await tx.sql<CaseRow & Record<string, unknown>>(
    `update case_record c set revision = revision + 1, pending = null, pending_until = null
     where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3
     returning ${caseColumns}`,
    [scope.tenantId, scope.domain, row.caseNo],
  );
  return moved!;
}

async function applyTransition(tx: Tx, move: Move): Promise<TransitionResult> {
  const { scope, row, actor } = move;
  const { step, next } = move.decision;
  const ended = await endExecution(tx, move);
  if (ended !== undefined) return { kind: 'refused', refusal: ended };
  const [moved] = await tx.sql<CaseRow & Record<string, unknown>>(
    `update case_record c set status = $4, group_index = $5, assignee = $6, revision = revision + 1,
       resolved_at = case when $7 then now() end, proposal = $8::jsonb,
       pending = null, pending_until = null
     where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3
     returning ${caseColumns}`,
    [
      scope.tenantId,
      scope.domain,
      row.caseNo,
      next.status,
      next.groupIndex,
      next.assignee,
      isFinalCase(next.status),
      next.proposal ? JSON.stringify(next.proposal) : null,
    ],
  );
  await recordAudit(tx, scope, {
    actor: auditActor(actor),
    act: actions[step],
    object: { kind: 'case', id: row.caseNo },
    detail: {
      from: row.status,
      to: next.status,
      group: currentGroup(row),
      ...(next.groupIndex === row.groupIndex ? {} : { toGroup: currentGroup(next) }),
      ...(next.assignee === row.assignee ? {} : { assignee: next.assignee }),
      revision: moved!.revision,
      ...(step === 'propose' ? { proposal: next.proposal?.decision } : {}),
      ...(row.pending ? { heldSeconds: row.pending.seconds } : {}),
      ...resolutionDetail(move),
      ...(move.reason === undefined ? {} : { reason: move.reason }),
    },
  });
  return { kind: 'moved', row: moved! };
}

/** Of a decision by people: whose proposal it agrees with, and the true matches that it is made in spite of. */
function resolutionDetail({ row, decision, hits }: Move): Record<string, unknown> {
  const { step, ends, next } = decision;
  const decided = typeof ends === 'object' ? ends.decision : undefined;
  const proposed = step === 'propose' ? next.proposal?.decision : undefined;
  const agrees = decided !== undefined && row.proposal?.decision === decided;
  const trueMatches = hits.filter(({ resolution }) => resolution === 'TRUE_MATCH').map(({ key }) => key);
  return {
    ...(agrees ? { agreesWith: row.proposal!.by } : {}),
    ...((decided ?? proposed) !== undefined && trueMatches.length > 0 ? { trueMatches } : {}),
  };
}

/** Ends the execution with its case; answers why that is refused. */
async function endExecution(tx: Tx, move: Move): Promise<TransitionRefusal | undefined> {
  const { tools, scope, row } = move;
  const { ends } = move.decision;
  if (ends === undefined) return undefined;
  const end = { executionId: row.executionId, actor: auditActor(move.actor) };
  const result =
    ends === 'cancelled'
      ? await tools.interpreter.cancelExecution(tx, scope, end)
      : await tools.interpreter.resolveExecution(tx, scope, { ...end, decision: ends.decision });
  if (result.kind === 'refused') return { kind: 'cancelNotConfigured' };
  if (result.kind === 'unchanged') {
    throw new Error(`case ${row.caseNo} is open while its execution is ${result.state ?? 'not there'}`);
  }
  return undefined;
}

/** Names of the acts in the audit log. */
const actions = {
  claim: 'case.claim',
  assign: 'case.assign',
  release: 'case.release',
  return: 'case.return',
  resume: 'case.resume',
  passOn: 'case.pass_on',
  propose: 'case.propose',
  approve: 'case.approve',
  reject: 'case.reject',
  close: 'case.close',
  cancel: 'case.cancel',
  hold: 'case.hold',
  takeBack: 'case.take_back',
} as const satisfies Readonly<
  Record<(TransitionDecision & { ok: true })['step'] | 'hold' | 'takeBack', AuditAction>
>;

export function auditActor(actor: Reviewer): Actor {
  return { kind: 'user', id: actor.email };
}
