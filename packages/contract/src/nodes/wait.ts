import { z } from 'zod';
import { durationMs } from '../duration.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { defineNode } from './node.ts';

/** Shortest and longest wait, in milliseconds: a second, and a leap year. */
const waitBounds = { minMs: 1000, maxMs: 366 * 86_400_000 } as const;

const duration = z
  .string()
  .refine((text) => durationMs(text) !== undefined, {
    error: ruleText('rules.isoDuration'),
    abort: true,
  })
  .refine((text) => isWithinBounds(durationMs(text)), ruleText('rules.waitBounds'));

function isWithinBounds(ms: number | undefined): boolean {
  return ms !== undefined && ms >= waitBounds.minMs && ms <= waitBounds.maxMs;
}

/** Lets time pass. A timer never decides anything: it only continues. */
export const waitNode = defineNode({
  type: 'wait',
  title: 'Wait',
  description: 'Pauses the execution for a set time.',
  config: z.strictObject({
    for: duration.describe(
      'ISO 8601 duration such as PT1H or P3D. Years and months are not allowed, because their length varies.',
    ),
  }),
  output: {},
  terminal: false,
  recomputed: false,
  pauses: true,
  expressions: [],
});
