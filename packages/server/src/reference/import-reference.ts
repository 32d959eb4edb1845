import { createHash } from 'node:crypto';
import type { ClassificationKey } from '@gatehouse/contract';
import { type Actor, deploymentLevel, recordAudit } from '../audit/index.ts';
import { type Database, insertInto, invalidateCaches, type Tx } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { shippedSections } from './content/table.ts';
import type { ImportFault, ImportFile } from './import-result.ts';
import { readImport } from './read-import.ts';
import { referenceTopic } from './reference-directory.ts';
import { etagOf } from './section-text.ts';

/** The result of an import. */
export type ImportOutcome =
  | {
      readonly kind: 'activated' | 'unchanged';
      readonly key: ClassificationKey;
      readonly version: string;
      readonly etag: string;
      readonly items: number;
      readonly counts: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'refused'; readonly key: ClassificationKey; readonly faults: readonly ImportFault[] };

/** Any number that nobody else locks: imports come one after the other. */
const lockKey = 4_283_640_011;

/**
 * Puts a publisher's file in the place of a key's content, for every tenant and on every node. A file with faults
 * changes nothing; one with the active content changes nothing either.
 */
export async function importReference(
  database: Database,
  { key, file, actor }: { key: ClassificationKey; file: ImportFile; actor: Actor },
): Promise<ImportOutcome> {
  const read = await readImport(key, file);
  if (!read.ok) return { kind: 'refused', key, faults: read.faults };
  const { section, counts } = read;
  const etag = etagOf({ ...section, settings: shippedSections[key].settings });
  const outcome = { key, version: section.version, etag, items: section.items.length, counts };
  const isNew = await database.operator(async (tx) => {
    await tx.sql('select pg_advisory_xact_lock($1)', [lockKey]);
    const [active] = await tx.sql<{ etag: string; version: string }>(
      'select etag, version from reference_version where key = $1 and active',
      [key],
    );
    if (active?.etag === etag) return false;
    await activateImport(tx, { ...section, key, etag, counts, file, actor });
    await recordAudit(tx, deploymentLevel, {
      actor,
      act: 'reference.import',
      object: { kind: 'reference', id: key },
      detail: {
        version: section.version,
        etag,
        previousVersion: active?.version ?? null,
        counts,
        file: file.name,
      },
    });
    await invalidateCaches(tx, referenceTopic, deploymentLevel.tenantId);
    return true;
  });
  return { kind: isNew ? 'activated' : 'unchanged', ...outcome };
}

async function activateImport(
  tx: Tx,
  version: {
    key: ClassificationKey;
    version: string;
    etag: string;
    attribution: string | null;
    items: readonly unknown[];
    counts: Readonly<Record<string, number>>;
    file: ImportFile;
    actor: Actor;
  },
): Promise<void> {
  const { key, file } = version;
  await tx.sql('update reference_version set active = false where key = $1 and active', [key]);
  await tx.run(
    insertInto('reference_version', {
      reference_version_id: newId(),
      key,
      version: version.version,
      etag: version.etag,
      attribution: version.attribution,
      items: JSON.stringify(version.items),
      counts: JSON.stringify(version.counts),
      file_name: file.name,
      file_sha256: createHash('sha256').update(file.content).digest('hex'),
      imported_by: version.actor.id,
      active: true,
    }),
  );
}

/** What is active for a key that can be imported. */
export interface ReferenceStatus {
  readonly key: ClassificationKey;
  readonly version: string;
  readonly items: number;
  /** Null for what ships with the product. */
  readonly imported: { readonly at: string; readonly file: string; readonly by: string } | null;
}

export async function readReferenceStatus(
  database: Database,
  keys: readonly ClassificationKey[],
): Promise<ReferenceStatus[]> {
  const rows = await database.operator((tx) =>
    tx.sql<{
      key: string;
      version: string;
      items: unknown[];
      imported_at: Date;
      file_name: string;
      imported_by: string;
    }>('select key, version, items, imported_at, file_name, imported_by from reference_version where active'),
  );
  return keys.map((key) => {
    const row = rows.find((stored) => stored.key === key);
    if (row === undefined) {
      const { version, items } = shippedSections[key];
      return { key, version, items: items.length, imported: null };
    }
    const imported = { at: row.imported_at.toISOString(), file: row.file_name, by: row.imported_by };
    return { key, version: row.version, items: row.items.length, imported };
  });
}
