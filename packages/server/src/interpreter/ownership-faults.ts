import { type NodeType, phrase } from '@gatehouse/contract';
import { meantWord } from '../lib/did-you-mean.ts';
import { type Draft, type DraftNode, type Finding, findingOf, memberOf } from './workflow-draft.ts';

/** Types whose output fits, by what is wrong where it is of another. */
const fittingTypes: Readonly<Record<'noStructure' | 'noScreening', readonly NodeType[]>> = {
  noStructure: ['ownership', 'ownership-structure'],
  noScreening: ['screening'],
};

type Source = readonly [output: unknown, path: Finding['path'], code: keyof typeof fittingTypes];

/** Ownership nodes whose field is not declared, and outputs of other nodes where a structure or a screening belongs. */
export function findOwnershipFaults(draft: Draft): Finding[] {
  return draft.nodes.flatMap((node) => {
    if (node.type === 'ownership') return findFieldFault(node, draft);
    return node.type === 'blocked-ownership' ? findSourceFaults(node, draft) : [];
  });
}

function findFieldFault(node: DraftNode, draft: Draft): Finding[] {
  const name = memberOf(node.raw, 'field') ?? 'ownership';
  if (typeof name !== 'string') return [];
  const declared = draft.entry.find(({ field }) => field?.name === name)?.field;
  if (declared?.type === 'ownership') return [];
  const names = draft.entry.flatMap(({ field }) => (field?.type === 'ownership' ? [field.name] : []));
  const fault =
    declared === undefined
      ? phrase('findings.noOwnershipField', { name: JSON.stringify(name), ...meantWord(name, names) })
      : phrase('findings.notOwnership', { name, type: declared.type });
  return [findingOf(['nodes', node.index, 'field'], fault)];
}

function findSourceFaults(node: DraftNode, draft: Draft): Finding[] {
  const screenings = memberOf(node.raw, 'screenings');
  const typeOf = (output: string) => draft.nodesById.get(output.split('.')[0] ?? '')?.type;
  const sources: readonly Source[] = [
    [memberOf(node.raw, 'structure'), ['structure'], 'noStructure'],
    ...(Array.isArray(screenings) ? screenings : []).map(
      (output, index): Source => [output, ['screenings', index], 'noScreening'],
    ),
  ];
  return sources.flatMap(([output, path, code]) => {
    if (typeof output !== 'string') return [];
    const type = typeOf(output);
    // The expression's own check says that there is no such node.
    if (type === undefined || fittingTypes[code].includes(type)) return [];
    return [findingOf(['nodes', node.index, ...path], phrase(`findings.${code}`, { output, type }))];
  });
}
