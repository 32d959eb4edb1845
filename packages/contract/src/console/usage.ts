import { z } from 'zod';
import { defineConsoleRoute } from './route.ts';

/** What was billed and metered, by day (interface specification 8; docs/console-api.md). */

const day = z.iso.date().describe('A day of UTC, `YYYY-MM-DD`.');

const usageKinds = ['event', 'credit', 'creditReturned', 'screening'] as const;

const usageRow = z
  .object({
    day,
    domain: z.string(),
    apiKey: z.string().nullable().describe('The key that used them; null: a person, or the service itself.'),
    kind: z
      .enum(usageKinds)
      .describe(
        '`event`: units of an event type. `credit`: quick scan credits, `creditReturned`: refunded ones. `screening`: names screened by workflows, not billed.',
      ),
    unit: z.string().describe('The event type or the engine.'),
    units: z.int().describe('Negative where units were refunded.'),
  })
  .meta({ id: 'UsageRow' });
export type UsageRow = z.infer<typeof usageRow>;

/** Days that one call covers at most. */
export const maxUsageDays = 366;

const usageQuery = z.strictObject({ from: day, until: day.describe('The last day, of at most 366.') });

export const usageRoutes = {
  'usage.read': defineConsoleRoute({
    method: 'GET',
    path: '/usage',
    title: 'Usage of units and credits, by day, domain, key and unit',
    access: 'usage.read',
    query: usageQuery,
    output: z.object({ rows: z.array(usageRow).describe('The newest day first.') }),
    furtherRules: {
      from: 'is at most 366 days before `until`',
      until: 'is not before `from`',
    },
    problems: [],
  }),
  'usage.export': defineConsoleRoute({
    method: 'GET',
    path: '/usage-file',
    title: 'Export usage as a CSV file with a row for each day, domain, key and unit',
    access: 'usage.read',
    query: usageQuery,
    answers: 'file',
    furtherRules: {
      from: 'is at most 366 days before `until`',
      until: 'is not before `from`',
    },
    problems: [],
  }),
} as const;
