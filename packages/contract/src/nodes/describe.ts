import { formSchema } from '../form-schema.ts';
import { nodeTypes } from './index.ts';
import type { NodeDefinition, OutputType } from './node.ts';

/** A node type as an editor needs it: palette entry, form, and what later expressions can read. */
export interface DescribedNodeType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly terminal: boolean;
  readonly canFail: boolean;
  readonly waitsForPerson: boolean;
  readonly output: Readonly<Record<string, OutputType>>;
  readonly expressions: readonly { readonly path: string; readonly type: string }[];
  /** JSON Schema of the type's own keys in a file. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Every node type, in the order of the palette. */
export function describeNodeTypes(): DescribedNodeType[] {
  return Object.values(nodeTypes as Readonly<Record<string, NodeDefinition>>).map((node) => {
    return {
      type: node.type,
      title: node.title,
      description: node.description,
      terminal: node.terminal,
      canFail: node.canFail ?? false,
      waitsForPerson: node.waitsForPerson ?? false,
      output: node.output,
      expressions: node.expressions.map(({ path, type }) => ({ path, type })),
      config: formSchema(node.config),
    };
  });
}
