import { endUserStepTypes, type HostedWorkflowFigures, maxCountedFlows } from '@gatehouse/contract';
import type { CountedDays } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** How far end users come in the steps of workflows. */

type Step = HostedWorkflowFigures['steps'][number];

interface WorkflowRow {
  readonly workflowId: string;
  readonly started: number;
  /** Of the newest version that ran. */
  readonly definition: {
    readonly name?: string;
    readonly nodes?: readonly { readonly id: string; readonly type: string; readonly title?: string }[];
  } | null;
}

interface StepRow {
  readonly workflowId: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly completed: number;
}

interface EndRow {
  readonly workflowId: string;
  readonly nodeId: string;
  readonly waiting: number;
  readonly left: number;
}

/** The newest executions of end users in a period. Takes tenant and domain as `$1` and `$2`, its start and end as `$3` and `$4`. */
const flows = `flows as materialized (
  select e.execution_id, e.workflow_id, e.workflow_version, e.node_id, e.state, e.created_at from execution e
  where e.tenant_id = $1 and e.domain = $2 and e.source = 'SDK' and e.created_at >= $3 and e.created_at < $4
  order by e.created_at desc, e.execution_id desc limit ${maxCountedFlows})`;

/** That an execution `e` waits at a node, or ended there before its work was done. */
export const stoppedAt = (node: string) =>
  `(e.node_id = ${node} and e.state in ('WAITING', 'FAILED', 'CANCELLED'))`;

/** That a node run `v` did what the node is for. */
export const isDone = `not v.output ? 'failure'`;

export async function countHostedSteps(
  tx: Tx,
  scope: Scope,
  { period }: CountedDays,
): Promise<{ readonly countedFrom: number | null; readonly workflows: HostedWorkflowFigures[] }> {
  const values = [scope.tenantId, scope.domain, new Date(period.startsAt), new Date(period.endsAt)];
  const [range] = await tx.sql<{ count: number; from: Date | null }>(
    `with ${flows} select count(*)::int as count, min(created_at) as "from" from flows`,
    values,
  );
  if (range!.from === null) return { countedFrom: null, workflows: [] };
  const workflows = await tx.sql<WorkflowRow & Record<string, unknown>>(
    `with ${flows}, counted as (
       select workflow_id, count(*)::int as started, max(workflow_version) as version from flows group by 1)
     select c.workflow_id as "workflowId", c.started, v.definition
     from counted c left join workflow_version v on v.tenant_id = $1 and v.domain = $2 and v.workflow_id = c.workflow_id
       and v.version = c.version
     order by c.started desc, c.workflow_id`,
    values,
  );
  const steps = await tx.sql<StepRow & Record<string, unknown>>(
    `with ${flows}
     select e.workflow_id as "workflowId", v.node_id as "nodeId", max(v.node_type) as "nodeType",
       count(distinct e.execution_id)::int as completed
     from flows e cross join lateral gatehouse.node_runs($1, $2, e.execution_id) v
     where v.node_type = any($5) and ${isDone} and not ${stoppedAt('v.node_id')}
     group by 1, 2 order by min(v.sequence)`,
    [...values, endUserStepTypes],
  );
  const ends = await tx.sql<EndRow & Record<string, unknown>>(
    `with ${flows}
     select e.workflow_id as "workflowId", e.node_id as "nodeId",
       (count(*) filter (where e.state = 'WAITING'))::int as waiting,
       (count(*) filter (where e.state <> 'WAITING'))::int as left
     from flows e where ${stoppedAt('e.node_id')} group by 1, 2`,
    values,
  );
  return {
    countedFrom: range!.count < maxCountedFlows ? null : range!.from.getTime(),
    workflows: workflows.map((workflow) => ({
      workflowId: workflow.workflowId,
      name: workflow.definition?.name ?? null,
      started: workflow.started,
      steps: stepsOf(
        workflow,
        steps.filter(({ workflowId }) => workflowId === workflow.workflowId),
        ends.filter(({ workflowId }) => workflowId === workflow.workflowId),
      ),
    })),
  };
}

/** In the order of the newest version; steps of earlier versions alone come last, in the order in which they ran. */
function stepsOf(
  { definition }: WorkflowRow,
  completed: readonly StepRow[],
  ends: readonly EndRow[],
): Step[] {
  const types = new Set<string>(endUserStepTypes);
  const current = (definition?.nodes ?? []).filter(({ type }) => types.has(type));
  const known = new Map(
    [
      ...current.map(({ id, type, title }) => ({ nodeId: id, nodeType: type, title: title ?? null })),
      ...completed.map(({ nodeId, nodeType }) => ({ nodeId, nodeType, title: null })),
    ]
      .toReversed()
      .map((step) => [step.nodeId, step]),
  );
  const order = [...new Set([...current.map(({ id }) => id), ...completed.map(({ nodeId }) => nodeId)])];
  return order.flatMap((nodeId) => {
    const done = completed.find((step) => step.nodeId === nodeId)?.completed ?? 0;
    const { waiting, left } = ends.find((end) => end.nodeId === nodeId) ?? { waiting: 0, left: 0 };
    return done + waiting + left === 0 ? [] : [{ ...known.get(nodeId)!, completed: done, waiting, left }];
  });
}
