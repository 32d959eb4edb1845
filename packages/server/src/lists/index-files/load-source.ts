import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { engineVersion, ListFileError } from '@gatehouse/matching';
import { removeAbandonedFiles } from './atomic-file.ts';
import { type BuildWatcher, buildInProcess } from './build-in-process.ts';
import { type FileFacts, factsOfFile, readStamp, sameStamp } from './file-facts.ts';
import type { ConfiguredSource } from './find-sources.ts';
import { readIndexFiles, removeOldIndexFiles, type SharedListVersion } from './index-file.ts';
import type { BuiltList } from './list-build.ts';
import type { VersionDifference } from './list-changes.ts';
import type { ListFile } from './list-file.ts';
import { bundledVersion } from './list-reading.ts';
import type { LoadedList } from './list-snapshot.ts';
import { ListsRefusal, refusalOf } from './lists-refusal.ts';
import { type Manifest, readManifest, removeCandidate, sourceFolder, writeManifest } from './manifest.ts';

/** A source whose index is in memory, with what is still to be done on disk once every source got this far. */
export interface PreparedList {
  readonly manifest: Manifest;
  readonly index: SharedListVersion;
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
  readonly loaded: (manifest: Manifest) => SharedListVersion | undefined;
  /** The base that a manifest names, where it is in memory already. */
  readonly loadedBase: (manifest: Manifest) => SharedArrayBuffer | undefined;
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandonedFiles(folder, context.now);
  const prepared = (await reuse(configured, folder, context)) ?? (await build(configured, folder, context));
  const { version } = prepared.manifest;
  if (configured.version === undefined || configured.version === version) return prepared;
  await prepared.discard();
  throw new ListsRefusal(
    `the kept files of ${configured.source.id} are version ${version}: they must be ${configured.version}`,
  );
}

async function reuse(
  configured: ConfiguredSource,
  folder: string,
  context: LoadContext,
): Promise<PreparedList | undefined> {
  for (const kind of ['manifest', 'candidate'] as const) {
    const stored = await readManifest(folder, kind);
    const found = stored && (await reuseStored(configured, stored, { folder, context }));
    if (found === undefined) continue;
    const { manifest, index, isRestamped } = found;
    return {
      manifest,
      index,
      // The size of a candidate was evaluated before it came here.
      warnings: kind === 'candidate' ? warningsOf(manifest, undefined) : [],
      async commit() {
        if (isRestamped || kind === 'candidate') await activateCandidate(folder, manifest);
      },
      async discard() {},
    };
  }
  return undefined;
}

async function reuseStored(
  configured: ConfiguredSource,
  stored: Manifest,
  { folder, context }: { folder: string; context: LoadContext },
) {
  if (stored.source !== configured.source.id || stored.engineVersion !== engineVersion) return undefined;
  // The bundled list has no files whose change would tell: its few entries do.
  if (configured.files.length === 0 && stored.version !== (await bundledVersion(configured.source.id))) {
    return undefined;
  }
  const files = await unchangedFiles(stored.files, configured.files).catch((error: unknown) => {
    throw error instanceof ListFileError ? refusalOf(error, configured.files) : error;
  });
  if (files === undefined) return undefined;
  const index = context.loaded(stored) ?? (await readIndexFiles(folder, stored, context.loadedBase(stored)));
  if (index === undefined) return undefined;
  const isRestamped = files.some((file, position) => !sameStamp(file, stored.files[position]!));
  return { manifest: { ...stored, files }, index, isRestamped };
}

/** Makes a version the one that the next start finds; a candidate that waits for its operator stays. */
async function activateCandidate(folder: string, manifest: Manifest): Promise<void> {
  await writeManifest(folder, manifest);
  const candidate = await readManifest(folder, 'candidate');
  if (candidate?.version === manifest.version) await removeCandidate(folder);
  await removeOldIndexFiles(folder, [manifest, candidate]);
}

/** A version that was built and is not active. */
export interface Candidate {
  readonly manifest: Manifest;
  /** How it differs from the active version; undefined when there was none. */
  readonly difference: VersionDifference | undefined;
}

/**
 * Builds a version beside the active one, without putting it there: `prepareSource` finds it when it is.
 * @throws ListsRefusal when a list file is damaged
 */
export async function buildCandidate(
  configured: ConfiguredSource,
  active: LoadedList | undefined,
  context: Omit<LoadContext, 'loaded' | 'loadedBase'>,
): Promise<Candidate> {
  const folder = sourceFolder(context.dataDir, configured.source.id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const order = {
    source: configured.source.id,
    files: configured.files,
    folder,
    previous: active?.manifest,
  };
  const { list, difference } = await buildInProcess(order, context);
  const manifest = await dated(folder, list, context.now);
  await writeManifest(folder, manifest, 'candidate');
  return { manifest, difference };
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
    const read = await factsOfFile(file.name, file.path);
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
  const { list } = await buildInProcess(
    { source: configured.source.id, files: configured.files, folder },
    context,
  );
  const manifest = await dated(folder, list, context.now);
  const index = await readIndexFiles(folder, manifest);
  if (index === undefined) {
    throw new Error(`${join(folder, manifest.index.file)} cannot be read back as it was written`);
  }
  return {
    manifest,
    index,
    warnings: warningsOf(manifest, before),
    commit: () => activateCandidate(folder, manifest),
    async discard() {
      if (before?.index.file !== manifest.index.file) {
        await rm(join(folder, manifest.index.file), { force: true });
      }
    },
  };
}

/** A list that was merely built anew, for another engine or a damaged index, is as old as it was. */
async function dated(folder: string, list: BuiltList['list'], now: Date): Promise<Manifest> {
  const before = await readManifest(folder);
  const isSame = before?.source === list.source && before.version === list.version;
  return { ...list, loadedAt: isSame ? before.loadedAt : now.toISOString() };
}

/** Losing half of a list from one version to the next is rarely what a publisher meant. */
const suspiciousShrinkage = 0.5;

/** One line each: what looks wrong about a version that was built now. */
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
