import { type Phrase, permissionsOf, phrase, type Role } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { readAuditId } from '../customers/index.ts';
import type { Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { type ErasureTools, eraseCustomer } from './erase-customer.ts';
import type { ErasedRows } from './erase-rows.ts';
import { describeBlock, readBlocks } from './erasure-blocks.ts';
import { answerErasure, insertErasure, readErasure, readOpenErasure } from './erasure-queries.ts';

/** What the operator's command asks for. */
export interface OperatorErasure extends Scope {
  readonly customerId: string;
  readonly reason: string;
  /** E-mail address of who approved it; the operator vouches for that. */
  readonly confirmedBy: string;
}

export type ErasureOutcome =
  | { readonly kind: 'erased'; readonly erased: ErasedRows }
  | { readonly kind: 'notFound' }
  /** Nobody of the tenant who may confirm erasures. */
  | { readonly kind: 'notAllowed' }
  /** Who is said to have approved it requested it. */
  | { readonly kind: 'ownRequest' }
  | { readonly kind: 'refused'; readonly refusal: Phrase };

const operator = { kind: 'operator', id: 'gatehouse' } as const;

/** Erases a customer for whoever runs the deployment, on the word of somebody of the tenant who may confirm it. */
export async function eraseByOperator(tools: ErasureTools, order: OperatorErasure): Promise<ErasureOutcome> {
  const { tenantId, domain } = order;
  const scope = { tenantId, domain };
  const confirmed = await tools.database.operator((tx) => confirm(tx, scope, order));
  if (typeof confirmed !== 'string') return confirmed;
  await eraseCustomer(tools, { ...scope, erasureId: confirmed });
  const erasure = await tools.database.operator((tx) => readErasure(tx, scope, confirmed));
  if (erasure?.state === 'DONE') return { kind: 'erased', erased: erasure.erased };
  const { customerId } = order;
  const blocks = await tools.database.operator((tx) => readBlocks(tx, scope, customerId));
  return { kind: 'refused', refusal: describeBlock(blocks) ?? phrase('refusals.erasureAnswered') };
}

/** The confirmed request, that of somebody of the tenant where there is one; or why there is none. */
async function confirm(
  tx: Tx,
  scope: Scope,
  { customerId, reason, confirmedBy }: OperatorErasure,
): Promise<string | Exclude<ErasureOutcome, { kind: 'erased' }>> {
  const auditId = await readAuditId(tx, scope, customerId);
  if (auditId === undefined) return { kind: 'notFound' };
  const [account] = await tx.sql<{ roles: Role[] }>(
    'select roles from user_account where tenant_id = $1 and email = $2 and enabled',
    [scope.tenantId, confirmedBy],
  );
  if (!permissionsOf(account?.roles ?? []).includes('erasures.manage')) return { kind: 'notAllowed' };
  const refusal = describeBlock(await readBlocks(tx, scope, customerId));
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const open = await readOpenErasure(tx, scope, { customerId });
  if (open?.state === 'CONFIRMED') return open.erasureId;
  if (open?.requestedBy === confirmedBy) return { kind: 'ownRequest' };
  const erasureId = open?.erasureId ?? newId();
  if (open === undefined) {
    await tx.run(insertErasure(scope, { erasureId, customerId, auditId, reason, requestedBy: operator.id }));
  }
  await answerErasure(tx, scope, { erasureId, state: 'CONFIRMED', answeredBy: confirmedBy, refusal: null });
  await recordAudit(tx, scope, {
    actor: operator,
    act: 'erasure.confirm',
    object: { kind: 'erasure', id: erasureId },
    detail: { customer: auditId, confirmedBy },
  });
  return erasureId;
}
