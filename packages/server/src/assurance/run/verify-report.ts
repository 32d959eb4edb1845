import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { holdsSignature, readTrustedKeys } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { sha256 } from './report-files.ts';

/** A file beside the attestation, and in no other folder. */
const fileName = z.string().regex(/^[a-z][a-z0-9-]*\.[a-z]+$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An attestation as it lies beside a report, in the order in which it was signed. */
const attestationSchema = z.strictObject({
  format: z.literal('gatehouse-assurance-attestation'),
  tenantId: z.string(),
  domain: z.string(),
  recordedAt: z.string(),
  auditRecord: z.uuid(),
  files: z.record(fileName, hash),
  masterKeyId: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});
export type ReadAttestation = z.infer<typeof attestationSchema>;

/** What is wrong with a report, in words; nothing where it is as it was recorded. */
type Faults = readonly string[];

/** Undefined: the text is no attestation. */
export function readAttestation(text: string): ReadAttestation | undefined {
  try {
    const read = attestationSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** The files beside their hashes, and the attestation beside its signature. @param readFile undefined: there is none */
export function checkFiles(
  attestation: ReadAttestation,
  readFile: (name: string) => Uint8Array | undefined,
): Faults {
  const { masterKeyId, publicKey, signature, ...stated } = attestation;
  const faults = Object.entries(attestation.files).flatMap(([name, recorded]) => {
    const content = readFile(name);
    if (content === undefined) return [`${name} is missing`];
    return sha256(content) === recorded ? [] : [`${name} has changed: its SHA-256 is ${sha256(content)}`];
  });
  const isSigned = holdsSignature(JSON.stringify(stated), { masterKeyId, publicKey, signature });
  return isSigned ? faults : [...faults, 'attestation.json has changed: its signature is of another text'];
}

/** The attestation beside the audit log that it names, and its key beside those of the store. */
export async function checkAttestation(
  tx: Tx,
  masterKeys: MasterKeys,
  attestation: ReadAttestation,
): Promise<Faults> {
  const { tenantId, domain, auditRecord, files, masterKeyId, publicKey } = attestation;
  const trusted = await readTrustedKeys(tx, masterKeys);
  const isOurs = trusted.get(masterKeyId) === publicKey;
  const [record] = await tx.sql<{ detail: { files?: unknown } }>(
    `select detail from gatehouse.audit_event
     where tenant_id = $1 and domain = $2 and event_id = $3 and act = 'assurance_run.done'`,
    [tenantId, domain, auditRecord],
  );
  return [
    ...(isOurs ? [] : ['the key that signed attestation.json is none of this store']),
    ...(record === undefined ? [`the audit log has no record ${auditRecord} of a test of screening`] : []),
    ...(record !== undefined && !isDeepStrictEqual(record.detail.files, files)
      ? [`the audit record ${auditRecord} has other hashes`]
      : []),
  ];
}
