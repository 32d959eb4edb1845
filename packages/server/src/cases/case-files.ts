import type { Readable } from 'node:stream';
import {
  type CaseDocument,
  type CaseNote,
  type ConsoleData,
  maxUploadBytes,
  phrase,
} from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { ConsoleRefusal } from '../console-api/index.ts';
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
import {
  fileRefusal,
  readUploads,
  storeParts,
  type UploadRow,
  type Uploads,
  uploadIdsIn,
} from '../uploads/index.ts';
import { auditActor } from './case-commands.ts';
import { submittedDocumentsIn } from './case-documents.ts';
import { insertNote, sealNote } from './case-notes.ts';
import { refuseTransition } from './case-refusals.ts';
import { type CaseRow, caseColumns } from './case-rows.ts';
import { checkNotePermission, type Reviewer } from './case-transitions.ts';

/** What people add to a case, and the files that belong to it. */

interface CaseContext {
  readonly scope: Scope;
  readonly caseNo: string;
  readonly actor: Reviewer;
}

/** Writes a note. @throws ConsoleRefusal */
export async function addNote(
  { database, personalKeys }: { readonly database: Database; readonly personalKeys: PersonalKeys },
  context: CaseContext,
  text: string,
): Promise<CaseNote> {
  const { scope, caseNo, actor } = context;
  const noteId = newId();
  const sealed = await sealNote(personalKeys, scope, { caseNo, noteId, text });
  const { email: author } = actor;
  return database.transaction(scope, async (tx) => {
    await findCase(tx, context);
    const writtenAt = await insertNote(tx, scope, { ...sealed, caseNo, author });
    // Not its words: they may tell of a person, and the record outlives an erasure.
    await recordAudit(tx, scope, {
      actor: auditActor(actor),
      act: 'case.note',
      object: { kind: 'case', id: caseNo },
      detail: { noteId },
    });
    return { noteId, author, text, writtenAt };
  });
}

/** Takes a file in and attaches it. @throws ConsoleRefusal */
export async function attachFile(
  tools: { readonly database: Database; readonly uploads: Uploads },
  context: CaseContext,
  file: { readonly filename: string; readonly bytes: Readable; readonly requestId: string },
): Promise<CaseDocument> {
  const { database, uploads } = tools;
  const { scope, caseNo, actor } = context;
  const { filename, bytes, requestId } = file;
  const { readAt } = await database.transaction(scope, (tx) => findCase(tx, context));
  const kept = await storeParts(uploads, {
    scope,
    filename,
    mediaType: undefined,
    apiKey: null,
    actor: auditActor(actor),
    requestId,
    readAt,
    parts: () => bounded(bytes),
  });
  if (kept.kind === 'storageFull') throw new ConsoleRefusal('STORAGE_FULL');
  if (kept.kind === 'refused') {
    const said = fileRefusal(kept.reason) ?? { english: kept.reason };
    throw new ConsoleRefusal('UNSUPPORTED_MEDIA_TYPE', said);
  }
  const { uploadId } = kept;
  return database.transaction(scope, async (tx) => {
    await findCase(tx, context);
    await tx.sql(
      `insert into case_attachment (tenant_id, domain, case_no, upload_id, attached_by) values ($1, $2, $3, $4, $5)`,
      [scope.tenantId, scope.domain, caseNo, uploadId, actor.email],
    );
    await recordAudit(tx, scope, {
      actor: auditActor(actor),
      act: 'case.attach',
      object: { kind: 'case', id: caseNo },
      detail: { uploadId },
    });
    const [document] = await readAttached(tx, scope, caseNo, uploadId);
    return document!;
  });
}

