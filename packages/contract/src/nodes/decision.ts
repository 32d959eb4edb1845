import { z } from 'zod';
import { defineNode } from './node.ts';
import { webhookInputs } from './webhook.ts';

/** Decisions that a hook can tell (spec 6.2); closing tells nobody. */
const hookTriggers = ['approve', 'reject'] as const;
export type HookTrigger = (typeof hookTriggers)[number];

const hook = z
  .strictObject({
    enabled: z.boolean(),
    webhook: z.string().min(1).max(100).describe('The id of a webhook of the tenant.'),
    triggerOn: z.array(z.enum(hookTriggers)).min(1).max(2).describe('The decisions that are told.'),
    inputs: webhookInputs,
  })
  .describe('Tells the settlement to the caller: one attempt, whose failure changes nothing.');
export type DecisionHook = z.infer<typeof hook>;

/** Concludes the execution: by itself, or by people in one or several groups in turn (spec 3.1). */
export const decisionNode = defineNode({
  type: 'decision',
  title: 'Decision',
  description: 'Approves, rejects or closes by itself, or opens a case for people.',
  config: z
    .strictObject({
      outcome: z.enum(['manual', 'approve', 'reject', 'close']),
      groups: z
        .array(z.string().min(1).max(100))
        .max(20)
        .default([])
        .describe("Reviewed in this order; the last group's ruling concludes."),
      fourEyes: z
        .boolean()
        .default(false)
        .describe('Concluding the case takes the same word of two people, the second of whom is another.'),
      hook: hook.optional(),
    })
    .refine((config) => config.outcome === 'manual' || config.groups.length === 0, {
      path: ['groups'],
      error: 'only a manual decision has groups',
    })
    .refine((config) => config.outcome === 'manual' || !config.fourEyes, {
      path: ['fourEyes'],
      error: 'only a manual decision has people who conclude it',
    }),
  output: {},
  terminal: true,
  recomputed: true,
  pauses: false,
  expressions: [{ path: 'hook.inputs.*', type: 'any' }],
});
