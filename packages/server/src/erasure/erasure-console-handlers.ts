import { type ConsoleData, type ErasureView, phrase } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import { readAuditId } from '../customers/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { readAuditedCustomer } from './audited-customer.ts';
import { describeBlock, readBlocks } from './erasure-blocks.ts';
import {
  answerErasure,
  type Erasure,
  insertErasure,
  readErasure,
  readErasures,
  readExtent,
  readName,
  readOpenErasure,
} from './erasure-queries.ts';
import { readIdCursor } from './id-cursor.ts';
import { readHolds } from './legal-holds.ts';
import { lockCustomer } from './lock-customer.ts';

type ErasureHandlers = Pick<
  ConsoleHandlers,
  | 'customers.byAuditId'
  | 'erasures.list'
  | 'erasures.preview'
  | 'erasures.request'
  | 'erasures.confirm'
  | 'erasures.refuse'
>;

/** How people have a customer erased: one requests it, another confirms it, and the service carries it out. */
export function erasureConsoleHandlers({ database }: { readonly database: Database }): ErasureHandlers {
  return {
    'customers.byAuditId': ({ scope, params: { auditId } }) =>
      database.transaction(scope, async (tx) => {
        const found = await readAuditedCustomer(tx, scope, auditId);
        if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
        return found;
      }),
    'erasures.list': ({ scope, query }) =>
      database.transaction(scope, async (tx) => {
        const erasures: ErasureView[] = [];
        const { limit, cursor } = query;
        const found = await readErasures(tx, scope, { limit: limit + 1, after: readIdCursor(cursor) });
        const page = found.slice(0, limit);
        for (const erasure of page) erasures.push(await viewOf(tx, scope, erasure));
        return { erasures, nextCursor: found.length > limit ? page.at(-1)!.erasureId : null };
      }),
    'erasures.preview': ({ scope, params: { customerId } }) =>
      database.transaction(scope, (tx) => previewOf(tx, scope, customerId)),
    'erasures.request': ({ scope, params, body, user }) =>
      database.transaction(scope, async (tx) => {
        const { customerId } = params;
        const auditId = await lockCustomer(tx, scope, customerId);
        const open = await readOpenErasure(tx, scope, { customerId });
        if (open !== undefined) {
          throw new ConsoleRefusal(
            'MOVE_REFUSED',
            phrase('refusals.erasureRequested', { person: open.requestedBy }),
          );
        }
        const erasureId = newId();
        await tx.run(
          insertErasure(scope, {
            erasureId,
            customerId,
            auditId,
            reason: body.reason,
            requestedBy: user.email,
          }),
        );
        await record(tx, scope, { act: 'erasure.request', erasureId, auditId, user });
        return answer(tx, scope, erasureId);
      }),
    'erasures.confirm': ({ scope, params, body, user }) =>
      database.transaction(scope, async (tx) => {
        const erasure = await readRequested(tx, scope, params.erasureId);
        const { erasureId, auditId, customerId } = erasure;
        if (customerId !== body.customerId) {
          throw new ConsoleRefusal(
            'MOVE_REFUSED',
            phrase('refusals.erasureOther', { customerId: body.customerId }),
            { field: 'customerId' },
          );
        }
        if (erasure.requestedBy === user.email) throw new ConsoleRefusal('OWN_WORK');
        const block = describeBlock(await readBlocks(tx, scope, customerId));
        if (block !== undefined) throw new ConsoleRefusal('MOVE_REFUSED', block);
        await answerErasure(tx, scope, {
          erasureId,
          state: 'CONFIRMED',
          answeredBy: user.email,
          refusal: null,
        });
        await record(tx, scope, { act: 'erasure.confirm', erasureId, auditId, user });
        return answer(tx, scope, erasureId);
      }),
    'erasures.refuse': ({ scope, params, body, user }) =>
      database.transaction(scope, async (tx) => {
        const { erasureId, auditId } = await readRequested(tx, scope, params.erasureId);
        const refusal = body.reason;
        await answerErasure(tx, scope, { erasureId, state: 'REFUSED', answeredBy: user.email, refusal });
        await record(tx, scope, { act: 'erasure.refuse', erasureId, auditId, user });
        return answer(tx, scope, erasureId);
      }),
  };
}

async function previewOf(tx: Tx, scope: Scope, customerId: string): Promise<ConsoleData<'erasures.preview'>> {
  if ((await readAuditId(tx, scope, customerId)) === undefined) throw new ConsoleRefusal('NOT_FOUND');
  const erasure = await readOpenErasure(tx, scope, { customerId }, '');
  return {
    name: await readName(tx, scope, customerId),
    extent: await readExtent(tx, scope, customerId),
    blocks: await readBlocks(tx, scope, customerId),
    erasure: erasure === undefined ? null : await viewOf(tx, scope, erasure),
    holds: await readHolds(tx, scope, customerId),
  };
}

/** A request that nobody has answered, until the transaction ends. */
async function readRequested(
  tx: Tx,
  scope: Scope,
  erasureId: string,
): Promise<Erasure & { readonly customerId: string }> {
  if (!isId(erasureId)) throw new ConsoleRefusal('NOT_FOUND');
  const erasure = await readOpenErasure(tx, scope, { erasureId });
  if (erasure === undefined && (await readErasure(tx, scope, erasureId)) === undefined) {
    throw new ConsoleRefusal('NOT_FOUND');
  }
  if (erasure?.state !== 'REQUESTED' || erasure.customerId === null) {
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.erasureAnswered'));
  }
  return { ...erasure, customerId: erasure.customerId };
}

async function answer(tx: Tx, scope: Scope, erasureId: string): Promise<{ erasure: ErasureView }> {
  return { erasure: await viewOf(tx, scope, (await readErasure(tx, scope, erasureId))!) };
}

async function viewOf(tx: Tx, scope: Scope, erasure: Erasure): Promise<ErasureView> {
  const { requestedAt, answeredAt, finishedAt, customerId, state, retryAt } = erasure;
  const isOpen = state === 'REQUESTED' || state === 'CONFIRMED';
  return {
    ...erasure,
    requestedAt: requestedAt.getTime(),
    answeredAt: answeredAt?.getTime() ?? null,
    finishedAt: finishedAt?.getTime() ?? null,
    retryAt: state === 'CONFIRMED' ? (retryAt?.getTime() ?? null) : null,
    blocks: isOpen && customerId !== null ? await readBlocks(tx, scope, customerId) : null,
  };
}

/** The customer is named by the ID that outlives it, and the reason stays with the request. */
function record(
  tx: Tx,
  scope: Scope,
  of: {
    readonly act: AuditAction;
    readonly erasureId: string;
    readonly auditId: string;
    readonly user: ConsoleUser;
  },
): Promise<void> {
  return recordAudit(tx, scope, {
    actor: { kind: 'user', id: of.user.email },
    act: of.act,
    object: { kind: 'erasure', id: of.erasureId },
    detail: { customer: of.auditId },
  });
}
