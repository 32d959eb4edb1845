import type { z } from 'zod';

/** Types that a node's output field can have inside expressions. */
export type OutputType = 'number' | 'text' | 'boolean' | 'list' | 'map';

/** One workflow node type: what the editor shows, what a file may say, what later nodes can read. */
export interface NodeDefinition<Type extends string = string, Config extends z.ZodObject = z.ZodObject> {
  readonly type: Type;
  readonly title: string;
  /** One sentence for the palette. */
  readonly description: string;
  /** The node's own keys in a workflow file, beside `id` and `type`. */
  readonly config: Config;
  /** Fields that expressions of later nodes read as `<node id>.<field>`. */
  readonly output: Readonly<Record<string, OutputType>>;
  /** A terminal node ends its path: no edge may leave it, and every path must reach one. */
  readonly terminal: boolean;
  /**
   * Whether a test run computes it anew. If not, an outcome is chosen: for what calls outside, waits for people
   * or lets time pass.
   */
  readonly recomputed: boolean;
  /** Whether an execution pauses at it; what follows is a run of its own. */
  readonly pauses: boolean;
  /** Whether it can end without success without ending the execution: an edge `on: failure` may leave it. */
  readonly canFail?: boolean;
  /** Whether it waits for an end user: it is in workflows of the source SDK alone. */
  readonly waitsForPerson?: boolean;
  /** Output fields that are lists of screening subjects (`subjectsFrom` of a screening). */
  readonly subjects?: readonly string[];
  /** Keys of the config whose values are CEL expressions; `*` stands for each element or member. */
  readonly expressions: readonly { readonly path: string; readonly type: OutputType | 'any' }[];
}

export function defineNode<const Type extends string, Config extends z.ZodObject>(
  node: NodeDefinition<Type, Config>,
): NodeDefinition<Type, Config> {
  return node;
}