/** The case as far as the person may add to it. */
async function findCase(tx: Tx, { scope, caseNo, actor }: CaseContext): Promise<CaseRow & { readAt: Date }> {
  const [row] = await tx.sql<CaseRow & { readAt: Date } & Record<string, unknown>>(
    `select ${caseColumns}, now() as "readAt" from case_record c
     where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3`,
    [scope.tenantId, scope.domain, caseNo],
  );
  if (row === undefined) throw new ConsoleRefusal('NOT_FOUND');
  const refusal = checkNotePermission(row, actor);
  if (refusal !== undefined) throw refuseTransition(refusal);
  return row;
}

async function* bounded(bytes: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxUploadBytes) throw new ConsoleRefusal('TOO_LARGE', phrase('refusals.fileTooLarge'));
    yield piece;
  }
}

/** Files that what was submitted and what nodes put out refer to, then those that people attached. */
export async function readDocuments(
  tx: Tx,
  scope: Scope,
  of: {
    readonly caseNo: string;
    readonly executionId: string;
    readonly subject: unknown;
    readonly outputs: unknown;
    readonly isKeyMissing: boolean;
  },
): Promise<CaseDocument[]> {
  const referred = of.isKeyMissing ? await readReferences(tx, scope, [of.executionId]) : [];
  const submitted = [
    ...new Set([...uploadIdsIn([of.subject, of.outputs]), ...referred.map(({ uploadId }) => uploadId)]),
  ];
  const rows = submitted.length === 0 ? [] : await readUploads(tx, scope, submitted);
  const endUsers = await readEndUsers(tx, scope, submitted);
  return [
    ...rows.map((row) => submittedDocument(row, endUsers.get(row.uploadId))),
    ...(await readAttached(tx, scope, of.caseNo)),
  ];
}

/** Which files executions refer to: known also of those whose content nobody can read. */
function readReferences(
  tx: Tx,
  scope: Scope,
  executionIds: readonly string[],
): Promise<{ executionId: string; uploadId: string }[]> {
  return tx.sql<{ executionId: string; uploadId: string }>(
    `select execution_id as "executionId", upload_id as "uploadId" from upload_reference
     where tenant_id = $1 and domain = $2 and execution_id = any($3::uuid[])`,
    [scope.tenantId, scope.domain, executionIds],
  );
}

/** The addresses of the end users who uploaded files on the hosted pages, by the file; a caller's upload has none. */
async function readEndUsers(
  tx: Tx,
  scope: Scope,
  uploadIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (uploadIds.length === 0) return new Map();
  const rows = await tx.sql<{ uploadId: string; email: string }>(
    `select a.object_id as "uploadId", coalesce(l.email, a.actor) as email from audit_event a
     left join link l on l.tenant_id = a.tenant_id and l.domain = a.domain and l.link_id::text = a.actor
     where a.tenant_id = $1 and a.domain = $2 and a.object_kind = 'upload' and a.object_id = any($3::text[])
       and a.act = 'upload.create' and a.actor_kind = 'end_user'`,
    [scope.tenantId, scope.domain, uploadIds],
  );
  return new Map(rows.map(({ uploadId, email }) => [uploadId, email]));
}

function readAttached(tx: Tx, scope: Scope, caseNo: string, uploadId?: string): Promise<CaseDocument[]> {
  return tx.sql<CaseDocument & Record<string, unknown>>(
    `select ${attachedColumns}
     from case_attachment a
     join upload u on u.tenant_id = a.tenant_id and u.domain = a.domain and u.upload_id = a.upload_id
     where a.tenant_id = $1 and a.domain = $2 and a.case_no = $3 and ($4::uuid is null or a.upload_id = $4)
     order by a.attached_at, a.upload_id`,
    [scope.tenantId, scope.domain, caseNo, uploadId ?? null],
  );
}

/** Executions of a customer that are looked at for files and for what an end user stated, newest first. */
export const lookedAt = 200;

interface ExecutionFiles extends StoredContent {
  readonly data: unknown;
  readonly outputs: Record<string, unknown>;
  readonly caseNo: string | null;
}

type CustomerDocument = ConsoleData<'customers.documents'>['documents'][number];

