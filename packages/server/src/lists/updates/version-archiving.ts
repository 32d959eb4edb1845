import {
  type ArchivableVersion,
  archiveVersion,
  unarchivedVersions,
  versionBefore,
} from '../archive/index.ts';
import { retainedFolder } from '../index-files/index.ts';
import { logProblem, type UpdateContext } from './update-context.ts';
import type { VersionFiles } from './version-files.ts';

/** Archives versions that were activated, so that what was screened with them can be screened again. */
export class VersionArchiving {
  readonly #context: UpdateContext;
  readonly #files: VersionFiles;
  /** Versions whose files are lost on every node that this one knows of. */
  readonly #lost = new Set<string>();

  constructor(context: UpdateContext, files: VersionFiles) {
    this.#context = context;
    this.#files = files;
  }

  /** Versions that are not archived yet, and can be. */
  async pending(source: string): Promise<ArchivableVersion[]> {
    const versions = await unarchivedVersions(this.#context.database, source);
    return versions.filter(({ version }) => !this.#lost.has(`${source} ${version}`));
  }

  /**
   * Archives what is not, source by source. The source is not claimed: nobody waits for it, and people update the list meanwhile. Two
   * nodes that archive the same file keep it once.
   */
  async run(sources: Iterable<string>): Promise<void> {
    for (const source of sources) {
      if (this.#context.stopping.aborted) return;
      // Its failure is none of the publisher's.
      await this.#archive(await this.pending(source)).catch((err: unknown) => {
        if (!this.#context.stopping.aborted) logProblem(this.#context, err);
      });
    }
  }

  async #archive(versions: readonly ArchivableVersion[]): Promise<void> {
    const { database, dataDir, stopping, logger } = this.#context;
    for (const version of versions) {
      stopping.throwIfAborted();
      const before = await versionBefore(database, version);
      const place = (of: ArchivableVersion) => retainedFolder(dataDir, of.source, of.version);
      const isBeforeHere = before !== undefined && (await this.#files.ensure(before)) !== undefined;
      const archived =
        (await this.#files.ensure(version)) !== undefined &&
        (await archiveVersion(database, version, {
          folder: place(version),
          before: isBeforeHere ? { version: before, folder: place(before) } : undefined,
          signal: stopping,
        }));
      if (archived) continue;
      const { source, version: name } = version;
      this.#lost.add(`${source} ${name}`);
      logger.warn(
        { source, version: name },
        'the files of a list version are lost: screenings against it cannot be run again',
      );
    }
  }
}
