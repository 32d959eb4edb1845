import type { WorkflowVocabulary } from '@gatehouse/contract';
import { textIfKnown } from '../messages/text.ts';
import { nodeTypeTitle } from '../ui/field-labels.ts';
import type { Draft, NodeDraft } from './draft.ts';

/** The vocabulary with the titles and descriptions of node types in the language of the page. */
export function withTitles(vocabulary: WorkflowVocabulary): WorkflowVocabulary {
  return {
    ...vocabulary,
    nodeTypes: vocabulary.nodeTypes.map((known) => ({
      ...known,
      title: textIfKnown(`nodes.type-${known.type}`) ?? known.title,
      description: (textIfKnown(`nodes.about-${known.type}`) ?? known.description).replaceAll('`', ''),
    })),
  };
}

/** A node as it is called: its own title, else what it does. @param typeTitle title of its type */
export function nodeTitle(node: NodeDraft, typeTitle: string): string {
  return (
    node.title ??
    (node.type === 'decision' ? textIfKnown(`nodes.decision-${String(node['outcome'])}`) : undefined) ??
    typeTitle
  );
}

/** Below the title: the type where the title says another thing, and the ID that expressions use. */
export function nodeSubtitle(node: NodeDraft, typeTitle: string): string {
  return nodeTitle(node, typeTitle) === typeTitle ? node.id : `${typeTitle} · ${node.id}`;
}

/** The title of a node by its ID; the ID where the workflow is not known or has no such node. */
export function titleOfNode(draft: Draft | undefined, nodeId: string): string {
  const node = draft?.nodes.find(({ id }) => id === nodeId);
  return node === undefined ? nodeId : nodeTitle(node, nodeTypeTitle(node.type));
}

/** Each node as it is called, by its ID; nodes of one title are distinguished by their IDs. */
export function nodeLabels(draft: Draft, titleOfType: (type: string) => string): ReadonlyMap<string, string> {
  const titled = draft.nodes.map((node) => ({ id: node.id, title: nodeTitle(node, titleOfType(node.type)) }));
  const count = new Map<string, number>();
  for (const { title } of titled) count.set(title, (count.get(title) ?? 0) + 1);
  return new Map(titled.map(({ id, title }) => [id, count.get(title) === 1 ? title : `${title} (${id})`]));
}
