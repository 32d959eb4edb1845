import { z } from 'zod';
import { actionObject } from './actor.ts';
import { defineConsoleRoute } from './route.ts';

/** What changed while somebody looks (docs/console-api.md). */

/** The `data` of each event. */
export const liveEvent = z
  .object({
    all: z
      .boolean()
      .describe('Too much changed to be told, or it is not known since when: everything is to be read anew.'),
    objects: z
      .array(actionObject)
      .describe('What acts concerned since the event before; read anew what is shown of them.'),
  })
  .meta({ id: 'LiveEvent' });
export type LiveEvent = z.infer<typeof liveEvent>;

export const liveRoutes = {
  'live.events': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/events',
    title: 'What changes in the domain, as server-sent events; goes on where `Last-Event-ID` says',
    details: 'See [what changes while one looks](console-api.md#what-changes-while-one-looks).',
    access: 'signedIn',
    params: z.object({ domain: z.string() }),
    answers: 'events',
    problems: [],
  }),
} as const;
