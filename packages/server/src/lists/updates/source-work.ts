import { join } from 'node:path';
import type { Actor } from '../../audit/index.ts';
import { nextTime, type SourceSettings, sourceFolder } from '../index-files/index.ts';
import type { UpdateOutcome, VersionReview } from './activate-version.ts';
import { isRolledBack } from './describe-outcome.ts';
import { withoutQuery } from './fetch-file.ts';
import { fetchSource } from './fetch-source.ts';
import {
  copyFolder,
  type FolderSnapshot,
  isSameSnapshot,
  loadSnapshot,
  saveSnapshot,
  takeSnapshot,
} from './folder-snapshot.ts';
import {
  readSources,
  recordCheck,
  recordFailedAttempt,
  recordFailedCheck,
  type VersionRow,
} from './source-queries.ts';
import { logProblem, type UpdateContext } from './update-context.ts';
import type { UpdateSource } from './update-sources.ts';
import type { VersionFiles } from './version-files.ts';

type PublisherSource = UpdateSource & { kind: 'publisher' };
type FolderSource = UpdateSource & { kind: 'folder' };

export interface SourceWorkParts {
  readonly versionReview: VersionReview;
  readonly files: VersionFiles;
  /** Reports the outcome for the source, and loads the version that it activated. */
  readonly finish: (outcome: UpdateOutcome) => Promise<UpdateOutcome>;
  /** Reads the state of the sources anew. */
  readonly refresh: () => Promise<void>;
}

/**
 * The work on one source: takes what its publisher or its folder has, and has it evaluated. The caller holds the claim of the source
 * meanwhile.
 */
export class SourceWork {
  readonly #context: UpdateContext;
  readonly #parts: SourceWorkParts;
  /** Snapshots of folders that changed at the last check and may still be changing. */
  readonly #changing = new Map<string, FolderSnapshot>();

  constructor(context: UpdateContext, parts: SourceWorkParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Fetches what the publisher has by now. */
  async fetch({ settings }: PublisherSource, actor: Actor): Promise<UpdateOutcome> {
    const { source } = settings;
    const { database, egress, clock, dataDir, timing, stopping, progress } = this.#context;
    const { versionReview, files, finish } = this.#parts;
    const row = (await database.operator(readSources)).find((one) => one.source === source);
    const validators = row?.validators ?? [];
    const known = await versionReview.known(source, validators);
    const kept = known && (await files.ensure(known));
    const folder = join(sourceFolder(dataDir, source), 'incoming');
    const fetched = await fetchSource(settings, {
      egress,
      folder,
      known: kept ? validators : [],
      find: async ({ name }) => kept?.files.find((file) => file.name === name)?.path,
      retryDelaysMs: timing.retryDelaysMs,
      onRetry: (message) => this.#showFailedAttempt(source, message),
      signal: stopping,
      onProgress: (bytes, total) => progress.set(source, { source, phase: 'fetching', bytes, total }),
    });
    if (fetched.kind === 'failed') {
      const { message } = fetched;
      const at = clock.now();
      const delay = timing.failedDelayMs * 2 ** Math.min(row?.failures ?? 0, 10);
      const nextCheckAt = new Date(Math.min(this.#nextCheck(settings).getTime(), at.getTime() + delay));
      await database.operator((tx) => recordFailedCheck(tx, source, { nextCheckAt, message, at }));
      return finish({ source, kind: 'failed', message });
    }
    const nextCheckAt = this.#nextCheck(settings);
    if (fetched.kind === 'unchanged') {
      const outcome = sameAsBefore(known!);
      await database.operator((tx) => recordCheck(tx, source, { nextCheckAt, isGood: isGood(outcome) }));
      return finish(outcome);
    }
    const shownAs = Object.fromEntries(
      Object.entries(settings.files).map(([name, url]) => [name, withoutQuery(url)]),
    );
    const outcome = await versionReview.review({
      settings,
      files: fetched.states.map(({ name, size, sha256 }) => ({ name, size, sha256, url: shownAs[name] })),
      folder,
      reason: 'update',
      actor,
      shownAs,
    });
    const check = { nextCheckAt, isGood: isGood(outcome), offered: fetched.states };
    await database.operator((tx) => recordCheck(tx, source, check));
    return finish(outcome);
  }

  /**
   * Whether files were put into a folder that this node has not dealt with; they have to stay unchanged from one check to the
   * next, except at the start. Undefined when there is nothing to do.
   */
  async newFiles(folder: FolderSource, isStart: boolean): Promise<{ isFirstSnapshot: boolean } | undefined> {
    const { source } = folder.settings;
    const snapshot = await takeSnapshot(folder.configured).catch(() => undefined);
    if (snapshot === undefined) return undefined;
    const before = await loadSnapshot(this.#context.dataDir, source);
    if (isSameSnapshot(before, snapshot)) return undefined;
    const isUnchanging = isStart || isSameSnapshot(this.#changing.get(source), snapshot);
    this.#changing.set(source, snapshot);
    if (!isUnchanging) return undefined;
    this.#changing.delete(source);
    return { isFirstSnapshot: before === undefined };
  }

  /** Takes the files of a folder as they lie there. */
  async importFolder(
    { settings, configured }: FolderSource,
    { actor, isFirstSnapshot = false }: { actor: Actor; isFirstSnapshot?: boolean },
  ): Promise<UpdateOutcome> {
    const { source } = settings;
    const { dataDir, database } = this.#context;
    const { versionReview, finish } = this.#parts;
    const folder = join(sourceFolder(dataDir, source), 'incoming');
    const snapshot = await takeSnapshot(configured);
    const files = await copyFolder(configured, snapshot, folder);
    if (files === undefined)
      return { source, kind: 'failed', message: `the files of ${source} are changing; try again` };
    const known = await versionReview.known(source, files);
    // What another node has long replaced comes with this node's folder; only a change of it is an operator's action.
    const isOld = isFirstSnapshot && known?.state === 'superseded';
    const outcome = isOld
      ? ({ source, kind: 'unchanged', version: known.version } as const)
      : await versionReview.review({
          settings,
          files,
          folder,
          reason: 'folder',
          actor,
          shownAs: Object.fromEntries(configured.files.map(({ name, path }) => [name, path])),
        });
    const check = { nextCheckAt: null, isGood: isGood(outcome), offered: files };
    await database.operator((tx) => recordCheck(tx, source, check));
    await saveSnapshot(dataDir, source, snapshot);
    return finish(outcome);
  }

  /** A check that tries again goes on for most of a minute, and longer where a publisher is slow. */
  async #showFailedAttempt(source: string, message: string): Promise<void> {
    const { database, clock } = this.#context;
    try {
      await database.operator((tx) => recordFailedAttempt(tx, source, { message, at: clock.now() }));
      await this.#parts.refresh();
    } catch (err) {
      logProblem(this.#context, err);
    }
  }

  #nextCheck({ schedule, jitterSeconds }: SourceSettings): Date {
    const next = nextTime(schedule, this.#context.clock.now());
    return new Date(next.getTime() + Math.random() * jitterSeconds * 1000);
  }
}

/** What an operator went back from stays offered, and that is no fault. */
function isGood(outcome: UpdateOutcome): boolean {
  return outcome.kind !== 'refused' || isRolledBack(outcome);
}

/** What a publisher still offers: the active version, or one that was refused. */
function sameAsBefore({ source, version, state, refusal }: VersionRow): UpdateOutcome {
  return state === 'refused' && refusal
    ? { source, kind: 'refused', version, refusal, isNew: false }
    : { source, kind: 'unchanged', version };
}
