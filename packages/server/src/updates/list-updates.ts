import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Egress } from '../lib/egress.ts';
import type { Logger } from '../lib/logger.ts';
import {
  bundledSample,
  type ConfiguredSource,
  type ListRegistry,
  ListsRefusal,
  nextTime,
  type SourceSettings,
  sourceFolder,
} from '../lists/index.ts';
import { listsTopic } from './activate.ts';
import { type Feed, findFeeds } from './feeds.ts';
import { withoutQuery } from './fetch-file.ts';
import { fetchSource, usualRetryDelaysMs } from './fetch-source.ts';
import { sha256OfFile } from './file-hash.ts';
import {
  copyFolder,
  type FolderSight,
  isSameSight,
  lastSight,
  rememberSight,
  seeFolder,
} from './folder-feed.ts';
import { type UpdateOutcome, VersionJudge } from './put-in-force.ts';
import {
  claimMs,
  claimSource,
  forgetOldChanges,
  noteChecked,
  noteFailed,
  readInForce,
  readNodes,
  readSources,
  readVersions,
  registerSources,
  releaseAllClaims,
  releaseClaim,
  renewClaim,
  reportNode,
  type VersionRow,
} from './source-queries.ts';
import { type SourceStanding, standingsOf } from './update-status.ts';
import { VersionFiles } from './version-files.ts';

export interface ListUpdatesOptions {
  readonly database: Database;
  readonly lists: ListRegistry;
  readonly dataDir: string;
  readonly listsDir: string | undefined;
  /** GATEHOUSE_LIST_SOURCES. */
  readonly sources: readonly SourceSettings[];
  readonly egress: Egress;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly logger: Logger;
  /** Told of what an operator should know; the log has it too. */
  readonly onTrouble?: (trouble: { readonly kind: 'failed' | 'refused'; readonly source: string }) => void;
  readonly timing?: Partial<UpdateTiming> | undefined;
}

export interface UpdateTiming {
  /** Between two looks at what is due, at the lists folder, and at what other nodes did. */
  readonly lookEveryMs: number;
  /** Waits before the further attempts to fetch one file. */
  readonly retryDelaysMs: readonly number[];
  /** Wait after a failed look; it doubles with each failure, up to the schedule's own next time. */
  readonly failedDelayMs: number;
}

const usualTiming: UpdateTiming = {
  lookEveryMs: 10_000,
  retryDelaysMs: usualRetryDelaysMs,
  failedDelayMs: 5 * 60_000,
};

/** How far the work on one source is. */
export interface UpdateProgress {
  readonly source: string;
  readonly phase: 'fetching' | 'reading' | 'building' | 'writing';
  readonly bytes: number;
  /** Undefined while the publisher does not tell. */
  readonly total: number | undefined;
}

const system: Actor = { kind: 'system', id: 'lists' };
/** Whoever gives commands on a machine of the deployment. */
export const operatorActor: Actor = { kind: 'operator', id: 'command' };
const tidyEveryMs = 60 * 60_000;

/**
 * Keeps the lists of a deployment fresh. One node of many fetches a source when it is due, judges what came, and puts
 * it in force in the store; every node then brings its own lists there and swaps them as a whole. What the store has in
 * force is the truth: a node loads that, and nothing else.
 */
export class ListUpdates {
  readonly #options: ListUpdatesOptions;
  readonly #timing: UpdateTiming;
  readonly #files: VersionFiles;
  readonly #judge: VersionJudge;
  readonly #stopping = new AbortController();
  readonly #progress = new Map<string, UpdateProgress>();
  /** Sights of folders that changed at the last look and may still be changing. */
  readonly #unsettled = new Map<string, FolderSight>();
  #feeds: ReadonlyMap<string, Feed> = new Map();
  #inForce: { readonly sequence: number; readonly versions: Readonly<Record<string, string>> } | undefined;
  #standings: readonly SourceStanding[] = [];
  #catchingUp: Promise<unknown> = Promise.resolve();
  #looping: Promise<void> = Promise.resolve();
  #tidiedAt = 0;
  #warned = new Set<string>();

