import { setTimeout as sleep } from 'node:timers/promises';
import { cutoffOf, type RetentionKind, type RetentionRule } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { addErased, type ErasedRows } from '../erasure/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { type Age, type CandidatePage, firstKey, type RemovalTools } from './aging-kind.ts';
import { agingKinds, kindsOf } from './aging-kinds.ts';
import { milderRule, type RetentionDefaults, readPeriods } from './periods.ts';
import { findImplausible } from './plausibility.ts';
import {
  changeRun,
  claimRun,
  findDueScopes,
  findOpenRuns,
  insertRun,
  type Kept,
  lockRun,
  type OpenRun,
  type RetentionRun,
  readHistory,
} from './run-queries.ts';

export interface RetentionTools extends RemovalTools {
  readonly database: Database;
  readonly defaults: RetentionDefaults;
  readonly logger: Logger;
  /** Tells server nodes apart. */
  readonly node: string;
}

/** Somebody cancelled the run, or another server node was faster. */
class RunEnded extends Error {}

/** After this many failures of a kind the rest of it is left to the next run. */
const maxFailures = 3;
/** A step is followed by a pause of so many times what it took: the sweeper gives way to what people and callers wait for. */
const pauseFactor = 2;

/**
 * Starts the runs that are due, one a day in each domain, and goes on with those under way. Any number of server nodes may do it at
 * once; each run is one node's at a time.
 */
export async function runRetention(
  tools: RetentionTools,
  {
    now,
    signal,
    pauses = true,
  }: { readonly now: Date; readonly signal: AbortSignal; readonly pauses?: boolean },
): Promise<void> {
  const { database, defaults, logger } = tools;
  for (const scope of await database.operator((tx) => findDueScopes(tx, now))) {
    if (signal.aborted) return;
    await database.operator(async (tx) => {
      const kinds = kindsOf(scope.domain);
      const periods = (await readPeriods(tx, scope, defaults)).filter(({ kind }) => kinds.includes(kind));
      await insertRun(tx, scope, {
        asOf: now,
        periods: Object.fromEntries(periods.map(({ kind, rule }) => [kind, rule])),
      });
    });
  }
  for (const run of await database.operator(findOpenRuns)) {
    if (signal.aborted) return;
    await finishRun(tools, run, { signal, pauses }).catch((err: unknown) => {
      if (!signal.aborted) logger.error({ err, ...run }, 'a run of retention failed; retrying');
    });
  }
}

async function finishRun(
  tools: RetentionTools,
  open: OpenRun,
  { signal, pauses }: { readonly signal: AbortSignal; readonly pauses: boolean },
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    if (!(await tools.database.operator((tx) => claimRun(tx, open, tools.node)))) return;
    if (!(await runStep(tools, open, signal))) return;
    if (pauses)
      await sleep(pauseFactor * (performance.now() - startedAt), undefined, { signal }).catch(() => {});
  }
}

/** The run as it is, the kind that is next and its next page. */
interface Step {
  readonly run: RetentionRun;
  readonly kind: RetentionKind;
  readonly after: string;
  readonly age: Age | undefined;
  readonly page: CandidatePage;
}

const nothing: CandidatePage = { candidates: [], next: undefined };

/** One page of one kind; returns whether there is more to be done. */
async function runStep(tools: RetentionTools, open: OpenRun, signal: AbortSignal): Promise<boolean> {
  const scope: Scope = { tenantId: open.tenantId, domain: open.domain };
  const { database } = tools;
  const step = await database.operator(async (tx): Promise<Step | undefined> => {
    const run = await lockRun(tx, scope, open.runId);
    if (run === undefined || (run.state !== 'COUNTING' && run.state !== 'RUNNING')) return undefined;
    const kind = run.kind ?? kindsOf(scope.domain)[0]!;
    const after = run.cursor ?? firstKey;
    const age = ageOf(await ruleNow(tools, tx, scope, run, kind), run.asOf);
    const page = age === undefined ? nothing : await agingKinds[kind].findPage(tx, scope, { ...age, after });
    return { run, kind, after, age, page };
  });
  if (step === undefined) return false;
  const failed =
    step.run.state === 'RUNNING'
      ? await removePage(tools, scope, step, signal).catch((err: unknown) => {
          if (err instanceof RunEnded) return undefined;
          throw err;
        })
      : noFailure;
  if (failed === undefined || signal.aborted) return false;
  return database.operator((tx) => endStep(tools, tx, scope, step, failed));
}

/** By the period that was planned or that applies now, whichever keeps longer. */
async function ruleNow(
  { defaults }: RetentionTools,
  tx: Tx,
  scope: Scope,
  run: RetentionRun,
  kind: RetentionKind,
): Promise<RetentionRule> {
  const now = (await readPeriods(tx, scope, defaults)).find((each) => each.kind === kind)!.rule;
  return milderRule(run.periods[kind] ?? { period: null, basis: null }, now);
}

export function ageOf({ period, basis }: RetentionRule, asOf: Date): Age | undefined {
  return period === null ? undefined : { cutoff: cutoffOf(period, asOf), basis: basis ?? 'RELATIONSHIP_END' };
}

interface Failed {
  readonly count: number;
  readonly failure: string | undefined;
  /** The rest of the kind is left to the next run. */
  readonly givesUp: boolean;
}
const noFailure: Failed = { count: 0, failure: undefined, givesUp: false };

