import type { z } from 'zod';
import { type DescribedNodeType, describeNodeTypes } from '../nodes/describe.ts';
import { type NodeType, nodeTypes } from '../nodes/index.ts';
import type { NodeDefinition } from '../nodes/node.ts';
import { outputMeanings } from '../nodes/output-meanings.ts';
import { cell, tableOf } from './schema-table.ts';

/** `docs/nodes.md`: every type of workflow node with its settings, outputs and expressions. */
export function nodesPage(): string {
  return `${[introduction, overview(), ...describeNodeTypes().map(section)].join('\n\n')}\n`;
}

const introduction = `# Workflow nodes

<!-- Written by \`npm run docs\` from packages/contract/src/nodes. Change it there. -->

Each type of node with its keys in a workflow file, and what later expressions read of it as \`ID.field\`. Every node also has
an \`id\` and a \`type\`. [Workflows](workflows.md) explains how nodes, edges and expressions work together, and what publishing
refuses. [workflow-file.schema.json](schemas/workflow-file.schema.json) has the same keys for editors.`;

function overview(): string {
  const rows = describeNodeTypes().map(
    ({ type, description }) => `| [${type}](#${type}) | ${cell(description)} |`,
  );
  return ['| type | what it does |', '| --- | --- |', ...rows].join('\n');
}

function section(node: DescribedNodeType): string {
  const table = tableOf(node.config as z.core.JSONSchema.JSONSchema);
  return [
    `## ${node.type}`,
    `**${node.title}.** ${node.description}`,
    behaviour(node.type as NodeType),
    ...(table === '' ? ['It has no keys of its own.'] : [table]),
    ...expressionLine(node),
    ...outputTable(node),
  ].join('\n\n');
}

function behaviour(type: NodeType): string {
  const node: NodeDefinition = nodeTypes[type];
  const facts = [
    node.waitsForPerson === true
      ? 'The execution waits for the end user: such nodes are in workflows of the source `SDK` alone.'
      : node.pauses
        ? 'The execution pauses at it.'
        : 'The execution does not pause at it.',
    node.terminal ? 'It ends its path: no edge leaves it.' : undefined,
    node.canFail === true ? 'An edge `on: failure` may leave it.' : undefined,
    node.recomputed ? 'A test run computes it.' : 'A test run does not carry it out: you choose its outcome.',
  ];
  return facts.filter((fact) => fact !== undefined).join(' ');
}

function expressionLine({ expressions }: DescribedNodeType): string[] {
  if (expressions.length === 0) return [];
  const keys = expressions.map(({ path, type }) => `\`${path}\` (${type})`).join(', ');
  return [`[Expressions](workflows.md#expressions), with the type of their result: ${keys}.`];
}

function outputTable({ type, output }: DescribedNodeType): string[] {
  const fields = Object.entries(output);
  if (fields.length === 0) return [];
  const meanings = outputMeanings[type as NodeType];
  const rows = fields.map(([name, kind]) => `| \`${name}\` | ${kind} | ${cell(meanings[name] ?? '')} |`);
  return [
    type === 'webhook' ? 'Output, beside the outputs that the webhook declares:' : 'Output:',
    ['| field | type | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ];
}
