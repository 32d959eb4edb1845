import { createHash } from 'node:crypto';

/**
 * The seal of the audit log, pure: what is hashed, and how blocks hang together (docs/audit.md tells it for those
 * who verify by other means). A block holds of each record its id and the hash of what it says, and the hash of a
 * block covers its content, its place and the block before.
 */

/** A record as it is read for sealing; texts are those of the store, so that hashing needs no rules of its own. */
export interface SealedFields {
  readonly tenantId: string;
  readonly domain: string;
  readonly eventId: string;
  /** ISO 8601 in UTC with six digits of a second. */
  readonly at: string;
  readonly actorKind: string;
  readonly actor: string;
  readonly act: string;
  readonly objectKind: string;
  readonly objectId: string;
  /** The text that PostgreSQL makes of the stored JSON. */
  readonly detail: string;
  /** Stands before the detail in its hash; null in records from before salts, and in erased ones. */
  readonly salt: string | null;
  /** Of an erased detail: its hash, 64 hexadecimal digits. Else null. */
  readonly detailHash: string | null;
}

/** The columns of `SealedFields` in a select. */
export const sealedColumns = `tenant_id as "tenantId", domain, event_id::text as "eventId",
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor_kind as "actorKind", actor, act, object_kind as "objectKind", object_id as "objectId", detail::text as detail,
  salt::text as salt, encode(detail_hash, 'hex') as "detailHash"`;

/** Bytes of a record in a block: 16 of its id, 32 of its hash. */
const sealedBytes = 48;

/** The hash of what a record says. The detail is in it by its own hash, which outlives an erased detail. */
export function hashRecord(record: SealedFields): Buffer {
  const { tenantId, domain, eventId, at, actorKind, actor, act, objectKind, objectId } = record;
  const detail = record.detailHash ?? hashDetail(record);
  return sha256(
    JSON.stringify([tenantId, domain, eventId, at, actorKind, actor, act, objectKind, objectId, detail]),
  );
}

/** Without the salt, a detail that was erased cannot be found by guessing. */
function hashDetail({ salt, detail }: Pick<SealedFields, 'salt' | 'detail'>): string {
  return sha256(salt === null ? detail : `${salt}\n${detail}`).toString('hex');
}

/** The content of a block: its records in their order. */
export function blockContent(records: readonly SealedFields[]): Buffer {
  return Buffer.concat(records.flatMap((record) => [idBytes(record.eventId), hashRecord(record)]));
}

/** The records that a block holds. */
export function* readContent(content: Uint8Array): Generator<{ eventId: string; hash: Buffer }> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 0; at < bytes.length; at += sealedBytes) {
    const hex = bytes.toString('hex', at, at + 16);
    const eventId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    yield { eventId, hash: bytes.subarray(at + 16, at + sealedBytes) };
  }
}

export interface BlockPosition {
  readonly tenantId: string;
  /** Counted from 1. */
  readonly number: number;
  /** As `SealedFields.at`. */
  readonly sealedAt: string;
}

/** Before the first block of a tenant. */
export const noBlock = Buffer.alloc(32);

/** The hash of a block that follows the one whose hash is `previous`. */
export function hashBlock(place: BlockPosition, previous: Uint8Array, content: Uint8Array): Buffer {
  const { tenantId, number, sealedAt } = place;
  return createHash('sha256')
    .update(`gatehouse audit block\n${JSON.stringify([tenantId, number, sealedAt])}\n`)
    .update(previous)
    .update(createHash('sha256').update(content).digest())
    .digest();
}

/** What the signature of a block covers: its hash, and so its place, its records and the block before. */
export function blockText(hash: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('gatehouse audit block signature\n'), hash]);
}

/** The newest block of a chain as the store keeps it. */
export interface ChainHead {
  readonly tenantId: string;
  readonly number: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
  readonly sealedAt: string;
  /** The first block with a signature. */
  readonly signedFrom: number;
}

/** What the signature of a head covers. */
export function headText({ tenantId, number, hash, sealedAt, signedFrom }: ChainHead): Buffer {
  const head = [tenantId, number, hash, sealedAt, signedFrom];
  return Buffer.from(`gatehouse audit head\n${JSON.stringify(head)}`);
}

function idBytes(eventId: string): Buffer {
  return Buffer.from(eventId.replaceAll('-', ''), 'hex');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
