import { z } from 'zod';
import { customerIdField, eventTypeField, wordOf } from '../fields.ts';
import { subjectSchema } from '../subject.ts';
import { defineOperation } from './operation.ts';

const base = {
  eventType: eventTypeField,
  source: wordOf(['API']).describe('`API` for server integrations.'),
  data: z
    .looseObject({ customerId: customerIdField })
    .describe('Business data (interface specification 2.4, 2.5).'),
};

/** A `MANUAL_CASE_EVENT` carries a screening subject, so its fields are checked with the envelope's own. */
function checkSubject(
  value: { eventType: string; data: unknown },
  context: { issues: z.core.$ZodRawIssue[] },
): void {
  if (value.eventType !== 'MANUAL_CASE_EVENT') return;
  const result = subjectSchema.safeParse(value.data);
  for (const issue of result.error?.issues ?? []) {
    context.issues.push({
      ...issue,
      path: ['data', ...issue.path],
      input: value.data,
    } as z.core.$ZodRawIssue);
  }
}

const inputs = {
  '1.0.0': z.object({
    ...base,
    workflowId: z
      .unknown()
      .optional()
      .transform(() => undefined),
  }),
  '2.0.0': z.object({
    ...base,
    workflowId: z
      .string()
      .max(200, 'must have at most 200 characters')
      .transform((id) => (id.trim() === '' ? undefined : id.trim()))
      .optional()
      .describe(
        '`<id>@<version>`, or `<id>` for the newest published version; empty or absent routes by event.',
      ),
  }),
};

const syncOutput = z
  .object({
    decision: z
      .enum(['approve', 'reject', 'close', 'manual'])
      .describe('`manual`: people decide on the case.'),
    caseNo: z.string().describe('The case of the decision; empty without one.'),
    caseStatus: z.string().describe('The state of that case; empty without one.'),
    riskScore: z.number().optional().describe('0 to 100, where a node computed it.'),
    reasons: z.array(z.string()).describe('Reasons of the score.'),
  })
  .describe(
    'The decision of a workflow in sync mode (ours: the interface specification leaves its shape open).',
  );

/** Starts one execution of a published workflow (interface specification 4.2). */
export const workflowApplySubmit = defineOperation({
  name: 'workflow.apply.submit',
  title: 'Start an execution of a published workflow',
  versions: ['1.0.0', '2.0.0'],
  timeoutMs: 30_000,
  billing: 'eventQuota',
  idempotencyKey: 'kept',
  input: (version) =>
    (version === '2.0.0' ? inputs['2.0.0'] : inputs['1.0.0']).check((context) =>
      checkSubject(context.value, context),
    ),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().nullable().describe('Why the operation refused; null otherwise.'),
    executionId: z.string().describe('What `workflow.execution.status` takes; empty after a refusal.'),
    status: z
      .enum(['EXECUTING', 'SUBMITTED', 'RUNNING', ''])
      .describe('The state of the execution; empty after a refusal.'),
    requestId: z.string().describe('The id of this call, as the log has it.'),
    sync: z.boolean().describe('Whether `output` has the decision of a workflow in sync mode.'),
    output: syncOutput.optional(),
  }),
  missingField: 'gateway',
  refuse: (code, message, requestId) => ({
    code,
    message,
    executionId: '',
    status: '' as const,
    requestId,
    sync: false,
  }),
});
