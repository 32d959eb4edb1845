import type { NodeHandler } from '../interpreter/index.ts';

/** A branch does nothing: its edges choose. */
export const branchNode: NodeHandler<'branch'> = async () => ({ kind: 'done', output: {} });
