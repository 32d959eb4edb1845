/**
 * The process in which the engine of a day screens: takes one order, answers it, and ends with its parent. It has no environment, and
 * nothing of the service but the files that the order names.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import type { EngineChoice, ListEngine, WatchlistEntry } from '@gatehouse/contract';
import type { Hit, ListEntry, MatchPolicy, Subject } from '@gatehouse/matching';
import { type ArchivedEngine, ChangedEngine, loadArchivedEngine } from './archived-engine.ts';
import type { EngineRuntime } from './as-of-report.ts';
import type { PastList } from './past-lists.ts';

/** Subjects with the settings that they were screened by. */
export interface PastRequest {
  readonly subjects: readonly Subject[];
  readonly engines: EngineChoice;
  /** The tenant's own list of the day, for WATCHLIST. */
  readonly watchlist?: readonly WatchlistEntry[];
}

export interface PastOrder {
  readonly engineVersion: string;
  /** Sorted by source id, as the lists of a screening are. */
  readonly lists: readonly PastList[];
  readonly requests: readonly PastRequest[];
}

type PastHits = Partial<Record<ListEngine, readonly Hit[]>>;

export type PastAnswer =
  /** Hits by request, subject and engine. */
  | {
      readonly kind: 'screened';
      readonly hits: readonly (readonly PastHits[])[];
      readonly runtime: EngineRuntime;
    }
  | { readonly kind: 'notKept' }
  /** The bundled list of this engine is another version. */
  | { readonly kind: 'otherList'; readonly source: string; readonly version: string }
  | { readonly kind: 'changed'; readonly message: string };

/** Bytes before an index in its file: its hash. */
const hashBytes = 32;

class OtherList extends Error {
  readonly source: string;
  readonly version: string;

  constructor(source: string, version: string) {
    super(`the engine has no version ${version} of ${source}`);
    this.source = source;
    this.version = version;
  }
}

async function answer({ engineVersion, lists, requests }: PastOrder): Promise<PastAnswer> {
  const loaded = await loadArchivedEngine(engineVersion);
  if (loaded === undefined) return { kind: 'notKept' };
  const { engine, archived } = loaded;
  const indexes: ReturnType<ArchivedEngine['openIndex']>[] = [];
  for (const list of lists) indexes.push(engine.openIndex(await readIndex(engine, list)));
  const hits = requests.map(({ subjects, engines, watchlist = [] }) => {
    const own = () => {
      const entries = watchlist.map((entry) => engine.watchlistEntry(entry));
      return entries.length === 0
        ? []
        : [engine.openIndex(engine.buildIndex(entries, { source: 'watchlist', version: 'past' }))];
    };
    const watched = engines.WATCHLIST ? own() : [];
    return subjects.map((subject) => {
      const policies = policiesOf(engine, engines);
      return Object.fromEntries(
        policies.map(([name, policy]) => [
          name,
          engine.screen(name === 'WATCHLIST' ? watched : indexes, subject, policy).hits,
        ]),
      );
    });
  });
  const { node, icu, unicode } = process.versions as Record<string, string>;
  return {
    kind: 'screened',
    hits,
    runtime: {
      engineVersion,
      sha256: archived.sha256,
      archivedOn: { node: archived.node, icu: archived.icu, unicode: archived.unicode },
      ranOn: { node: node!, icu: icu!, unicode: unicode! },
    },
  };
}

function policiesOf({ enginePolicies }: ArchivedEngine, engines: EngineChoice): [ListEngine, MatchPolicy][] {
  const policies: [ListEngine, MatchPolicy][] = [];
  if (engines.GLOBAL_CHECK)
    policies.push(['GLOBAL_CHECK', enginePolicies.GLOBAL_CHECK(engines.GLOBAL_CHECK)]);
  if (engines.RISK_LISTS) policies.push(['RISK_LISTS', enginePolicies.RISK_LISTS(engines.RISK_LISTS)]);
  if (engines.COMPOSITE_SCAN) {
    policies.push(['COMPOSITE_SCAN', enginePolicies.COMPOSITE_SCAN(engines.COMPOSITE_SCAN)]);
  }
  if (engines.WATCHLIST) policies.push(['WATCHLIST', enginePolicies.WATCHLIST()]);
  return policies;
}

/** The index of a list: from its file, where that is whole, else built from the publisher's files. */
async function readIndex(engine: ArchivedEngine, list: PastList): Promise<ArrayBufferLike> {
  const kept = await readFile(list.indexFile).catch(() => undefined);
  if (kept !== undefined) {
    const content = kept.subarray(hashBytes);
    if (hashOf(content).equals(kept.subarray(0, hashBytes))) return Uint8Array.from(content).buffer;
    await rm(list.indexFile);
    if (list.files.length === 0)
      throw new Error(`the index ${list.indexFile} was damaged, and is removed: try again`);
  }
  const entries: ListEntry[] = [];
  const files = list.files.map(({ name, path }) => ({
    name,
    chunks: createReadStream(path),
    reread: () => createReadStream(path),
  }));
  for await (const entry of engine.listSources[list.source]!.parse(files)) entries.push(entry);
  if (
    list.files.length === 0 &&
    !list.version.endsWith(
      hashOf(Buffer.from(JSON.stringify(entries)))
        .toString('hex')
        .slice(0, 16),
    )
  ) {
    throw new OtherList(list.source, list.version);
  }
  const index = new Uint8Array(engine.buildIndex(entries, { source: list.source, version: list.version }));
  // Another process may build the same index.
  const unfinished = `${list.indexFile}.${process.pid}`;
  await writeFile(unfinished, Buffer.concat([hashOf(index), index]), { mode: 0o600 });
  await rename(unfinished, list.indexFile);
  return index.buffer;
}

function hashOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

// A terminal's interrupt reaches both; the parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(1));
process.once('message', (order: PastOrder) => {
  void answer(order)
    .catch((error: unknown): PastAnswer => {
      if (error instanceof OtherList) {
        return { kind: 'otherList', source: error.source, version: error.version };
      }
      if (error instanceof ChangedEngine) return { kind: 'changed', message: error.message };
      throw error;
    })
    .then((given) => process.send!(given));
});
