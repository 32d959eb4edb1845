import { z } from 'zod';
import { defineNode } from './node.ts';

/** Adds up a score from rules; the sum is kept within 0 and 100 (interface specification 2.6). */
export const riskScoreNode = defineNode({
  type: 'risk-score',
  title: 'Risk score',
  description: 'Adds points for each rule that applies and records the reasons.',
  config: z.strictObject({
    base: z.number().min(0).max(100).default(0).describe('Starting score.'),
    rules: z
      .array(
        z.strictObject({
          when: z.string().min(1).describe('Expression that is true where the rule applies.'),
          add: z.number().min(-100).max(100).describe('Points that it adds; negative ones are taken away.'),
          reason: z
            .string()
            .min(1)
            .max(300)
            .describe('Shown on the case and in the answer where the rule applies.'),
        }),
      )
      .max(500)
      .describe('Each rule that applies adds its points.'),
  }),
  output: { score: 'number', reasons: 'list' },
  terminal: false,
  recomputed: true,
  pauses: false,
  expressions: [{ path: 'rules.*.when', type: 'boolean' }],
});
