import { z } from 'zod';
import { durationMs } from '../duration.ts';
import { defineNode } from './node.ts';

/** Shortest and longest wait, in milliseconds: a second, and a leap year. */
const waitBounds = { minMs: 1000, maxMs: 366 * 86_400_000 } as const;

const duration = z
  .string()
  .refine((text) => durationMs(text) !== undefined, {
    error:
      'must be an ISO 8601 duration of weeks, or of days, hours, minutes and seconds, such as PT1H or P3D',
    abort: true,
  })
  .refine((text) => isWithinBounds(durationMs(text)), 'must be between PT1S and P366D');

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
