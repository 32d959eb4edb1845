import type { DocumentRequestReason, SubmittedDocumentView } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import { findPerson } from '../identity/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { lockCase, reviewerOf, voidHeldDecision } from './case-commands.ts';
import { submittedDocumentsIn } from './case-documents.ts';
import type { CaseRow } from './case-rows.ts';
import { checkRulingPermission, type Reviewer, type TransitionRefusal } from './case-transitions.ts';
import { appendReview } from './document-reviews.ts';

/** Documents that end users are asked for again: what becomes of the case. The link is made by the hosted flow. */

export interface AskedDocument {
  readonly caseNo: string;
  readonly documentId: string;
  readonly reason: DocumentRequestReason;
  readonly expectedRevision: number;
  readonly actor: Reviewer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** A document that may be asked for again, and its case, which is locked until the transaction ends. */
export interface AskableDocument {
  readonly kind: 'askable';
  readonly row: CaseRow;
  readonly nodeId: string;
  readonly document: SubmittedDocumentView;
}

export type AskableResult =
  | AskableDocument
  | { readonly kind: 'notFound' | 'conflict' | 'noHostedStep' }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal };

/** Whether a document may be asked for again. Writes nothing. */
export async function findAskableDocument(
  tx: Tx,
  scope: Scope,
  asked: AskedDocument,
): Promise<AskableResult> {
  const row = await lockCase(tx, scope, asked.caseNo);
  if (row === undefined) return { kind: 'notFound' };
  if (row.revision !== asked.expectedRevision) return { kind: 'conflict' };
  // A ruling of a resolved case can be put right; nothing can be asked for any more.
  if (row.resolvedAt !== null) {
    return { kind: 'refused', refusal: { kind: 'wrongState', status: row.status, from: ['UNDER_REVIEW'] } };
  }
  const refusal = checkRulingPermission(row, asked.actor);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const found = await findStepDocument(tx, scope, row, asked.documentId);
  return found === undefined ? { kind: 'noHostedStep' } : { kind: 'askable', row, ...found };
}

/** Sends the case back for a document, in the transaction that makes the link to it. */
export async function returnForDocument(
  tx: Tx,
  scope: Scope,
  { row, nodeId, document, ...asked }: AskedDocument & Omit<AskableDocument, 'kind'>,
): Promise<{ readonly revision: number; readonly requestId: string }> {
  const requestId = newId();
  const { group, type, country, person } = document;
  await tx.sql(
    `insert into document_request (tenant_id, domain, request_id, case_no, execution_id, node_id, document_id,
       document_group, document_type, country, person, reason, callback_key, asked_by, asked_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[scope.tenantId, scope.domain, requestId, row.caseNo, row.executionId, nodeId],
      ...[asked.documentId, group, type, country, person, asked.reason, newId()],
      ...[asked.actor.email, asked.now, asked.expiresAt],
    ],
  );
  const revision = await moveCase(tx, scope, { caseNo: row.caseNo, status: 'RETURNED', assignee: null });
  const detail = { from: row.status, to: 'RETURNED', revision, assignee: null };
  await appendReview(tx, scope, { ...asked, verdict: 'ASKED_AGAIN' }, detail);
  return { revision, requestId };
}

/** A document of a hosted step, with the step. */
async function findStepDocument(tx: Tx, scope: Scope, row: CaseRow, documentId: string) {
  const [execution] = await tx.sql<{ outputs: Record<string, unknown> }>(
    'select outputs from execution where tenant_id = $1 and domain = $2 and execution_id = $3',
    [scope.tenantId, scope.domain, row.executionId],
  );
  return Object.entries(execution?.outputs ?? {})
    .flatMap(([nodeId, output]) =>
      submittedDocumentsIn({ [nodeId]: output }).map((document) => ({ nodeId, document })),
    )
    .find(({ document }) => document.documentId === documentId && document.group !== '');
}

/** What came of a document that was asked for again. */
export interface GivenDocument {
  readonly requestId: string;
  readonly documentIds: readonly string[];
  readonly now: Date;
}

/**
 * The document has come: a returned case goes back to who asked for it. Where that person works on cases no more, it
 * stays returned, and any member takes it up. Every open case gets a new revision, and a decision that is held is not
 * made: nobody decides by what showed no such document. The caller holds the lock of the execution's row.
 */
export async function takeRequestedDocument(tx: Tx, scope: Scope, given: GivenDocument): Promise<void> {
  const [request] = await tx.sql<{ caseNo: string; askedBy: string; documentId: string }>(
    `update document_request set given_at = $4 where tenant_id = $1 and domain = $2 and request_id = $3
     returning case_no as "caseNo", asked_by as "askedBy", document_id as "documentId"`,
    [scope.tenantId, scope.domain, given.requestId, given.now],
  );
  if (request === undefined) throw new Error(`the document request ${given.requestId} is gone`);
  const { caseNo, askedBy, documentId } = request;
  const row = await lockCase(tx, scope, caseNo);
  const person = await findPerson(tx, scope, askedBy);
  const isBack = row?.status === 'RETURNED' && person !== undefined && reviewerOf(person).worksOnCases;
  let revision: number | undefined;
  if (row !== undefined && row.resolvedAt === null) {
    await voidHeldDecision(tx, scope, row, 'a document arrived');
    const { status, assignee } = isBack ? { status: 'UNDER_REVIEW', assignee: askedBy } : row;
    revision = await moveCase(tx, scope, { caseNo, status, assignee });
  }
  await recordAudit(tx, scope, {
    actor: { kind: 'system', id: 'hosted' },
    act: 'case.receive_document',
    object: { kind: 'case', id: caseNo },
    detail: {
      documentId,
      documentIds: given.documentIds,
      ...(isBack ? { from: 'RETURNED', to: 'UNDER_REVIEW', assignee: askedBy } : {}),
      ...(revision === undefined ? {} : { revision }),
    },
  });
}

/** @returns the revision that it has now */
async function moveCase(
  tx: Tx,
  scope: Scope,
  to: { readonly caseNo: string; readonly status: string; readonly assignee: string | null },
): Promise<number> {
  const [moved] = await tx.sql<{ revision: number }>(
    `update case_record set status = $4, assignee = $5, revision = revision + 1
     where tenant_id = $1 and domain = $2 and case_no = $3 returning revision`,
    [scope.tenantId, scope.domain, to.caseNo, to.status, to.assignee],
  );
  return moved!.revision;
}
