import { subjectFieldNames, type WorkflowNode, type WorkflowNodeOf } from '@gatehouse/contract';
import { type EvaluationResult, evaluateCondition, quoteSource, valuesRead } from './expressions.ts';
import { type CompiledWorkflow, compileNode } from './graph.ts';

/**
 * What expressions see: `data`, `customer`, `case` (or null), `riskScore` (or null) and the output of every
 * finished node by its id. A declared field that is absent is null.
 */
export type Values = Readonly<Record<string, unknown>>;

/** A node cannot go on; the reason names the expression and the part of it that failed, never a value. */
export interface NodeFault {
  readonly kind: 'fault';
  readonly nodeId: string;
  readonly reason: string;
}

/**
 * The node that follows `from` (`start` or a node's id): the first edge in file order whose condition is
 * true, else the one without a condition. A condition that fails is a fault of the node it leaves.
 */
export function next(
  compiled: CompiledWorkflow,
  from: string,
  values: Values,
): { readonly kind: 'node'; readonly node: WorkflowNode } | NodeFault {
  let fallback: string | undefined;
  for (const edge of compiled.outgoing.get(from) ?? []) {
    if (!edge.condition) {
      fallback ??= edge.to;
      continue;
    }
    const result = evaluateCondition(edge.condition, values);
    if (!result.ok) return fault(from, `the edge to ${edge.to}: ${result.reason}`);
    if (result.value) return follow(compiled, { from, to: edge.to });
  }
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

function follow(
  compiled: CompiledWorkflow,
  edge: { from: string; to: string },
): { readonly kind: 'node'; readonly node: WorkflowNode } | NodeFault {
  const node = compiled.nodes.get(edge.to);
  return node ? { kind: 'node', node } : fault(edge.from, `the edge to ${edge.to} leads to no node`);
}

function fault(nodeId: string, reason: string): NodeFault {
  return { kind: 'fault', nodeId, reason };
}

/** The base and the points of every rule that applies, kept within 0 and 100, with those rules' reasons in order. */
export function evaluateRiskScore(
  node: WorkflowNodeOf<'risk-score'>,
  values: Values,
): { readonly kind: 'score'; readonly score: number; readonly reasons: readonly string[] } | NodeFault {
  const conditions = compileNode(node).rules;
  const reasons: string[] = [];
  let sum = node.base;
  for (const [index, rule] of node.rules.entries()) {
    const result = evaluateCondition(conditions[index]!, values);
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
export function inputsOf(
  node: WorkflowNodeOf<'webhook'> | WorkflowNodeOf<'decision'>,
  values: Values,
): { readonly kind: 'inputs'; readonly inputs: Readonly<Record<string, unknown>> } | NodeFault {
  const inputs: [string, unknown][] = [];
  for (const [name, expression] of Object.entries(compileNode(node).inputs)) {
    const result = expression.evaluate(values);
    if (!result.ok) return fault(node.id, `inputs.${name}: ${result.reason}`);
    inputs.push([name, result.value]);
  }
  return { kind: 'inputs', inputs: Object.fromEntries(inputs) };
}

/** Fields of spec 2.4 for one screening; absent fields are absent keys. */
export type ScreeningSubject = Readonly<Record<string, string>>;

/** The subjects that a screening node screens: those of its expressions, else the one that `data` describes. */
export function subjectsOf(
  node: WorkflowNodeOf<'screening'>,
  values: Values,
): { readonly kind: 'subjects'; readonly subjects: readonly ScreeningSubject[] } | NodeFault {
  const { subjects: compiled, subjectsFrom } = compileNode(node);
  if (subjectsFrom !== undefined) return subjectsOfList(node, subjectsFrom.evaluate(values));
  if (compiled.length === 0) {
    const described = subjectFromData(values['data']);
    return typeof described === 'string'
      ? fault(node.id, described)
      : { kind: 'subjects', subjects: [described] };
  }
  const subjects: ScreeningSubject[] = [];
  for (const [index, expressions] of compiled.entries()) {
    const place = node.subjects ? `subjects[${index}]` : 'subject';
    const fields = Object.entries(expressions).map(([field, expression]) => ({
      name: `${place}.${field}`,
      field,
      source: quoteSource(expression.source),
      result: expression.evaluate(values),
    }));
    const subject = gatherSubject(fields, place);
    if (typeof subject === 'string') return fault(node.id, subject);
    subjects.push(subject);
  }
  return { kind: 'subjects', subjects };
}

/** The subjects of a list that a node before has as its output; it may be empty. */
function subjectsOfList(
  node: WorkflowNodeOf<'screening'>,
  result: EvaluationResult,
): { readonly kind: 'subjects'; readonly subjects: readonly ScreeningSubject[] } | NodeFault {
  const from = node.subjectsFrom ?? '';
  if (!result.ok) return fault(node.id, `subjectsFrom: ${result.reason}`);
  if (!Array.isArray(result.value)) return fault(node.id, `subjectsFrom: ${from} is no list`);
  const subjects: ScreeningSubject[] = [];
  for (const [index, element] of result.value.entries()) {
    const described = subjectFromRecord(element, `${from}[${index}]`);
    if (typeof described === 'string') return fault(node.id, described);
    subjects.push(described);
  }
  return { kind: 'subjects', subjects };
}

/** The subject that the interface's fields of `data` describe, or why there is none. */
export function subjectFromData(data: unknown): ScreeningSubject | string {
  return subjectFromRecord(data, 'data');
}

function subjectFromRecord(data: unknown, place: string): ScreeningSubject | string {
  const record = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  const fields = subjectFieldNames.map((field) => ({
    name: `${place}.${field}`,
    field,
    source: `${place}.${field}`,
    result: { ok: true as const, value: Object.hasOwn(record, field) ? record[field] : null },
  }));
  return gatherSubject(fields, place);
}

interface SubjectField {
  readonly name: string;
  readonly field: string;
  readonly source: string;
  readonly result: EvaluationResult;
}

/** Texts stay, numbers become texts, null and blanks fall away; a subject without a name is a fault. */
function gatherSubject(fields: readonly SubjectField[], place: string): ScreeningSubject | string {
  const subject: Record<string, string> = {};
  for (const { name, field, source, result } of fields) {
    if (!result.ok) return `${name}: ${result.reason}`;
    const { value } = result;
    if (value === null || value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number') {
      return `${name}: ${source} gave a value that is neither text nor number`;
    }
    const text = String(value);
    if (text.trim() !== '') subject[field] = text;
  }
  if (subject['name'] === undefined) {
    const source = fields.find(({ field }) => field === 'name')?.source ?? 'no field';
    return `${place} has no name to screen: ${source} gave none`;
  }
  return subject;
}
