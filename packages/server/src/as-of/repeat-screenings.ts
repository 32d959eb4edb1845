import { createHash } from 'node:crypto';
import type { Engine, ListEngine, WatchlistEntry } from '@gatehouse/contract';
import type { Hit } from '@gatehouse/matching';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { readWatchlistAt } from '../lists/watchlist/index.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { wireHits } from '../screening/index.ts';
import type {
  EngineRuntime,
  HitDifference,
  NotRepeatable,
  RepeatedEngine,
  RepeatedScreening,
} from './as-of-report.ts';
import { runPastEngine } from './past-engine.ts';
import type { PastRequest } from './past-engine-process.ts';
import { type PastList, PastLists } from './past-lists.ts';
import type { StoredScreening } from './stored-screenings.ts';

/** What running screenings again needs. */
export interface AsOfTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly dataDir: string;
}

/** One screening with what is needed of its day, or why something of it cannot be had. */
interface Prepared {
  readonly stored: StoredScreening;
  readonly watchlist: readonly WatchlistEntry[] | undefined;
  /** Of the tenant's own list alone. */
  readonly noWatchlist: NotRepeatable | undefined;
}

/** What screenings of one engine version and the same lists found, or why they could not be run. */
type PastOutcome =
  | {
      readonly hits: readonly (readonly Partial<Record<ListEngine, readonly Hit[]>>[])[];
      readonly runtime: EngineRuntime;
    }
  | NotRepeatable;

/** Runs screenings of a domain again, those of the same lists and engine together. */
export async function repeatScreenings(
  tools: AsOfTools,
  scope: Scope,
  screenings: readonly StoredScreening[],
): Promise<RepeatedScreening[]> {
  const lists = new PastLists(tools.database, tools.dataDir);
  try {
    const prepared: Prepared[] = [];
    for (const stored of screenings) prepared.push(await prepare(tools.database, scope, stored));
    const repeated = new Map<StoredScreening, RepeatedScreening>();
    const groups = Map.groupBy(prepared, ({ stored }) =>
      JSON.stringify([stored.engineVersion, publishedOf(stored)]),
    );
    for (const group of groups.values()) {
      const outcome = await runGroup(lists, group);
      for (const [at, one] of group.entries()) repeated.set(one.stored, compared(one, outcome, at));
    }
    return screenings.map((stored) => repeated.get(stored)!);
  } finally {
    await lists.close();
  }
}

/** Versions of publishers' lists, sorted by source. */
function publishedOf({ lists }: StoredScreening): [string, string][] {
  return Object.entries(lists)
    .filter(([source]) => source !== 'watchlist')
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

async function prepare(database: Database, scope: Scope, stored: StoredScreening): Promise<Prepared> {
  const revision = stored.lists['watchlist'];
  if (!stored.engines.WATCHLIST || revision === undefined) {
    return { stored, watchlist: undefined, noWatchlist: undefined };
  }
  const past = await readWatchlistAt(database, scope, Number(revision));
  if (stored.at.getTime() < past.keptSince) {
    const why = { reason: 'WATCHLIST_NOT_KEPT', keptSince: past.keptSince } as const;
    return { stored, watchlist: undefined, noWatchlist: why };
  }
  if (past.erased.length > 0) {
    const why = { reason: 'WATCHLIST_ERASED', entries: past.erased } as const;
    return { stored, watchlist: undefined, noWatchlist: why };
  }
  return { stored, watchlist: past.entries, noWatchlist: undefined };
}

async function runGroup(lists: PastLists, group: readonly Prepared[]): Promise<PastOutcome> {
  const { stored } = group[0]!;
  const { engineVersion } = stored;
  if (engineVersion === null || !stored.isReadable) return { reason: 'SUBJECT_NOT_KEPT' };
  const found: PastList[] = [];
  for (const [source, version] of publishedOf(stored)) {
    const list = await lists.find(source, version, engineVersion);
    if ('reason' in list) return list;
    found.push(list);
  }
  const requests = group.map(
    ({ stored: { subjects, engines }, watchlist }): PastRequest => ({
      subjects,
      engines,
      ...(watchlist && { watchlist }),
    }),
  );
  return runPastEngine({ engineVersion, lists: found, requests });
}

function compared({ stored, noWatchlist }: Prepared, outcome: PastOutcome, at: number): RepeatedScreening {
  const past = 'reason' in outcome ? undefined : outcome.hits[at]!;
  const whyNot = (engine: Engine): NotRepeatable | null => {
    if (engine === 'INTERNET_SEARCH' || stored.outside.has(engine))
      return { reason: 'OUTSIDE_SERVICE', engine };
    if ('reason' in outcome) return outcome;
    return engine === 'WATCHLIST' ? (noWatchlist ?? null) : null;
  };
  const results = stored.subjects.flatMap((_, subjectIndex) =>
    (Object.keys(stored.engines) as Engine[]).map((engine): RepeatedEngine => {
      const own = storedTexts(stored, subjectIndex, engine);
      const why = whyNot(engine);
      const again = why
        ? []
        : wireHits(engine as ListEngine, past?.[subjectIndex]?.[engine as ListEngine] ?? []);
      const differences = why
        ? []
        : differencesOf(
            own,
            again.map((hit) => JSON.stringify(hit)),
          );
      const state = why ? 'NOT_REPEATABLE' : differences.length === 0 ? 'SAME' : 'DIFFERENT';
      const sha256 = createHash('sha256')
        .update(`[${own.join(',')}]`)
        .digest('hex');
      return { engine, subjectIndex, state, hits: own.length, sha256, differences, why };
    }),
  );
  return {
    sequence: stored.sequence,
    nodeId: stored.nodeId,
    at: stored.at.getTime(),
    engineVersion: stored.engineVersion,
    lists: stored.lists,
    runtime: 'reason' in outcome ? null : outcome.runtime,
    results,
  };
}

interface HitKey {
  readonly hitId: string;
  readonly score: number;
}

/** The stored hits of an engine as JSON, in the order of hits. */
function storedTexts(stored: StoredScreening, subjectIndex: number, engine: Engine): string[] {
  const own = stored.hits.filter((hit) => hit.subjectIndex === subjectIndex && hit.engine === engine);
  if (!stored.isReadable) return own.map(({ json }) => json);
  return own
    .map(({ json }) => ({ json, hit: JSON.parse(json) as HitKey }))
    .sort((one, other) => compareKeys(one.hit, other.hit))
    .map(({ json }) => json);
}

function compareKeys(one: HitKey, other: HitKey): number {
  if (one.score !== other.score) return other.score - one.score;
  return one.hitId < other.hitId ? -1 : 1;
}

/** Bytes decide: two hits that say the same in other bytes are changed. */
function differencesOf(stored: readonly string[], again: readonly string[]): HitDifference[] {
  const idOf = (json: string) => (JSON.parse(json) as HitKey).hitId;
  const now = new Map(again.map((json) => [idOf(json), json]));
  const then = new Map(stored.map((json) => [idOf(json), json]));
  const gone = [...then.keys()].flatMap((hitId): HitDifference[] => {
    const found = now.get(hitId);
    if (found === undefined) return [{ hitId, kind: 'missing' }];
    return found === then.get(hitId) ? [] : [{ hitId, kind: 'changed' }];
  });
  const added = [...now.keys()].filter((hitId) => !then.has(hitId));
  return [...gone, ...added.map((hitId): HitDifference => ({ hitId, kind: 'added' }))];
}
