import {
  phrase,
  type RetentionChangeView,
  type RetentionKind,
  type RetentionRule,
} from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';
import { insertInto } from '../database/index.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { allDomains, defaultRule, keepsShorter, type RetentionDefaults, readPeriods } from './periods.ts';

type RetentionAction = `retention.${'change' | 'request' | 'approve' | 'refuse'}`;

interface ChangeRow {
  readonly changeId: string;
  readonly domain: string;
  readonly kind: RetentionKind;
  readonly isReset: boolean;
  readonly period: string | null;
  readonly basis: RetentionRule['basis'];
  readonly previousPeriod: string | null;
  readonly previousBasis: RetentionRule['basis'];
  readonly reason: string;
  readonly state: RetentionChangeView['state'];
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
  readonly refusal: string | null;
}

const columns = `change_id::text as "changeId", domain, kind, is_reset as "isReset", period, basis,
  previous_period as "previousPeriod", previous_basis as "previousBasis", reason, state, requested_by as "requestedBy",
  requested_at as "requestedAt", answered_by as "answeredBy", answered_at as "answeredAt", refusal`;

function viewOf(row: ChangeRow): RetentionChangeView {
  const { changeId, kind, isReset, reason, state, requestedBy, answeredBy, refusal } = row;
  return {
    changeId,
    kind,
    appliesTo: row.domain === allDomains ? 'tenant' : 'domain',
    isReset,
    rule: { period: row.period, basis: row.basis },
    previous: { period: row.previousPeriod, basis: row.previousBasis },
    reason,
    state,
    requestedBy,
    requestedAt: row.requestedAt.getTime(),
    answeredBy,
    answeredAt: row.answeredAt?.getTime() ?? null,
    refusal,
  };
}

/** Changes that wait for a second person, then the newest. */
export async function readChanges(tx: Tx, scope: Scope, limit: number): Promise<RetentionChangeView[]> {
  const rows = await tx.sql<ChangeRow & Record<string, unknown>>(
    `select ${columns} from retention_change where tenant_id = $1 and domain in ('', $2)
     order by state = 'REQUESTED' desc, requested_at desc, change_id limit $3`,
    [scope.tenantId, scope.domain, limit],
  );
  return rows.map(viewOf);
}

interface Requested {
  readonly kind: RetentionKind;
  /** Null: back to the default, or to the period of all domains. */
  readonly rule: RetentionRule | null;
  readonly reason: string;
  readonly user: ConsoleUser;
}

/** Keeps data longer at once; less long once a second person approves it. `place` is a domain, or all of them. */
export async function requestChange(
  tx: Tx,
  place: Scope,
  defaults: RetentionDefaults,
  { kind, rule: wanted, reason, user }: Requested,
): Promise<RetentionChangeView> {
  if (wanted?.basis != null && kind !== 'customers') {
    throw new ConsoleRefusal('INVALID', phrase('refusals.retentionBasis'), { field: 'rule.basis' });
  }
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`retention ${place.tenantId}`]);
  const [open] = await tx.sql<{ requestedBy: string }>(
    `select requested_by as "requestedBy" from retention_change
     where tenant_id = $1 and domain = $2 and kind = $3 and state = 'REQUESTED'`,
    [place.tenantId, place.domain, kind],
  );
  if (open !== undefined) {
    throw new ConsoleRefusal(
      'MOVE_REFUSED',
      phrase('refusals.retentionRequested', { person: open.requestedBy }),
    );
  }
  const now = (await readPeriods(tx, place, defaults)).find((each) => each.kind === kind)!;
  const fallback = (place.domain === allDomains ? null : now.tenant) ?? defaultRule(kind, defaults);
  const basis = kind === 'customers' ? (wanted?.basis ?? 'RELATIONSHIP_END') : null;
  const rule = wanted === null ? fallback : { period: wanted.period, basis };
  const isSame = rule.period === now.rule.period && rule.basis === now.rule.basis;
  const own = place.domain === allDomains ? now.tenant : now.domain;
  if (isSame && (wanted === null) === (own === null)) {
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.retentionSame'));
  }
  const state = keepsShorter(rule, now.rule) ? 'REQUESTED' : 'APPLIED';
  const changeId = newId();
  await tx.run(
    insertInto('retention_change', {
      tenant_id: place.tenantId,
      domain: place.domain,
      change_id: changeId,
      kind,
      is_reset: wanted === null,
      ...{ period: rule.period, basis: rule.basis },
      ...{ previous_period: now.rule.period, previous_basis: now.rule.basis },
      reason,
      state,
      requested_by: user.email,
    }),
  );
  const row = await readChange(tx, place, changeId);
  if (state === 'APPLIED') await applyChange(tx, place, row!);
  await record(tx, place, state === 'APPLIED' ? 'retention.change' : 'retention.request', row!, user);
  return viewOf(row!);
}

