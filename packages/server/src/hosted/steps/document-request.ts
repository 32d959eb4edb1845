import type { DocumentRequestReason } from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { FlowExecution } from './flow-queries.ts';

/** A document that a link asks for again, within the step that asked for it first. */
export interface DocumentRequest {
  readonly requestId: string;
  readonly nodeId: string;
  readonly documentId: string;
  readonly group: string;
  readonly type: string;
  readonly country: string | null;
  readonly person: string | null;
  readonly reason: DocumentRequestReason;
  readonly callbackKey: string;
}

/** With `lock`, nobody moves the case before the transaction ends: cases are locked before their executions. */
export async function readDocumentRequest(
  tx: Tx,
  scope: Scope,
  { requestId, lock }: { readonly requestId: string; readonly lock: boolean },
): Promise<DocumentRequest | undefined> {
  const [row] = await tx.sql<DocumentRequest & Record<string, unknown>>(
    `select d.request_id as "requestId", d.node_id as "nodeId", d.document_id as "documentId",
       d.document_group as "group", d.document_type as "type", d.country, d.person, d.reason,
       d.callback_key as "callbackKey"
     from document_request d
     join case_record c on c.tenant_id = d.tenant_id and c.domain = d.domain and c.case_no = d.case_no
     where d.tenant_id = $1 and d.domain = $2 and d.request_id = $3${lock ? ' for update of c' : ''}`,
    [scope.tenantId, scope.domain, requestId],
  );
  return row;
}

/** Under which name a step keeps what was begun; a request has its own, so that the step's stays as it was given. */
export function draftName(nodeId: string, request: DocumentRequest | undefined): string {
  return request === undefined ? nodeId : `${nodeId} ${request.requestId}`;
}

/** The execution as the flow of a request sees it: while people review, its step waits for the person again. */
export function waitingFor(execution: FlowExecution, request: DocumentRequest): FlowExecution {
  const { nodeId, callbackKey } = request;
  return {
    ...execution,
    // An execution that has ended takes nothing more.
    decision: null,
    waiting: execution.state === 'WAITING' ? { type: 'documents', title: null, callbackKey, nodeId } : null,
  };
}

/** Adds documents to the output of their step; those that are there stay. */
export async function addDocuments(
  tx: Tx,
  scope: Scope,
  of: { readonly executionId: string; readonly nodeId: string; readonly documents: readonly unknown[] },
): Promise<void> {
  await tx.sql(
    `update execution set outputs = jsonb_set(outputs, array[$4::text, 'documents'],
       (outputs -> $4::text -> 'documents') || $5::jsonb)
     where tenant_id = $1 and domain = $2 and execution_id = $3`,
    [scope.tenantId, scope.domain, of.executionId, of.nodeId, JSON.stringify(of.documents)],
  );
}
