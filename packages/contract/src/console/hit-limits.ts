import { z } from 'zod';
import { listEngines } from '../domain-values.ts';

/** For whom a screening matched more entries of the lists than the engine keeps (docs/screening.md). */
export const exceededHitLimit = z
  .object({
    name: z.string().describe('The subject as it was screened: its name, else its first identifier.'),
    role: z.string().nullable().describe('As in `ScreenedSubject`.'),
    percent: z.number().nullable().describe('Its share of the customer.'),
    engine: z.enum(listEngines),
    maxHits: z
      .int()
      .describe('How many hits were kept. The others scored no better; how many there are is not counted.'),
  })
  .meta({ id: 'ExceededHitLimit' });
export type ExceededHitLimit = z.infer<typeof exceededHitLimit>;
