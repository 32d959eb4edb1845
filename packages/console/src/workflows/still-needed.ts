import type { DefinitionFault } from '@gatehouse/contract';
import type { Draft } from './draft.ts';

/** What a workflow that is being begun lacks. */
export type Need = 'id' | 'name' | 'nodes' | 'end';

/** What must still be given before a new workflow can be published, in the order in which people give it. */
export function stillNeeded({ id, name, nodes }: Draft): readonly Need[] {
  return [
    ...(id === '' ? (['id'] as const) : []),
    ...(name === '' ? (['name'] as const) : []),
    ...(nodes.length === 0 ? (['nodes'] as const) : []),
    ...(nodes.some(({ type }) => type === 'decision') ? [] : (['end'] as const)),
  ];
}

/** Whether the needs say already what the service finds wrong. */
export function isSaid({ place, node, edge }: DefinitionFault, needed: readonly Need[]): boolean {
  if (place === 'id' || place === 'name') return needed.includes(place);
  // Without nodes there is nothing to which the start could lead.
  if (needed.includes('nodes')) return (node === undefined || node === 'start') && edge === undefined;
  return false;
}
