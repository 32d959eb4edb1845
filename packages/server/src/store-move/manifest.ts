import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type AppliedMigration, readMigrations } from '../database/migrate.ts';
import { moveRefusal } from './refusals.ts';

/** Says what an export holds. It is written last, so that a folder with a manifest is whole. */
export const manifestFile = 'manifest.json';
/** In the folder from the first byte of an export to its last. */
export const unfinishedFile = 'unfinished';

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const exportedFile = z.strictObject({ file: z.string(), rows: count, bytes: count, sha256 });

export const exportedTable = exportedFile.extend({
  table: z.string(),
  columns: z.array(z.string()),
  /** Digest of the rows, whatever their order. */
  digest: sha256,
  /** Rows of customers, apart: sealed under keys that the export has not. */
  sealed: exportedFile.optional(),
});

/** `bytes` and `sha256` are of the list of uploads, one JSON text a line. */
export const exportedUploads = exportedFile.extend({
  /** In the folder, or left in the bucket of an object store. */
  place: z.enum(['folder', 'bucket']),
  bucket: z.string(),
  uploadedBytes: count,
});

export const moveMigrations = z.array(
  z.strictObject({ number: count, name: z.string(), checksum: z.string() }),
);

const manifest = z.strictObject({
  format: z.literal(1),
  exportId: z.uuid(),
  /** Version of the product, and the migrations of the store. */
  version: z.string(),
  migrations: moveMigrations,
  exportedAt: z.iso.datetime(),
  tables: z.array(exportedTable),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  jobs: exportedFile,
  uploads: exportedUploads,
});

export const keyTable = 'personal_key';
/** Never others: an old backup is restored by its own version, with keys that a newer one wrote. */
export const keyColumns = ['tenant_id', 'domain', 'key_id', 'wrapped_key', 'created_at'];

/** The keys of sealed exports, in a folder of their own. Newer versions may write more of it. */
const keysManifest = z.object({
  format: z.literal(1),
  holds: z.literal('keys'),
  version: z.string(),
  exportedAt: z.iso.datetime(),
  keys: exportedTable,
});

export type KeysManifest = z.infer<typeof keysManifest>;
export type Manifest = z.infer<typeof manifest>;
export type ExportedFile = z.infer<typeof exportedFile>;
export type ExportedTable = z.infer<typeof exportedTable>;

/** The migrations of this version, as a manifest names them. */
export async function ownMigrations(): Promise<Manifest['migrations']> {
  return (await readMigrations()).map(({ number, name, checksum }) => ({ number, name, checksum }));
}

/** Whether the same migrations made both. */
export function areSameMigrations(
  one: readonly AppliedMigration[] | Manifest['migrations'],
  other: readonly AppliedMigration[] | Manifest['migrations'],
): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, checksum }, index) => name === other[index]!.name && checksum === other[index]!.checksum,
    )
  );
}

/** Writes the manifest under its name when it is on the disk. */
export async function writeManifest(folder: string, written: Manifest | KeysManifest): Promise<void> {
  const draft = join(folder, `${manifestFile}.draft`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(written, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, manifestFile));
}

/** @throws OperatorRefusal when the folder holds no whole export */
export function readManifest(folder: string): Promise<Manifest> {
  return readAs(folder, manifest, 'noExport');
}

/** @throws OperatorRefusal when the folder holds no keys of an export */
export function readKeysManifest(folder: string): Promise<KeysManifest> {
  return readAs(folder, keysManifest, 'noKeys');
}

async function readAs<Read>(
  folder: string,
  schema: z.ZodType<Read>,
  missing: 'noExport' | 'noKeys',
): Promise<Read> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) {
    const wasBegun = await readFile(join(folder, unfinishedFile)).then(
      () => true,
      () => false,
    );
    throw moveRefusal(wasBegun ? 'unfinishedExport' : missing, folder);
  }
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw moveRefusal('damagedManifest', folder);
  }
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  // One of the two folders in the place of the other.
  const holdsKeys = z.object({ holds: z.literal('keys') }).safeParse(written).success;
  const isOther = holdsKeys
    ? missing === 'noExport'
    : missing === 'noKeys' && manifest.safeParse(written).success;
  throw moveRefusal(isOther ? missing : 'damagedManifest', folder);
}
