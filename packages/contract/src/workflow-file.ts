import { z } from 'zod';
import { sources, workflowEventTypes } from './domain-values.ts';
import { type NodeType, type NodeTypes, nodeTypes } from './nodes/index.ts';
import type { NodeDefinition } from './nodes/node.ts';
import { ruleText } from './phrases/rule-text.ts';

/** The workflow file (operating.md): one form for authors, the editor, storage and export. */

/** Ids that expressions use for something else. */
export const reservedIds = ['start', 'data', 'customer', 'case', 'riskScore'] as const;

const identifier = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, ruleText('rules.identifier'))
  // As a member's name it would mean something else.
  .refine((name) => name !== '__proto__', ruleText('rules.notProto'));

const nodeId = identifier.refine(
  (id) => !(reservedIds as readonly string[]).includes(id),
  ruleText('rules.notOneOf', { values: reservedIds }),
);

/** Types that an entry field can declare; `text` and `string` mean the same, `ownership` is an object of that form. */
export const entryTypes = ['string', 'text', 'number', 'boolean', 'list', 'object', 'ownership'] as const;

const entryField = z.strictObject({
  name: identifier,
  type: z.enum(entryTypes),
  required: z.boolean().default(false),
  description: z.string().max(500).optional(),
});
export type EntryField = z.infer<typeof entryField>;

const edge = z
  .strictObject({
    from: z.string().min(1),
    to: z.string().min(1),
    when: z
      .string()
      .min(1)
      .optional()
      .describe('CEL expression. The first edge in file order that is true is taken.'),
    otherwise: z
      .literal(true)
      .optional()
      .describe('Taken when no condition of the node’s other edges is true.'),
    on: z
      .literal('failure')
      .optional()
      .describe(
        'From a webhook node: taken when all attempts failed. Without such an edge the execution fails.',
      ),
  })
  .refine((value) => !(value.when !== undefined && value.otherwise), {
    path: ['otherwise'],
    error: ruleText('rules.notWithWhen'),
  })
  .refine((value) => value.on === undefined || (value.when === undefined && !value.otherwise), {
    path: ['on'],
    error: ruleText('rules.failureIsCondition'),
  });
export type WorkflowEdge = z.infer<typeof edge>;

/** What every node carries beside its type's own keys. */
const common = z.strictObject({
  id: nodeId,
  title: z.string().max(200).optional(),
  position: z
    .strictObject({ x: z.number(), y: z.number() })
    .optional()
    .describe('Position on the editor canvas.'),
});

type Config<T extends NodeType> = NodeTypes[T]['config'];
/** The node of one type, with that type's keys. */
export type WorkflowNodeOf<T extends NodeType> = {
  [One in T]: z.output<Config<One>> & z.output<typeof common> & { type: One };
}[T];
export type WorkflowNode = WorkflowNodeOf<NodeType>;
type NodeInput = {
  [T in NodeType]: z.input<Config<T>> & z.input<typeof common> & { type: T };
}[NodeType];

const [firstNode, ...otherNodes] = Object.values(nodeTypes).map(({ type, config }: NodeDefinition) =>
  config.safeExtend({ ...common.shape, type: z.literal(type) }),
);
/** One option for each row of the table of node types. */
const node = z.discriminatedUnion('type', [firstNode!, ...otherNodes]) as unknown as z.ZodType<
  WorkflowNode,
  NodeInput
>;

/** Milliseconds that a submit waits for the decision of a workflow in sync mode. */
export const syncBudget = { defaultMs: 2000, minMs: 50, maxMs: 20_000 } as const;

export const workflowFile = z.strictObject({
  $schema: z.string().optional().describe('For editors.'),
  id: identifier.describe('ID that a submit at version 2.0.0 names.'),
  name: z.string().min(1).max(200),
  description: z.string().max(2000).optional(),
  eventType: z.enum(workflowEventTypes),
  source: z.enum(sources).default('API'),
  mode: z.enum(['async', 'sync']).default('async'),
  budgetMs: z
    .number()
    .int()
    .min(syncBudget.minMs)
    .max(syncBudget.maxMs)
    .optional()
    .describe('Sync mode: how long a submit waits for the decision.'),
  entry: z.array(entryField).max(200).default([]),
  nodes: z.array(node).min(1).max(500),
  edges: z.array(edge).min(1).max(2000),
});
/** A workflow after defaults. */
export type WorkflowFile = z.infer<typeof workflowFile>;