/** Lets a shorter period take effect, as another person than the one who requested it. */
export async function approveChange(
  tx: Tx,
  place: Scope,
  { changeId, confirmation, user }: { changeId: string; confirmation: string; user: ConsoleUser },
): Promise<RetentionChangeView> {
  const row = await lockRequested(tx, place, changeId);
  requireConfirmation(place, confirmation);
  if (row.requestedBy === user.email) throw new ConsoleRefusal('OWN_WORK');
  await applyChange(tx, place, row);
  return answer(tx, place, { row, state: 'APPLIED', user, refusal: null });
}

export async function refuseChange(
  tx: Tx,
  place: Scope,
  { changeId, reason, user }: { changeId: string; reason: string; user: ConsoleUser },
): Promise<RetentionChangeView> {
  const row = await lockRequested(tx, place, changeId);
  return answer(tx, place, { row, state: 'REFUSED', user, refusal: reason });
}

/** What is typed to confirm: the domain, or the tenant for all domains. @throws ConsoleRefusal for another text */
export function requireConfirmation(place: Scope, confirmation: string): void {
  const expected = place.domain === allDomains ? place.tenantId : place.domain;
  if (confirmation === expected) return;
  throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.retentionConfirmation', { expected }), {
    field: 'confirmation',
  });
}

/** Where a change of this ID is: the domain, or all of them. */
export async function placeOfChange(tx: Tx, scope: Scope, changeId: string): Promise<Scope> {
  for (const place of [scope, { ...scope, domain: allDomains }]) {
    if (isId(changeId) && (await readChange(tx, place, changeId)) !== undefined) return place;
  }
  throw new ConsoleRefusal('NOT_FOUND');
}

async function readChange(
  tx: Tx,
  place: Scope,
  changeId: string,
  lock: 'for update' | '' = '',
): Promise<ChangeRow | undefined> {
  const [row] = await tx.sql<ChangeRow & Record<string, unknown>>(
    `select ${columns} from retention_change where tenant_id = $1 and domain = $2 and change_id = $3 ${lock}`,
    [place.tenantId, place.domain, changeId],
  );
  return row;
}

async function lockRequested(tx: Tx, place: Scope, changeId: string): Promise<ChangeRow> {
  const row = await readChange(tx, place, changeId, 'for update');
  if (row === undefined) throw new ConsoleRefusal('NOT_FOUND');
  if (row.state !== 'REQUESTED')
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.retentionAnswered'));
  return row;
}

async function answer(
  tx: Tx,
  place: Scope,
  of: {
    readonly row: ChangeRow;
    readonly state: 'APPLIED' | 'REFUSED';
    readonly user: ConsoleUser;
    readonly refusal: string | null;
  },
): Promise<RetentionChangeView> {
  const { row, state, user, refusal } = of;
  await tx.sql(
    `update retention_change set state = $4, answered_by = $5, answered_at = now(), refusal = $6
     where tenant_id = $1 and domain = $2 and change_id = $3`,
    [place.tenantId, place.domain, row.changeId, state, user.email, refusal],
  );
  await record(tx, place, state === 'APPLIED' ? 'retention.approve' : 'retention.refuse', row, user);
  return viewOf((await readChange(tx, place, row.changeId))!);
}

async function applyChange(tx: Tx, place: Scope, { kind, isReset, period, basis }: ChangeRow): Promise<void> {
  const values = [place.tenantId, place.domain, kind];
  if (isReset) {
    await tx.sql('delete from retention_period where tenant_id = $1 and domain = $2 and kind = $3', values);
    return;
  }
  await tx.sql(
    `insert into retention_period (tenant_id, domain, kind, period, basis) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, domain, kind) do update set period = excluded.period, basis = excluded.basis`,
    [...values, period, basis],
  );
}

function record(
  tx: Tx,
  place: Scope,
  act: RetentionAction,
  row: ChangeRow,
  user: ConsoleUser,
): Promise<void> {
  const { changeId, kind, period, basis, previousPeriod, previousBasis, reason, requestedBy } = row;
  return recordAudit(tx, place, {
    actor: { kind: 'user', id: user.email },
    act,
    object: { kind: 'retention', id: kind },
    detail: { changeId, period, basis, previousPeriod, previousBasis, reason, requestedBy },
  });
}
