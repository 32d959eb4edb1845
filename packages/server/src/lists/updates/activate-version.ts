import { join } from 'node:path';
import { listSources } from '@gatehouse/matching';
import { type Actor, deploymentLevel, recordAudit } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import {
  type Candidate,
  type ConfiguredSource,
  contentHash,
  type ListRegistry,
  ListsRefusal,
  type OpenedCandidate,
  type SourceSettings,
} from '../index-files/index.ts';
import {
  activate,
  type VersionChanges,
  type VersionFacts,
  type VersionFile,
  writeVersion,
} from './activate.ts';
import { checkSize, type Refusal } from './check-size.ts';
import type { ActivationReason, ChangeKind } from './list-activations.ts';
import { hasFiles, readVersions, type VersionRow } from './source-queries.ts';
import type { VersionFiles } from './version-files.ts';

/** The outcome of one source in one update. */
export type UpdateOutcome = { readonly source: string } & (
  | { readonly kind: 'unchanged'; readonly version: string }
  | {
      readonly kind: 'activated';
      readonly version: string;
      readonly sequence: number;
      readonly entries: number;
      /** Null for the first version of a source. */
      readonly counts: Readonly<Record<ChangeKind, number>> | null;
    }
  /** It is kept for an operator to look at; the active version stays. `isNew` is false for one refused before. */
  | { readonly kind: 'refused'; readonly version: string; readonly refusal: Refusal; readonly isNew: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  /** Another node is at it. */
  | { readonly kind: 'busy'; readonly node: string }
);

/** Files that may become the active version. */
export interface OfferedFiles {
  readonly settings: SourceSettings;
  readonly files: readonly VersionFile[];
  /** Where they lie. It is kept or removed. */
  readonly folder: string;
  readonly reason: 'update' | 'folder';
  readonly actor: Actor;
  /** What people know each file as: its path in the lists folder, or its address. */
  readonly shownAs: Readonly<Record<string, string>>;
}

export interface VersionReviewOptions {
  readonly database: Database;
  readonly lists: ListRegistry;
  readonly files: VersionFiles;
  /** Brings this node to the versions that the store has active. */
  readonly catchUp: () => Promise<unknown>;
}

/** How often a version is compared anew because another one came into force meanwhile. */
const maxRounds = 3;

/** Evaluates versions and activates them. One source at a time, by whoever has claimed it. */
export class VersionReview {
  readonly #parts: VersionReviewOptions;

  constructor(parts: VersionReviewOptions) {
    this.#parts = parts;
  }

  /** The version of a source that has exactly these files. */
  async known(source: string, files: readonly VersionFile[]): Promise<VersionRow | undefined> {
    const versions = await this.#versions(source);
    return versions.find((version) => hasFiles(version, files));
  }

  /** Activates offered files, or refuses them and says why; the active version then stays. */
  async review(offered: OfferedFiles): Promise<UpdateOutcome> {
    const { source } = offered.settings;
    const versions = await this.#versions(source);
    const known = versions.find((version) => hasFiles(version, offered.files));
    if (known?.state === 'active') {
      await this.#parts.files.keep(offered.folder, known);
      return { source, kind: 'unchanged', version: known.version };
    }
    if (known?.state === 'refused' && known.refusal !== null) {
      await this.#parts.files.keep(offered.folder, known);
      return { source, kind: 'refused', version: known.version, refusal: known.refusal, isNew: false };
    }
    const paths = offered.files.map(({ name }) => ({ name, path: join(offered.folder, name) }));
    const configured = { source: listSources[source]!, files: paths };
    const built = await this.#build(configured);
    if (built instanceof ListsRefusal) {
      const facts = { source, version: contentHash(offered.files), publishedAt: null, files: offered.files };
      const refusal = { reason: 'unreadable', message: shown(built.message, offered) } as const;
      return this.#refuse(offered, { ...facts, entries: null, names: null, rejected: null }, refusal);
    }
    const facts = factsOf(built, offered.files);
    const before = versions.find(({ state }) => state === 'active');
    const evaluated =
      before &&
      (checkSizes(offered, { facts, before }) ?? checkAge(offered.reason, { facts, known, before }));
    if (evaluated) return this.#refuse(offered, facts, evaluated);
    await this.#parts.files.keep(offered.folder, facts);
    return this.#activate({ facts, built, configured }, offered);
  }

  /** Activates a retained version, whatever its size; it fails when its files are lost or cannot be read. */
  async choose(
    version: VersionRow,
    { reason, actor }: { readonly reason: 'accept' | 'rollback'; readonly actor: Actor },
  ): Promise<UpdateOutcome> {
    const { source } = version;
    const configured = await this.#parts.files.ensure(version);
    if (configured === undefined) {
      return {
        source,
        kind: 'failed',
        message: `the files of ${source} ${version.version} are no longer kept`,
      };
    }
    const built = await this.#build(configured);
    if (built instanceof ListsRefusal) return { source, kind: 'failed', message: built.message };
    return this.#activate({ facts: factsOf(built, version.files), built, configured }, { reason, actor });
  }

  /** Builds and opens a retained version without activating it; a text says why it cannot be. */
  async open(version: VersionRow): Promise<OpenedCandidate | string> {
    const name = `${version.source} ${version.version}`;
    const configured = await this.#parts.files.ensure(version);
    if (configured === undefined) return `the files of ${name} are no longer kept`;
    await this.#parts.catchUp();
    const opened = await this.#parts.lists.open(configured).catch((error: unknown) => {
      if (error instanceof ListsRefusal) return error.message;
      throw error;
    });
    if (typeof opened === 'string' || opened.manifest.version === version.version) return opened;
    return `the kept files of ${name} are those of version ${opened.manifest.version}`;
  }

  #versions(source: string): Promise<VersionRow[]> {
    return this.#parts.database.operator((tx) => readVersions(tx, source));
  }

  async #build(configured: ConfiguredSource): Promise<Candidate | ListsRefusal> {
    await this.#parts.catchUp();
    return this.#parts.lists.build(configured).catch((error: unknown) => {
      if (error instanceof ListsRefusal) return error;
      throw error;
    });
  }

  async #activate(
    { facts, built, configured }: { facts: VersionFacts; built: Candidate; configured: ConfiguredSource },
    { reason, actor }: { reason: ActivationReason; actor: Actor },
  ): Promise<UpdateOutcome> {
    const { source, version, entries } = facts;
    const kept = await this.#parts.files.ensure(facts);
    let candidate = built;
    for (let round = 0; round < maxRounds; round++) {
      const outcome = await this.#parts.database.operator(async (tx) => {
        const versions = await readVersions(tx, source);
        const before = versions.find(({ state }) => state === 'active');
        const changes = changesFrom(before, candidate);
        const activated = await activate(tx, { facts, changes, reason, actor });
        if (reason === 'rollback' && activated.kind === 'activated' && before) {
          // The publisher still offers it: it must not come back by itself.
          const refusal = { reason: 'rolledBack', message: `rolled back to ${version}` } as const;
          await writeVersion(tx, before, 'refused', refusal);
        }
        return { ...activated, counts: changes?.counts ?? null };
      });
      if (outcome.kind === 'active') return { source, kind: 'unchanged', version };
      if (outcome.kind === 'activated') {
        const { sequence, counts } = outcome;
        return { source, kind: 'activated', version, sequence, entries, counts };
      }
      const again = await this.#build(kept ?? configured);
      if (again instanceof ListsRefusal) return { source, kind: 'failed', message: again.message };
      candidate = again;
    }
    return { source, kind: 'failed', message: 'other versions were activated meanwhile; try again' };
  }

  async #refuse(
    offered: OfferedFiles,
    facts: Parameters<typeof writeVersion>[1],
    refusal: Refusal,
  ): Promise<UpdateOutcome> {
    const { source, version } = facts;
    await this.#parts.files.keep(offered.folder, facts);
    await this.#parts.database.operator(async (tx) => {
      await writeVersion(tx, facts, 'refused', refusal);
      await recordAudit(tx, deploymentLevel, {
        actor: offered.actor,
        act: 'list.refuse',
        object: { kind: 'list', id: source },
        detail: { version, ...refusal, entries: facts.entries, files: facts.files },
      });
    });
    return { source, kind: 'refused', version, refusal, isNew: true };
  }
}

