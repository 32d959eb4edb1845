import { didYouMean } from '../lib/did-you-mean.ts';
import { type Draft, type DraftNode, type Finding, memberOf } from './workflow-draft.ts';

/** Types whose output `structure` is an ownership. */
const structureTypes: readonly (string | undefined)[] = ['ownership', 'ownership-structure'];

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
  const message =
    declared === undefined
      ? `entry has no field ${JSON.stringify(name)}${didYouMean(name, names)}: declare it with type ownership`
      : `${name} is declared with type ${declared.type}: it must be ownership`;
  return [{ path: ['nodes', node.index, 'field'], message }];
}

function findSourceFaults(node: DraftNode, draft: Draft): Finding[] {
  const screenings = memberOf(node.raw, 'screenings');
  const typeOf = (output: string) => draft.nodesById.get(output.split('.')[0] ?? '')?.type;
  const sources: readonly (readonly [unknown, Finding['path'], readonly (string | undefined)[]])[] = [
    [memberOf(node.raw, 'structure'), ['structure'], structureTypes],
    ...(Array.isArray(screenings) ? screenings : []).map(
      (output, index) => [output, ['screenings', index], ['screening']] as const,
    ),
  ];
  return sources.flatMap(([output, path, types]) => {
    if (typeof output !== 'string') return [];
    const type = typeOf(output);
    // The expression's own check says that there is no such node.
    if (type === undefined || types.includes(type)) return [];
    const message = `${output} is of a ${type} node: it must be of ${types.join(' or ')}`;
    return [{ path: ['nodes', node.index, ...path], message }];
  });
}