  constructor(options: ListUpdatesOptions) {
    this.#options = options;
    this.#timing = { ...usualTiming, ...options.timing };
    this.#files = new VersionFiles(options.database, options.dataDir);
    this.#judge = new VersionJudge({
      database: options.database,
      lists: options.lists,
      files: this.#files,
      catchUp: () => this.catchUp(),
    });
    options.lists.on('progress', ({ source, phase, bytesRead, bytesTotal }) => {
      this.#tellProgress({ source, phase, bytes: bytesRead, total: bytesTotal });
    });
  }

  /** For `watchChanges`: what another node put in force is taken over behind the watch's back. */
  readonly changeHandlers = {
    [listsTopic]: () => {
      void this.catchUp().catch((err: unknown) => this.#complain(err));
    },
  };

  /** The lists that this node screens against: the last activation that they contain, and each source's version. */
  inForce(): { readonly sequence: number; readonly versions: Readonly<Record<string, string>> } | undefined {
    return this.#inForce;
  }

  /** How each source stood at the last look, which is at most some seconds ago. */
  standings(): readonly SourceStanding[] {
    return this.#standings;
  }

  /** How each source stands now. */
  async look(): Promise<readonly SourceStanding[]> {
    if (this.#feeds.size === 0) await this.#findFeeds();
    await this.#refreshStandings();
    return this.#standings;
  }

  /** What is worked on here right now. */
  progress(): readonly UpdateProgress[] {
    return [...this.#progress.values()];
  }

  /**
   * Brings the lists in force on this node. What lies in the lists folder is judged first; sources that were never
   * fetched are fetched, however long that takes: lists that are missing would read as clean names.
   * @throws ListsRefusal when files of the lists folder are damaged and no earlier version is there
   */
  async start(): Promise<void> {
    const { database } = this.#options;
    await this.#findFeeds();
    // The embedded store has one owner: whoever held a source before is gone.
    if (database.kind === 'embedded') await database.operator(releaseAllClaims);
    await this.catchUp();
    for (const feed of this.#feeds.values()) {
      if (feed.kind === 'folder') await this.#lookAtFolder(feed, true);
    }
    while (!(await this.catchUp())) {
      for (const source of await this.#missing())
        await this.#stopAtDamage(await this.#updateOne(source, system));
      if (!(await this.catchUp()))
        await sleep(this.#timing.lookEveryMs, undefined, { signal: this.#stopping.signal });
    }
    await this.#look();
  }

  /** Looks from now on; with `fetches`, also at publishers. */
  follow({ fetches }: { readonly fetches: boolean }): void {
    this.#looping = this.#loop(fetches);
  }

  /** Ends what is under way; a fetch goes on at the next start where it was. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the lists are being closed'));
    await this.#looping;
    await this.#catchingUp.catch(() => undefined);
  }

  /** Looks for new versions now, of the named sources or of all. */
  async update(names: readonly string[], actor: Actor): Promise<UpdateOutcome[]> {
    if (this.#feeds.size === 0) await this.#findFeeds();
    const outcomes: UpdateOutcome[] = [];
    for (const source of names.length > 0 ? names : [...this.#feeds.keys()]) {
      outcomes.push(await this.#updateOne(source, actor));
    }
    await this.#refreshStandings();
    return outcomes;
  }

  /** Puts a refused version in force: the newest one, or the one named. */
  accept(source: string, version: string | undefined, actor: Actor): Promise<UpdateOutcome> {
    return this.#choose({ source, version, actor, reason: 'accept' });
  }

  /** Goes back to an earlier version: the one before, or the one named. What was in force does not come back by itself. */
  rollback(source: string, version: string | undefined, actor: Actor): Promise<UpdateOutcome> {
    return this.#choose({ source, version, actor, reason: 'rollback' });
  }

  /** The versions of one source, or of all, the newest first. */
  versions(source?: string): Promise<VersionRow[]> {
    return this.#options.database.operator((tx) => readVersions(tx, source));
  }

  /** Brings this node to what the store has in force; false while a source has no version. */
  catchUp(): Promise<boolean> {
    const turn = this.#catchingUp.then(() => this.#catchUp());
    this.#catchingUp = turn.catch(() => undefined);
    return turn;
  }

  async #catchUp(): Promise<boolean> {
    const { database, lists, nodeId } = this.#options;
    this.#stopping.signal.throwIfAborted();
    const { sequence, versions } = await database.operator(readInForce);
    const wanted: ConfiguredSource[] = [];
    for (const source of this.#feeds.keys()) {
      const row = versions.find((version) => version.source === source);
      const configured = row && (await this.#files.ensure(row));
      // A list that was never in force may come later, once others are; one that was is never left out.
      if (configured) wanted.push(configured);
      else if (lists.current() === undefined || row) return false;
    }
    const isSame =
      this.#inForce?.sequence === sequence && wanted.length === Object.keys(this.#inForce.versions).length;
    if (isSame) return true;
    await this.#load(wanted, versions);
    const loaded = Object.fromEntries(wanted.map((list) => [list.source.id, list.version!]));
    this.#inForce = { sequence, versions: loaded };
    await database.operator((tx) => reportNode(tx, { nodeId, sequence, versions: loaded }));
    return true;
  }

  async #load(
    wanted: readonly ConfiguredSource[],
    versions: readonly Pick<VersionRow, 'source' | 'files'>[],
  ): Promise<void> {
    try {
      await this.#options.lists.load(async () => (this.#feeds.size === 0 ? [bundledSample] : wanted));
    } catch (error) {
      // Kept files that are not what they were: the next look takes them from the store, or fetches them.
      for (const { source, files } of wanted) {
        const hashes = versions.find((version) => version.source === source.id)?.files ?? [];
        const own = await Promise.all(files.map(({ path }) => sha256OfFile(path).catch(() => undefined)));
        if (hashes.some(({ sha256 }, index) => sha256 !== own[index]))
          await this.#files.forget(source.id, []);
      }
      throw error;
    } finally {
      this.#progress.clear();
    }
  }

  async #loop(fetches: boolean): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#look().catch((err: unknown) => this.#complain(err));
      if (fetches) await this.#fetchDue().catch((err: unknown) => this.#complain(err));
      await sleep(this.#timing.lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What every node does now and again. */
  async #look(): Promise<void> {
    await this.#findFeeds().catch((err: unknown) => this.#warnOnce(String((err as Error).message)));
    for (const feed of this.#feeds.values()) {
      if (feed.kind === 'folder') await this.#lookAtFolder(feed, false);
    }
    await this.catchUp();
    await this.#refreshStandings();
    if (performance.now() - this.#tidiedAt > tidyEveryMs || this.#tidiedAt === 0) await this.#tidy();
  }

  /** New folders are taken up while the service runs; one that vanishes keeps its list until the next start. */
  async #findFeeds(): Promise<void> {
    const { listsDir, sources, database } = this.#options;
    const { feeds, warnings } = await findFeeds(listsDir, sources);
    for (const warning of warnings) this.#warnOnce(warning);
    const fresh = [...feeds.keys()].filter((source) => !this.#feeds.has(source));
    this.#feeds = new Map([...this.#feeds, ...feeds]);
    if (fresh.length > 0) await database.operator((tx) => registerSources(tx, [...this.#feeds.keys()]));
  }

  async #missing(): Promise<string[]> {
    const { versions } = await this.#options.database.operator(readInForce);
    const missing: string[] = [];
    for (const source of this.#feeds.keys()) {
      const row = versions.find((version) => version.source === source);
      if (!row || !(await this.#files.ensure(row))) missing.push(source);
    }
    return missing;
  }

  async #fetchDue(): Promise<void> {
    const sources = [...this.#feeds.values()].flatMap(({ kind, settings }) =>
      kind === 'publisher' ? [settings.source] : [],
    );
    const { database, nodeId: node } = this.#options;
    for (;;) {
      const source = await database.operator((tx) => claimSource(tx, { node, sources, onlyDue: true }));
      if (source === undefined) return;
      await this.#holding(source, () => this.#fetch(this.#feeds.get(source)!, system));
    }
  }

  async #updateOne(source: string, actor: Actor): Promise<UpdateOutcome> {
    const unknown = this.#unknown(source);
    if (unknown) return unknown;
    const feed = this.#feeds.get(source)!;
    return this.#claimed(source, () =>
      feed.kind === 'publisher'
        ? this.#fetch(feed, actor)
        : this.#takeFolder(feed, { actor, isChosen: false }),
    );
  }

  #unknown(source: string): UpdateOutcome | undefined {
    if (this.#feeds.has(source)) return undefined;
    const known = [...this.#feeds.keys()].join(', ') || 'none';
    return { source, kind: 'failed', message: `${source} is no configured source; configured are ${known}` };
  }

  async #choose({
    source,
    version,
    actor,
    reason,
  }: {
    source: string;
    version: string | undefined;
    actor: Actor;
    reason: 'accept' | 'rollback';
  }): Promise<UpdateOutcome> {
    if (this.#feeds.size === 0) await this.#findFeeds();
    const unknown = this.#unknown(source);
    if (unknown) return unknown;
    const versions = await this.versions(source);
    const chosen = chooseVersion(versions, version, reason);
    if (typeof chosen === 'string') return { source, kind: 'failed', message: `${source}: ${chosen}` };
    const outcome = await this.#claimed(source, () => this.#judge.choose(chosen, { reason, actor }));
    await this.#settle(outcome);
    await this.#refreshStandings();
    return outcome;
  }

  /** Does work on a source that nobody else works on meanwhile. */
  async #claimed(source: string, work: () => Promise<UpdateOutcome>): Promise<UpdateOutcome> {
    const { database, nodeId: node } = this.#options;
    const claim = await database.operator((tx) =>
      claimSource(tx, { node, sources: [source], onlyDue: false }),
    );
    if (claim === undefined) {
      const rows = await database.operator(readSources);
      return { source, kind: 'busy', node: rows.find((row) => row.source === source)?.claimedBy ?? '' };
    }
    return this.#holding(source, work);
  }

  async #holding(source: string, work: () => Promise<UpdateOutcome>): Promise<UpdateOutcome> {
    const { database, nodeId } = this.#options;
    const renewal = setInterval(() => {
      database.operator((tx) => renewClaim(tx, source, nodeId)).catch((err: unknown) => this.#complain(err));
    }, claimMs / 4);
    try {
      return await work();
    } catch (error) {
      if (!this.#stopping.signal.aborted) await this.#noteTrouble(source, error);
      throw error;
    } finally {
      clearInterval(renewal);
      this.#progress.delete(source);
      await database.operator((tx) => releaseClaim(tx, source, nodeId));
    }
  }

  async #fetch({ settings }: Feed, actor: Actor): Promise<UpdateOutcome> {
    const { source } = settings;
    const { database, egress, clock, dataDir } = this.#options;
    const row = (await database.operator(readSources)).find((one) => one.source === source);
    const validators = row?.validators ?? [];
    const known = await this.#judge.known(source, validators);
    const kept = known && (await this.#files.ensure(known));
    const folder = join(sourceFolder(dataDir, source), 'incoming');
    const fetched = await fetchSource(settings, {
      egress,
      folder,
      known: kept ? validators : [],
      find: async ({ name }) => kept?.files.find((file) => file.name === name)?.path,
      retryDelaysMs: this.#timing.retryDelaysMs,
      signal: this.#stopping.signal,
      onProgress: (bytes, total) => this.#tellProgress({ source, phase: 'fetching', bytes, total }),
    });
    if (fetched.kind === 'failed') {
      const { message } = fetched;
      const at = clock.now();
      const delay = this.#timing.failedDelayMs * 2 ** Math.min(row?.failures ?? 0, 10);
      const nextCheckAt = new Date(Math.min(this.#nextCheck(settings).getTime(), at.getTime() + delay));
      await database.operator((tx) => noteFailed(tx, source, { nextCheckAt, message, at }));
      return this.#settle({ source, kind: 'failed', message });
    }
    const nextCheckAt = this.#nextCheck(settings);
    if (fetched.kind === 'unchanged') {
      await database.operator((tx) => noteChecked(tx, source, { nextCheckAt }));
      return this.#settle(sameAsBefore(known!));
    }
    const shownAs = Object.fromEntries(
      Object.entries(settings.files).map(([name, url]) => [name, withoutQuery(url)]),
    );
    const outcome = await this.#judge.consider({
      settings,
      files: fetched.states.map(({ name, size, sha256 }) => ({ name, size, sha256, url: shownAs[name] })),
      folder,
      reason: 'update',
      actor,
      shownAs,
      isChosen: false,
    });
    await database.operator((tx) => noteChecked(tx, source, { nextCheckAt, validators: fetched.states }));
    return this.#settle(outcome);
  }

  /** What this machine refuses, such as a full disk: the source waits like after any other failure. */
  async #noteTrouble(source: string, error: unknown): Promise<void> {
    const { database, clock } = this.#options;
    const at = clock.now();
    const message = error instanceof Error ? error.message : String(error);
    const nextCheckAt = new Date(at.getTime() + this.#timing.failedDelayMs);
    await database.operator((tx) => noteFailed(tx, source, { nextCheckAt, message, at }));
    this.#options.onTrouble?.({ kind: 'failed', source });
  }

  #nextCheck({ schedule, jitterSeconds }: SourceSettings): Date {
    const next = nextTime(schedule, this.#options.clock.now());
    return new Date(next.getTime() + Math.random() * jitterSeconds * 1000);
  }

  /** Takes up files that were put into a folder, once they stand still. */
  async #lookAtFolder(feed: Feed & { kind: 'folder' }, isStart: boolean): Promise<void> {
    const { source } = feed.settings;
    const sight = await seeFolder(feed.configured).catch(() => undefined);
    if (sight === undefined) return;
    const before = await lastSight(this.#options.dataDir, source);
    if (isSameSight(before, sight)) return;
    const isSettled = isStart || isSameSight(this.#unsettled.get(source), sight);
    this.#unsettled.set(source, sight);
    if (!isSettled) return;
    this.#unsettled.delete(source);
    const outcome = await this.#claimed(source, () =>
      this.#takeFolder(feed, { actor: system, isChosen: isStart, isFirstSight: before === undefined }),
    );
    if (isStart) await this.#stopAtDamage(outcome);
  }

  /** A folder whose files are damaged, and of which nothing earlier is there, stops every start until somebody looks. */
  async #stopAtDamage(outcome: UpdateOutcome): Promise<void> {
    const { source, kind } = outcome;
    if (kind !== 'refused' || outcome.refusal.reason !== 'unreadable') return;
    if (this.#feeds.get(source)?.kind !== 'folder') return;
    if ((await this.#missing()).includes(source)) throw new ListsRefusal(outcome.refusal.message);
  }

  async #takeFolder(
    { settings, configured }: Feed & { kind: 'folder' },
    { actor, isChosen, isFirstSight = false }: { actor: Actor; isChosen: boolean; isFirstSight?: boolean },
  ): Promise<UpdateOutcome> {
    const { source } = settings;
    const { dataDir, database } = this.#options;
    const folder = join(sourceFolder(dataDir, source), 'incoming');
    const sight = await seeFolder(configured);
    const files = await copyFolder(configured, sight, folder);
    if (files === undefined)
      return { source, kind: 'failed', message: `the files of ${source} are changing; try again` };
    const known = await this.#judge.known(source, files);
    // What another node has long replaced comes with this node's folder; only a change of it is somebody's act.
    const isOld = isFirstSight && known?.state === 'superseded';
    const outcome = isOld
      ? ({ source, kind: 'unchanged', version: known.version } as const)
      : await this.#judge.consider({
          settings,
          files,
          folder,
          reason: 'folder',
          actor,
          shownAs: Object.fromEntries(configured.files.map(({ name, path }) => [name, path])),
          isChosen,
        });
    await database.operator((tx) => noteChecked(tx, source, { nextCheckAt: null }));
    await rememberSight(dataDir, source, sight);
    return this.#settle(outcome);
  }

  /** Tells log and metrics, and brings this node to what it has put in force. */
  async #settle(outcome: UpdateOutcome): Promise<UpdateOutcome> {
    const { logger, onTrouble } = this.#options;
    const { kind, source } = outcome;
    if (kind === 'activated') {
      const { version, sequence, entries, counts, unusual } = outcome;
      logger.info({ source, version, sequence, entries, changes: counts }, 'a list version is in force');
      if (unusual !== undefined) {
        const told = 'it is in force since the service was started with it';
        this.#options.lists.emit('warning', `${source}: ${unusual}; ${told}`);
      }
      await this.catchUp();
    } else if (kind === 'failed') {
      logger.error(
        { source, reason: outcome.message },
        'a list could not be updated; the version in force stays',
      );
      onTrouble?.({ kind, source });
    } else if (kind === 'refused' && outcome.isNew) {
      const { version, refusal } = outcome;
      logger.error({ source, version, ...refusal }, 'a list version was refused; the version in force stays');
      onTrouble?.({ kind, source });
    }
    return outcome;
  }

  async #refreshStandings(): Promise<void> {
    const { database, clock, nodeId } = this.#options;
    const [sources, versions, nodes] = await database.operator(
      async (tx) => [await readSources(tx), await readVersions(tx), await readNodes(tx)] as const,
    );
    const own = this.#inForce;
    // The report was lost with the store, or removed with a lease that came back.
    if (own && nodes.find((node) => node.nodeId === nodeId)?.sequence !== own.sequence) {
      await database.operator((tx) => reportNode(tx, { nodeId, ...own }));
    }
    this.#standings = standingsOf({
      feeds: this.#feeds.values(),
      sources,
      versions,
      nodes,
      now: clock.now(),
    });
  }

  /** Removes files of versions beyond those that are kept. */
  async #tidy(): Promise<void> {
    this.#tidiedAt = performance.now();
    const kept = new Map<string, readonly string[]>();
    const versions = await this.versions();
    for (const { settings } of this.#feeds.values()) {
      const own = versions.filter(({ source }) => source === settings.source);
      kept.set(settings.source, keptVersions(own, settings.keep));
    }
    await this.#files.prune(kept);
    await this.#options.database.operator(forgetOldChanges);
  }

  #tellProgress(progress: UpdateProgress): void {
    this.#progress.set(progress.source, progress);
  }

  #warnOnce(line: string): void {
    if (this.#warned.has(line)) return;
    this.#warned.add(line);
    this.#options.lists.emit('warning', line);
  }

  #complain(err: unknown): void {
    if (!this.#stopping.signal.aborted) this.#options.logger.error({ err }, 'in the background');
  }
}

/** What a publisher still offers: the version in force, or one that was refused. */
function sameAsBefore({ source, version, state, refusal }: VersionRow): UpdateOutcome {
  return state === 'refused' && refusal
    ? { source, kind: 'refused', version, refusal, isNew: false }
    : { source, kind: 'unchanged', version };
}

/** The version that an operator means, or why there is none. */
export function chooseVersion(
  versions: readonly VersionRow[],
  named: string | undefined,
  reason: 'accept' | 'rollback',
): VersionRow | string {
  const candidates = versions
    .filter((row) =>
      reason === 'accept' ? row.state === 'refused' && row.refusal?.reason !== 'unreadable' : wasInForce(row),
    )
    // A version may have been refused when its publisher offered it again: when it was in force counts.
    .toSorted((one, other) => (reason === 'rollback' ? since(other) - since(one) : 0));
  if (named === undefined) {
    const none =
      reason === 'accept' ? 'no refused version waits to be accepted' : 'no earlier version is kept';
    // A version that an operator went back from is taken again only by its name.
    return candidates.find(({ refusal }) => refusal?.reason !== 'rolledBack') ?? none;
  }
  const found = candidates.find(({ version }) => version === named);
  if (found) return found;
  const row = versions.find(({ version }) => version === named);
  if (row === undefined) return `no version ${named} is known`;
  if (row.state === 'active') return `${named} is in force`;
  if (row.refusal?.reason === 'unreadable') return `${named} cannot be read: ${row.refusal.message}`;
  return reason === 'accept'
    ? `${named} was not refused; use rollback`
    : `${named} was never in force; use accept`;
}

/**
 * The one in force and the last that were, so many in all; beside them what was refused last, and what of that can be
 * accepted. However often a publisher sends rubbish, the version to go back to stays.
 */
export function keptVersions(versions: readonly VersionRow[], keep: number): string[] {
  const active = versions.filter(({ state }) => state === 'active');
  const former = versions.filter(wasInForce).toSorted((one, other) => since(other) - since(one));
  const refused = versions.filter((row) => row.state === 'refused' && !wasInForce(row));
  const acceptable = refused.find(({ refusal }) => refusal?.reason !== 'unreadable');
  const kept = [...active, ...former.slice(0, keep - active.length), ...refused.slice(0, 1)];
  return [...new Set([...kept, ...(acceptable ? [acceptable] : [])].map(({ version }) => version))];
}

function wasInForce({ state, activatedAt }: VersionRow): boolean {
  return state !== 'active' && activatedAt !== null;
}

function since({ activatedAt }: VersionRow): number {
  return activatedAt?.getTime() ?? 0;
}
