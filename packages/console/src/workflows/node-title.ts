import { labelOf } from '../ui/format.ts';
import type { Draft, NodeDraft } from './draft.ts';

const decisions: Readonly<Record<string, string>> = {
  manual: 'Manual review',
  approve: 'Approve',
  reject: 'Reject',
  close: 'Close',
};

/** A node as it is called: its own title, else what it does. @param typeTitle title of its type */
export function nodeTitle(node: NodeDraft, typeTitle: string): string {
  return (
    node.title ?? (node.type === 'decision' ? decisions[String(node['outcome'])] : undefined) ?? typeTitle
  );
}

/** Below the title: the type where the title says another thing, and the ID that expressions use. */
export function nodeSubtitle(node: NodeDraft, typeTitle: string): string {
  return nodeTitle(node, typeTitle) === typeTitle ? node.id : `${typeTitle} · ${node.id}`;
}

/** The title of a node by its ID; the ID where the workflow is not known or has no such node. */
export function titleOfNode(draft: Draft | undefined, nodeId: string): string {
  const node = draft?.nodes.find(({ id }) => id === nodeId);
  return node === undefined ? nodeId : nodeTitle(node, labelOf(node.type));
}
