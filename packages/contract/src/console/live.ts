import { z } from 'zod';
import { actionObject } from './actor.ts';
import { defineConsoleRoute } from './route.ts';

/** What changed while somebody looks (docs/console-api.md). */

/** The `data` of each event. */
export const liveEvent = z
  .object({
    all: z.boolean().describe('Too much changed, or the last event is unknown: reload everything.'),
    objects: z
      .array(actionObject)
      .describe('Objects that changed since the previous event; reload what is shown of them.'),
    position: z
      .string()
      .optional()
      .describe(
        'Only where a read replica is configured: send it as header `x-gatehouse-position` of later calls, which then read nothing older than the change.',
      ),
  })
  .meta({ id: 'LiveEvent' });
export type LiveEvent = z.infer<typeof liveEvent>;

export const liveRoutes = {
  'live.events': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/events',
    title: 'Changes in the domain as server-sent events; continues after `Last-Event-ID`',
    details: 'See [what changes while one looks](console-api.md#what-changes-while-one-looks).',
    access: 'signedIn',
    params: z.object({ domain: z.string() }),
    answers: 'events',
    problems: [],
  }),
} as const;
