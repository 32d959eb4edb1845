import { isRelationsOnly } from '@gatehouse/matching';
import { sha256OfFile } from '../../lib/file-hash.ts';
import { bundledSample, type ConfiguredSource } from '../index-files/index.ts';
import type { KnownUpdateSources } from './known-update-sources.ts';
import { readActiveVersions, reportServerNode, type VersionRow } from './source-queries.ts';
import type { UpdateContext } from './update-context.ts';
import type { VersionFiles } from './version-files.ts';

/** The list versions that a node has loaded. */
export interface LoadedVersions {
  /** The last activation that the lists contain. */
  readonly sequence: number;
  /** By source. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Loads the versions that are active in the store into this node, and swaps its lists as a whole. */
export class ActiveListsLoader {
  readonly #context: UpdateContext;
  readonly #sources: KnownUpdateSources;
  readonly #files: VersionFiles;
  #active: LoadedVersions | undefined;
  #catchingUp: Promise<unknown> = Promise.resolve();

  constructor(context: UpdateContext, sources: KnownUpdateSources, files: VersionFiles) {
    this.#context = context;
    this.#sources = sources;
    this.#files = files;
  }

  get active(): LoadedVersions | undefined {
    return this.#active;
  }

  /** Loads the versions that are active in the store; false while a source has no version. */
  catchUp(): Promise<boolean> {
    const next = this.#catchingUp.then(() => this.#catchUp());
    this.#catchingUp = next.catch(() => undefined);
    return next;
  }

  /** Resolves when no catch-up is running. */
  async idle(): Promise<void> {
    await this.#catchingUp;
  }

  /** Sources of which no version is active, or whose files are nowhere. */
  async missing(): Promise<string[]> {
    const { versions } = await this.#context.database.operator(readActiveVersions);
    const missing: string[] = [];
    for (const source of this.#sources.all.keys()) {
      const row = versions.find((version) => version.source === source);
      if (!row || !(await this.#files.ensure(row))) missing.push(source);
    }
    return missing;
  }

  /** Reports again what this node has, where the report was lost, or removed with a lease that came back. */
  async reportAgain(nodes: readonly { readonly nodeId: string; readonly sequence: number }[]): Promise<void> {
    const { database, nodeId } = this.#context;
    const own = this.#active;
    if (own === undefined || nodes.find((node) => node.nodeId === nodeId)?.sequence === own.sequence) return;
    await database.operator((tx) => reportServerNode(tx, { nodeId, ...own }));
  }

  async #catchUp(): Promise<boolean> {
    const { database, lists, nodeId, stopping } = this.#context;
    stopping.throwIfAborted();
    const { sequence, versions } = await database.operator(readActiveVersions);
    const wanted: ConfiguredSource[] = [];
    for (const source of this.#sources.all.keys()) {
      const row = versions.find((version) => version.source === source);
      const configured = row && (await this.#files.ensure(row));
      // A list that was never active may come later, once others are; one that was is never left out.
      if (configured) wanted.push(configured);
      else if (lists.current() === undefined || row) return false;
    }
    const isSame =
      this.#active?.sequence === sequence && wanted.length === Object.keys(this.#active.versions).length;
    if (isSame) return true;
    await this.#load(wanted, versions);
    const loaded = Object.fromEntries(wanted.map((list) => [list.source.id, list.version!]));
    this.#active = { sequence, versions: loaded };
    await database.operator((tx) => reportServerNode(tx, { nodeId, sequence, versions: loaded }));
    return true;
  }

  async #load(
    wanted: readonly ConfiguredSource[],
    versions: readonly Pick<VersionRow, 'source' | 'files'>[],
  ): Promise<void> {
    const { lists, progress } = this.#context;
    try {
      const isOnlySample = [...this.#sources.all.keys()].every(isRelationsOnly);
      await lists.load(async () => (isOnlySample ? [...wanted, bundledSample] : wanted));
    } catch (error) {
      // Kept files that are not what they were: the next check takes them from the store, or fetches them.
      for (const { source, files } of wanted) {
        const hashes = versions.find((version) => version.source === source.id)?.files ?? [];
        const own = await Promise.all(files.map(({ path }) => sha256OfFile(path).catch(() => undefined)));
        if (hashes.some(({ sha256 }, index) => sha256 !== own[index]))
          await this.#files.discard(source.id, []);
      }
      throw error;
    } finally {
      progress.clear();
    }
  }
}
