import {
  type NodeDefinition,
  type NodeType,
  nodeTypes,
  type OutputType,
  type WorkflowNode,
} from '@gatehouse/contract';
import type { NodeContext, NodeHandler, NodeHandlers, NodeResult } from '../../interpreter/index.ts';
import type { WorkflowResources } from '../index.ts';

/** What a node is taken to come to. */
interface TestRunOutcome {
  readonly fails: boolean;
  readonly output: Readonly<Record<string, unknown>>;
}

export type TestRunOutcomes = Readonly<Record<string, TestRunOutcome>>;

/**
 * The service's own nodes where they only compute, and a chosen outcome in place of what calls outside, waits for
 * people or lets time pass.
 */
export function testRunHandlers(
  real: NodeHandlers,
  { outcomes, resources }: { readonly outcomes: TestRunOutcomes; readonly resources: WorkflowResources },
): NodeHandlers {
  const tried = async (context: NodeContext, node: WorkflowNode): Promise<NodeResult> => {
    const outcome = Object.hasOwn(outcomes, node.id) ? outcomes[node.id] : undefined;
    if (outcome === undefined && nodeTypes[node.type].recomputed) {
      return (real[node.type] as NodeHandler<NodeType>)(context, node);
    }
    const isFailing = outcome?.fails === true;
    const output = {
      ...emptyOutput(node, { webhooks: resources.webhooks, isFailing }),
      ...(outcome === undefined && stepOutput(context, node, resources)),
      ...outcome?.output,
    };
    if (isFailing) return { kind: 'unsuccessful', output, reason: 'chosen to fail' };
    // A chosen score is the execution's, as a computed one is.
    if (node.type === 'risk-score' && typeof output['score'] === 'number') {
      const reasons = Array.isArray(output['reasons']) ? output['reasons'].map(String) : [];
      return { kind: 'done', output, risk: { score: output['score'], reasons } };
    }
    return { kind: 'done', output };
  };
  // Decisions end a test run; no outcome can be chosen in their place.
  const decision: NodeHandler<'decision'> = (context, node) => real.decision(context, node);
  return { ...Object.fromEntries(Object.keys(real).map((type) => [type, tried])), decision } as NodeHandlers;
}

const empty: Readonly<Record<OutputType, unknown>> = {
  number: 0,
  text: '',
  boolean: false,
  list: [],
  map: {},
};

/** What a person would have given at a step, as far as the example says it; what it does not say is null. */
function stepOutput(
  { execution: { data } }: NodeContext,
  node: WorkflowNode,
  { forms }: Pick<WorkflowResources, 'forms'>,
): Record<string, unknown> {
  if (node.type === 'particulars') {
    const requested =
      node.form === undefined ? (node.fields ?? []) : (forms.forms.get(node.form)?.fields ?? []);
    return { fields: Object.fromEntries(requested.map((field) => [field, data[field] ?? null])) };
  }
  if (node.type === 'required-forms') {
    return { forms: Object.fromEntries(node.forms.map((code) => [code, emptyForm(forms, code)])) };
  }
  return node.type === 'email-verification' ? { email: data['email'] ?? '' } : {};
}

function emptyForm({ forms }: WorkflowResources['forms'], code: string): unknown {
  const form = forms.get(code);
  if (form === undefined || form.isRepeatable) return [];
  return Object.fromEntries(form.fields.map((field) => [field, null]));
}

/** Every declared field of a node's output, without a value of its own. */
function emptyOutput(
  node: WorkflowNode,
  { webhooks, isFailing }: { readonly isFailing: boolean } & Pick<WorkflowResources, 'webhooks'>,
): Record<string, unknown> {
  const { output }: NodeDefinition = nodeTypes[node.type];
  const declared = Object.entries(output).map(([field, type]) => [field, empty[type]]);
  if (node.type !== 'webhook') return Object.fromEntries(declared) as Record<string, unknown>;
  const answered = webhooks.get(node.webhook)?.outputs ?? [];
  return {
    // An attempt that nobody answered has no status.
    httpStatus: isFailing ? null : 200,
    ...Object.fromEntries(answered.map(({ paramName, defaultValue }) => [paramName, defaultValue ?? null])),
  };
}
