import { type DocumentRequestReason, flowLanguages, linkDays } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import {
  type AskableDocument,
  type AskableResult,
  type AskedDocument,
  findAskableDocument,
  returnForDocument,
} from '../../cases/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Messages } from '../../messages/index.ts';
import { type Link, newToken, readLinkOfExecution, replaceLink } from '../links/index.ts';

const dayMs = 86_400_000;
const dayMinutes = 24 * 60;

export interface AskTools {
  readonly database: Database;
  readonly messages: Messages;
  readonly clock: Clock;
  /** Where the hosted pages are: links begin with it. */
  hostedUrl(): string;
}

export interface AskRequest extends Omit<AskedDocument, 'now' | 'expiresAt'> {
  readonly reason: DocumentRequestReason;
  /** Of the call. */
  readonly requestId: string;
}

export type AskResult =
  | {
      readonly kind: 'asked';
      readonly revision: number;
      readonly email: string;
      readonly expiresAt: Date;
      /** Where no mail can be sent: the address for whoever asked to pass on. */
      readonly url: string | null;
    }
  | { readonly kind: 'noEmail' }
  | Exclude<AskableResult, AskableDocument>;

/**
 * Asks for a document again: the case goes back and the one live link of the address leads to that document, in one
 * transaction, with the mail that says so where mails are sent.
 */
export async function askDocument(tools: AskTools, scope: Scope, request: AskRequest): Promise<AskResult> {
  const { database, messages, clock } = tools;
  const key = messages.takes('email') ? await messages.keyOf(scope) : undefined;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkDays * dayMs);
  const result = await database.transaction(scope, async (tx): Promise<AskResult> => {
    const asked = { ...request, now, expiresAt };
    const found = await findAskableDocument(tx, scope, asked);
    if (found.kind !== 'askable') return found;
    const { executionId } = found.row;
    // The case is not sent back for what nobody can be asked for.
    const earlier = await readLinkOfExecution(tx, scope, executionId);
    if (earlier === undefined) return { kind: 'noEmail' };
    const { revision, requestId } = await returnForDocument(tx, scope, { ...asked, ...found });
    const made = await replaceEarlierLink(tx, scope, {
      earlier,
      request: { executionId, documentRequestId: requestId },
      now,
      expiresAt,
      call: request,
    });
    const url = `${tools.hostedUrl()}?linkToken=${made.token}`;
    const messageId =
      key === undefined
        ? undefined
        : await messages.post(tx, scope, {
            channel: 'email',
            address: made.email,
            language: made.language,
            content: { kind: 'document', url, validMinutes: linkDays * dayMinutes },
            expiresInSeconds: linkDays * dayMinutes * 60,
            key,
          });
    await recordAudit(tx, scope, {
      actor: { kind: 'user', id: request.actor.email },
      act: 'link.create',
      object: { kind: 'link', id: made.linkId },
      // Not the address: the record outlives an erasure.
      detail: { ...made.detail, caseNo: request.caseNo, requestId: request.requestId, messageId },
    });
    return { kind: 'asked', revision, email: made.email, expiresAt, url: key === undefined ? url : null };
  });
  if (result.kind === 'asked' && key !== undefined) messages.wake();
  return result;
}

interface LinkOrder {
  /** The link by which the execution was begun. */
  readonly earlier: Link;
  readonly request: { readonly executionId: string; readonly documentRequestId: string };
  readonly now: Date;
  readonly expiresAt: Date;
  readonly call: AskRequest;
}

/** Makes the one live link of the address of an earlier link. */
async function replaceEarlierLink(tx: Tx, scope: Scope, order: LinkOrder) {
  const { earlier, request, now, expiresAt, call } = order;
  const { email, customerId, eventType, apiKey } = earlier;
  const { token, hash } = newToken();
  const linkId = newId();
  const superseded = await replaceLink(tx, scope, {
    linkId,
    email,
    customerId,
    eventType,
    tokenHash: hash,
    apiKey,
    requestId: call.requestId,
    createdAt: now,
    expiresAt,
    request: { ...request, language: earlier.language },
  });
  const language = flowLanguages.find((known) => known === earlier.language) ?? 'en';
  return { linkId, email, token, language, detail: { eventType, customerId, superseded } };
}
