import { type LegalHoldView, phrase } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { insertInto } from '../database/index.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { readIdCursor } from './id-cursor.ts';
import { lockCustomer } from './lock-customer.ts';

type HoldHandlers = Pick<
  ConsoleHandlers,
  'holds.list' | 'holds.place' | 'holds.requestRelease' | 'holds.refuseRelease' | 'holds.release'
>;

const columns = `hold_id::text as "holdId", customer_id as "customerId", case_no as "caseNo", reason, placed_by as "placedBy",
  ${ms('placed_at')} as "placedAt", release_requested_by as "releaseRequestedBy",
  ${ms('release_requested_at')} as "releaseRequestedAt", release_reason as "releaseReason", released_by as "releasedBy",
  ${ms('released_at')} as "releasedAt"`;

function ms(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::float8`;
}

/** Those in force on a customer (`$3`) and its cases. */
export const holdsInForce =
  'legal_hold where tenant_id = $1 and domain = $2 and customer_id = $3 and released_at is null';

/** Holds in force on a customer and its cases. */
export function readHolds(tx: Tx, scope: Scope, customerId: string): Promise<LegalHoldView[]> {
  return tx.sql<LegalHoldView & Record<string, unknown>>(
    `select ${columns} from ${holdsInForce} order by placed_at`,
    [scope.tenantId, scope.domain, customerId],
  );
}

/** The holds of a domain, or those that concern one case, those in force first. */
async function listHolds(
  tx: Tx,
  scope: Scope,
  of: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly caseNo?: string | undefined;
  },
): Promise<{ holds: LegalHoldView[]; nextCursor: string | null }> {
  const found = await tx.sql<LegalHoldView & Record<string, unknown>>(
    `select ${columns} from legal_hold where tenant_id = $1 and domain = $2
       and ($4::uuid is null or (released_at is null, placed_at, hold_id) <
         (select released_at is null, placed_at, hold_id from legal_hold
          where tenant_id = $1 and domain = $2 and hold_id = $4::uuid))
       and ($5::text is null or ((case_no is null or case_no = $5) and customer_id =
         (select customer_id from case_record where tenant_id = $1 and domain = $2 and case_no = $5)))
     order by released_at is null desc, placed_at desc, hold_id desc limit $3`,
    [scope.tenantId, scope.domain, of.limit + 1, readIdCursor(of.cursor), of.caseNo ?? null],
  );
  const holds = found.slice(0, of.limit);
  return { holds, nextCursor: found.length > of.limit ? holds.at(-1)!.holdId : null };
}

/** Who places and releases legal holds: one person places a hold, and it takes two to release it. */
export function holdConsoleHandlers({ database }: { readonly database: Database }): HoldHandlers {
  return {
    'holds.list': ({ scope, query }) => database.transaction(scope, (tx) => listHolds(tx, scope, query)),
    'holds.place': ({ scope, params, body, user }) =>
      database.transaction(scope, async (tx) => {
        const { customerId } = params;
        // A step of an erasure that runs at this moment either finds the hold, or it is not placed.
        const auditId = await lockCustomer(tx, scope, customerId);
        const caseNo = body.caseNo ?? null;
        if (caseNo !== null && !(await hasCase(tx, scope, customerId, caseNo))) {
          throw new ConsoleRefusal('INVALID', phrase('refusals.holdOtherCase', { caseNo }), {
            field: 'caseNo',
          });
        }
        const holdId = newId();
        await tx.run(
          insertInto('legal_hold', {
            tenant_id: scope.tenantId,
            domain: scope.domain,
            hold_id: holdId,
            customer_id: customerId,
            case_no: caseNo,
            reason: body.reason,
            placed_by: user.email,
          }),
        );
        await record(tx, scope, {
          act: 'hold.place',
          holdId,
          email: user.email,
          detail: { customer: auditId, caseNo },
        });
        return { hold: await readHold(tx, scope, holdId) };
      }),
    'holds.requestRelease': ({ scope, params, body, user }) =>
      database.transaction(scope, async (tx) => {
        const hold = await lockHold(tx, scope, params.holdId);
        if (hold.releaseRequestedBy !== null) {
          throw new ConsoleRefusal(
            'MOVE_REFUSED',
            phrase('refusals.holdReleaseRequested', { person: hold.releaseRequestedBy }),
          );
        }
        await tx.sql(
          `update legal_hold set release_requested_by = $4, release_requested_at = now(), release_reason = $5
           where tenant_id = $1 and domain = $2 and hold_id = $3`,
          [scope.tenantId, scope.domain, hold.holdId, user.email, body.reason],
        );
        await record(tx, scope, { act: 'hold.request_release', holdId: hold.holdId, email: user.email });
        return { hold: await readHold(tx, scope, hold.holdId) };
      }),
    'holds.refuseRelease': ({ scope, params, user }) =>
      database.transaction(scope, async (tx) => {
        const { holdId, requestedBy } = await lockRequest(tx, scope, params.holdId);
        await tx.sql(
          `update legal_hold set release_requested_by = null, release_requested_at = null, release_reason = null
           where tenant_id = $1 and domain = $2 and hold_id = $3`,
          [scope.tenantId, scope.domain, holdId],
        );
        await record(tx, scope, {
          act: 'hold.refuse_release',
          holdId,
          email: user.email,
          detail: { requestedBy },
        });
        return { hold: await readHold(tx, scope, holdId) };
      }),
    'holds.release': ({ scope, params, user }) =>
      database.transaction(scope, async (tx) => {
        const { holdId, requestedBy } = await lockRequest(tx, scope, params.holdId);
        if (requestedBy === user.email) throw new ConsoleRefusal('OWN_WORK');
        await tx.sql(
          `update legal_hold set released_by = $4, released_at = now()
           where tenant_id = $1 and domain = $2 and hold_id = $3`,
          [scope.tenantId, scope.domain, holdId, user.email],
        );
        await record(tx, scope, { act: 'hold.release', holdId, email: user.email, detail: { requestedBy } });
        return { hold: await readHold(tx, scope, holdId) };
      }),
  };
}

async function hasCase(tx: Tx, scope: Scope, customerId: string, caseNo: string): Promise<boolean> {
  const rows = await tx.sql(
    'select from case_record where tenant_id = $1 and domain = $2 and case_no = $3 and customer_id = $4',
    [scope.tenantId, scope.domain, caseNo, customerId],
  );
  return rows.length > 0;
}

/** A hold that is in force, until the transaction ends. */
async function lockHold(tx: Tx, scope: Scope, holdId: string): Promise<LegalHoldView> {
  if (!isId(holdId)) throw new ConsoleRefusal('NOT_FOUND');
  const hold = await readHold(tx, scope, holdId, 'for update');
  if (hold === undefined) throw new ConsoleRefusal('NOT_FOUND');
  if (hold.releasedAt !== null) throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.holdReleased'));
  return hold;
}

/** A hold whose release somebody requested, until the transaction ends. */
async function lockRequest(
  tx: Tx,
  scope: Scope,
  holdId: string,
): Promise<{ readonly holdId: string; readonly requestedBy: string }> {
  const { releaseRequestedBy } = await lockHold(tx, scope, holdId);
  if (releaseRequestedBy === null) {
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.holdReleaseNotRequested'));
  }
  return { holdId, requestedBy: releaseRequestedBy };
}

async function readHold(tx: Tx, scope: Scope, holdId: string): Promise<LegalHoldView>;
async function readHold(
  tx: Tx,
  scope: Scope,
  holdId: string,
  lock: 'for update',
): Promise<LegalHoldView | undefined>;
async function readHold(tx: Tx, scope: Scope, holdId: string, lock = ''): Promise<LegalHoldView | undefined> {
  const [row] = await tx.sql<LegalHoldView & Record<string, unknown>>(
    `select ${columns} from legal_hold where tenant_id = $1 and domain = $2 and hold_id = $3 ${lock}`,
    [scope.tenantId, scope.domain, holdId],
  );
  return row;
}

function record(
  tx: Tx,
  scope: Scope,
  of: {
    readonly act: AuditAction;
    readonly holdId: string;
    readonly email: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const actor: Actor = { kind: 'user', id: of.email };
  return recordAudit(tx, scope, {
    actor,
    act: of.act,
    object: { kind: 'hold', id: of.holdId },
    detail: of.detail ?? {},
  });
}
