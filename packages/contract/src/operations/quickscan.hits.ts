import { z } from 'zod';
import { engineField, requiredText } from '../fields.ts';
import { hitsByEngine } from '../hit.ts';
import { scanStates } from '../states.ts';
import { defineOperation } from './operation.ts';

const page = z
  .number()
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000')
  .default(1)
  .describe('The first page is 1.');
const pageSize = z
  .number()
  .int('must be a whole number')
  .min(1, 'must be from 1 to 100')
  .max(100, 'must be from 1 to 100')
  .default(20)
  .describe('Hits of one page.');

/** Pages through one engine's hits of a quick scan (interface specification 4.7). */
export const quickscanHits = defineOperation({
  name: 'quickscan.hits',
  title: "Page through one engine's hits",
  versions: ['1.0.0'],
  timeoutMs: 10_000,
  billing: 'free',
  input: () =>
    z.object({
      data: z.object({
        id: requiredText().describe('The `id` that `quickscan.submit` answered.'),
        provider: engineField,
        page,
        pageSize,
      }),
    }),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().optional().describe('Why the operation refused.'),
    id: z.string().optional().describe('The scan that was asked for.'),
    status: z.enum(scanStates).optional().describe('Only while the scan is RUNNING or FAILED.'),
    totalHits: z.number().int().optional().describe('Hits of this engine on all pages.'),
    truncated: z.boolean().optional().describe('Whether further pages follow.'),
    hits: hitsByEngine.optional(),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
