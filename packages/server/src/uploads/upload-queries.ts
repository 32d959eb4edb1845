import type { Database, Tx } from '../database/database.ts';
import { type Query, statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { insertPersonalKey } from '../personal-keys/index.ts';

/** Statements of uploads and of their tokens. */

export interface NewToken {
  readonly tokenHash: Buffer;
  readonly apiKey: string;
  readonly expiresAt: Date;
}

export function insertToken(scope: Scope, token: NewToken): Query<unknown> {
  return statement(
    'insert into upload_token (tenant_id, domain, token_hash, api_key, expires_at) values ($1, $2, $3, $4, $5)',
    [scope.tenantId, scope.domain, token.tokenHash, token.apiKey, token.expiresAt],
  );
}

export interface TokenRow {
  readonly tenantId: string;
  readonly domain: string;
  readonly apiKey: string;
  /** The database's clock, from which on the upload has its time. */
  readonly readAt: Date;
}

/** Whose a token is, before any tenant is known; in operator transactions alone. */
export async function findToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<TokenRow | undefined> {
  const [row] = await tx.sql<TokenRow & Record<string, unknown>>(
    `select tenant_id as "tenantId", domain, api_key as "apiKey", now() as "readAt"
     from upload_token where token_hash = $1 and expires_at > $2`,
    [tokenHash, now],
  );
  return row;
}

export async function deleteEndedTokens(tx: Tx, before: Date): Promise<void> {
  await tx.sql('delete from upload_token where expires_at < $1', [before]);
}

export interface NewUpload {
  readonly uploadId: string;
  readonly bucket: string;
  readonly objectKey: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** Of the key that encrypts the bytes; undefined where they lie as they are. */
  readonly wrappedKey: Buffer | undefined;
  readonly apiKey: string | null;
  readonly uploadedBy: string | null;
  readonly requestId: string;
  /** When the token was read, by the database's clock. */
  readonly readAt: Date;
}

/**
 * Adds the row, unless the upload took so long that a sweep might already have taken its bytes for abandoned ones;
 * returns whether it did. Only a node that stood still for hours meets that.
 */
export async function insertUpload(tx: Tx, scope: Scope, upload: NewUpload): Promise<boolean> {
  const rows = await tx.sql(
    `insert into upload (tenant_id, domain, upload_id, bucket, object_key, filename, content_type, size, sha256, api_key, request_id, uploaded_by, encrypted)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, $14
     where clock_timestamp() < $12::timestamptz + interval '1 hour' returning 1`,
    [
      scope.tenantId,
      scope.domain,
      upload.uploadId,
      upload.bucket,
      upload.objectKey,
      upload.filename,
      upload.contentType,
      upload.size,
      upload.sha256,
      upload.apiKey,
      upload.requestId,
      upload.readAt,
      upload.uploadedBy,
      upload.wrappedKey !== undefined,
    ],
  );
  if (rows.length === 0) return false;
  if (upload.wrappedKey !== undefined)
    await tx.run(insertPersonalKey(scope, { keyId: upload.uploadId, wrapped: upload.wrappedKey }));
  return true;
}

export interface UploadRow {
  readonly uploadId: string;
  readonly bucket: string;
  readonly objectKey: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly apiKey: string | null;
  /** The person of the tenant who added it. */
  readonly uploadedBy: string | null;
  readonly uploadedAt: Date;
}

const columns = `upload_id as "uploadId", bucket, object_key as "objectKey", filename, content_type as "contentType",
  size, sha256, api_key as "apiKey", uploaded_by as "uploadedBy", uploaded_at as "uploadedAt"`;

/** Those of some uploads that are of this scope. */
export function findUploads(
  database: Database,
  scope: Scope,
  uploadIds: readonly string[],
): Promise<UploadRow[]> {
  return database.read(scope, uploadsOf(scope, uploadIds));
}

/** As `findUploads`, in a transaction that reads more; in the order of their coming. */
export async function readUploads(tx: Tx, scope: Scope, uploadIds: readonly string[]): Promise<UploadRow[]> {
  const rows = await tx.run(uploadsOf(scope, uploadIds));
  return rows.toSorted((one, other) => one.uploadedAt.getTime() - other.uploadedAt.getTime());
}

function uploadsOf(scope: Scope, uploadIds: readonly string[]): Query<UploadRow> {
  return statement<UploadRow>(
    `select ${columns} from upload where tenant_id = $1 and domain = $2 and upload_id = any($3::uuid[])`,
    [scope.tenantId, scope.domain, uploadIds],
  );
}

export function keylessUploads(
  { tenantId, domain }: Scope,
  uploadIds: readonly string[],
): Query<{ uploadId: string }> {
  return statement(
    `select u.upload_id as "uploadId" from upload u
     where u.tenant_id = $1 and u.domain = $2 and u.upload_id = any($3::uuid[]) and u.encrypted
       and not exists (select from personal_key k
         where k.tenant_id = u.tenant_id and k.domain = u.domain and k.key_id = u.upload_id)`,
    [tenantId, domain, uploadIds],
  );
}

export interface KeyCount {
  /** Encrypted files that were looked at. */
  readonly files: number;
  /** Those of them that nobody can read, since their key is not there. */
  readonly keyless: number;
}

/** Of all tenants, at most of so many files; by the operator's role alone. */
export async function countKeyless(tx: Pick<Tx, 'sql'>, maxFiles?: number): Promise<KeyCount> {
  const [row] = await tx.sql<KeyCount & Record<string, unknown>>(
    `select count(*)::integer as files, count(*) filter (where k.key_id is null)::integer as keyless
     from (select tenant_id, domain, upload_id as key_id from upload where encrypted limit $1) u
     left join personal_key k using (tenant_id, domain, key_id)`,
    [maxFiles ?? null],
  );
  return row!;
}

/** Notes that the bytes of an upload are encrypted; false: there is no such upload. */
export async function markEncrypted(tx: Tx, scope: Scope, uploadId: string): Promise<boolean> {
  const rows = await tx.sql(
    'update upload set encrypted = true where tenant_id = $1 and domain = $2 and upload_id = $3 returning 1',
    [scope.tenantId, scope.domain, uploadId],
  );
  return rows.length > 0;
}

/** Which of some keys belong to an upload of any tenant; in operator transactions alone. */
export async function knownKeys(tx: Tx, uploadIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.sql<{ key: string }>(
    'select object_key as key from upload where upload_id = any($1::uuid[])',
    [uploadIds],
  );
  return new Set(rows.map(({ key }) => key));
}
