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
  input: () => z.object({ data: z.object({ id: requiredText() }) }),
  output: z.object({
    code: z.number().int(),
    message: z.string().optional(),
    id: z.string().optional(),
    status: z.enum(scanStates).optional(),
    totalHits: z.number().int().optional(),
    truncated: z.boolean().optional(),
    hitCounts: z.partialRecord(z.enum(engines), z.number().int()).optional(),
    hits: hitsByEngine.nullable().optional(),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
