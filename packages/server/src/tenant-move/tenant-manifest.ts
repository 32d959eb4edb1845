import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { holdsSignature, type SignedText, signText } from '../audit/index.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import {
  exportedFile,
  exportedTable,
  exportedUploads,
  manifestFile,
  moveMigrations,
  unfinishedFile,
} from '../store-move/index.ts';
import { tenantMoveRefusal } from './refusals.ts';

/** Signature of the manifest, and so of every file that it names. */
const signatureFile = 'signature.json';

const manifest = z.strictObject({
  format: z.literal(1),
  moveId: z.uuid(),
  tenantId: z.string(),
  /** The name of the deployment that it goes to, for people. */
  destination: z.string(),
  version: z.string(),
  migrations: moveMigrations,
  exportedAt: z.iso.datetime(),
  wasEnabled: z.boolean(),
  /** The tenant's data key and the receipt, sealed for the other deployment. */
  sealed: z.strictObject({ masterKeyId: z.string(), ephemeralKey: z.string(), envelope: z.string() }),
  /** Public keys of the signatures in the tenant's audit log, by the ids of their master keys. */
  signingKeys: z.array(z.strictObject({ signingKey: z.string(), publicKey: z.string() })),
  tables: z.array(exportedTable),
  jobs: exportedFile,
  uploads: exportedUploads,
  erasures: exportedFile,
});

export type TenantManifest = z.infer<typeof manifest>;

const signature = z.strictObject({
  masterKeyId: z.string(),
  publicKey: z.string(),
  signature: z.string(),
}) satisfies z.ZodType<SignedText>;

/** Writes manifest and signature under their names when they are on the disk, the manifest last and after `prepare`. */
export async function writeTenantManifest(
  folder: string,
  masterKeys: MasterKeys,
  written: TenantManifest,
  prepare: () => Promise<void>,
): Promise<void> {
  const text = `${JSON.stringify(written, null, 2)}\n`;
  await writeSynced(join(folder, signatureFile), JSON.stringify(signText(masterKeys, signedOf(text))));
  const draft = join(folder, `${manifestFile}.draft`);
  await writeSynced(draft, text);
  await prepare();
  await rename(draft, join(folder, manifestFile));
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws OperatorRefusal when the folder holds no whole export that this key signed */
export async function readTenantManifest(folder: string, signingKey: string): Promise<TenantManifest> {
  const text = await readIfThere(join(folder, manifestFile));
  if (text === undefined) {
    const wasBegun = (await readIfThere(join(folder, unfinishedFile))) !== undefined;
    throw tenantMoveRefusal(wasBegun ? 'unfinishedExport' : 'noExport', folder);
  }
  let signed: SignedText;
  let parsed: TenantManifest;
  try {
    signed = signature.parse(JSON.parse((await readIfThere(join(folder, signatureFile))) ?? ''));
    parsed = manifest.parse(JSON.parse(text));
  } catch {
    throw tenantMoveRefusal('damagedManifest', folder);
  }
  if (!holdsSignature(signedOf(text), signed)) throw tenantMoveRefusal('changedManifest', folder);
  if (signed.publicKey !== signingKey) throw tenantMoveRefusal('foreignManifest', signed.publicKey);
  return parsed;
}

function signedOf(text: string): string {
  return `gatehouse export of a tenant\n${text}`;
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
