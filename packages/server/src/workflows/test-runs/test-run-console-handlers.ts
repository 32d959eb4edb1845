import { type ConsoleBody, type ConsoleData, type DecisionOutcome, phrase } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import {
  type CompiledWorkflow,
  checkWorkflow,
  compileWorkflow,
  type NodeHandlers,
} from '../../interpreter/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import { readSubmitted, readWorkflowResources, type WorkflowResources } from '../index.ts';
import { executeTestRun } from './execute-test-run.ts';
import { knownOutcomes, outcomeOf } from './past-outcomes.ts';
import { type PastSubmit, readPastSubmits, readWatchlistRevision } from './past-submits.ts';
import { readExample } from './read-example.ts';
import { type TestRunOutcomes, testRunHandlers } from './test-run-handlers.ts';

interface TestRunTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly nodes: NodeHandlers;
  readonly clock: Clock;
  /** The graph that an execution ran, for what its nodes were asked then. */
  readonly publishedWorkflow: (
    scope: Scope,
    workflowId: string,
    version: number,
  ) => Promise<CompiledWorkflow>;
  readonly listsReady: () => boolean;
}

/** Test runs of workflows, over the console's interface. */
export function testRunConsoleHandlers(
  tools: TestRunTools,
): Pick<ConsoleHandlers, 'workflows.try' | 'workflows.replay'> {
  return {
    'workflows.try': async ({ scope, body, user }) => {
      const { compiled, resources } = await compileSubmitted(tools, scope, body);
      const example = readExample(compiled, body.data, tools.clock.now());
      if (!example.ok)
        throw new ConsoleRefusal('INVALID', { english: example.bad.message }, { field: 'data' });
      const { subject } = example;
      await recordTestRun(tools, scope, { act: 'workflow.try', compiled, user, submits: 1 });
      const { outcomes } = body;
      const run = await executeTestRun(subject, compiled, {
        scope,
        handlers: testRunHandlers(tools.nodes, { outcomes, resources }),
        watchlistRevision: await readWatchlistRevision(tools.database, scope),
        clock: tools.clock,
      });
      return {
        ...run,
        riskReasons: [...run.riskReasons],
        steps: run.steps.map((step) => ({ ...step, isChosen: Object.hasOwn(outcomes, step.nodeId) })),
      };
    },
    'workflows.replay': async ({ scope, body, user }) => {
      const { compiled, resources } = await compileSubmitted(tools, scope, body);
      const { eventType, source } = compiled.workflow;
      const { last, before } = body;
      const past = await readPastSubmits(tools, scope, { eventType, source, last, before });
      await recordTestRun(tools, scope, { act: 'workflow.replay', compiled, user, submits: past.length });
      return {
        ...(await replay(tools, scope, { compiled, resources, past, chosen: body.outcomes })),
        next: past.length < last ? null : past.at(-1)!.executionId,
      };
    },
  };
}

/** Test runs search names as submits do and are not billed: who searched, and how much, is in the record before. */
async function recordTestRun(
  { database }: TestRunTools,
  scope: Scope,
  of: {
    readonly act: 'workflow.try' | 'workflow.replay';
    readonly compiled: CompiledWorkflow;
    readonly user: ConsoleUser;
    readonly submits: number;
  },
): Promise<void> {
  const { act, compiled, user, submits } = of;
  const { id, eventType, nodes } = compiled.workflow;
  const screenings = nodes.filter(({ type }) => type === 'screening').length;
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, {
      actor: { kind: 'user', id: user.email },
      act,
      object: { kind: 'workflow', id },
      detail: { eventType, submits, screenings },
    }),
  );
}

/** The workflow of a call, without faults and ready to be walked. */
async function compileSubmitted(
  { database, listsReady }: TestRunTools,
  scope: Scope,
  body: Pick<ConsoleBody<'workflows.try'>, 'definition' | 'text'>,
): Promise<{ compiled: CompiledWorkflow; resources: WorkflowResources }> {
  const submitted = await readSubmitted(body);
  if (!submitted.ok) throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: submitted.faults });
  const resources = await database.transaction(scope, (tx) => readWorkflowResources(tx, scope.tenantId));
  const checked = checkWorkflow(submitted.definition, resources);
  if (!checked.ok) {
    throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, {
      faults: checked.faults.map(submitted.locate),
    });
  }
  const { workflow } = checked;
  if (!listsReady() && workflow.nodes.some(({ type }) => type === 'screening')) {
    throw new ConsoleRefusal('UNAVAILABLE', phrase('refusals.listsLoading'));
  }
  return { compiled: compileWorkflow(workflow), resources };
}

/** Runs past submits side by side in small groups, so that the screening threads are kept busy. */
const atOnce = 8;

async function replay(
  tools: TestRunTools,
  scope: Scope,
  of: {
    readonly compiled: CompiledWorkflow;
    readonly resources: WorkflowResources;
    readonly past: readonly PastSubmit[];
    readonly chosen: TestRunOutcomes;
  },
): Promise<Omit<ConsoleData<'workflows.replay'>, 'next'>> {
  const { compiled, resources, past, chosen } = of;
  const watchlistRevision = await readWatchlistRevision(tools.database, scope);
  const changed: ConsoleData<'workflows.replay'>['changed'] = [];
  const decisions = new Map<
    string,
    { before: DecisionOutcome; after: DecisionOutcome | null; count: number }
  >();
  for (let from = 0; from < past.length; from += atOnce) {
    const group = past.slice(from, from + atOnce);
    const runs = await Promise.all(
      group.map(async (submit) => {
        const then = await tools.publishedWorkflow(scope, submit.workflowId, submit.workflowVersion);
        const outcomes = { ...knownOutcomes(then, submit, compiled), ...chosen };
        const handlers = testRunHandlers(tools.nodes, { outcomes, resources });
        const run = await executeTestRun(submit, compiled, {
          scope,
          handlers,
          watchlistRevision,
          clock: tools.clock,
        });
        return { submit, before: outcomeOf(then, submit), run };
      }),
    );
    for (const { submit, before, run } of runs) {
      const key = `${before} ${run.decision}`;
      const counted = decisions.get(key) ?? { before, after: run.decision, count: 0 };
      decisions.set(key, { ...counted, count: counted.count + 1 });
      if (run.decision === before) continue;
      changed.push({
        executionId: submit.executionId,
        customerId: submit.customer.customerId,
        caseNo: submit.caseNo,
        before: { decision: before, riskScore: submit.riskScore },
        after: { decision: run.decision, riskScore: run.riskScore, failure: run.failure?.reason ?? null },
      });
    }
  }
  return {
    replayed: past.length,
    unchanged: past.length - changed.length,
    changed,
    decisions: [...decisions.values()].toSorted((a, b) => b.count - a.count),
  };
}
