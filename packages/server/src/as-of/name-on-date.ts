import type { EngineChoice, ListEngine, WatchlistEntry, WireHit } from '@gatehouse/contract';
import { engineVersion, isRelationsOnly, type Subject } from '@gatehouse/matching';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { readWatchlistAt, watchlistRevisionAt } from '../lists/watchlist/index.ts';
import { wireHits } from '../screening/index.ts';
import type { EngineRuntime, NotRepeatable } from './as-of-report.ts';
import { runPastEngine } from './past-engine.ts';
import { type PastList, PastLists } from './past-lists.ts';
import type { AsOfTools } from './repeat-screenings.ts';

/** Whether a name would have been hit at a moment. */
export interface NameOnDate {
  /** Null: the deployment, without a tenant's own list. */
  readonly scope: Scope | null;
  readonly subject: Subject;
  readonly engines: EngineChoice;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type NameOnDateReport =
  | {
      readonly kind: 'screened';
      /** The version of each list that was in force; `watchlist` is the tenant's own. */
      readonly lists: Readonly<Record<string, string>>;
      readonly runtime: EngineRuntime;
      readonly hits: Partial<Record<ListEngine, WireHit[]>>;
    }
  /** No list was in force at that moment. */
  | { readonly kind: 'noLists' }
  | { readonly kind: 'notRepeatable'; readonly why: NotRepeatable };

/** Screens a name against the lists that were in force at a moment, with the engine of today. */
export async function screenNameOnDate(
  tools: Omit<AsOfTools, 'personalKeys'>,
  of: NameOnDate,
): Promise<NameOnDateReport> {
  const at = new Date(of.at);
  const versions = await versionsAt(tools.database, at);
  if (versions.length === 0) return { kind: 'noLists' };
  const own = await watchlistAt(tools.database, of);
  if (own && 'reason' in own) return { kind: 'notRepeatable', why: own };
  const lists = new PastLists(tools.database, tools.dataDir);
  try {
    const found: PastList[] = [];
    for (const { source, version } of versions) {
      const list = await lists.find(source, version, engineVersion);
      if ('reason' in list) return { kind: 'notRepeatable', why: list };
      found.push(list);
    }
    const request = { subjects: [of.subject], engines: of.engines, ...(own && { watchlist: own.entries }) };
    const answer = await runPastEngine({ engineVersion, lists: found, requests: [request] });
    if ('reason' in answer) return { kind: 'notRepeatable', why: answer };
    const hits = Object.entries(answer.hits[0]![0]!).map(([engine, given]) => [
      engine,
      wireHits(engine as ListEngine, given),
    ]);
    return {
      kind: 'screened',
      lists: {
        ...Object.fromEntries(versions.map(({ source, version }) => [source, version])),
        ...(own && { watchlist: String(own.revision) }),
      },
      runtime: answer.runtime,
      hits: Object.fromEntries(hits) as Partial<Record<ListEngine, WireHit[]>>,
    };
  } finally {
    await lists.close();
  }
}

/** The version of each searched list that was in force at a moment, sorted by source. */
async function versionsAt(
  database: Database,
  at: Date,
): Promise<{ readonly source: string; readonly version: string }[]> {
  const rows = await database.operator((tx) =>
    tx.sql<{ source: string; version: string }>(
      `select distinct on (source) source, version from gatehouse.list_activation
       where activated_at <= $1 order by source, sequence desc`,
      [at],
    ),
  );
  return rows
    .filter(({ source }) => !isRelationsOnly(source))
    .sort((one, other) => (one.source < other.source ? -1 : 1));
}

async function watchlistAt(
  database: Database,
  { scope, engines, at }: NameOnDate,
): Promise<
  { readonly revision: number; readonly entries: readonly WatchlistEntry[] } | NotRepeatable | undefined
> {
  if (!engines.WATCHLIST || scope === null) return undefined;
  const revision = await watchlistRevisionAt(database, scope, new Date(at));
  const past = await readWatchlistAt(database, scope, revision);
  if (at < past.keptSince) return { reason: 'WATCHLIST_NOT_KEPT', keptSince: past.keptSince };
  if (past.erased.length > 0) return { reason: 'WATCHLIST_ERASED', entries: past.erased };
  return { revision, entries: past.entries };
}
