import { text } from '../messages/text.ts';
import { isRecord } from './draft.ts';

/** What a real or tried execution did on the graph. */
export interface Trace {
  /** Nodes that it reached, with a note on each. */
  readonly nodes: ReadonlyMap<string, string>;
  /** The node at which the execution waits or runs now. */
  readonly current: string | null;
  /** The node that failed, which did not run to its end. */
  readonly failed: string | null;
  /** Edges that it took, as `from>to`. */
  readonly edges: ReadonlySet<string>;
}

/**
 * The trace of nodes in the order in which they were reached.
 * @param failed the node at which the execution failed; null where it did not
 */
export function traceOf(
  visits: readonly { readonly nodeId: string; readonly word: string }[],
  failed: string | null,
  current: string | null = null,
): Trace {
  // The choice at the start is a step of its own.
  const visited = visits.filter(({ nodeId }) => nodeId !== 'start');
  const way = ['start', ...visited.map(({ nodeId }) => nodeId)];
  return {
    nodes: new Map(
      visited.map(({ nodeId, word }) => [nodeId, nodeId === failed ? text('nodes.failed') : word]),
    ),
    current,
    failed,
    edges: new Set(way.slice(1).map((id, index) => `${way[index]!}>${id}`)),
  };
}

/** What a node found, by its output: hits of a screening, a risk score; undefined of any other. */
export function outputNote(output: unknown): string | undefined {
  if (!isRecord(output)) return undefined;
  const { hits, score } = output;
  if (typeof hits === 'number') return text('nodes.hits', { count: hits });
  return typeof score === 'number' ? text('nodes.score', { score }) : undefined;
}
