import { isDeepStrictEqual } from 'node:util';
import {
  type ConsoleBody,
  type ConsoleData,
  type DecisionOutcome,
  parseInput,
  type SubjectInput,
  subjectSchema,
  type WorkflowNode,
} from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console/index.ts';
import { customerOfEvent, customerOfSubject } from '../customers/index.ts';
import type { Database } from '../database/database.ts';
import {
  type CompiledWorkflow,
  checkWorkflow,
  compileWorkflow,
  type NodeHandlers,
} from '../interpreter/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from '../lib/scope.ts';
import { readTenantNames, type TenantNames } from '../tenants/index.ts';
import { acceptData, knownData, readGiven } from '../workflows/index.ts';
import { type PastSubmit, readPastSubmits, readWatchlistRevision } from './past-submits.ts';
import { runTrial, type TrialSubject } from './run-trial.ts';
import { type TrialOutcomes, trialHandlers } from './trial-handlers.ts';

export interface TrialTools {
  readonly database: Database;
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

/** Trying workflows, over the console's interface. */
export function trialConsole(tools: TrialTools): Pick<ConsoleHandlers, 'workflows.try' | 'workflows.replay'> {
  return {
    'workflows.try': async ({ scope, body, user }) => {
      const { compiled, names } = await compileGiven(tools, scope, body);
      const subject = readExample(compiled, body.data, tools.clock.now());
      await recordTrial(tools, scope, { act: 'workflow.try', compiled, user, submits: 1 });
      const { outcomes } = body;
      const run = await runTrial(subject, compiled, {
        scope,
        handlers: trialHandlers(tools.nodes, { outcomes, webhooks: names.webhooks }),
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
      const { compiled, names } = await compileGiven(tools, scope, body);
      const { eventType, source } = compiled.workflow;
      const past = await readPastSubmits(tools.database, scope, { eventType, source, last: body.last });
      await recordTrial(tools, scope, { act: 'workflow.replay', compiled, user, submits: past.length });
      return replay(tools, scope, { compiled, names, past, chosen: body.outcomes });
    },
  };
}

/** Trials search names as submits do and are not billed: who searched, and how much, stands in the record before. */
async function recordTrial(
  { database }: TrialTools,
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
async function compileGiven(
  { database, listsReady }: TrialTools,
  scope: Scope,
  body: Pick<ConsoleBody<'workflows.try'>, 'definition' | 'text'>,
): Promise<{ compiled: CompiledWorkflow; names: TenantNames }> {
  const given = await readGiven(body);
  if (!given.ok) throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: given.faults });
  const names = await database.transaction(scope, (tx) => readTenantNames(tx, scope.tenantId));
  const checked = checkWorkflow(given.definition, names);
  if (!checked.ok) {
    throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: checked.faults.map(given.locate) });
  }
  const { workflow } = checked;
  if (!listsReady() && workflow.nodes.some(({ type }) => type === 'screening')) {
    throw new ConsoleRefusal('UNAVAILABLE', 'The lists are being loaded: try again in a moment.');
  }
  return { compiled: compileWorkflow(workflow), names };
}

/** An example as a submit would be taken: the same checks, the same forms of values. */
function readExample(
  compiled: CompiledWorkflow,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): TrialSubject {
  const { eventType } = compiled.workflow;
  const refused = (message: string) => new ConsoleRefusal('INVALID', message, { field: 'data' });
  if (eventType === 'MANUAL_CASE_EVENT') {
    const parsed = parseInput<SubjectInput>(subjectSchema, data);
    if (!parsed.ok) throw refused(parsed.bad.message);
  }
  const accepted = acceptData(compiled, { eventType, data }, now);
  if (!accepted.ok) throw refused(accepted.bad.message);
  const { subject } = accepted;
  const customerId = data['customerId'];
  if (subject === undefined && (typeof customerId !== 'string' || customerId.trim() === '')) {
    throw refused('customerId is missing');
  }
  const customer = subject ? customerOfSubject(subject) : customerOfEvent(customerId as string);
  return { customer, data: knownData(compiled, data, subject) };
}

/** Runs past submits side by side in small groups, so that the screening threads are kept busy. */
const atOnce = 8;

async function replay(
  tools: TrialTools,
  scope: Scope,
  of: {
    readonly compiled: CompiledWorkflow;
    readonly names: TenantNames;
    readonly past: readonly PastSubmit[];
    readonly chosen: TrialOutcomes;
  },
): Promise<ConsoleData<'workflows.replay'>> {
  const { compiled, names, past, chosen } = of;
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
        const outcomes = { ...(await knownOutcomes(tools, scope, submit, compiled)), ...chosen };
        const handlers = trialHandlers(tools.nodes, { outcomes, webhooks: names.webhooks });
        return runTrial(submit, compiled, { scope, handlers, watchlistRevision, clock: tools.clock });
      }),
    );
    for (const [index, run] of runs.entries()) {
      const submit = group[index]!;
      const key = `${submit.decision} ${run.decision}`;
      const counted = decisions.get(key) ?? { before: submit.decision, after: run.decision, count: 0 };
      decisions.set(key, { ...counted, count: counted.count + 1 });
      if (run.decision === submit.decision) continue;
      changed.push({
        executionId: submit.executionId,
        customerId: submit.customer.customerId,
        caseNo: submit.caseNo,
        before: { decision: submit.decision, riskScore: submit.riskScore },
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

/**
 * What nodes came to then, where the draft asks the same of a node of the same id: a webhook's answer or what a
 * person gave cannot be found again, and a screening need not be.
 */
async function knownOutcomes(
  tools: TrialTools,
  scope: Scope,
  submit: PastSubmit,
  compiled: CompiledWorkflow,
): Promise<TrialOutcomes> {
  const then = await tools.publishedWorkflow(scope, submit.workflowId, submit.workflowVersion);
  const known = compiled.workflow.nodes.flatMap((node) => {
    const before = then.nodes.get(node.id);
    const output = Object.hasOwn(submit.outputs, node.id) ? submit.outputs[node.id] : undefined;
    if (before === undefined || output === undefined || !asksTheSame(before, node)) return [];
    return [
      [node.id, { fails: node.type === 'webhook' && !isSuccess(output['httpStatus']), output }] as const,
    ];
  });
  return Object.fromEntries(known);
}

/** Scores, branches and decisions are always found anew: they read what may have changed. */
function asksTheSame(before: WorkflowNode, node: WorkflowNode): boolean {
  if (['risk-score', 'branch', 'decision', 'wait'].includes(node.type)) return false;
  return isDeepStrictEqual(asked(before), asked(node));
}

/** All of a node but how it is shown. */
function asked(node: WorkflowNode): unknown {
  const { title: _, position: __, ...rest } = node;
  return rest;
}

/** Whether a webhook was answered well; an attempt without an answer has no status. */
function isSuccess(httpStatus: unknown): boolean {
  return typeof httpStatus === 'number' && httpStatus >= 200 && httpStatus < 300;
}