/** A folder has what its operator put there; a publisher may have been left behind by its own caches. */
function checkAge(
  reason: OfferedFiles['reason'],
  version: {
    readonly facts: VersionFacts;
    readonly known: VersionRow | undefined;
    readonly before: VersionRow;
  },
): Refusal | undefined {
  const { facts, known, before } = version;
  if (reason !== 'update') return undefined;
  const [published, publishedBefore] = [facts.publishedAt, before.publishedAt];
  if (published !== null && publishedBefore !== null && Date.parse(published) < Date.parse(publishedBefore)) {
    const dates = `${published.slice(0, 10)}, the active version of ${publishedBefore.slice(0, 10)}`;
    return { reason: 'older', message: `it is older than the active version: its date is ${dates}` };
  }
  if (known?.state !== 'superseded') return undefined;
  return { reason: 'older', message: `it is older than the active version, which replaced it` };
}

function checkSizes(
  { settings }: OfferedFiles,
  { facts, before }: { readonly facts: VersionFacts; readonly before: VersionRow },
): Refusal | undefined {
  return before.entries ? checkSize(settings, before.entries, facts.entries) : undefined;
}

/** Names files as people know them, instead of the copies that were read. */
function shown(message: string, { folder, shownAs }: OfferedFiles): string {
  return Object.entries(shownAs).reduce(
    (text, [name, known]) => text.replaceAll(join(folder, name), known),
    message,
  );
}

function factsOf({ manifest }: Candidate, files: readonly VersionFile[]): VersionFacts {
  const { source, version, entries, names } = manifest;
  const publishedAt = manifest.publishedAt ?? null;
  return { source, version, publishedAt, entries, names, rejected: manifest.rejected.count, files };
}

/** Null for a source's first version. Where the old one could not be compared with, everything counts as new. */
function changesFrom(
  before: VersionRow | undefined,
  { manifest, difference }: Candidate,
): VersionChanges | null {
  if (before === undefined) return null;
  if (difference?.from === before.version) return difference;
  // This node has another version active: it has to catch up first, unless the files of the old one are lost.
  if (difference !== undefined) return { ...difference };
  const counts = { new: manifest.entries, material: 0, minor: 0, gone: 0 };
  return { from: before.version, counts, items: undefined };
}
