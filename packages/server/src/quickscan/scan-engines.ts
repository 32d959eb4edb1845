import type { Engine, EngineChoice, ListEngine, WireHit } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import type { InternetSearch, SkippedProvider } from '../internet-search/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { ListSnapshot } from '../lists/index-files/index.ts';
import {
  compareWireHits,
  type MatchingApi,
  maxHitsOf,
  quickScanSubject,
  type RemoteResponse,
  type Screening,
  type ScreeningResponse,
  ScreeningTimedOut,
  wireHits,
} from '../screening/index.ts';
import type { ScanSubject } from './sealed-scans.ts';

/** The result of one engine. */
export type EngineFinding =
  | {
      readonly kind: 'found';
      /** In the order of their pages. */
      readonly hits: readonly WireHit[];
      /** What was searched: list versions, engine version, providers. */
      readonly record: EngineRecord;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a scan keeps of one engine beside its hits. */
export interface EngineRecord {
  readonly settings: unknown;
  readonly engineVersion?: string;
  /** The version of each list, by source id. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Whether more matched than is kept. */
  readonly capped?: true;
  /** The hosted data set that was asked beside the lists. */
  readonly remote?: Readonly<Record<string, unknown>>;
  /** The search providers that were asked. */
  readonly providers?: readonly Readonly<Record<string, unknown>>[];
  /** Search providers that were not ready, and why. */
  readonly skipped?: readonly SkippedProvider[];
}

export interface EngineTools {
  readonly screening: Screening;
  readonly search: InternetSearch;
  /** Undefined where no hosted data set is plugged in. */
  readonly remote: MatchingApi | undefined;
  /** How long an engine that asks outside may take in all. */
  readonly providerTimeoutMs: number;
}

/** One scan as its engines see it. */
export interface EngineTask {
  readonly scope: Scope;
  readonly subject: ScanSubject;
  readonly engines: EngineChoice;
  readonly watchlistRevision: number;
  /** Aborted when another engine failed: the scan is lost then. */
  readonly signal: AbortSignal;
}

/** Longest time of an engine that searches lists alone. */
const listTimeoutMs = 10_000;
/** For what comes after the last deadline, such as scoring what a hosted data set answered. */
const graceMs = 5_000;

/** Whether a scan of these engines calls other servers, which takes seconds instead of milliseconds. */
export function usesOutsideService(engines: EngineChoice, remote: MatchingApi | undefined): boolean {
  return (Object.keys(engines) as Engine[]).some(
    (engine) => engine === 'INTERNET_SEARCH' || remote?.serves(engine) === true,
  );
}

/** Sets the chosen engines to work side by side, each with its own deadline. */
export function startEngines(
  tools: EngineTools,
  task: EngineTask,
): { readonly engine: Engine; readonly finding: Promise<EngineFinding> }[] {
  const subject = quickScanSubject(task.subject);
  let answer: Promise<RemoteResponse> | undefined;
  const limits = { deadlineMs: tools.providerTimeoutMs, signal: task.signal };
  // Lists may be swapped meanwhile: all engines of a scan search the same ones.
  const snapshot = tools.screening.activeLists();
  // Several engines may search the hosted data set; one question serves them all.
  const queryRemote = (remote: MatchingApi) => (answer ??= remote.match(subject, limits));
  let screened: Promise<ScreeningResponse> | undefined;
  const screenOnce = () => (screened ??= screenLists(tools, task, { subject, snapshot }));
  const findings = (engine: Engine): Promise<EngineFinding> => {
    if (engine === 'INTERNET_SEARCH') return searchInternet(tools, task);
    const lists = searchLists(task, engine, screenOnce());
    const { remote } = tools;
    if (remote?.serves(engine) !== true) return lists;
    const hosted = searchHosted(tools, task, { engine, subject, answer: queryRemote(remote) });
    return joinFindings(engine, task.engines, [lists, hosted]);
  };
  const lastMs = Math.max(listTimeoutMs, tools.providerTimeoutMs) + graceMs;
  return (Object.keys(task.engines) as Engine[]).map((engine) => ({
    engine,
    finding: within(lastMs, findings(engine)),
  }));
}

/** Whatever an engine's own deadlines did not end is abandoned here: a scan never hangs. */
async function within(ms: number, finding: Promise<EngineFinding>): Promise<EngineFinding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<EngineFinding>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', reason: `no result within ${ms} ms` }), ms);
  });
  try {
    return await Promise.race([finding, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function searchInternet(tools: EngineTools, task: EngineTask): Promise<EngineFinding> {
  const settings = task.engines.INTERNET_SEARCH!;
  const { name, customerType } = task.subject;
  const type = customerType === 'Individual' ? 'individual' : 'corporate';
  const outcome = await tools.search.search(
    { name, type, count: settings.resultCount },
    { deadlineMs: tools.providerTimeoutMs, signal: task.signal },
  );
  if (outcome.kind === 'failed') return outcome;
  const hits = outcome.hits.toSorted(compareWireHits);
  const { evidence: providers, skipped } = outcome;
  return { kind: 'found', hits, record: { settings, providers, ...(skipped.length > 0 && { skipped }) } };
}

interface HostedTask {
  readonly engine: ListEngine;
  readonly subject: Subject;
}

/** All list engines of a scan by one message to a screening thread. */
function screenLists(
  { screening }: EngineTools,
  task: EngineTask,
  { subject, snapshot }: { readonly subject: Subject; readonly snapshot: ListSnapshot | undefined },
): Promise<ScreeningResponse> {
  const { INTERNET_SEARCH: _, ...engines } = task.engines;
  return screening.screen({
    scope: task.scope,
    watchlistRevision: task.watchlistRevision,
    subjects: [subject],
    engines,
    timeoutMs: listTimeoutMs,
    signal: task.signal,
    snapshot,
  });
}

async function searchLists(
  task: EngineTask,
  engine: ListEngine,
  screened: Promise<ScreeningResponse>,
): Promise<EngineFinding> {
  try {
    const { engineVersion, listVersions, results } = await screened;
    const result = results[0]?.[engine];
    const hits = wireHits(engine, result?.hits ?? []);
    const record = {
      settings: task.engines[engine],
      engineVersion,
      lists: engine === 'WATCHLIST' ? listVersions : published(listVersions),
      ...(result?.capped && { capped: true as const }),
    };
    return { kind: 'found', hits, record };
  } catch (error) {
    if (error instanceof ScreeningTimedOut) return { kind: 'failed', reason: error.message };
    throw error;
  }
}

/** Without the tenant's own list, which only its engine searches. */
function published({
  watchlist: _watchlist,
  ...versions
}: Readonly<Record<string, string>>): Record<string, string> {
  return versions;
}

async function searchHosted(
  { screening }: EngineTools,
  task: EngineTask,
  { engine, subject, answer }: HostedTask & { answer: Promise<RemoteResponse> },
): Promise<EngineFinding> {
  const outcome = await answer;
  if (outcome.kind === 'failed') return outcome;
  const { entries, remoteScores, evidence } = outcome;
  const record = { settings: task.engines[engine], remote: evidence };
  if (entries.length === 0) return { kind: 'found', hits: [], record };
  const results = await screening.screenEntries({
    subject,
    engines: { [engine]: task.engines[engine] },
    entries,
  });
  const hits = wireHits(engine, results[engine]?.hits ?? []).map((hit): WireHit => {
    const score = remoteScores.get(hit.entityId) ?? 0;
    const detail = `score of ${String(evidence['host'])}`;
    return { ...hit, reasons: [...hit.reasons, { feature: 'hosted-score', score, detail }] };
  });
  const capped = results[engine]?.capped && { capped: true as const };
  return { kind: 'found', hits, record: { ...record, ...capped } };
}

/** One engine's findings in the lists and in the hosted data set; an entity of both is one hit, its better one. */
async function joinFindings(
  engine: ListEngine,
  engines: EngineChoice,
  findings: readonly Promise<EngineFinding>[],
): Promise<EngineFinding> {
  const hits = new Map<string, WireHit>();
  let record: EngineRecord = { settings: engines[engine] };
  for (const finding of await Promise.all(findings)) {
    if (finding.kind === 'failed') return finding;
    record = { ...record, ...finding.record };
    for (const hit of finding.hits) {
      const before = hits.get(hit.entityId);
      if (before === undefined || hit.score > before.score) hits.set(hit.entityId, hit);
    }
  }
  const max = maxHitsOf(engine, engines);
  const best = [...hits.values()].sort(compareWireHits).slice(0, max);
  const capped = hits.size > max && { capped: true as const };
  return { kind: 'found', hits: best, record: { ...record, ...capped } };
}
