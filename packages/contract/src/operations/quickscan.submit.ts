import { z } from 'zod';
import { providerSettings } from '../engine-settings.ts';
import { engineField, optionalText, screenableName } from '../fields.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { maxNameLength } from '../subject.ts';
import { defineOperation } from './operation.ts';

const customerType = z
  .union(
    [
      z.literal('Individual'),
      z.literal('Business'),
      z.literal(1).transform(() => 'Individual' as const),
      z.literal(2).transform(() => 'Business' as const),
    ],
    { error: 'must be Individual, Business, 1 or 2' },
  )
  .describe('Individual (1) or Business (2).');

/** Starts a one-off screening of a name (interface specification 4.5). */
export const quickscanSubmit = defineOperation({
  name: 'quickscan.submit',
  title: 'Screen one name against the chosen engines',
  versions: ['1.0.0'],
  timeoutMs: 30_000,
  billing: 'engineCredits',
  input: () =>
    z.object({
      data: z.object({
        name: screenableName(maxNameLength).describe('The name to screen.'),
        customerType,
        providers: z
          .array(engineField)
          .min(1, ruleText('rules.oneEngine'))
          .max(100, 'must name at most 100 engines')
          .describe('The engines that search, each billed once.'),
        description: optionalText(2000).describe('A note of yours, shown with the scan.'),
        providerSettings: providerSettings
          .optional()
          .describe('Settings by engine; what is missing takes its default.'),
      }),
    }),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().optional().describe('Why the operation refused.'),
    id: z.string().optional().describe('What `quickscan.detail` and `quickscan.hits` take.'),
    status: z.literal('RUNNING').optional().describe('The scan goes on after the answer.'),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
