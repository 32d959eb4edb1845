import type { WorkflowFile, WorkflowNode } from '@gatehouse/contract';
import { type CompiledExpression, compileExpression } from './expressions.ts';

/** A published workflow ready to be walked. */
export interface CompiledWorkflow {
  readonly workflow: WorkflowFile;
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  /** Edges by the node they leave (`start` included), in the order of the file. */
  readonly outgoing: ReadonlyMap<string, readonly CompiledEdge[]>;
  /** Where nodes that can end without success lead then. */
  readonly onFailure: ReadonlyMap<string, string>;
}

interface CompiledEdge {
  readonly to: string;
  /** Absent: the sole edge, or the one taken when no other is. */
  readonly condition?: CompiledExpression;
}

/** Makes a workflow that `checkWorkflow` passed ready to run. Throws when an expression does not parse. */
export function compileWorkflow(workflow: WorkflowFile): CompiledWorkflow {
  const outgoing = new Map<string, CompiledEdge[]>();
  const onFailure = new Map<string, string>();
  for (const edge of workflow.edges) {
    if (edge.on === 'failure') {
      onFailure.set(edge.from, edge.to);
      continue;
    }
    const compiled: CompiledEdge =
      edge.when === undefined ? { to: edge.to } : { to: edge.to, condition: compileExpression(edge.when) };
    const same = outgoing.get(edge.from);
    if (same) same.push(compiled);
    else outgoing.set(edge.from, [compiled]);
  }
  const nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
  for (const node of workflow.nodes) compileNode(node);
  return { workflow, nodes, outgoing, onFailure };
}

/** The expressions of one node, by their key. */
export interface CompiledNode {
  /** Conditions of a risk score's rules, in their order. */
  readonly rules: readonly CompiledExpression[];
  /** Each subject of a screening, by field. */
  readonly subjects: readonly Readonly<Record<string, CompiledExpression>>[];
  /** What a list of subjects is taken from. */
  readonly subjectsFrom: CompiledExpression | undefined;
  /** Inputs of a webhook, or of a decision's hook, by name. */
  readonly inputs: Readonly<Record<string, CompiledExpression>>;
}

const compiledNodes = new WeakMap<WorkflowNode, CompiledNode>();

/** Compiles a node's expressions once for as long as the node lives. */
export function compileNode(node: WorkflowNode): CompiledNode {
  const known = compiledNodes.get(node);
  if (known) return known;
  const compiled: CompiledNode = {
    rules: node.type === 'risk-score' ? node.rules.map((rule) => compileExpression(rule.when)) : [],
    subjects: node.type === 'screening' ? subjectExpressions(node).map(compileExpressions) : [],
    subjectsFrom:
      node.type === 'screening' && node.subjectsFrom !== undefined
        ? compileExpression(node.subjectsFrom)
        : undefined,
    inputs: compileExpressions(inputExpressions(node)),
  };
  compiledNodes.set(node, compiled);
  return compiled;
}

function subjectExpressions(
  node: Extract<WorkflowNode, { type: 'screening' }>,
): readonly Readonly<Record<string, string | undefined>>[] {
  return node.subjects ?? (node.subject ? [node.subject] : []);
}

function inputExpressions(node: WorkflowNode): Readonly<Record<string, string>> {
  if (node.type === 'webhook') return node.inputs;
  return (node.type === 'decision' && node.hook?.inputs) || {};
}

function compileExpressions(
  expressions: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, CompiledExpression>> {
  const submitted = Object.entries(expressions).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return Object.fromEntries(submitted.map(([field, source]) => [field, compileExpression(source)]));
}
