import { text } from '../messages/text.ts';
import type { Draft } from './draft.ts';
import { followedBy } from './editing.ts';
import type { NodeAppearance } from './flow-elements.ts';
import { nodeLabels } from './node-title.ts';
import type { Selection } from './selection.ts';

/** Where a node goes that is added now. */
export interface Insertion {
  readonly words: string;
  /** The node is added without an edge. */
  readonly isLoose: boolean;
}

/** Where a node goes that is added now, as the selection says. */
export function insertionOf(
  draft: Draft,
  selection: Selection,
  lookOf: (type: string) => NodeAppearance,
): Insertion {
  const titles = nodeLabels(draft, (type) => lookOf(type).title);
  const titleOf = (id: string): string => (id === 'start' ? text('nodes.start') : (titles.get(id) ?? id));
  const edge = selection.edge === undefined ? undefined : draft.edges[selection.edge];
  if (edge) {
    const ends = { from: titleOf(edge.from), to: titleOf(edge.to) };
    return { words: text('nodes.insertBetween', ends), isLoose: false };
  }
  const { from, mayLead } = followedBy(draft, selection, (type) => lookOf(type).isTerminal);
  if (from !== undefined && mayLead) {
    return { words: text('nodes.insertAfter', { node: titleOf(from) }), isLoose: false };
  }
  const words =
    from === undefined || from === 'start'
      ? text('nodes.selectToInsert')
      : text('nodes.endsSelected', { node: titleOf(from) });
  return { words, isLoose: true };
}
