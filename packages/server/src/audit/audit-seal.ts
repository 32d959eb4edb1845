import { createHash } from 'node:crypto';

/**
 * The seal of the audit record, pure: what is hashed, and how blocks hang together (docs/audit.md tells it for those
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
}

/** The columns of `SealedFields` in a select. */
export const sealedColumns = `tenant_id as "tenantId", domain, event_id::text as "eventId",
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor_kind as "actorKind", actor, act, object_kind as "objectKind", object_id as "objectId", detail::text as detail`;

/** Bytes of a record in a block: 16 of its id, 32 of its hash. */
export const sealedBytes = 48;

/** The hash of what a record says. The detail stands in it by its own hash. */
export function hashRecord(record: SealedFields): Buffer {
  const { tenantId, domain, eventId, at, actorKind, actor, act, objectKind, objectId } = record;
  const detail = sha256(record.detail).toString('hex');
  return sha256(
    JSON.stringify([tenantId, domain, eventId, at, actorKind, actor, act, objectKind, objectId, detail]),
  );
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

export interface BlockPlace {
  readonly tenantId: string;
  /** Counted from 1. */
  readonly number: number;
  /** As `SealedFields.at`. */
  readonly sealedAt: string;
}

/** Before the first block of a tenant. */
export const noBlock = Buffer.alloc(32);

/** The hash of a block that stands after the one whose hash is `previous`. */
export function hashBlock(place: BlockPlace, previous: Uint8Array, content: Uint8Array): Buffer {
  const { tenantId, number, sealedAt } = place;
  return createHash('sha256')
    .update(`gatehouse audit block\n${JSON.stringify([tenantId, number, sealedAt])}\n`)
    .update(previous)
    .update(createHash('sha256').update(content).digest())
    .digest();
}

function idBytes(eventId: string): Buffer {
  return Buffer.from(eventId.replaceAll('-', ''), 'hex');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
