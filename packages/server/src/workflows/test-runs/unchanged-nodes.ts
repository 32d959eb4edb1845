import { isDeepStrictEqual } from 'node:util';
import type { WorkflowNode } from '@gatehouse/contract';
import type { CompiledWorkflow } from '../../interpreter/index.ts';

type Nodes = Pick<CompiledWorkflow, 'nodes'>;

/** Nodes that read results of others without naming them, with the types of these. */
const readsUnnamed: Readonly<Partial<Record<WorkflowNode['type'], readonly WorkflowNode['type'][]>>> = {
  ownership: ['ownership-structure'],
  'blocked-ownership': ['ownership-structure', 'ownership', 'screening'],
};

/**
 * Nodes of a draft that are asked the same as then: they are the same, and so is every node whose result they read. What
 * a node reads is found by words, so that one too many may be left out, never one too few.
 */
export function unchangedNodes(then: Nodes, draft: Nodes): ReadonlySet<string> {
  const ofDraft = found.get(draft) ?? new WeakMap<Nodes, ReadonlySet<string>>();
  found.set(draft, ofDraft);
  const known = ofDraft.get(then) ?? findUnchanged(then, draft);
  ofDraft.set(then, known);
  return known;
}

/** Thousands of submits are replayed on the same two. */
const found = new WeakMap<Nodes, WeakMap<Nodes, ReadonlySet<string>>>();

function findUnchanged(then: Nodes, draft: Nodes): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const id of new Set([...then.nodes.keys(), ...draft.nodes.keys()])) {
    if (!isDeepStrictEqual(asked(then.nodes.get(id)), asked(draft.nodes.get(id)))) changed.add(id);
  }
  for (let before = -1; before < changed.size; ) {
    before = changed.size;
    for (const [id, node] of draft.nodes) {
      if (changed.has(id)) continue;
      const reads = wordsOf(node);
      const isReached = [...changed].some((other) => {
        const types = [then.nodes.get(other)?.type, draft.nodes.get(other)?.type];
        if (reads.has(other) || (types.includes('risk-score') && reads.has('riskScore'))) return true;
        return readsUnnamed[node.type]?.some((type) => types.includes(type)) === true;
      });
      if (isReached) changed.add(id);
    }
  }
  return new Set([...draft.nodes.keys()].filter((id) => !changed.has(id)));
}

/** All of a node but how it is shown. */
function asked(node: WorkflowNode | undefined): unknown {
  if (node === undefined) return undefined;
  const { title: _, position: __, ...rest } = node;
  return rest;
}

/** The words of its expressions: every id is one. */
function wordsOf(node: WorkflowNode): ReadonlySet<string> {
  const { id: _, ...rest } = asked(node) as { readonly id: string };
  return new Set(JSON.stringify(rest).match(/[A-Za-z_]\w*/g));
}
