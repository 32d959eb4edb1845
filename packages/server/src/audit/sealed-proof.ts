import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  blockText,
  hashBlock,
  hashRecord,
  readContent,
  type SealedFields,
  sealedColumns,
} from './audit-seal.ts';
import { isSignedBy } from './signing-key.ts';
import { followVouchers, type KeyVoucher, readVouchers } from './trusted-keys.ts';
import type { Head } from './verify-records.ts';

/** Records with the blocks that hold them: what proves them without the store that they are from. */
export interface SealedProof {
  readonly tenantId: string;
  /** In the order in which they were written. */
  readonly records: readonly SealedFields[];
  readonly blocks: readonly ProofBlock[];
  /** Records that were too new to be sealed. */
  readonly unsealed: readonly string[];
  /** What leads from the key that signed the proof to those that signed the blocks. */
  readonly keys: readonly KeyVoucher[];
}

interface ProofBlock {
  readonly number: number;
  readonly sealedAt: string;
  /** Hash of the block before, as 64 hexadecimal digits. */
  readonly previous: string;
  /** Ids and hashes of all its records, of whatever they are: base64. */
  readonly content: string;
  readonly hash: string;
  /** Null, as its signature: sealed before blocks were signed. */
  readonly signingKey: string | null;
  /** Base64. */
  readonly signature: string | null;
}

/** What somebody did to these things. */
export interface ProvedObjects {
  readonly kind: string;
  readonly ids: readonly string[];
}

/** Blocks that are looked through for a record behind the first one that can hold it: long transactions seal late. */
const maxBlocks = 2_000;

/** SQL. Each thing is looked for by its index, whatever the planner believes: a tenant has millions of records. */
export const recordsOfObjects = `select r.* from unnest($3::text[], $4::text[]) o (kind, id) cross join lateral (
    select ${sealedColumns} from audit_event e
    where tenant_id = $1 and domain = $2 and object_kind = o.kind and object_id = o.id offset 0
  ) r order by r.at, r."eventId"`;

/** The records of some things in a scope, oldest first, with the blocks that hold them. */
export async function readProof(
  tx: Tx,
  scope: Scope,
  objects: readonly ProvedObjects[],
): Promise<SealedProof> {
  const { tenantId, domain } = scope;
  const records = await tx.sql<SealedFields & Record<string, unknown>>(recordsOfObjects, [
    tenantId,
    domain,
    ...keysOf(objects),
  ]);
  const wanted = new Map(records.map((record) => [record.eventId, record]));
  const blocks = new Map<number, ProofBlock>();
  for (const record of records) {
    if (!wanted.has(record.eventId)) continue;
    const block = await findBlock(tx, tenantId, record);
    if (block === undefined) continue;
    blocks.set(block.number, block);
    for (const { eventId } of readContent(Buffer.from(block.content, 'base64'))) wanted.delete(eventId);
  }
  return {
    tenantId,
    records,
    blocks: [...blocks.values()].toSorted((one, other) => one.number - other.number),
    unsealed: [...wanted.keys()],
    keys: await readVouchers(tx),
  };
}

/** Kinds and IDs, side by side. */
export function keysOf(objects: readonly ProvedObjects[]): [kinds: string[], ids: string[]] {
  return [objects.flatMap(({ kind, ids }) => ids.map(() => kind)), objects.flatMap(({ ids }) => ids)];
}

/** The block that holds a record: no earlier than the record, mostly the first after it. */
async function findBlock(
  tx: Tx,
  tenantId: string,
  { at, eventId }: SealedFields,
): Promise<ProofBlock | undefined> {
  const [row] = await tx.sql<ProofBlock & Record<string, unknown>>(
    `select b.number::int as number, encode(b.hash, 'hex') as hash, encode(b.content, 'base64') as content,
       to_char(b.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt",
       b.signing_key as "signingKey", encode(b.signature, 'base64') as signature,
       coalesce((select encode(p.hash, 'hex') from audit_block p where p.tenant_id = $1 and p.number = b.number - 1),
         repeat('0', 64)) as previous
     from (
       select * from audit_block where tenant_id = $1 and sealed_at >= $2::timestamptz order by sealed_at, number limit $4
     ) b
     where position(decode(replace($3, '-', ''), 'hex') in b.content) > 0 order by b.number limit 1`,
    [tenantId, at, eventId, maxBlocks],
  );
  // PostgreSQL breaks base64 into lines.
  const whole = (base64: string) => base64.replaceAll('\n', '');
  const { content, signature } = row ?? { content: '', signature: null };
  return row && { ...row, content: whole(content), signature: signature === null ? null : whole(signature) };
}

/**
 * What does not agree in a proof; each finding names the record or the block. Without the store: pure. `signer` is the
 * key that signed the whole: it vouches for those before it. Further `publicKeys` are believed as they are.
 */
export function verifyProof(
  proof: SealedProof,
  heads: readonly (Head & { tenantId: string })[],
  signer: {
    readonly masterKeyId: string;
    readonly publicKey: string;
    readonly publicKeys: readonly string[];
  },
): string[] {
  const findings: string[] = [];
  const trusted = followVouchers(new Map([[signer.masterKeyId, signer.publicKey]]), proof.keys);
  const held = new Map<string, Buffer>();
  for (const block of proof.blocks) {
    const content = Buffer.from(block.content, 'base64');
    const hash = hashBlock(
      { tenantId: proof.tenantId, ...block },
      Buffer.from(block.previous, 'hex'),
      content,
    );
    if (hash.toString('hex') !== block.hash) findings.push(`block ${block.number} was changed`);
    if (block.signature !== null) {
      const signature = Buffer.from(block.signature, 'base64');
      const vouched = trusted.get(block.signingKey ?? '');
      const believed = vouched === undefined ? signer.publicKeys : [vouched];
      if (!believed.some((publicKey) => isSignedBy(publicKey, blockText(hash), signature))) {
        findings.push(`the signature of block ${block.number} does not hold`);
      }
    }
    const head = heads.find(({ tenantId, number }) => tenantId === proof.tenantId && number === block.number);
    if (head?.hash !== block.hash || head.sealedAt !== block.sealedAt) {
      findings.push(`block ${block.number} is not the one that was signed`);
    }
    for (const one of readContent(content)) held.set(one.eventId, Buffer.from(one.hash));
  }
  const unsealed = new Set(proof.unsealed);
  for (const record of proof.records) {
    const hash = held.get(record.eventId);
    if (hash === undefined) {
      if (!unsealed.has(record.eventId)) findings.push(`record ${record.eventId} is in no block`);
    } else if (!hash.equals(hashRecord(record))) findings.push(`record ${record.eventId} was changed`);
  }
  return findings;
}
