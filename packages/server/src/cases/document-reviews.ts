import type { DocumentReview } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  openedColumns,
  type PersonalKeys,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import { auditActor, lockCase } from './case-commands.ts';
import { submittedDocumentsIn } from './case-documents.ts';
import { readDocuments } from './case-files.ts';
import type { CaseRow } from './case-rows.ts';
import { checkRulingPermission, type Reviewer, type TransitionRefusal } from './case-transitions.ts';

/** What people say of the documents of a case, one by one. */

export interface DocumentReviewRequest {
  readonly caseNo: string;
  readonly documentId: string;
  readonly verdict: DocumentReview['verdict'];
  readonly reason: string | null;
  readonly actor: Reviewer;
}

export interface DocumentReviewTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
}

export type DocumentReviewResult =
  | { readonly kind: 'reviewed'; readonly review: DocumentReview }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal };

/** Accepts or rejects a document; the same again by the same person is the review that is there. */
export async function reviewDocument(
  { database, personalKeys }: DocumentReviewTools,
  scope: Scope,
  request: DocumentReviewRequest,
): Promise<DocumentReviewResult> {
  const keys = await personalKeys.ofDomain(scope);
  return database.transaction(scope, async (tx): Promise<DocumentReviewResult> => {
    const row = await lockCase(tx, scope, request.caseNo);
    if (row === undefined || !(await hasDocument(tx, scope, { row, documentId: request.documentId, keys })))
      return { kind: 'notFound' };
    const refusal = checkDocumentReview(row, request);
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const newest = await readNewestReview(tx, scope, request);
    if (newest !== undefined && isSame(newest, request)) return { kind: 'reviewed', review: newest };
    return { kind: 'reviewed', review: await appendReview(tx, scope, request) };
  });
}

/** Reviews are for whoever has the case while it is under review. */
function checkDocumentReview(
  row: CaseRow,
  { actor, verdict, reason }: DocumentReviewRequest,
): TransitionRefusal | undefined {
  if (row.resolvedAt !== null) return { kind: 'wrongState', status: row.status, from: ['UNDER_REVIEW'] };
  const refusal = checkRulingPermission(row, actor);
  if (refusal !== undefined) return refusal;
  return verdict === 'REJECTED' && reason === null ? { kind: 'reasonMissing' } : undefined;
}

function isSame(review: DocumentReview, { verdict, reason, actor }: DocumentReviewRequest): boolean {
  return review.verdict === verdict && review.reason === reason && review.reviewedBy === actor.email;
}

interface CaseFiles extends StoredContent {
  /** Null: it is the execution's data. */
  readonly subject: unknown;
  readonly data: unknown;
  readonly outputs: Record<string, unknown>;
}

/** Whether the case shows a document: one of a hosted flow, or a file. */
async function hasDocument(
  tx: Tx,
  scope: Scope,
  {
    row,
    documentId,
    keys,
  }: { readonly row: CaseRow; readonly documentId: string; readonly keys: DomainKeys },
): Promise<boolean> {
  const [stored] = await tx.sql<CaseFiles & Record<string, unknown>>(
    `select c.subject, e.data, e.outputs, e.execution_id as "executionId", ${sealedColumnsOf('e')} from case_record c
     join execution e on e.tenant_id = c.tenant_id and e.domain = c.domain and e.execution_id = c.execution_id
     where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3`,
    [scope.tenantId, scope.domain, row.caseNo],
  );
  if (stored === undefined) return false;
  const { data, outputs, isKeyMissing } = openedColumns(keys, scope, stored);
  const { executionId } = stored;
  const of = { executionId, subject: stored.subject ?? data, outputs, isKeyMissing };
  if (submittedDocumentsIn(of.outputs).some((document) => document.documentId === documentId)) return true;
  const files = await readDocuments(tx, scope, { caseNo: row.caseNo, ...of });
  return files.some(({ uploadId }) => uploadId === documentId);
}

/** Writes a review with its audit record, in the transaction of the caller. */
export async function appendReview(
  tx: Tx,
  scope: Scope,
  { caseNo, documentId, verdict, reason, actor }: DocumentReviewRequest,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<DocumentReview> {
  const [review] = await tx.sql<DocumentReview & Record<string, unknown>>(
    `insert into document_review (tenant_id, domain, case_no, review_id, document_id, verdict, reason, reviewed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [scope.tenantId, scope.domain, caseNo, newId(), documentId, verdict, reason, actor.email],
  );
  await recordAudit(tx, scope, {
    actor: auditActor(actor),
    act: acts[verdict],
    object: { kind: 'case', id: caseNo },
    detail: { ...detail, documentId, ...(reason === null ? {} : { reason }) },
  });
  return review!;
}

/** Names of the acts in the audit log. */
const acts: Readonly<Record<DocumentReview['verdict'], AuditAction>> = {
  ACCEPTED: 'case.accept_document',
  REJECTED: 'case.reject_document',
  ASKED_AGAIN: 'case.ask_document',
};

const columns = `review_id as "reviewId", document_id as "documentId", verdict, reason, reviewed_by as "reviewedBy",
  (extract(epoch from reviewed_at) * 1000)::bigint as "reviewedAt"`;

async function readNewestReview(
  tx: Tx,
  scope: Scope,
  { caseNo, documentId }: Pick<DocumentReviewRequest, 'caseNo' | 'documentId'>,
): Promise<DocumentReview | undefined> {
  const [newest] = await tx.sql<DocumentReview & Record<string, unknown>>(
    `select ${columns} from document_review
     where tenant_id = $1 and domain = $2 and case_no = $3 and document_id = $4
     order by document_review.reviewed_at desc, review_id desc limit 1`,
    [scope.tenantId, scope.domain, caseNo, documentId],
  );
  return newest;
}

/** Every review of a case, oldest first. */
export function readDocumentReviews(tx: Tx, scope: Scope, caseNo: string): Promise<DocumentReview[]> {
  return tx.sql<DocumentReview & Record<string, unknown>>(
    `select ${columns} from document_review where tenant_id = $1 and domain = $2 and case_no = $3
     order by document_review.reviewed_at, review_id`,
    [scope.tenantId, scope.domain, caseNo],
  );
}
