import type { Draft } from './draft.ts';

/** What the person has chosen on the canvas. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  /** Place of an edge in the file. */
  readonly edge: number | undefined;
  /** A node that is to be brought into view. */
  readonly show?: string;
}

export const emptySelection: Selection = { nodes: new Set(), edge: undefined };

export function oneNode(id: string, show = false): Selection {
  return { nodes: new Set([id]), edge: undefined, ...(show ? { show: id } : {}) };
}

/** What of a selection is still there: what was undone is not. */
export function stillThere(selection: Selection, draft: Draft): Selection {
  const { nodes, edge } = selection;
  const there = new Set(['start', ...draft.nodes.map(({ id }) => id)]);
  const isEdgeGone = edge !== undefined && draft.edges[edge] === undefined;
  if (!isEdgeGone && [...nodes].every((id) => there.has(id))) return selection;
  return { nodes: new Set([...nodes].filter((id) => there.has(id))), edge: isEdgeGone ? undefined : edge };
}
