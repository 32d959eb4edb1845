import { z } from 'zod';
import type { Permission } from './permissions.ts';
import { defineConsoleRoute } from './route.ts';

/** What a new tenant sets up, in the order in which it is usually done, and who may do each (docs/console-api.md). */
export const firstSteps = {
  workflow: ['workflows.manage'],
  key: ['keys.manage'],
  call: ['keys.manage'],
  lists: ['lists.manage'],
  case: ['scans.run', 'cases.work'],
  webhook: ['webhooks.manage'],
  colleague: ['people.manage'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type FirstStep = keyof typeof firstSteps;

const firstStep = z.enum(Object.keys(firstSteps) as [FirstStep, ...FirstStep[]]);

export const firstStepRoutes = {
  'firstSteps.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/first-steps',
    title: 'What is set up in a domain, and what is left to set up',
    details:
      'Only steps that the caller may do. Whoever may do one and read lists also gets `lists`, with `mayAct` false unless they run the deployment.',
    access: 'signedIn',
    params: z.object({ domain: z.string() }),
    output: z.object({
      steps: z.array(
        z.object({
          step: firstStep,
          isDone: z.boolean().describe('As the store has it now.'),
          mayAct: z.boolean().describe('False: somebody else does it.'),
        }),
      ),
    }),
    problems: [],
  }),
} as const;
