import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../audit/index.ts';
import { isRetryable, OutcomeUnknownError } from '../../database/index.ts';
import { mapConcurrently } from '../../lib/map-concurrently.ts';
import { pruneArchive } from '../archive/index.ts';
import { ListsRefusal } from '../index-files/index.ts';
import { listsTopic } from './activate.ts';
import { type UpdateOutcome, VersionReview } from './activate-version.ts';
import { ActiveListsLoader, type LoadedVersions } from './active-lists-loader.ts';
import { chooseVersion, retainedVersions } from './choose-version.ts';
import { usualRetryDelaysMs } from './fetch-source.ts';
import { KnownUpdateSources } from './known-update-sources.ts';
import { type ListVersionDates, readListVersionDates } from './list-version-dates.ts';
import { ReplicationLagLogger } from './replication-lag-logger.ts';
import { reportOutcome } from './report-outcome.ts';
import { SourceClaims } from './source-claims.ts';
import {
  pruneListChanges,
  readServerNodes,
  readSources,
  readVersions,
  releaseAllClaims,
  type VersionRow,
} from './source-queries.ts';
import { SourceWork } from './source-work.ts';
import {
  type ListUpdatesOptions,
  logProblem,
  type UpdateContext,
  type UpdateProgress,
  type UpdateTiming,
} from './update-context.ts';
import type { UpdateSource } from './update-sources.ts';
import { type SourceStatus, sourceStatuses } from './update-status.ts';
import { VersionArchiving } from './version-archiving.ts';
import { VersionFiles } from './version-files.ts';
import { type PreviewedVersion, VersionPreviews } from './version-preview.ts';

const usualTiming: UpdateTiming = {
  pollIntervalMs: 10_000,
  retryDelaysMs: usualRetryDelaysMs,
  failedDelayMs: 5 * 60_000,
};

const system: Actor = { kind: 'system', id: 'lists' };
/** Whoever gives commands on a machine of the deployment. */
export const operatorActor: Actor = { kind: 'operator', id: 'command' };
const tidyEveryMs = 60 * 60_000;
/** What other nodes activated and did not archive is archived after so long. */
const archiveEveryMs = 60_000;
/** Publishers asked side by side: a slow one must not hold up the others. What they bring is built one after the other. */
const fetchesAtOnce = 4;

/** A version that an operator chooses. */
interface VersionChoice {
  readonly source: string;
  readonly version: string | undefined;
  readonly actor: Actor;
  readonly reason: 'accept' | 'rollback';
}

/**
 * Keeps the lists of a deployment fresh. One node of many fetches a source when it is due, evaluates what came, and
 * activates it in the store. Every node then loads the active versions and swaps its lists as a whole. What is active
 * in the store is the truth: a node loads that, and nothing else.
 */
export class ListUpdates {
  readonly #context: UpdateContext;
  readonly #sources: KnownUpdateSources;
  readonly #files: VersionFiles;
  readonly #loader: ActiveListsLoader;
  readonly #versionReview: VersionReview;
  readonly #previews: VersionPreviews;
  readonly #claims: SourceClaims;
  readonly #work: SourceWork;
  readonly #archiving: VersionArchiving;
  readonly #lags: ReplicationLagLogger;
  readonly #stopping = new AbortController();
  #statuses: readonly SourceStatus[] = [];
  #refreshing: Promise<unknown> = Promise.resolve();
  #watching: Promise<unknown> | undefined;
  #looping: Promise<unknown> = Promise.resolve();
  #tidiedAt = 0;
  #archivedAt = 0;

