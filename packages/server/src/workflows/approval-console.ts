import { type Actor, recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { lockDefinitions } from '../tenants/index.ts';
import {
  type ApprovalStanding,
  endApproval,
  insertAsked,
  markReturned,
  readApprovalStanding,
} from './approval-queries.ts';
import { readTenantNames } from './known-names.ts';
import { type PublishResult, publishWorkflow } from './publish.ts';
import { listWorkflows } from './workflow-log.ts';

export type ApprovalHandlers = Pick<
  ConsoleHandlers,
  'workflows.askApproval' | 'workflows.withdrawApproval' | 'workflows.approve' | 'workflows.return'
>;

/**
 * One person draws, another publishes. What is approved is the very revision that was asked for: saving, asking and
 * approving take their turns, and each reads what there is when its turn has come.
 */
export function approvalConsole({
  database,
  refresh,
}: {
  readonly database: Database;
  readonly refresh: () => Promise<void>;
}): ApprovalHandlers {
  const act = async (ask: Ask, work: (turn: Turn) => Promise<void>) => {
    const { scope, user, params } = ask;
    await database.operator(async (tx) => {
      await lockDefinitions(tx);
      const standing = await readApprovalStanding(tx, scope, params.workflowId);
      if (standing === undefined) throw new ConsoleRefusal('NOT_FOUND');
      const actor = { kind: 'user', id: user.email } as const;
      await work({ tx, scope, actor, workflowId: params.workflowId, standing });
    });
    await refresh();
    const [summary] = await listWorkflows(database, scope, params.workflowId);
    return summary!;
  };
  return {
    'workflows.askApproval': (ask) =>
      act(ask, async (turn) => {
        const { tx, scope, actor, workflowId, standing } = turn;
        if (standing.revision !== ask.body.revision) throw new ConsoleRefusal('REVISION_GONE');
        if (!standing.draftDiffers) {
          throw new ConsoleRefusal('MOVE_REFUSED', 'what was saved last is published already');
        }
        if (standing.state === 'asked') {
          throw new ConsoleRefusal('MOVE_REFUSED', `${standing.askedBy} has asked for it already`);
        }
        // Kept as publishing would keep it, so that approving changes nothing of what was looked at.
        done(await publish(turn, { publish: false }));
        const note = ask.body.note ?? null;
        await insertAsked(tx, scope, { workflowId, askedBy: actor.id, note });
        await put(turn, 'workflow.ask_approval', note === null ? {} : { note });
      }),
    'workflows.withdrawApproval': (ask) =>
      act(ask, async (turn) => {
        const askedBy = await endApproval(turn.tx, turn.scope, turn);
        if (askedBy === undefined) throw new ConsoleRefusal('MOVE_REFUSED', 'nobody is asked for approval');
        await put(turn, 'workflow.withdraw_approval', { askedBy });
      }),
    'workflows.approve': (ask) =>
      act(ask, async (turn) => {
        const askedBy = refuseUnasked(turn, ask.body.revision);
        if (turn.standing.authors.includes(turn.actor.id)) throw new ConsoleRefusal('OWN_WORK');
        done(await publish(turn, { publish: true, askedBy }));
      }),
    'workflows.return': (ask) =>
      act(ask, async (turn) => {
        const askedBy = refuseUnasked(turn, ask.body.revision);
        const { reason } = ask.body;
        await markReturned(turn.tx, turn.scope, { ...turn, returnedBy: turn.actor.id, reason });
        await put(turn, 'workflow.return', { askedBy, reason });
      }),
  };
}

interface Ask {
  readonly scope: Scope;
  readonly user: ConsoleUser;
  readonly params: { readonly workflowId: string };
}

/** One act in its turn: nobody else changes a definition before it ends. */
interface Turn {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly actor: Actor;
  readonly workflowId: string;
  readonly standing: ApprovalStanding;
}

/** Who asked for that very revision, and is another one than who answers. */
function refuseUnasked({ standing, actor }: Turn, revision: string): string {
  const { state, askedBy, askedRevision } = standing;
  if (state !== 'asked' || askedBy === null) {
    throw new ConsoleRefusal(
      'MOVE_REFUSED',
      'nobody asks for approval: it was withdrawn, or answered already',
    );
  }
  if (askedRevision !== revision || standing.revision !== revision) throw new ConsoleRefusal('REVISION_GONE');
  if (askedBy === actor.id) throw new ConsoleRefusal('OWN_WORK');
  return askedBy;
}

async function publish(
  { tx, scope, actor, standing }: Turn,
  how: { readonly publish: boolean; readonly askedBy?: string },
): Promise<PublishResult> {
  const known = await readTenantNames(tx, scope.tenantId);
  return publishWorkflow(tx, scope, { definition: standing.draft, known, actor, ...how });
}

/** What was free of faults when it was drawn may have some since: a webhook that it calls was taken away. */
function done(result: PublishResult): void {
  if (!result.ok) throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: result.faults });
}

function put(
  { tx, scope, actor, workflowId }: Turn,
  act: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, scope, { actor, act, object: { kind: 'workflow', id: workflowId }, detail });
}
