/** What the person has chosen on the canvas. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  /** Place of an edge in the file. */
  readonly edge: number | undefined;
  /** A node that is to be brought into view. */
  readonly show?: string;
}

export const nothing: Selection = { nodes: new Set(), edge: undefined };

export function oneNode(id: string, show = false): Selection {
  return { nodes: new Set([id]), edge: undefined, ...(show ? { show: id } : {}) };
}
