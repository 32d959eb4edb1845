import { z } from 'zod';
import { engines } from '../domain-values.ts';
import { requiredText } from '../fields.ts';
import { hitsByEngine } from '../hit.ts';
import { scanStates } from '../states.ts';
import { defineOperation } from './operation.ts';

/** More hits than this over all engines are not inlined (interface specification 4.6). */
export const maxInlineHits = 50;

/** Reads a quick scan (interface specification 4.6). */
export const quickscanDetail = defineOperation({
  name: 'quickscan.detail',
  title: 'Read a quick scan and, up to 50, its hits',
  versions: ['1.0.0'],
  timeoutMs: 10_000,
  billing: 'free',
  input: () =>
    z.object({
      data: z.object({ id: requiredText().describe('The `id` that `quickscan.submit` answered.') }),
    }),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().optional().describe('Why the operation refused.'),
    id: z.string().optional().describe('The scan that was asked for.'),
    status: z.enum(scanStates).optional().describe('`DONE` once every engine has answered.'),
    totalHits: z.number().int().optional().describe('Hits of all engines together.'),
    truncated: z
      .boolean()
      .optional()
      .describe(
        `Whether there are more than ${maxInlineHits} hits; \`hits\` is null then, and \`quickscan.hits\` has them.`,
      ),
    hitCounts: z
      .partialRecord(z.enum(engines), z.number().int())
      .optional()
      .describe('Number of hits by engine.'),
    hits: hitsByEngine.nullable().optional().describe('Hits by engine; null where they are truncated.'),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
