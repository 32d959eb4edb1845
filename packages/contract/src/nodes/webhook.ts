import { z } from 'zod';
import { defineNode } from './node.ts';

/** Expressions for what a webhook's definition declares as inputs, by their names. */
export const webhookInputs = z
  .record(z.string().min(1).max(200), z.string().min(1))
  .default({})
  .describe('One expression for each input that the webhook definition declares.');

/** Calls the caller's server and waits for the answer (interface specification 6.2). */
export const webhookNode = defineNode({
  type: 'webhook',
  title: 'Webhook',
  description: 'Calls an external server and reads its response. Retried as the webhook definition sets.',
  config: z.strictObject({
    webhook: z.string().min(1).max(100).describe('ID of a webhook of the tenant.'),
    inputs: webhookInputs,
  }),
  // Beside it are the outputs that the webhook's definition declares.
  output: { httpStatus: 'number' },
  terminal: false,
  recomputed: false,
  pauses: true,
  canFail: true,
  expressions: [{ path: 'inputs.*', type: 'any' }],
});
