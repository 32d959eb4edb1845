import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '../../lib/egress.ts';
import type { SourceSettings } from '../index-files/index.ts';
import { type FetchOutcome, type FileState, fetchFile, rememberedAddress } from './fetch-file.ts';

export interface FetchContext {
  readonly egress: Egress;
  /** Where the files go; what broke off the last time lies there. */
  readonly folder: string;
  /** What is known of the active version, by file; empty asks for everything. */
  readonly known: readonly FileState[];
  /** A local copy of a file's content, for those that did not change while others did. */
  readonly find: (state: FileState) => Promise<string | undefined>;
  /** Waits before the second, third, … attempt. */
  readonly retryDelaysMs: readonly number[];
  /** Called with what went wrong before each wait. */
  readonly onRetry?: (message: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** Called with all files together; the total is known when the publisher tells every size. */
  readonly onProgress: (bytes: number, total: number | undefined) => void;
}

export type SourceFetched =
  | { readonly kind: 'unchanged' }
  /** All files lie in the folder, as the publisher had them at one moment. */
  | { readonly kind: 'fetched'; readonly states: readonly FileState[] }
  | { readonly kind: 'failed'; readonly message: string };

/** How often a set is begun again because a file of it changed meanwhile. */
const maxRounds = 3;

/** EU's server, for one, answers bursts of requests with 500 for seconds. */
export const usualRetryDelaysMs = [1_000, 5_000, 25_000];

/**
 * Fetches the files of one source as one consistent set: once all are there, each is asked for again on condition
 * that it has changed, so that no two of them are of different editions.
 */
export async function fetchSource(settings: SourceSettings, context: FetchContext): Promise<SourceFetched> {
  await mkdir(context.folder, { recursive: true, mode: 0o700 });
  const names = Object.keys(settings.files);
  const addresses = new Map(names.map((name) => [name, rememberedAddress(settings.files[name]!)]));
  const knownBy = new Map(
    context.known.filter(({ name, url }) => addresses.get(name) === url).map((state) => [state.name, state]),
  );
  // A source that reads another file than before has no known state as a whole.
  const isKnown = knownBy.size === names.length && context.known.length === names.length;
  const states = new Map<string, FileState>();
  const sizes = new ProgressSum(names, context.onProgress);
  const fetchOne = async (name: string, known: FileState | undefined): Promise<FetchOutcome> => {
    const outcome = await fetchWithRetries({ settings, name, known, context, sizes });
    if (outcome.kind === 'fetched') states.set(name, outcome.state);
    return outcome;
  };

  const unchanged: string[] = [];
  for (const name of names) {
    const outcome = await fetchOne(name, isKnown ? knownBy.get(name) : undefined);
    if (outcome.kind === 'failed') return outcome;
    if (outcome.kind === 'unchanged') unchanged.push(name);
  }
  if (unchanged.length === names.length) return { kind: 'unchanged' };
  for (const name of unchanged) {
    const state = knownBy.get(name)!;
    const copy = await context.find(state);
    if (copy === undefined) {
      const outcome = await fetchOne(name, undefined);
      if (outcome.kind === 'failed') return outcome;
    } else {
      await copyFile(copy, join(context.folder, name));
      states.set(name, state);
    }
  }
  return names.length === 1
    ? { kind: 'fetched', states: [...states.values()] }
    : fetchUntilUnchanged(names, states, fetchOne);
}

/** Asks again for each file until none has changed since it was fetched. */
async function fetchUntilUnchanged(
  names: readonly string[],
  states: ReadonlyMap<string, FileState>,
  fetchOne: (name: string, known: FileState | undefined) => Promise<FetchOutcome>,
): Promise<SourceFetched> {
  for (let round = 0; round < maxRounds; round++) {
    let isUnchanged = true;
    for (const name of names) {
      const before = states.get(name)!;
      const outcome = await fetchOne(name, before);
      if (outcome.kind === 'failed') return outcome;
      // A publisher without validators sends the file again; the same content is no change.
      if (outcome.kind === 'fetched' && outcome.state.sha256 !== before.sha256) isUnchanged = false;
    }
    if (isUnchanged) return { kind: 'fetched', states: names.map((name) => states.get(name)!) };
  }
  const message = `its files kept changing while they were fetched (${names.join(', ')})`;
  return { kind: 'failed', message };
}

interface FetchAttempt {
  readonly settings: SourceSettings;
  readonly name: string;
  readonly known: FileState | undefined;
  readonly context: FetchContext;
  readonly sizes: ProgressSum;
}

/** Tries again where that may help, after the waits given or what the publisher asks for. */
async function fetchWithRetries({
  settings,
  name,
  known,
  context,
  sizes,
}: FetchAttempt): Promise<FetchOutcome> {
  const order = {
    name,
    url: settings.files[name]!,
    path: join(context.folder, name),
    known,
    headers: settings.headers,
    maxBytes: settings.maxBytes,
    deadlineMs: settings.deadlineSeconds * 1000,
    signal: context.signal,
    onProgress: (bytes: number, total: number | undefined) => sizes.reportProgress(name, bytes, total),
  };
  for (let attempt = 0; ; attempt++) {
    const outcome = await fetchFile(context.egress, order);
    const delay = context.retryDelaysMs[attempt];
    if (outcome.kind !== 'failed' || !outcome.isTransient || delay === undefined) return outcome;
    await context.onRetry?.(outcome.message);
    // Up to a half longer, so that nodes and deployments that failed together do not come back together.
    const wait = Math.max(delay * (1 + Math.random() / 2), outcome.retryAfterMs ?? 0);
    await sleep(wait, undefined, { signal: context.signal });
  }
}

/** Adds up the progress of several files. */
class ProgressSum {
  readonly #files: ReadonlyMap<string, { bytes: number; total: number | undefined }>;
  readonly #onProgress: FetchContext['onProgress'];

  constructor(names: readonly string[], onProgress: FetchContext['onProgress']) {
    this.#files = new Map(names.map((name) => [name, { bytes: 0, total: undefined }]));
    this.#onProgress = onProgress;
  }

  reportProgress(name: string, bytes: number, total: number | undefined): void {
    Object.assign(this.#files.get(name)!, { bytes, total });
    const all = [...this.#files.values()];
    const sum = all.reduce((whole, file) => whole + file.bytes, 0);
    const totals = all.map((file) => file.total);
    const isTold = totals.every((one) => one !== undefined);
    this.#onProgress(sum, isTold ? totals.reduce((whole, one) => whole + one, 0) : undefined);
  }
}
