import { isDeepStrictEqual } from 'node:util';
import { enginePolicies, type MatchPolicy } from '@gatehouse/matching';
import type { Database, Tx } from '../../database/database.ts';
import { type Job, LeasedRunner, type OwnedNode } from '../../jobs/index.ts';
import { createBackgroundPool } from '../../lib/background-pool.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { type ListRegistry, searchedLists } from '../../lists/index-files/index.ts';
import { attestReport } from '../run/attestation.ts';
import type { ReportBasis } from '../run/report.ts';
import { reportBasis } from '../run/report-basis.ts';
import type { PartAnswer, PartTask, ReportAnswer, ReportTask } from './part-thread.ts';
import {
  type AssuranceJob,
  failRun,
  type OpenRun,
  type RunSettings,
  readOpenRun,
  readParts,
  writePart,
  writeReport,
} from './run-rows.ts';
import { readSample, writePairs } from './sample-rows.ts';

/** Records that one job screens: a second or two of work, which is all that an interruption costs. */
const partSize = 1_000;
/** Packs of the largest lists need most of it. */
const maxMegabytes = 1_024;

export interface AssuranceTools {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly lists: Pick<ListRegistry, 'current'>;
}

/** What one job of a run came to. */
type Outcome =
  | { readonly kind: 'waits' }
  | { readonly kind: 'failed'; readonly failure: string }
  | ({
      readonly kind: 'part';
      readonly basis: ReportBasis;
      readonly from: number;
    } & PartAnswer)
  | ({ readonly kind: 'report' } & ReportAnswer);

/**
 * Runs tests of screening in one thread behind all that answers calls: each job screens one part of the pack, the last one
 * makes the report. What a node leaves undone another goes on with, as long as lists, settings and versions are the same;
 * otherwise the run begins again.
 */
