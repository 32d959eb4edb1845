import { z } from 'zod';
import { defineNode } from './node.ts';

/** Shows the person all that they gave, has them agree and submit; the link is spent then. */
export const reviewAndSubmitNode = defineNode({
  type: 'review-and-submit',
  title: 'Review and submit',
  description: 'Shows a summary to the person, who accepts the tenant’s consent text and submits.',
  config: z.strictObject({}),
  // `submittedAt` in epoch milliseconds.
  output: { consentVersion: 'text', submittedAt: 'number' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
