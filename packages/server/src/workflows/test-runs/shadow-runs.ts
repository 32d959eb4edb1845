import type { ShadowEndReason } from '@gatehouse/contract';
import type { Actor } from '../../audit/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import { readOwnOpenTransactions } from '../../database/open-transactions.ts';
import {
  type CompiledWorkflow,
  checkWorkflow,
  compileWorkflow,
  type NodeHandlers,
} from '../../interpreter/index.ts';
import { type Job, LeasedRunner, type OwnedNode } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import { readDraftState, readWorkflowResources, type WorkflowResources } from '../index.ts';
import { committedUntil, type Watermark } from './commit-watermark.ts';
import { compareInShadow } from './compare-in-shadow.ts';
import { type PastSubmit, readDecidedSubmits, readWatchlistRevision } from './past-submits.ts';
import { ShadowFindings } from './shadow-findings.ts';
import {
  endShadowRun,
  type RunningShadow,
  readRunningShadow,
  type ShadowJob,
  writeShadowProgress,
} from './shadow-rows.ts';
import { type ExecutionState, readCreated, readStates } from './shadow-submits.ts';
import { WorkBudget } from './work-budget.ts';

/** The pause between two turns of a run. */
const everySeconds = 5;
/** What all runs together may work on a server node: a tenth of one processor. */
const workBudget = { share: 0.1, maxMs: 500 };
/** The longest time that one turn goes on by, after the service was away. */
const windowMs = 60_000;
/** Executions without a decision that a run waits for. */
const maxUndecided = 1_000;
/** Executions that are read at a time. */
const readAtOnce = 50;

const service: Actor = { kind: 'system', id: 'interpreter' };

export interface ShadowTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly nodes: NodeHandlers;
  readonly clock: Clock;
  readonly publishedWorkflow: (
    scope: Scope,
    workflowId: string,
    version: number,
  ) => Promise<CompiledWorkflow>;
  readonly listsReady: () => boolean;
}

/** What a turn begins with. */
interface Turn {
  readonly run: RunningShadow;
  /** Undefined: the draft or the published version is another one by now. */
  readonly draft: CompiledWorkflow | undefined;
  readonly changed: ShadowEndReason | undefined;
  readonly resources: WorkflowResources;
  /** Until when all executions can be seen, by epoch milliseconds; undefined: not known yet. */
  readonly committed: number | undefined;
  readonly watermark: Watermark;
}

/** What a turn ended with. */
interface TurnResult {
  readonly progress: Parameters<typeof writeShadowProgress>[2] | undefined;
  readonly end: ShadowEndReason | undefined;
  readonly watermark: Watermark;
}

/**
 * Evaluates drafts on the executions of their published versions, after these were decided and away from them. Each turn is a
 * job that takes the executions since the last one, works for a bounded time, and leaves out the rest, which is counted.
 */
export class ShadowRuns {
  readonly #runner: LeasedRunner<ShadowJob, Turn, TurnResult>;

  constructor(options: ShadowTools & OwnedNode<ShadowJob>) {
    const tools = { ...options, budget: new WorkBudget(workBudget) };
    this.#runner = new LeasedRunner(
      {
        work: {
          queue: 'shadow',
          called: 'shadow runs',
          table: 'gatehouse.shadow_run',
          key: [{ member: 'shadowRunId', column: 'shadow_run_id', type: 'uuid' }],
          isOpen: "o.state = 'RUNNING'",
        },
        read: readTurn,
        attempt: (scope, _data, turn) => takeTurn(tools, scope, turn),
        writeOutcome: async (tx, scope, { data, outcome }) => {
          if (outcome.progress !== undefined) await writeShadowProgress(tx, scope, outcome.progress);
          if (outcome.end === undefined) {
            const next = { ...data, watermark: outcome.watermark };
            return { data: next, startAfterSeconds: everySeconds };
          }
          await endShadowRun(tx, scope, { ...data, reason: outcome.end, actor: service });
          return undefined;
        },
        abandon: async (tx, scope, { data }) => {
          await endShadowRun(tx, scope, { ...data, reason: 'INTERNAL', actor: service });
        },
      },
      options,
    );
  }

  run(batch: readonly Job<ShadowJob>[]): Promise<void> {
    return this.#runner.run(batch);
  }

  requeueOrphans(): Promise<boolean> {
    return this.#runner.requeueOrphans();
  }
}

async function readTurn(
  tx: Tx,
  scope: Scope,
  { shadowRunId, watermark: before }: ShadowJob,
): Promise<Turn | undefined> {
  const run = await readRunningShadow(tx, scope, shadowRunId);
  if (run === undefined) return undefined;
  const now = { at: run.now.getTime(), transactions: await readOwnOpenTransactions(tx) };
  const { until: committed, watermark } = committedUntil(before, now);
  const resources = await readWorkflowResources(tx, scope.tenantId);
  const state = await readDraftState(tx, scope, run.workflowId);
  if (state?.publishedVersion !== run.workflowVersion) {
    return { run, draft: undefined, changed: 'PUBLISHED', resources, committed, watermark };
  }
  const checked = checkWorkflow(state.draft, resources);
  // A webhook or form that it names may be gone.
  if (state.revision !== run.revision || !checked.ok) {
    return { run, draft: undefined, changed: 'DRAFT_CHANGED', resources, committed, watermark };
  }
  const draft = compileWorkflow(checked.workflow);
  return { run, draft, changed: undefined, resources, committed, watermark };
}

