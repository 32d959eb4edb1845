import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { engineVersion, ListFileError } from '@gatehouse/matching';
import { removeAbandonedFiles } from './atomic-file.ts';
import { type BuildWatcher, buildInThread } from './build-in-thread.ts';
import { type FileFacts, HashedFile, readStamp, sameStamp } from './file-facts.ts';
import type { ConfiguredSource, ListFile } from './find-sources.ts';
import { readIndexFile, removeOldIndexFiles } from './index-file.ts';
import { refusalOf } from './lists-refusal.ts';
import { type Manifest, readManifest, sourceFolder, writeManifest } from './manifest.ts';

/** A source whose index is in memory, with what is still to be done on disk once every source got this far. */
export interface PreparedList {
  readonly manifest: Manifest;
  readonly buffer: SharedArrayBuffer;
  /** One line each: what looks wrong about a list that was built now. */
  readonly warnings: readonly string[];
  /** Makes this version the one that the next start finds. */
  commit(): Promise<void>;
  /** Removes what was written for it; the version before stays. */
  discard(): Promise<void>;
}

export interface LoadContext extends BuildWatcher {
  readonly dataDir: string;
  readonly now: Date;
  /** An index that is already in memory, by its manifest; spares reading it again. */
  readonly loaded: (manifest: Manifest) => SharedArrayBuffer | undefined;
}

/**
 * Brings one source's index into memory: the stored one when files and engine are the same, else a new one.
 * Nothing that a later start would read changes before `commit`.
 * @throws ListsRefusal when a list file is damaged
 */
export async function prepareSource(
  configured: ConfiguredSource,
  context: LoadContext,
): Promise<PreparedList> {
  const folder = sourceFolder(context.dataDir, configured.source.id);
  await mkdir(folder, { recursive: true });
  await removeAbandonedFiles(folder, context.now);
  return (await reuse(configured, folder, context)) ?? (await build(configured, folder, context));
}

async function reuse(
  configured: ConfiguredSource,
  folder: string,
  context: LoadContext,
): Promise<PreparedList | undefined> {
  const stored = await readManifest(folder);
  // The bundled list has no files whose change would tell; it is small, so it is always built.
  if (stored === undefined || configured.files.length === 0) return undefined;
  if (stored.source !== configured.source.id || stored.engineVersion !== engineVersion) return undefined;
  const files = await unchangedFiles(stored.files, configured.files).catch((error: unknown) => {
    throw error instanceof ListFileError ? refusalOf(error, configured.files) : error;
  });
  if (files === undefined) return undefined;
  const buffer = context.loaded(stored) ?? (await readIndexFile(folder, stored));
  if (buffer === undefined) return undefined;
  const restamped = files.some((file, index) => !sameStamp(file, stored.files[index]!));
  const manifest = { ...stored, files };
  return {
    manifest,
    buffer,
    warnings: [],
    async commit() {
      if (restamped) await writeManifest(folder, manifest);
    },
    async discard() {},
  };
}

/**
 * The facts of the files when their content is the stored one: by size and times alone where those are the
 * same, else by reading them.
 */
async function unchangedFiles(
  stored: readonly FileFacts[],
  present: readonly ListFile[],
): Promise<FileFacts[] | undefined> {
  if (stored.length !== present.length) return undefined;
  const facts: FileFacts[] = [];
  for (const [index, file] of present.entries()) {
    const known = stored[index]!;
    if (known.name !== file.name) return undefined;
    const stamp = await readStamp(file.path);
    if (sameStamp(stamp, known)) {
      facts.push(known);
      continue;
    }
    if (stamp.size !== known.size) return undefined;
    const read = await new HashedFile(file.name, file.path).readFacts();
    if (read.sha256 !== known.sha256) return undefined;
    facts.push(read);
  }
  return facts;
}

async function build(
  configured: ConfiguredSource,
  folder: string,
  context: LoadContext,
): Promise<PreparedList> {
  const before = await readManifest(folder);
  const built = await buildInThread(
    { source: configured.source.id, files: configured.files, folder },
    context,
  );
  const manifest: Manifest = { ...built, loadedAt: loadedAt(before, built, context.now) };
  const buffer = await readIndexFile(folder, manifest);
  if (buffer === undefined) {
    throw new Error(`${join(folder, manifest.index.file)} cannot be read back as it was written`);
  }
  return {
    manifest,
    buffer,
    warnings: warningsOf(manifest, before),
    async commit() {
      await writeManifest(folder, manifest);
      await removeOldIndexFiles(folder, manifest.index.file);
    },
    async discard() {
      if (before?.index.file !== manifest.index.file) {
        await rm(join(folder, manifest.index.file), { force: true });
      }
    },
  };
}

/** A list that was merely built anew, for another engine or a damaged index, is as old as it was. */
function loadedAt(
  before: Manifest | undefined,
  built: Pick<Manifest, 'source' | 'version'>,
  now: Date,
): string {
  const same = before?.source === built.source && before.version === built.version;
  return same ? before.loadedAt : now.toISOString();
}

/** Losing half of a list from one version to the next is rarely what a publisher meant. */
const suspiciousShrinkage = 0.5;

function warningsOf(manifest: Manifest, before: Manifest | undefined): string[] {
  const warnings: string[] = [];
  const { source, entries, rejected } = manifest;
  if (rejected.count > 0) {
    const first = rejected.first[0]!;
    warnings.push(
      `${source}: ${rejected.count} records are unusable, the first at ${first.place}: ${first.reason}`,
    );
  }
  if (before !== undefined && entries < before.entries * suspiciousShrinkage) {
    warnings.push(`${source}: fell from ${before.entries} entries to ${entries}`);
  }
  return warnings;
}
