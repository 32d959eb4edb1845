import { z } from 'zod';
import { caseParams } from './case-work.ts';
import { defineConsoleRoute } from './route.ts';

/** Who has a case open now (docs/console-api.md). Kept for a minute at most, and never part of the record. */

/** What somebody does who has a case open: `deciding` while they write a ruling or a decision. */
const viewerDoings = ['reading', 'deciding'] as const;
export type ViewerDoing = (typeof viewerDoings)[number];

const caseViewer = z.object({
  email: z.string(),
  name: z.string().nullable(),
  doing: z.enum(viewerDoings),
});
export type CaseViewer = z.infer<typeof caseViewer>;

const viewers = z.object({
  viewers: z.array(caseViewer).describe('Other people, by e-mail address.'),
});
const path = '/domains/{domain}/cases/{caseNo}/viewers';

export const caseViewerRoutes = {
  'cases.viewers': defineConsoleRoute({
    method: 'GET',
    path,
    title: 'List who else has the case open',
    access: 'cases.read',
    params: caseParams,
    output: viewers,
    problems: [],
  }),
  'cases.view': defineConsoleRoute({
    method: 'POST',
    path,
    title: 'Report that you have the case open, valid for 50 seconds; returns who else has',
    access: 'cases.read',
    params: caseParams,
    body: z.strictObject({ doing: z.enum(viewerDoings) }),
    output: viewers,
    problems: [],
  }),
  'cases.leave': defineConsoleRoute({
    method: 'DELETE',
    path,
    title: 'Report that you closed the case',
    access: 'cases.read',
    params: caseParams,
    problems: [],
  }),
} as const;
