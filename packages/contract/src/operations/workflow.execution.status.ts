import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { caseStates } from '../states.ts';
import { defineOperation } from './operation.ts';

/**
 * Reads an execution's state (interface specification 2.6, 4.3); `data` is `""` for what the caller may not see or
 * know.
 */
export const workflowExecutionStatus = defineOperation({
  name: 'workflow.execution.status',
  title: "Read an execution's progress and outcome",
  versions: ['1.0.0'],
  timeoutMs: 10_000,
  billing: 'free',
  input: () => z.object({ executionId: requiredText().describe('What the submit answered.') }),
  output: z.union([
    z
      .object({
        code: z.literal(200),
        executionId: z.string().describe('The execution that was asked for.'),
        status: z
          .string()
          .describe('RUNNING, WAITING, COMPLETED, FAILED, or the deployment’s cancelled value.'),
        caseNo: z.string().describe('Empty until a case exists.'),
        caseStatus: z.enum([...caseStates, '']).describe('Empty until a case exists.'),
        riskScore: z.number().optional().describe('0 to 100; absent until a node computed it.'),
        resolvedAt: z.number().int().optional().describe('Epoch milliseconds.'),
        currentNode: z.looseObject({}),
        output: z.looseObject({}),
        pendingCallbackTask: z.looseObject({}),
      })
      .meta({ id: 'Execution' }),
    z.literal(''),
  ]),
  missingField: 'gateway',
  refuse: () => '' as const,
});
