import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/index.ts';
import { sha256OfFile } from '../../lib/file-hash.ts';
import { type ArchiveFault, archiveFile, type KnownFile, rebuildFile } from './archived-files.ts';

/** A publisher's file of a version. */
interface ArchivedVersionFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A version of a list with its publisher's files. */
export interface ArchivableVersion {
  readonly source: string;
  readonly version: string;
  readonly files: readonly ArchivedVersionFile[];
}

/** A file that cannot be had any more, and why. */
export interface MissingListFile {
  readonly source: string;
  readonly version: string;
  readonly file: string;
  readonly fault: ArchiveFault;
}

/** Versions that were active and of which a file is not archived yet, of one source, in the order of their activation. */
export async function unarchivedVersions(database: Database, source: string): Promise<ArchivableVersion[]> {
  return database.operator((tx) =>
    tx.sql<ArchivableVersion & Record<string, unknown>>(
      `select v.source, v.version, v.files from gatehouse.list_version v
       join lateral (select min(sequence) as sequence from gatehouse.list_activation a
         where a.source = v.source and a.version = v.version) a on a.sequence is not null
       where v.source = $1 and exists (
         select from jsonb_to_recordset(v.files) as f(sha256 text)
         where not exists (select from gatehouse.list_archive_file l where l.sha256 = f.sha256))
       order by a.sequence`,
      [source],
    ),
  );
}

/** The version of a source that was active before another one, with its files; undefined for the first. */
export async function versionBefore(
  database: Database,
  { source, version }: Pick<ArchivableVersion, 'source' | 'version'>,
): Promise<ArchivableVersion | undefined> {
  const [row] = await database.operator((tx) =>
    tx.sql<ArchivableVersion & Record<string, unknown>>(
      `select v.source, v.version, v.files from gatehouse.list_activation a
       join gatehouse.list_version v on v.source = a.source and v.version = a.version
       where a.source = $1 and a.version <> $2 and a.sequence < (
         select min(sequence) from gatehouse.list_activation where source = $1 and version = $2)
       order by a.sequence desc limit 1`,
      [source, version],
    ),
  );
  return row;
}

/** Archives the files of a version, each as the difference to the file of that name in the version before. */
export async function archiveVersion(
  database: Database,
  { files }: ArchivableVersion,
  of: {
    /** Where the version's files lie. */
    readonly folder: string;
    readonly before: { readonly version: ArchivableVersion; readonly folder: string } | undefined;
    readonly signal?: AbortSignal;
  },
): Promise<boolean> {
  for (const { name, size, sha256 } of files) {
    const file = { path: join(of.folder, name), sha256, size };
    if (!(await archiveFile(database, file, baseOf(of.before, name), of.signal))) return false;
  }
  return true;
}

function baseOf(
  before: { readonly version: ArchivableVersion; readonly folder: string } | undefined,
  name: string,
): KnownFile | undefined {
  const file = before?.version.files.find((one) => one.name === name);
  return file && { path: join(before!.folder, name), sha256: file.sha256 };
}

/**
 * Rebuilds the files of a version in a folder; those that are there and whole stay.
 * @returns the files that cannot be had; none where all are there
 */
export async function rebuildVersion(
  database: Database,
  { source, version, files }: ArchivableVersion,
  folder: string,
): Promise<MissingListFile[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const missing: MissingListFile[] = [];
  for (const { name, sha256 } of files) {
    const path = join(folder, name);
    if (await isThere(path, sha256)) continue;
    const fault = await rebuildFile(database, sha256, path);
    if (fault) missing.push({ source, version, file: name, fault });
  }
  return missing;
}

async function isThere(path: string, sha256: string): Promise<boolean> {
  const there = await access(path).then(
    () => true,
    () => false,
  );
  if (!there) return false;
  if ((await sha256OfFile(path)) === sha256) return true;
  await rm(path, { force: true });
  return false;
}
