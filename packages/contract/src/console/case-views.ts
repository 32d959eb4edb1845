import { z } from 'zod';
import { trimmedText } from '../fields.ts';
import { defineConsoleRoute } from './route.ts';

/** Views of the list of cases that people keep for themselves (docs/console-api.md). */

/** Most views of one person in one business domain. */
export const maxCaseViews = 50;

const savedView = z
  .object({
    viewId: z.string(),
    name: z.string(),
    search: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('Parameters of the address of the page: view, filters, columns, sort.'),
  })
  .meta({ id: 'CaseView' });
export type CaseView = z.infer<typeof savedView>;

const inDomain = z.object({ domain: z.string() });
const path = '/domains/{domain}/case-views';

export const caseViewRoutes = {
  'cases.savedViews': defineConsoleRoute({
    method: 'GET',
    path,
    title: 'List the views that the person saved, by name',
    access: 'cases.read',
    params: inDomain,
    output: z.object({ views: z.array(savedView) }),
    problems: [],
  }),
  'cases.saveView': defineConsoleRoute({
    method: 'POST',
    path,
    title: `Save a view under a name, at most ${maxCaseViews}; one of the same name is replaced`,
    access: 'cases.read',
    params: inDomain,
    body: z.strictObject({
      name: trimmedText(60),
      search: z.partialRecord(
        z.enum([
          'view',
          'only',
          'counted',
          'openedFrom',
          'openedBefore',
          'resolvedFrom',
          'resolvedBefore',
          'age',
          'sort',
          'search',
          'group',
          'customerId',
          'list',
          'eventType',
          'country',
          'minRisk',
          'maxRisk',
          'columns',
        ]),
        z.union([z.string().max(2000), z.number()]),
      ),
    }),
    output: savedView,
    furtherRules: { name: `is one of ${maxCaseViews} at most` },
    problems: [],
  }),
  'cases.removeView': defineConsoleRoute({
    method: 'DELETE',
    path: `${path}/{viewId}`,
    title: 'Remove a view that the person saved',
    access: 'cases.read',
    params: inDomain.extend({ viewId: z.string() }),
    problems: [],
  }),
} as const;
