import type { Database, Tx } from '../../database/database.ts';
import { statement } from '../../database/index.ts';
import type { Scope } from '../../lib/scope.ts';
import { FlowCipher, type FlowKeys, readFlowKey } from './flow-cipher.ts';

/** Statements of files that end users send in parts. */

export interface FileRow {
  readonly fileId: string;
  readonly executionId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly uploadId: string | null;
  /** Numbers of the parts that are there. */
  readonly parts: readonly number[];
  /** The database's time. */
  readonly readAt: Date;
}

/** After so long without a sign, whoever put a file together is gone. */
const assemblySilenceSeconds = 12;

const columns = `f.file_id as "fileId", f.execution_id as "executionId", f.filename, f.content_type as "contentType",
  f.size, f.upload_id as "uploadId", now() as "readAt",
  coalesce((select array_agg(p.number order by p.number) from flow_file_part p
    where p.tenant_id = f.tenant_id and p.domain = f.domain and p.file_id = f.file_id), '{}') as parts`;

/** Adds a file unless it was announced before. */
export async function announceFile(
  tx: Tx,
  scope: Scope,
  file: {
    readonly fileId: string;
    readonly executionId: string;
    readonly clientKey: string;
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
  },
): Promise<void> {
  await tx.sql(
    `insert into flow_file (tenant_id, domain, file_id, execution_id, client_key, filename, content_type, size)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, domain, execution_id, client_key) do nothing`,
    [
      scope.tenantId,
      scope.domain,
      file.fileId,
      file.executionId,
      file.clientKey,
      file.filename,
      file.contentType,
      file.size,
    ],
  );
}

/** Files of one execution are announced one after the other, so that side by side they keep the bounds too. */
export async function lockFiles(tx: Tx, { tenantId, domain }: Scope, executionId: string): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `flow files ${JSON.stringify([tenantId, domain, executionId])}`,
  ]);
}

/** How many files an execution has, and how many bytes they have together. */
export async function countFiles(
  tx: Tx,
  scope: Scope,
  executionId: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const [row] = await tx.sql<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(size), 0)::float as bytes from flow_file
     where tenant_id = $1 and domain = $2 and execution_id = $3`,
    [scope.tenantId, scope.domain, executionId],
  );
  return row!;
}

/** A file of an execution, by its id or by the pages' own key. */
export async function readFile(
  tx: Tx,
  scope: Scope,
  of: { readonly executionId: string; readonly fileId?: string; readonly clientKey?: string },
): Promise<FileRow | undefined> {
  const [row] = await tx.sql<FileRow & Record<string, unknown>>(
    `select ${columns} from flow_file f where f.tenant_id = $1 and f.domain = $2 and f.execution_id = $3
       and (f.file_id = $4 or f.client_key = $5)`,
    [scope.tenantId, scope.domain, of.executionId, of.fileId ?? null, of.clientKey ?? null],
  );
  return row;
}

/** Keeps a part; one that is there stays as it is. */
export async function insertPart(
  tx: Tx,
  scope: Scope,
  { executionId, keys, ...part }: FilePart & { readonly content: Buffer },
): Promise<void> {
  const wrapped = await readFlowKey(tx, scope, executionId);
  const stored = await new FlowCipher(scope, executionId, { keys, wrapped }).sealPart(tx, part);
  await tx.sql(
    `insert into flow_file_part (tenant_id, domain, file_id, number, content) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, domain, file_id, number) do nothing`,
    [scope.tenantId, scope.domain, part.fileId, part.number, stored],
  );
}

/** Whether this call puts the file together: the first, or the one after a call that has been silent for a while. */
export async function claimAssembly(tx: Tx, scope: Scope, fileId: string): Promise<boolean> {
  const rows = await tx.sql(
    `update flow_file set assembling_at = now() where tenant_id = $1 and domain = $2 and file_id = $3
       and upload_id is null and (assembling_at is null or assembling_at < now() - $4 * interval '1 second') returning 1`,
    [scope.tenantId, scope.domain, fileId, assemblySilenceSeconds],
  );
  return rows.length > 0;
}

/** A call still puts the file together. */
export async function keepAssembling(tx: Tx, scope: Scope, fileId: string): Promise<void> {
  await tx.sql(
    `update flow_file set assembling_at = now()
     where tenant_id = $1 and domain = $2 and file_id = $3 and upload_id is null`,
    [scope.tenantId, scope.domain, fileId],
  );
}

/** Nobody puts the file together for now: the next call may. */
export async function releaseAssembly(tx: Tx, scope: Scope, fileId: string): Promise<void> {
  await tx.sql(
    `update flow_file set assembling_at = null
     where tenant_id = $1 and domain = $2 and file_id = $3 and upload_id is null`,
    [scope.tenantId, scope.domain, fileId],
  );
}

/** The file is an upload from now on; its parts go. */
export async function completeFile(
  tx: Tx,
  scope: Scope,
  file: { readonly fileId: string; readonly uploadId: string },
): Promise<void> {
  await tx.sql(
    'update flow_file set upload_id = $4 where tenant_id = $1 and domain = $2 and file_id = $3 and upload_id is null',
    [scope.tenantId, scope.domain, file.fileId, file.uploadId],
  );
  await tx.sql('delete from flow_file_part where tenant_id = $1 and domain = $2 and file_id = $3', [
    scope.tenantId,
    scope.domain,
    file.fileId,
  ]);
}

/** Takes a file away whose content is refused, with its parts. */
export async function deleteFile(tx: Tx, scope: Scope, fileId: string): Promise<void> {
  await tx.sql('delete from flow_file where tenant_id = $1 and domain = $2 and file_id = $3', [
    scope.tenantId,
    scope.domain,
    fileId,
  ]);
}

export interface FilePart {
  readonly executionId: string;
  readonly fileId: string;
  readonly number: number;
  readonly keys: FlowKeys;
}

/** `keyless`: its key is deleted, or was not restored with the database. */
export async function readPart(
  database: Database,
  scope: Scope,
  { executionId, keys, ...part }: FilePart,
): Promise<Buffer | 'keyless' | undefined> {
  const [row] = await database.read(
    scope,
    statement<{ stored: Buffer; wrapped: Buffer | null }>(
      `select content as stored, (select k.wrapped_key from personal_key k
         where k.tenant_id = $1 and k.domain = $2 and k.key_id = $5) as wrapped
       from flow_file_part where tenant_id = $1 and domain = $2 and file_id = $3 and number = $4`,
      [scope.tenantId, scope.domain, part.fileId, part.number, executionId],
    ),
  );
  if (row === undefined) return undefined;
  const { stored, wrapped } = row;
  return new FlowCipher(scope, executionId, { keys, wrapped }).openPart({ ...part, stored }) ?? 'keyless';
}

/** Files of which parts are missing since long; across tenants, in operator transactions alone. */
export async function deleteUnfinishedFiles(tx: Tx, before: Date): Promise<void> {
  await tx.sql('delete from flow_file where upload_id is null and created_at < $1', [before]);
}