/** Removes what goes of a page. Where that fails, each by itself, so that one cannot keep the others. */
async function removePage(
  tools: RetentionTools,
  scope: Scope,
  { run, kind, after, age, page }: Step,
  signal: AbortSignal,
): Promise<Failed> {
  const keys = page.candidates.filter(({ kept }) => kept === null).map(({ key }) => key);
  if (keys.length === 0 || age === undefined) return noFailure;
  const { runId } = run;
  const save = (tx: Tx, count: number, rows: ErasedRows) =>
    addRemoved(tx, scope, { runId, kind, count, rows });
  const remove = (some: readonly string[]) =>
    agingKinds[kind].remove(tools, scope, { ...age, keys: some, after, runId, save });
  const all = await remove(keys).catch((err: unknown) => failureOf(err, signal));
  if (all === undefined) return noFailure;
  let count = 0;
  let failure: string | undefined;
  for (const key of keys) {
    if (signal.aborted || count === maxFailures) break;
    const one = await remove([key]).catch((err: unknown) => failureOf(err, signal));
    if (one === undefined) continue;
    count += 1;
    failure = one;
    tools.logger.error(
      { ...scope, kind, failure: one },
      'retention could not delete something; the next run tries again',
    );
  }
  return { count, failure, givesUp: count === maxFailures };
}

function failureOf(err: unknown, signal: AbortSignal): string {
  if (err instanceof RunEnded || signal.aborted) throw err;
  return err instanceof Error ? err.message : String(err);
}

async function addRemoved(
  tx: Tx,
  scope: Scope,
  of: {
    readonly runId: string;
    readonly kind: RetentionKind;
    readonly count: number;
    readonly rows: ErasedRows;
  },
): Promise<void> {
  const run = await lockRun(tx, scope, of.runId);
  if (run?.state !== 'RUNNING') throw new RunEnded();
  const before = run.removed[of.kind] ?? { count: 0, rows: {} };
  const after = { count: before.count + of.count, rows: addErased(before.rows, of.rows) };
  await changeRun(tx, scope, of.runId, { removed: { ...run.removed, [of.kind]: after } });
}

/** Goes on to the next page, kind or state, unless another server node did so meanwhile. */
async function endStep(
  tools: RetentionTools,
  tx: Tx,
  scope: Scope,
  { run: seen, kind, page }: Step,
  failed: Failed,
): Promise<boolean> {
  const run = await lockRun(tx, scope, seen.runId);
  if (run === undefined || run.state !== seen.state || run.kind !== seen.kind || run.cursor !== seen.cursor) {
    return run !== undefined;
  }
  const { runId } = run;
  const kept: Kept = addKept(run.kept[kind] ?? {}, page, failed);
  const due = page.candidates.filter((each) => each.kept === null).length;
  const counts = {
    kept: { ...run.kept, [kind]: kept },
    ...(run.state === 'COUNTING' && { due: { ...run.due, [kind]: (run.due[kind] ?? 0) + due } }),
    ...(failed.failure !== undefined && { failure: failed.failure }),
  };
  const kinds = kindsOf(scope.domain);
  const isLast = failed.givesUp || page.next === undefined;
  const next = isLast ? kinds[kinds.indexOf(kind) + 1] : kind;
  if (next !== undefined) {
    await changeRun(tx, scope, runId, { ...counts, kind: next, cursor: isLast ? null : page.next! });
    return true;
  }
  await changeRun(tx, scope, runId, { ...counts, kind: null, cursor: null });
  if (run.state === 'RUNNING') return endRun(tx, scope, runId);
  return startRemoving(tools, tx, scope, { ...run, ...counts });
}

function addKept(before: Kept, page: CandidatePage, failed: Failed): Kept {
  const sum: Partial<Record<keyof Kept, number>> = { ...before };
  const add = (reason: keyof Kept, count: number) => {
    if (count > 0) sum[reason] = (sum[reason] ?? 0) + count;
  };
  for (const { kept } of page.candidates) if (kept !== null) add(kept, 1);
  add('FAILED', failed.count);
  return sum;
}

/** All is counted: goes on to remove it, or waits for somebody where it is implausibly much. */
async function startRemoving(
  { logger }: RetentionTools,
  tx: Tx,
  scope: Scope,
  { runId, asOf, due }: RetentionRun,
): Promise<boolean> {
  const unasked = Object.fromEntries(
    Object.entries(agingKinds).map(([kind, aging]) => [kind, aging.unasked]),
  ) as Record<RetentionKind, number>;
  const waitsFor = findImplausible({ asOf, due, unasked, ...(await readHistory(tx, scope, asOf)) });
  if (waitsFor === undefined) {
    await changeRun(tx, scope, runId, { state: 'RUNNING', kept: {} });
    return true;
  }
  await changeRun(tx, scope, runId, { state: 'WAITING', waitsFor });
  logger.warn({ ...scope, runId, waitsFor }, 'a run of retention waits for somebody to confirm it');
  return false;
}

async function endRun(tx: Tx, scope: Scope, runId: string): Promise<false> {
  const run = (await lockRun(tx, scope, runId))!;
  await changeRun(tx, scope, runId, { state: 'DONE', finishedAt: new Date() });
  if (Object.values(run.removed).some(({ count }) => count > 0)) {
    await recordAudit(tx, scope, {
      actor: { kind: 'system', id: 'retention' },
      act: 'retention_run.complete',
      object: { kind: 'retentionRun', id: runId },
      detail: { removed: run.removed, confirmedBy: run.answeredBy },
    });
  }
  return false;
}
