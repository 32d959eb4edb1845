import { z } from 'zod';

/** Who of a customer a hit or a ruling is about (docs/console-api.md, Rulings). */
export const screenedSubject = z
  .object({
    key: z.string().describe('`self`: the customer; else the stable id of a party of it.'),
    name: z.string().nullable().describe('As it was screened.'),
    role: z
      .string()
      .nullable()
      .describe(
        '`self`, `owner`, `beneficial-owner`, or another role that the workflow sets; null where none is set.',
      ),
    percent: z.number().nullable().describe('Its share of the customer.'),
  })
  .meta({ id: 'ScreenedSubject' });
export type ScreenedSubject = z.infer<typeof screenedSubject>;

export const alertSubject = screenedSubject
  .extend({
    facts: z
      .record(z.string(), z.string())
      .describe('What was screened of it, by the fields of a submission; lists are joined by commas.'),
  })
  .meta({ id: 'AlertSubject' });
export type AlertSubject = z.infer<typeof alertSubject>;
