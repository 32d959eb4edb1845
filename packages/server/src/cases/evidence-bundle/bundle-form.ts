import { z } from 'zod';

/** The form of a case that was handed out (docs/audit.md); what it says is proved by itself, without the store. */

export const bundleFormat = 'gatehouse case bundle';

export const manifestForm = z.strictObject({
  format: z.literal(bundleFormat),
  /**
   * 1: before blocks were signed and details salted. Every version verifies for ever. A file that says more beside the others
   * makes no new version: the signed manifest lists it, and verifiers of before check it as they check any file.
   */
  version: z.literal([1, 2]),
  tenantId: z.string(),
  domain: z.string(),
  caseNo: z.string(),
  exportedAt: z.iso.datetime(),
  exportedBy: z.string(),
  files: z.array(z.strictObject({ path: z.string(), size: z.int(), sha256: z.string() })),
});
export type BundleManifest = z.infer<typeof manifestForm>;

export const signatureForm = z.strictObject({
  masterKeyId: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

const text = z.string();
export const proofForm = z.strictObject({
  tenantId: text,
  records: z.array(
    z.strictObject({
      tenantId: text,
      domain: text,
      eventId: text,
      at: text,
      actorKind: text,
      actor: text,
      act: text,
      objectKind: text,
      objectId: text,
      detail: text,
      salt: text.nullable().default(null),
      detailHash: text.nullable().default(null),
    }),
  ),
  blocks: z.array(
    z.strictObject({
      number: z.int(),
      sealedAt: text,
      previous: text,
      content: text,
      hash: text,
      signingKey: text.nullable().default(null),
      signature: text.nullable().default(null),
    }),
  ),
  unsealed: z.array(text),
  keys: z
    .array(z.strictObject({ signingKey: text, publicKey: text, vouchedBy: text, signature: text }))
    .default([]),
});

/** Names in the file; documents lie below their folder. */
export const bundlePaths = {
  manifest: 'manifest.json',
  signature: 'signature.json',
  case: 'case.json',
  /** The case without who read it or took it out: the same state is the same file, and reports name its SHA-256. */
  state: 'state.json',
  /** The list entries behind the hits of the case, as they were when they were searched. */
  entities: 'entities.json',
  /** The hits of the case, subject by subject and joined by listed entity. */
  hits: 'hits.json',
  proof: 'audit.json',
  heads: 'heads.json',
  documents: 'documents/',
} as const;
