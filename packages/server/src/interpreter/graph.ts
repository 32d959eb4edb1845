import type { WorkflowFile, WorkflowNode } from '@gatehouse/contract';
import { type CompiledExpression, compileExpression } from './expressions.ts';

/** A published workflow ready to be walked. */
export interface CompiledWorkflow {
  readonly workflow: WorkflowFile;
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  /** Edges by the node they leave (`start` included), in the order of the file. */
  readonly outgoing: ReadonlyMap<string, readonly CompiledEdge[]>;
}

export interface CompiledEdge {
  readonly to: string;
  /** Absent: the sole edge, or the one taken when no other is. */
  readonly condition?: CompiledExpression;
}

/** Makes a workflow that `checkWorkflow` passed ready to run. Throws when an expression does not parse. */
export function compileWorkflow(workflow: WorkflowFile): CompiledWorkflow {
  const outgoing = new Map<string, CompiledEdge[]>();
  for (const edge of workflow.edges) {
    const compiled: CompiledEdge =
      edge.when === undefined ? { to: edge.to } : { to: edge.to, condition: compileExpression(edge.when) };
    const same = outgoing.get(edge.from);
    if (same) same.push(compiled);
    else outgoing.set(edge.from, [compiled]);
  }
  const nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
  for (const node of workflow.nodes) compileNode(node);
  return { workflow, nodes, outgoing };
}

/** The expressions of one node, by the key they stand under. */
export interface CompiledNode {
  /** Conditions of a risk score's rules, in their order. */
  readonly rules: readonly CompiledExpression[];
  /** Each subject of a screening, by field. */
  readonly subjects: readonly Readonly<Record<string, CompiledExpression>>[];
}

const compiledNodes = new WeakMap<WorkflowNode, CompiledNode>();

/** Compiles a node's expressions once for as long as the node lives. */
export function compileNode(node: WorkflowNode): CompiledNode {
  const known = compiledNodes.get(node);
  if (known) return known;
  const compiled: CompiledNode = {
    rules: node.type === 'risk-score' ? node.rules.map((rule) => compileExpression(rule.when)) : [],
    subjects: node.type === 'screening' ? subjectExpressions(node).map(compileSubject) : [],
  };
  compiledNodes.set(node, compiled);
  return compiled;
}

function subjectExpressions(
  node: Extract<WorkflowNode, { type: 'screening' }>,
): readonly Readonly<Record<string, string | undefined>>[] {
  return node.subjects ?? (node.subject ? [node.subject] : []);
}

function compileSubject(
  subject: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, CompiledExpression>> {
  const given = Object.entries(subject).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return Object.fromEntries(given.map(([field, source]) => [field, compileExpression(source)]));
}