interface TurnTools extends ShadowTools {
  readonly budget: WorkBudget;
}

async function takeTurn(
  tools: TurnTools,
  scope: Scope,
  { run, draft, changed, resources, committed, watermark }: Turn,
): Promise<TurnResult> {
  if (draft === undefined) return { progress: undefined, end: changed, watermark };
  const isOver = committed !== undefined && committed >= run.endsAt.getTime();
  const until = new Date(
    Math.min(committed ?? 0, run.endsAt.getTime(), run.comparedUntil.getTime() + windowMs),
  );
  // Until the lists are loaded nothing can be screened: the next turn takes what came meanwhile.
  if (!tools.listsReady() || until <= run.comparedUntil) {
    return { progress: undefined, end: isOver ? 'TIME_UP' : undefined, watermark };
  }
  const created = await readCreated(tools.database, scope, { ...run, until });
  const findings = new ShadowFindings(run.figures);
  const taken = findings.sample(created, run.every);
  const undecided = await evaluateAll(tools, scope, {
    ...{ run, draft, resources, findings },
    // Those that have waited longest come first.
    executionIds: [...run.undecided, ...taken],
  });
  const isEnd = isOver && until.getTime() === run.endsAt.getTime();
  return {
    progress: {
      shadowRunId: run.shadowRunId,
      comparedUntil: until,
      undecided,
      figures: findings.figures(),
      differing: findings.differing,
    },
    end: isEnd ? 'TIME_UP' : undefined,
    watermark,
  };
}

interface Evaluation {
  readonly run: RunningShadow;
  readonly draft: CompiledWorkflow;
  readonly resources: WorkflowResources;
  readonly findings: ShadowFindings;
  readonly executionIds: readonly string[];
}

/** Evaluates the draft on what is decided, one after the other, for as long as may be worked; returns those without a decision yet. */
async function evaluateAll(tools: TurnTools, scope: Scope, of: Evaluation): Promise<string[]> {
  const { run, findings } = of;
  const startedAt = performance.now();
  const worked = () => performance.now() - startedAt;
  const workMs = tools.budget.available();
  const watchlistRevision = await readWatchlistRevision(tools.database, scope);
  const waited = new Set(run.undecided);
  const undecided: string[] = [];
  const keys = await tools.personalKeys.ofDomain(scope);
  for (let from = 0; from < of.executionIds.length; from += readAtOnce) {
    const ids = of.executionIds.slice(from, from + readAtOnce);
    if (worked() >= workMs) {
      leaveOut(ids, { waited, undecided, findings });
      continue;
    }
    const [states, submits] = await tools.database.transaction(scope, async (tx) => [
      await readStates(tx, scope, ids),
      new Map(
        (await readDecidedSubmits(tx, scope, { executionIds: ids, keys })).map((one) => [
          one.executionId,
          one,
        ]),
      ),
    ]);
    for (const id of ids) {
      const submit = submits.get(id);
      if (submit === undefined) noteUndecided(id, { state: states.get(id), undecided, findings });
      else if (worked() >= workMs) leaveOut([id], { waited, undecided, findings });
      else await evaluate(tools, scope, { ...of, submit, watchlistRevision, at: states.get(id)!.createdAt });
    }
  }
  tools.budget.spend(worked());
  findings.workedMs(worked());
  return undecided;
}

/** What a turn has no time for is left out; what was waited for anyway comes first in the next turn. */
function leaveOut(
  ids: readonly string[],
  of: {
    readonly waited: ReadonlySet<string>;
    readonly undecided: string[];
    readonly findings: ShadowFindings;
  },
): void {
  for (const id of ids) {
    if (of.waited.has(id)) of.undecided.push(id);
    else of.findings.skip();
  }
}

function noteUndecided(
  id: string,
  of: {
    readonly state: ExecutionState | undefined;
    readonly undecided: string[];
    readonly findings: ShadowFindings;
  },
): void {
  const { state, undecided, findings } = of;
  if (state === undefined) findings.gap('DELETED');
  else if (state.isOver) findings.gap('FAILED');
  else {
    undecided.push(id);
    // The oldest is the least likely to be decided at last: an end user who left would else hold a place for ever.
    if (undecided.length > maxUndecided && undecided.shift() !== undefined) findings.gap('UNDECIDED');
  }
}

async function evaluate(
  tools: ShadowTools,
  scope: Scope,
  of: Evaluation & {
    readonly submit: PastSubmit;
    readonly watchlistRevision: number;
    readonly at: number;
  },
): Promise<void> {
  const { submit, draft, resources, findings } = of;
  try {
    const then = await tools.publishedWorkflow(scope, submit.workflowId, submit.workflowVersion);
    const compared = await compareInShadow(
      submit,
      { then, draft },
      { ...tools, scope, resources, watchlistRevision: of.watchlistRevision },
    );
    if (compared.kind === 'gap') findings.gap('NODE', compared);
    else findings.compare(submit, { difference: compared.difference, at: of.at });
  } catch {
    // One execution that cannot be evaluated ends no run: it is counted.
    findings.gap('ERROR');
  }
}
