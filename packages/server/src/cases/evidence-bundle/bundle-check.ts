import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { holdsHeads, holdsSignature, signedHead, verifyProof } from '../../audit/index.ts';
import { unzipWithin } from '../../lib/unzip.ts';
import { type BundleManifest, bundlePaths, manifestForm, proofForm, signatureForm } from './bundle-form.ts';

export interface BundleReport {
  /** Undefined where there is none that can be read. */
  readonly manifest: BundleManifest | undefined;
  /** Ed25519, in the form SPKI, base64: whose it is, only who kept it can say. */
  readonly publicKey: string | undefined;
  readonly records: number;
  readonly blocks: number;
  readonly unsealed: number;
  /** Blocks without a signature of their own, from before blocks were signed; the signed heads hold them. */
  readonly unsignedBlocks: number;
  /** What does not agree; empty: all of it does. */
  readonly findings: readonly string[];
}

/**
 * Verifies a case that was handed out, by nothing but what it holds: the signature, every file, and every record
 * against the block that seals it. `publicKeys` are those that the deployment is known by; without any, every one will do.
 */
export function verifyBundle(bytes: Uint8Array, publicKeys: readonly string[] = []): BundleReport {
  const findings: string[] = [];
  const unpacked = unzipWithin(bytes, maxUnpacked(bytes));
  const files = unpacked.ok ? unpacked.files : new Map<string, Buffer>();
  const read = <Form extends z.ZodType>(path: string, form: Form): z.infer<Form> | undefined => {
    const file = files.get(path);
    const text = file && Buffer.from(file).toString('utf8');
    const parsed = form.safeParse(text === undefined ? undefined : parseJson(text));
    if (!parsed.success)
      findings.push(`${path} ${file === undefined ? 'is missing' : 'is not what it should be'}`);
    return parsed.data;
  };
  if (!unpacked.ok) {
    const nothing = { manifest: undefined, publicKey: undefined, records: 0, blocks: 0, unsealed: 0 };
    return { ...nothing, unsignedBlocks: 0, findings: [`it cannot be read: ${unpacked.reason}`] };
  }
  const manifest = read(bundlePaths.manifest, manifestForm);
  const signature = read(bundlePaths.signature, signatureForm);
  const proof = read(bundlePaths.proof, proofForm);
  const heads = read(bundlePaths.heads, signedHead);
  const listed = Buffer.from(files.get(bundlePaths.manifest) ?? '').toString('utf8');
  if (signature && !holdsSignature(listed, signature))
    findings.push('the signature of manifest.json does not hold');
  if (heads && !holdsHeads(heads)) findings.push('the signature of heads.json does not hold');
  if (signature && heads && signature.publicKey !== heads.publicKey) {
    findings.push('manifest.json and heads.json were signed by two keys');
  }
  if (publicKeys.length > 0 && !publicKeys.includes(signature?.publicKey ?? '')) {
    findings.push('it was signed by another key than those that were given');
  }
  if (manifest) findings.push(...compareFiles(manifest, files));
  if (manifest && proof && proof.tenantId !== manifest.tenantId)
    findings.push('audit.json is of another tenant');
  if (proof && heads) findings.push(...verifyProof(proof, heads.heads, { ...heads, publicKeys }));
  return {
    manifest,
    publicKey: signature?.publicKey,
    records: proof?.records.length ?? 0,
    blocks: proof?.blocks.length ?? 0,
    unsealed: proof?.unsealed.length ?? 0,
    unsignedBlocks: proof?.blocks.filter(({ signature: own }) => own === null).length ?? 0,
    findings,
  };
}

/** Pictures and documents hardly pack, and records are small: what unpacks to more is no bundle of this product. */
function maxUnpacked({ length }: Uint8Array): number {
  return Math.max(256 * 1024 * 1024, 20 * length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compareFiles(manifest: BundleManifest, files: ReadonlyMap<string, Uint8Array>): string[] {
  const findings: string[] = [];
  const known = new Set<string>([bundlePaths.manifest, bundlePaths.signature]);
  for (const { path, size, sha256 } of manifest.files) {
    known.add(path);
    const file = files.get(path);
    if (file === undefined) findings.push(`${path} is missing`);
    else if (file.length !== size || createHash('sha256').update(file).digest('hex') !== sha256) {
      findings.push(`${path} was changed`);
    }
  }
  for (const path of files.keys()) if (!known.has(path)) findings.push(`${path} was added`);
  return findings;
}
