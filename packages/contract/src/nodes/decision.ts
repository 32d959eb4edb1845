import { z } from 'zod';
import { ruleText } from '../phrases/rule-text.ts';
import { trueMatchPolicy } from '../true-matches.ts';
import { defineNode } from './node.ts';
import { webhookInputs } from './webhook.ts';

/** Decisions that a hook can tell (interface specification 6.2); closing tells nobody. */
const hookTriggers = ['approve', 'reject'] as const;
export type HookTrigger = (typeof hookTriggers)[number];

const hook = z
  .strictObject({
    enabled: z.boolean().describe('Whether the webhook is sent.'),
    webhook: z.string().min(1).max(100).describe('ID of a webhook of the tenant.'),
    triggerOn: z.array(z.enum(hookTriggers)).min(1).max(2).describe('Decisions that send the webhook.'),
    inputs: webhookInputs,
  })
  .describe(
    'Sends the final decision to a webhook in one attempt. A failed attempt does not change the decision.',
  );
export type DecisionHook = z.infer<typeof hook>;

/** Concludes the execution: by itself, or by people in one or several groups in turn (interface specification 3.1). */
export const decisionNode = defineNode({
  type: 'decision',
  title: 'Decision',
  description: 'Approves, rejects or closes automatically, or opens a case for manual review.',
  config: z
    .strictObject({
      outcome: z
        .enum(['manual', 'approve', 'reject', 'close'])
        .describe('`manual` opens a case for people; the others conclude at once.'),
      groups: z
        .array(z.string().min(1).max(100))
        .max(20)
        .default([])
        .describe('Groups that review the case, in this order. The decision of the last group is final.'),
      fourEyes: z
        .boolean()
        .default(false)
        .describe('Four-eyes principle: a second person has to confirm the decision on the case.'),
      trueMatches: trueMatchPolicy.optional(),
      hook: hook.optional(),
    })
    .refine((config) => config.outcome === 'manual' || config.groups.length === 0, {
      path: ['groups'],
      error: ruleText('rules.onlyManualGroups'),
    })
    .refine((config) => config.outcome === 'manual' || !config.fourEyes, {
      path: ['fourEyes'],
      error: ruleText('rules.onlyManualReviewers'),
    })
    .refine((config) => config.outcome === 'manual' || config.trueMatches === undefined, {
      path: ['trueMatches'],
      error: ruleText('rules.onlyManualReviewers'),
    }),
  output: {},
  terminal: true,
  recomputed: true,
  pauses: false,
  expressions: [{ path: 'hook.inputs.*', type: 'any' }],
});
