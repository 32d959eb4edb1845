import { phrase } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import { checkWorkflow } from '../../interpreter/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { type DraftState, readDraftState, readWorkflowResources, sentFault } from '../index.ts';
import {
  endShadowRun,
  insertShadowRun,
  readShadowDifferences,
  readShadowRun,
  type ShadowJob,
} from './shadow-rows.ts';

type ShadowHandlers = Pick<
  ConsoleHandlers,
  'workflows.shadow' | 'workflows.startShadow' | 'workflows.endShadow' | 'workflows.shadowDifferences'
>;

/** Shadow runs of drafts, over the console's interface. */
export function shadowConsoleHandlers(service: {
  readonly database: Database;
  readonly shadowQueue: JobQueue<ShadowJob>;
}): ShadowHandlers {
  const { database, shadowQueue: queue } = service;
  return {
    'workflows.shadow': ({ scope, params }) =>
      database.transaction(scope, async (tx) => ({
        run: (await readRun(tx, scope, params.workflowId)) ?? null,
      })),
    'workflows.startShadow': async ({ scope, params: { workflowId }, body, user }) => {
      const run = await database.transaction(scope, async (tx) => {
        const workflowVersion = await checkDraft(tx, scope, { workflowId, revision: body.revision });
        const shadowRunId = newId();
        const { hours, every, revision } = body;
        const isStarted = await insertShadowRun(tx, scope, {
          ...{ shadowRunId, workflowId, revision, workflowVersion, every },
          startedBy: user.email,
          seconds: hours * 3_600,
        });
        if (!isStarted) throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.shadowRunning'));
        await recordAudit(tx, scope, {
          actor: { kind: 'user', id: user.email },
          act: 'workflow.shadow_start',
          object: { kind: 'workflow', id: workflowId },
          detail: { shadowRunId, revision, workflowVersion, hours, every },
        });
        await queue.enqueue(tx, { id: newId(), data: { ...scope, shadowRunId } });
        return (await readShadowRun(tx, scope, workflowId))!;
      });
      queue.wake();
      return { run };
    },
    'workflows.endShadow': ({ scope, params: { workflowId }, user }) =>
      database.transaction(scope, async (tx) => {
        const run = await readRun(tx, scope, workflowId);
        const actor = { kind: 'user', id: user.email } as const;
        if (run === undefined || !(await endShadowRun(tx, scope, { ...run, reason: 'STOPPED', actor }))) {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.shadowOver'));
        }
        return { run: (await readShadowRun(tx, scope, workflowId))! };
      }),
    'workflows.shadowDifferences': ({ scope, params, query }) =>
      database.transaction(scope, async (tx) => {
        const run = await readRun(tx, scope, params.workflowId);
        const differences = run ? await readShadowDifferences(tx, scope, run.shadowRunId) : [];
        return { differences: differences.slice(query.from, query.from + query.limit) };
      }),
  };
}

async function readState(tx: Tx, scope: Scope, workflowId: string): Promise<DraftState> {
  const state = await readDraftState(tx, scope, workflowId);
  if (state === undefined) throw new ConsoleRefusal('NOT_FOUND');
  return state;
}

async function readRun(tx: Tx, scope: Scope, workflowId: string) {
  await readState(tx, scope, workflowId);
  return readShadowRun(tx, scope, workflowId);
}

/** The published version beside which the draft can run; refuses where it cannot. */
async function checkDraft(
  tx: Tx,
  scope: Scope,
  of: { readonly workflowId: string; readonly revision: string },
): Promise<number> {
  const { draft, revision, publishedVersion, published } = await readState(tx, scope, of.workflowId);
  if (revision !== of.revision) throw new ConsoleRefusal('REVISION_GONE');
  if (publishedVersion === null || published === null) {
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.shadowUnpublished'));
  }
  if (!published.differs) throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.draftPublished'));
  if (draft.eventType !== published.eventType || draft.source !== published.source) {
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.shadowOtherEvent'));
  }
  const checked = checkWorkflow(draft, await readWorkflowResources(tx, scope.tenantId));
  if (!checked.ok) {
    throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: checked.faults.map(sentFault) });
  }
  return publishedVersion;
}