/** Files that newer submits of a customer refer to, and those that people attached to the customer's cases. */
export async function readCustomerDocuments(
  tx: Tx,
  scope: Scope,
  { customerId, keys }: { readonly customerId: string; readonly keys: DomainKeys },
): Promise<CustomerDocument[]> {
  const stored = await tx.sql<ExecutionFiles & Record<string, unknown>>(
    `select e.execution_id as "executionId", e.data, e.outputs, ${sealedColumnsOf('e')}, c.case_no as "caseNo" from execution e
     left join case_record c on c.tenant_id = e.tenant_id and c.domain = e.domain and c.execution_id = e.execution_id
     where e.tenant_id = $1 and e.domain = $2 and e.customer_id = $3 order by e.created_at desc limit $4`,
    [scope.tenantId, scope.domain, customerId, lookedAt],
  );
  const executions = stored.map((row) => ({ ...row, ...openedColumns(keys, scope, row) }));
  const keyless = executions.flatMap(({ executionId, isKeyMissing }) => (isKeyMissing ? [executionId] : []));
  const referred = Map.groupBy(
    keyless.length === 0 ? [] : await readReferences(tx, scope, keyless),
    ({ executionId }) => executionId,
  );
  const caseOf = new Map<string, string | null>();
  const documentOf = new Map<string, CustomerDocument['document']>();
  for (const { executionId, data, outputs, caseNo } of executions) {
    for (const { type, country, files } of submittedDocumentsIn(outputs)) {
      for (const { uploadId } of files)
        if (!documentOf.has(uploadId)) documentOf.set(uploadId, { type, country });
    }
    const known = referred.get(executionId)?.map(({ uploadId }) => uploadId) ?? [];
    for (const uploadId of [...uploadIdsIn([data, outputs]), ...known])
      if (!caseOf.has(uploadId)) caseOf.set(uploadId, caseNo);
  }
  const submitted = caseOf.size === 0 ? [] : await readUploads(tx, scope, [...caseOf.keys()]);
  const endUsers = await readEndUsers(tx, scope, [...caseOf.keys()]);
  const attached = await readAttachedTo(tx, scope, customerId);
  return [
    ...submitted.map((row) => ({
      ...submittedDocument(row, endUsers.get(row.uploadId)),
      caseNo: caseOf.get(row.uploadId) ?? null,
      document: documentOf.get(row.uploadId) ?? null,
    })),
    ...attached,
  ].toSorted((one, other) => other.at - one.at);
}

function readAttachedTo(tx: Tx, scope: Scope, customerId: string): Promise<CustomerDocument[]> {
  return tx.sql<CustomerDocument & Record<string, unknown>>(
    `select ${attachedColumns}, a.case_no as "caseNo", null as document from case_record c
     join case_attachment a on a.tenant_id = c.tenant_id and a.domain = c.domain and a.case_no = c.case_no
     join upload u on u.tenant_id = a.tenant_id and u.domain = a.domain and u.upload_id = a.upload_id
     where c.tenant_id = $1 and c.domain = $2 and c.customer_id = $3 order by a.attached_at`,
    [scope.tenantId, scope.domain, customerId],
  );
}

/** `endUser`: who uploaded it on the hosted pages; undefined: a caller did, by an API key. */
function submittedDocument(row: UploadRow, endUser: string | undefined): CaseDocument {
  return {
    uploadId: row.uploadId,
    filename: row.filename,
    contentType: row.contentType,
    size: row.size,
    sha256: row.sha256.toString('hex'),
    origin: endUser === undefined ? 'submitted' : 'end_user',
    by: endUser ?? row.apiKey,
    at: row.uploadedAt.getTime(),
  };
}

const attachedColumns = `a.upload_id as "uploadId", u.filename, u.content_type as "contentType", u.size,
  encode(u.sha256, 'hex') as sha256, 'attached' as origin, a.attached_by as by,
  (extract(epoch from a.attached_at) * 1000)::bigint as at`;
