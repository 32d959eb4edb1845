import type { WorkflowNode, WorkflowNodeOf } from '@gatehouse/contract';
import { type ExpressionScope, evaluateAll } from './evaluate-all.ts';
import { valuesRead } from './expressions.ts';
import { type CompiledWorkflow, compileNode } from './graph.ts';

/**
 * What expressions see: `data`, `customer`, `case` (or null), `riskScore` (or null) and the output of every
 * finished node by its id. A declared field that is absent is null.
 */
export type Values = Readonly<Record<string, unknown>>;

/** A node cannot continue; the reason names the expression and the part of it that failed, never a value. */
export interface NodeFault {
  readonly kind: 'fault';
  readonly nodeId: string;
  readonly reason: string;
}

/**
 * The node that follows `from` (`start` or a node's id): the first edge in file order whose condition is
 * true, else the one without a condition. A condition that fails is a fault of the node it leaves.
 */
export async function next(
  compiled: CompiledWorkflow,
  from: string,
  scope: ExpressionScope,
): Promise<Advanced> {
  const edges = compiled.outgoing.get(from) ?? [];
  const conditional = edges.filter(({ condition }) => condition !== undefined);
  const conditions = conditional.map(({ condition }) => condition!);
  const results = await evaluateAll(conditions, scope, 'firstTrue');
  const last = results.at(-1);
  const { to: reached } = conditional[results.length - 1] ?? { to: '' };
  if (last?.ok === false) return fault(from, `the edge to ${reached}: ${last.reason}`);
  if (last?.value === true) return follow(compiled, { from, to: reached });
  const fallback = edges.find(({ condition }) => condition === undefined)?.to;
  if (fallback === undefined) return fault(from, `no edge of ${from} could be taken`);
  return follow(compiled, { from, to: fallback });
}

/** What the conditions of the edges that leave `from` read, for the log of steps; undefined where none has one. */
export function choiceInput(
  compiled: CompiledWorkflow,
  from: string,
  values: Values,
): Readonly<Record<string, unknown>> | undefined {
  const edges = compiled.outgoing.get(from) ?? [];
  const conditions = edges.flatMap(({ condition }) => condition ?? []);
  return conditions.length === 0 ? undefined : valuesRead(conditions, values);
}

/** Where a walk continues. */
export type Advanced = { readonly kind: 'node'; readonly node: WorkflowNode } | NodeFault;

function follow(compiled: CompiledWorkflow, edge: { from: string; to: string }): Advanced {
  const node = compiled.nodes.get(edge.to);
  return node ? { kind: 'node', node } : fault(edge.from, `the edge to ${edge.to} leads to no node`);
}

function fault(nodeId: string, reason: string): NodeFault {
  return { kind: 'fault', nodeId, reason };
}

/** The base and the points of every rule that applies, kept within 0 and 100, with those rules' reasons in order. */
export async function evaluateRiskScore(
  node: WorkflowNodeOf<'risk-score'>,
  scope: ExpressionScope,
): Promise<
  { readonly kind: 'score'; readonly score: number; readonly reasons: readonly string[] } | NodeFault
> {
  const results = await evaluateAll(compileNode(node).rules, scope, 'conditions');
  const reasons: string[] = [];
  let sum = node.base;
  for (const [index, rule] of node.rules.entries()) {
    const result = results[index]!;
    if (!result.ok) return fault(node.id, `rule ${index + 1} (${rule.reason}): ${result.reason}`);
    if (!result.value) continue;
    sum += rule.add;
    reasons.push(rule.reason);
  }
  return { kind: 'score', score: Math.min(100, Math.max(0, sum)), reasons };
}

/** What the rules of a risk score read, for the log of steps. */
export function riskScoreInput(
  node: WorkflowNodeOf<'risk-score'>,
  values: Values,
): Readonly<Record<string, unknown>> {
  return valuesRead(compileNode(node).rules, values);
}

/** The node that a node leads to when it ended without success; undefined when it has no failure edge. */
export function nextOnFailure(compiled: CompiledWorkflow, from: string): WorkflowNode | undefined {
  const to = compiled.onFailure.get(from);
  return to === undefined ? undefined : compiled.nodes.get(to);
}

/** The inputs of a webhook, or of a decision's hook, in the order of the file; absent values are null. */
export async function inputsOf(
  node: WorkflowNodeOf<'webhook'> | WorkflowNodeOf<'decision'>,
  scope: ExpressionScope,
): Promise<{ readonly kind: 'inputs'; readonly inputs: Readonly<Record<string, unknown>> } | NodeFault> {
  const inputs: [string, unknown][] = [];
  const expressions = compileNode(node).inputs;
  const results = await evaluateAll(Object.values(expressions), scope);
  for (const [index, name] of Object.keys(expressions).entries()) {
    const result = results[index]!;
    if (!result.ok) return fault(node.id, `inputs.${name}: ${result.reason}`);
    inputs.push([name, result.value]);
  }
  return { kind: 'inputs', inputs: Object.fromEntries(inputs) };
}
