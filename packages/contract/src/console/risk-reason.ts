import { z } from 'zod';

/** A rule of a `risk-score` node that matched. */
export const riskReason = z
  .object({
    reason: z.string(),
    points: z
      .number()
      .nullable()
      .describe('What the rule adds; null where rules of one reason add different points.'),
  })
  .meta({ id: 'RiskReason' });