export class AssuranceRuns {
  readonly #runner: LeasedRunner<AssuranceJob, OpenRun, Outcome>;
  readonly #thread = createBackgroundPool({
    file: new URL('./part-thread.ts', import.meta.url),
    name: 'screenPart',
    maxMegabytes,
  });
  readonly #tools: AssuranceTools;

  constructor(options: AssuranceTools & OwnedNode<AssuranceJob>) {
    this.#tools = options;
    this.#runner = new LeasedRunner(
      {
        work: {
          queue: 'assurance',
          called: 'tests of screening',
          table: 'gatehouse.assurance_run',
          key: [{ member: 'assuranceRunId', column: 'run_id', type: 'uuid' }],
          isOpen: "o.state = 'ORDERED'",
        },
        read: (tx, scope, { assuranceRunId }) => readOpenRun(tx, scope, assuranceRunId),
        attempt: (scope, _, run) => this.#attempt(scope, run),
        writeOutcome: (tx, scope, { data, item, outcome }) =>
          this.#writeOutcome(tx, scope, { data, run: item, outcome }),
        abandon: (tx, scope, { data, failure }) =>
          failRun(tx, scope, { assuranceRunId: data.assuranceRunId, failure }),
      },
      options,
    );
  }

  run(batch: readonly Job<AssuranceJob>[]): Promise<void> {
    return this.#runner.run(batch);
  }

  requeueOrphans(): Promise<boolean> {
    return this.#runner.requeueOrphans();
  }

  async close(): Promise<void> {
    await this.#thread.destroy();
  }

  async #attempt(scope: Scope, run: OpenRun): Promise<Outcome> {
    const snapshot = this.#tools.lists.current();
    const lists = snapshot === undefined ? [] : searchedLists(snapshot);
    if (snapshot === undefined || lists.length === 0) return { kind: 'waits' };
    const { seed, size } = run.settings;
    const policy = policyOf(run.settings);
    const basis = reportBasis(snapshot, policy, {
      engineSettings: run.settings.engineSettings,
      ...(run.settings.workflow && { workflow: run.settings.workflow }),
      pack: {
        seed,
        requested: size,
        size,
        file: null,
        ...(run.customers !== null && { clean: 'CUSTOMERS' as const }),
      },
    });
    const isSame = run.basis !== null && isDeepStrictEqual(run.basis, basis);
    try {
      if (isSame && run.screened >= run.total) return await this.#report(scope, run, basis);
      const from = isSame ? run.screened : 0;
      const customers = run.customers ?? 0;
      // Records of the pack first, then customers: how many the pack has is known from the first part on.
      const firstCustomer = isSame ? run.total - customers : Number.POSITIVE_INFINITY;
      const task: PartTask = {
        key: JSON.stringify(basis),
        lists: lists.map(({ index }) => index),
        policy,
        pack: { seed, size, isWithoutClean: run.customers !== null },
        from,
        count: Math.min(partSize, (from < firstCustomer ? firstCustomer : run.total) - from),
        customers,
      };
      const part =
        from < firstCustomer
          ? await this.#thread.run(task)
          : await this.#screenCustomers(scope, { run, task, place: from - firstCustomer });
      return { kind: 'part', basis, from, ...(part as PartAnswer) };
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      return { kind: 'failed', failure: `the test pack needs more than ${maxMegabytes} MB of memory` };
    }
  }

  async #screenCustomers(
    scope: Scope,
    of: { readonly run: OpenRun; readonly task: PartTask; readonly place: number },
  ): Promise<unknown> {
    const { run, task, place } = of;
    const sample = await this.#tools.database.transaction(scope, (tx) =>
      readSample(tx, scope, {
        assuranceRunId: run.assuranceRunId,
        from: place,
        to: place + task.count,
      }),
    );
    return this.#thread.run({ ...task, sample }, { name: 'screenCustomers' });
  }

  async #report(scope: Scope, run: OpenRun, basis: ReportBasis): Promise<Outcome> {
    const parts = await this.#tools.database.transaction(scope, (tx) =>
      readParts(tx, scope, run.assuranceRunId),
    );
    const task: ReportTask = { basis: withSize(basis, run.total), parts };
    const answer = (await this.#thread.run(task, { name: 'assembleReport' })) as ReportAnswer;
    return { kind: 'report', ...answer };
  }

  async #writeOutcome(
    tx: Tx,
    scope: Scope,
    { data, run, outcome }: { readonly data: AssuranceJob; readonly run: OpenRun; readonly outcome: Outcome },
  ): Promise<{ readonly data: AssuranceJob; readonly startAfterSeconds: number } | undefined> {
    const { assuranceRunId } = data;
    switch (outcome.kind) {
      case 'waits':
        return { data, startAfterSeconds: 10 };
      case 'failed':
        await failRun(tx, scope, { assuranceRunId, failure: outcome.failure });
        return undefined;
      case 'part':
        await writePart(tx, scope, { assuranceRunId, ...outcome });
        return { data, startAfterSeconds: 0 };
      case 'report': {
        const files = Object.fromEntries(outcome.files.map(({ name, sha256 }) => [name, sha256]));
        const by = {
          masterKeys: this.#tools.masterKeys,
          actor: { kind: 'user', id: run.orderedBy },
        } as const;
        const attestation = await attestReport(tx, by, { ...scope, assuranceRunId, files });
        await writePairs(tx, scope, { assuranceRunId, pairs: outcome.pairs });
        await writeReport(tx, scope, {
          assuranceRunId,
          ...outcome,
          attestation: `${JSON.stringify(attestation, null, 2)}\n`,
        });
        return undefined;
      }
    }
  }
}

/** The report says how many records the pack has, as that of the command line does. */
function withSize(basis: ReportBasis, size: number): ReportBasis {
  return { ...basis, pack: { ...basis.pack, size } };
}

function policyOf(settings: RunSettings): MatchPolicy {
  switch (settings.engine) {
    case 'GLOBAL_CHECK':
      return enginePolicies.GLOBAL_CHECK(settings.engineSettings);
    case 'RISK_LISTS':
      return enginePolicies.RISK_LISTS(settings.engineSettings);
    case 'COMPOSITE_SCAN':
      return enginePolicies.COMPOSITE_SCAN(settings.engineSettings);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