  constructor(options: ListUpdatesOptions) {
    const { database, lists, dataDir, timing } = options;
    const progress = new Map<string, UpdateProgress>();
    const context = {
      ...options,
      timing: { ...usualTiming, ...timing },
      stopping: this.#stopping.signal,
      progress,
    };
    this.#context = context;
    this.#sources = new KnownUpdateSources(context);
    this.#files = new VersionFiles(database, dataDir);
    this.#loader = new ActiveListsLoader(context, this.#sources, this.#files);
    this.#versionReview = new VersionReview({
      database,
      lists,
      files: this.#files,
      catchUp: () => this.catchUp(),
    });
    this.#previews = new VersionPreviews(database, this.#versionReview);
    this.#claims = new SourceClaims(context, () => this.#refreshStatuses());
    this.#archiving = new VersionArchiving(context, this.#files);
    this.#lags = new ReplicationLagLogger(context.logger);
    const finish = (outcome: UpdateOutcome) => this.#finish(outcome);
    this.#work = new SourceWork(context, {
      versionReview: this.#versionReview,
      files: this.#files,
      finish,
      refresh: () => this.#refreshStatuses(),
    });
    lists.on('progress', ({ source, phase, bytesRead, bytesTotal }) => {
      progress.set(source, { source, phase, bytes: bytesRead, total: bytesTotal });
    });
  }

  /** For `watchInvalidations`: what another node activated is loaded in the background. */
  readonly changeHandlers = {
    [listsTopic]: () => {
      void this.catchUp().catch((err: unknown) => logProblem(this.#context, err));
    },
  };

  /** The lists that this node screens against: the last activation that they contain, and each source's version. */
  active(): LoadedVersions | undefined {
    return this.#loader.active;
  }

  /** When versions were published and activated; those that the store does not have are left out. */
  versionDates(
    versions: readonly { readonly source: string; readonly version: string }[],
  ): Promise<ListVersionDates[]> {
    return this.#context.database.operator((tx) => readListVersionDates(tx, versions));
  }

  /** The state of each source, as of some seconds ago at most; what this node did itself is in it at once. */
  sourceStatuses(): readonly SourceStatus[] {
    return this.#statuses;
  }

  /** The state of each source now. */
  async poll(): Promise<readonly SourceStatus[]> {
    await this.#sources.findOnce();
    await this.#refreshStatuses();
    return this.#statuses;
  }

  /** What is worked on here right now. */
  progress(): readonly UpdateProgress[] {
    return [...this.#context.progress.values()];
  }

  /**
   * Loads the active lists into this node. What lies in the lists folder is evaluated first; sources that were never
   * fetched are fetched, however long that takes: lists that are missing would read as clean names.
   * @throws ListsRefusal when files of the lists folder are damaged and no earlier version is there
   */
  async start(): Promise<void> {
    const { timing, stopping } = this.#context;
    for (;;) {
      try {
        return await this.#start();
      } catch (error) {
        // As in the loops: the store comes back. What is done twice changes nothing.
        if (!isRetryable(error) && !(error instanceof OutcomeUnknownError)) throw error;
        logProblem(this.#context, error);
        await sleep(Math.min(timing.pollIntervalMs, 1_000), undefined, { signal: stopping });
      }
    }
  }

  async #start(): Promise<void> {
    const { database, timing, stopping } = this.#context;
    await this.#sources.find();
    // By itself: a poll may build or load a list for minutes, and a start waits for publishers.
    this.#watching ??= this.#loop(() => this.#refreshStatuses());
    // The embedded store has one owner: a claim from before the start has no owner.
    if (database.kind === 'embedded') await database.operator(releaseAllClaims);
    await this.catchUp();
    for (const updateSource of this.#sources.folders) await this.#pollFolder(updateSource, true);
    while (!(await this.catchUp())) {
      const outcomes = await mapConcurrently(await this.#loader.missing(), fetchesAtOnce, (source) =>
        this.#updateOne(source, system),
      );
      for (const outcome of outcomes) await this.#stopAtDamage(outcome);
      if (!(await this.catchUp())) await sleep(timing.pollIntervalMs, undefined, { signal: stopping });
    }
    await this.#poll();
    await this.#refreshStatuses();
  }

  /** Checks periodically from now on; with `fetches`, also at publishers. */
  follow({ fetches }: { readonly fetches: boolean }): void {
    const loops = [this.#loop(() => this.#poll()), this.#loop(() => this.#archive())];
    if (fetches) loops.push(this.#loop(() => this.#fetchDue()));
    this.#looping = Promise.all(loops);
  }

  /** Stops the work in progress; a fetch resumes at the next start. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the lists are being closed'));
    this.#previews.close();
    await Promise.all([this.#looping, this.#watching]);
    await this.#loader.idle();
  }

  /** Checks for new versions now, of the named sources or of all. */
  async update(names: readonly string[], actor: Actor): Promise<UpdateOutcome[]> {
    await this.#sources.findOnce();
    const wanted = new Set(names.length > 0 ? names : this.#sources.all.keys());
    const outcomes = await mapConcurrently([...wanted], fetchesAtOnce, (source) =>
      this.#updateOne(source, actor),
    );
    await this.#refreshStatuses();
    return outcomes;
  }

  /** Activates a refused version: the newest one, or the one named. */
  accept(source: string, version: string | undefined, actor: Actor): Promise<UpdateOutcome> {
    return this.#choose({ source, version, actor, reason: 'accept' });
  }

  /** Goes back to an earlier version: the previous one, or the one named. What was active does not come back by itself. */
  rollback(source: string, version: string | undefined, actor: Actor): Promise<UpdateOutcome> {
    return this.#choose({ source, version, actor, reason: 'rollback' });
  }

  /** A version as it would be if it were activated now. Nothing is activated. */
  preview(source: string, version: string): Promise<PreviewedVersion> {
    return this.#previews.open(source, version);
  }

  /** The versions of one source, or of all, the newest first. */
  versions(source?: string): Promise<VersionRow[]> {
    return this.#context.database.operator((tx) => readVersions(tx, source));
  }

  /** Loads the versions that are active in the store; false while a source has no version. */
  catchUp(): Promise<boolean> {
    return this.#loader.catchUp();
  }

  async #loop(work: () => Promise<void>): Promise<void> {
    const { stopping, timing } = this.#context;
    while (!stopping.aborted) {
      await work().catch((err: unknown) => logProblem(this.#context, err));
      await sleep(timing.pollIntervalMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  /** What every node does at each poll. */
  async #poll(): Promise<void> {
    await this.#sources
      .find()
      .catch((err: unknown) => this.#sources.warnOnce(String((err as Error).message)));
    for (const updateSource of this.#sources.folders) await this.#pollFolder(updateSource, false);
    await this.catchUp();
    if (performance.now() - this.#tidiedAt > tidyEveryMs || this.#tidiedAt === 0) await this.#tidy();
  }

  async #fetchDue(): Promise<void> {
    const publishers = new Map(
      [...this.#sources.all].flatMap(([source, updateSource]) =>
        updateSource.kind === 'publisher' ? [[source, updateSource] as const] : [],
      ),
    );
    await this.#claims.eachDue([...publishers.keys()], {
      atOnce: fetchesAtOnce,
      work: (source) => this.#work.fetch(publishers.get(source)!, system),
    });
  }

  async #updateOne(source: string, actor: Actor): Promise<UpdateOutcome> {
    const updateSource = this.#sources.all.get(source);
    if (updateSource === undefined) return this.#unknown(source);
    return this.#claims.claimed(source, () =>
      updateSource.kind === 'publisher'
        ? this.#work.fetch(updateSource, actor)
        : this.#work.importFolder(updateSource, { actor }),
    );
  }

  #unknown(source: string): UpdateOutcome {
    const known = [...this.#sources.all.keys()].join(', ') || 'none';
    return {
      source,
      kind: 'failed',
      message: `${source} is not a configured source; the configured ones are ${known}`,
    };
  }

  async #choose({ source, version, actor, reason }: VersionChoice): Promise<UpdateOutcome> {
    await this.#sources.findOnce();
    if (!this.#sources.all.has(source)) return this.#unknown(source);
    const chosen = chooseVersion(await this.versions(source), version, reason);
    if (typeof chosen === 'string') return { source, kind: 'failed', message: `${source}: ${chosen}` };
    const outcome = await this.#claims.claimed(source, () =>
      this.#versionReview.choose(chosen, { reason, actor }),
    );
    await this.#finish(outcome);
    await this.#refreshStatuses();
    return outcome;
  }

  /** Takes up files that were put into a folder, once they no longer change. */
  async #pollFolder(updateSource: UpdateSource & { kind: 'folder' }, isStart: boolean): Promise<void> {
    const found = await this.#work.newFiles(updateSource, isStart);
    if (found === undefined) return;
    const outcome = await this.#claims.claimed(updateSource.settings.source, () =>
      this.#work.importFolder(updateSource, { actor: system, ...found }),
    );
    if (isStart) await this.#stopAtDamage(outcome);
  }

  /** A folder whose files are damaged, and of which nothing earlier is there, stops every start until an operator mends it. */
  async #stopAtDamage(outcome: UpdateOutcome): Promise<void> {
    const { source, kind } = outcome;
    if (kind !== 'refused' || outcome.refusal.reason !== 'unreadable') return;
    if (this.#sources.all.get(source)?.kind !== 'folder') return;
    if ((await this.#loader.missing()).includes(source)) throw new ListsRefusal(outcome.refusal.message);
  }

  /** Reports the outcome for a source, and loads the version that it activated. */
  async #finish(outcome: UpdateOutcome): Promise<UpdateOutcome> {
    reportOutcome(this.#context, outcome);
    if (outcome.kind === 'activated') {
      this.#archivedAt = 0;
      await this.catchUp();
    }
    return outcome;
  }

  /** Archives what was activated; beside the polls, for a large file takes minutes. */
  async #archive(): Promise<void> {
    if (this.#archivedAt !== 0 && performance.now() - this.#archivedAt < archiveEveryMs) return;
    this.#archivedAt = performance.now();
    await this.#archiving.run(this.#sources.all.keys());
  }

  /** One after the other: what was read earlier must not replace what was read later. */
  #refreshStatuses(): Promise<void> {
    const next = this.#refreshing.then(() => this.#readStatuses());
    this.#refreshing = next.catch(() => undefined);
    return next;
  }

  async #readStatuses(): Promise<void> {
    const { database, clock } = this.#context;
    const [sources, versions, nodes] = await database.operator(
      async (tx) => [await readSources(tx), await readVersions(tx), await readServerNodes(tx)] as const,
    );
    await this.#loader.reportAgain(nodes);
    const updateSources = this.#sources.all.values();
    this.#statuses = sourceStatuses({ updateSources, sources, versions, nodes, now: clock.now() });
    this.#lags.log(this.#statuses);
  }

  /** Removes files of versions beyond those that are kept. */
  async #tidy(): Promise<void> {
    this.#tidiedAt = performance.now();
    const kept = new Map<string, readonly string[]>();
    const versions = await this.versions();
    for (const { settings } of this.#sources.all.values()) {
      const own = versions.filter(({ source }) => source === settings.source);
      const pending = await this.#archiving.pending(settings.source);
      const unarchived = pending.map(({ version }) => version);
      kept.set(settings.source, [...new Set([...retainedVersions(own, settings.keep), ...unarchived])]);
    }
    await this.#files.prune(kept);
    const { database, clock, prunesArchive = true } = this.#context;
    await database.operator(pruneListChanges);
    if (prunesArchive) await database.operator((tx) => pruneArchive(tx, clock.now()));
  }
}
