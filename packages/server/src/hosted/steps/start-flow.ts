import type { FlowLanguage } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { customerOfEvent, saveCustomer } from '../../customers/index.ts';
import type { Tx } from '../../database/database.ts';
import type { Workflows } from '../../workflows/index.ts';
import { bindLink, type Link, readLink } from '../links/index.ts';
import { endUserActor } from './end-user-actor.ts';
import type { FlowContext } from './flow-context.ts';
import { findUnfinished, insertFlow } from './flow-queries.ts';

export interface FlowStart {
  /** The session's link, as it was when the call came in. */
  readonly known: Link;
  /** Of the execution, where one begins. */
  readonly executionId: string;
  readonly requestId: string;
  readonly language: FlowLanguage;
  readonly route: ReturnType<Workflows['route']>;
}

/**
 * The person has consented: begins the execution, or continues with an unfinished one of the same customer and event
 * type. Returns whether it began one.
 */
export async function startFlow(
  { interpreter, clock }: Pick<FlowContext, 'interpreter' | 'clock'>,
  tx: Tx,
  { known, executionId, requestId, language, route }: FlowStart,
): Promise<boolean> {
  const { scope, customerId, eventType } = known;
  const link = await readLink(tx, scope, { linkId: known.linkId, lock: true });
  if (link === undefined || link.endReason !== null) return false;
  const unfinished = link.executionId ?? (await findUnfinished(tx, scope, { customerId, eventType }));
  const binding = { linkId: link.linkId, language, at: clock.now() };
  if (unfinished !== undefined) {
    await bindLink(tx, scope, { ...binding, executionId: unfinished });
    if (link.executionId === null)
      await recordConsent(tx, link, { executionId: unfinished, requestId, language });
    return false;
  }
  if (route.kind === 'none') return false;
  const customerType = eventType === 'KYC_EVENT' ? 'individual' : 'corporate';
  await insertFlow(tx, scope, {
    executionId,
    requestId,
    workflowId: route.workflowId,
    version: route.version,
    eventType,
    customerId,
    data: { customerId, customerType, email: link.email },
  });
  // The same transaction's time as the execution's: the customer is then of its first submission.
  await saveCustomer(tx, scope, { ...customerOfEvent(customerId), customerType }, clock.now());
  await interpreter.start(tx, scope, [executionId]);
  await bindLink(tx, scope, { ...binding, executionId });
  await recordConsent(tx, link, { executionId, requestId, language });
  return true;
}

function recordConsent(
  tx: Tx,
  link: Link,
  { executionId, requestId, language }: Pick<FlowStart, 'executionId' | 'requestId' | 'language'>,
): Promise<void> {
  const { linkId, eventType, customerId } = link;
  return recordAudit(tx, link.scope, {
    actor: endUserActor(linkId),
    act: 'flow.consent',
    object: { kind: 'execution', id: executionId },
    detail: { linkId, eventType, customerId, language, requestId },
  });
}
