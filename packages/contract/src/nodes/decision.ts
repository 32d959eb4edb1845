import { z } from 'zod';
import { defineNode } from './node.ts';

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
    })
    .refine((config) => config.outcome === 'manual' || config.groups.length === 0, {
      path: ['groups'],
      error: 'only a manual decision has groups',
    }),
  output: {},
  terminal: true,
  expressions: [],
});
