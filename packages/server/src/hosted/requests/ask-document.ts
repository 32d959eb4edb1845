import { type DocumentRequestReason, flowLanguages, linkDays } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { type AskedCase, type AskedDocument, returnForDocument } from '../../cases/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Messages } from '../../messages/index.ts';
import { newToken, readLinkOfExecution, replaceLink } from '../links/index.ts';

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
  | Exclude<AskedCase, { kind: 'asked' }>;

/**
 * Asks for a document again: the case goes back and the one live link of the address leads to that document, in one
 * transaction, with the mail that says so where mails are sent.
 */
export async function askDocument(tools: AskTools, scope: Scope, request: AskRequest): Promise<AskResult> {
  const { database, messages, clock } = tools;
  const key = messages.takes('email') ? await messages.keyOf(scope) : undefined;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkDays * dayMs);
  const result = await database
    .transaction(scope, async (tx): Promise<AskResult> => {
      const asked = await returnForDocument(tx, scope, { ...request, now, expiresAt });
      if (asked.kind !== 'asked') return asked;
      const made = await makeLink(tx, scope, { ...asked, now, expiresAt, call: request });
      // The case is not sent back for what nobody can be asked for.
      if (made === undefined) throw new NoLink();
      const url = `${tools.hostedUrl()}?linkToken=${made.token}`;
      if (key !== undefined) {
        await messages.post(tx, scope, {
          channel: 'email',
          address: made.email,
          language: made.language,
          content: { kind: 'document', url, validMinutes: linkDays * dayMinutes },
          expiresInSeconds: linkDays * dayMinutes * 60,
          key,
        });
      }
      return {
        kind: 'asked',
        revision: asked.revision,
        email: made.email,
        expiresAt,
        url: key === undefined ? url : null,
      };
    })
    .catch((error: unknown): AskResult => {
      if (error instanceof NoLink) return { kind: 'noEmail' };
      throw error;
    });
  if (result.kind === 'asked' && key !== undefined) messages.wake();
  return result;
}

class NoLink extends Error {}

interface LinkOrder {
  readonly requestId: string;
  readonly executionId: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly call: AskRequest;
}

/** The one live link of the address by which the execution was begun; undefined where no link led there. */
async function makeLink(tx: Tx, scope: Scope, order: LinkOrder) {
  const { requestId: documentRequestId, executionId, now, expiresAt, call } = order;
  const earlier = await readLinkOfExecution(tx, scope, executionId);
  if (earlier === undefined) return undefined;
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
    request: { executionId, documentRequestId, language: earlier.language },
  });
  await recordAudit(tx, scope, {
    actor: { kind: 'user', id: call.actor.email },
    act: 'link.create',
    object: { kind: 'link', id: linkId },
    // Not the address: the record outlives an erasure.
    detail: { eventType, customerId, superseded, caseNo: call.caseNo, requestId: call.requestId },
  });
  const language = flowLanguages.find((known) => known === earlier.language) ?? 'en';
  return { email, token, language };
}
