import { z } from 'zod';
import { defineNode } from './node.ts';

/** Does nothing itself: its edges choose the way. */
export const branchNode = defineNode({
  type: 'branch',
  title: 'Branch',
  description: 'Takes the first edge whose condition is true, or else the `otherwise` edge.',
  config: z.strictObject({}),
  output: {},
  terminal: false,
  recomputed: true,
  pauses: false,
  expressions: [],
});
