import { z } from 'zod';
import { customerIdField, eventTypeField, sourceField } from '../fields.ts';
import { defineOperation } from './operation.ts';

/** Finds a customer's existing execution before a resubmit (interface specification 4.4). */
export const workflowApplyQuery = defineOperation({
  name: 'workflow.apply.query',
  title: "Find a customer's existing execution",
  versions: ['1.0.0'],
  timeoutMs: 10_000,
  billing: 'free',
  idempotencyKey: 'repeated',
  input: () => z.object({ eventType: eventTypeField, source: sourceField, customerId: customerIdField }),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().optional().describe('Why the operation refused.'),
    executionId: z.string().describe('The execution; empty where there is none.'),
    status: z
      .enum(['APPROVED', 'RUNNING', ''])
      .describe('`APPROVED` if the last one that completed was; else `RUNNING` if one is in progress.'),
  }),
  missingField: 'gateway',
  refuse: (code, message) => ({ code, message, executionId: '', status: '' as const }),
});
