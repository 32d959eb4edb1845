import { z } from 'zod';
import { defineConsoleRoute } from './route.ts';

/** The deployment's lists: their state, for whoever decides by them, and their operator's acts (docs/console-api.md). */

const count = z.int().min(0);
const instant = z.int().describe('Epoch milliseconds.');
const source = z.string().min(1).max(100);
const version = z.string().min(1).max(200);
const words = z.string().nullable().describe('For the operator; null for others: it may name addresses.');

const refusalReasons = ['unreadable', 'shrunk', 'grown', 'older', 'rolledBack'] as const;
const refusal = z.object({ reason: z.enum(refusalReasons), message: words });

const listVersion = z
  .object({
    version: z.string(),
    state: z.enum(['active', 'superseded', 'refused']),
    foundAt: instant,
    activatedAt: instant.nullable().describe('When it was last activated; null: never.'),
    publishedAt: z.string().nullable().describe('As the publisher says.'),
    entries: count.nullable(),
    rejected: count.nullable().describe('Records that could not be read.'),
    refusal: refusal.nullable(),
    may: z
      .enum(['accept', 'rollback'])
      .nullable()
      .describe('What the operator can do with it; null: nothing, or the caller is not an operator.'),
  })
  .meta({ id: 'ListVersion' });
export type ListVersionView = z.infer<typeof listVersion>;

const listActivation = z
  .object({
    sequence: z.int().describe('Grows by one from one activation of the deployment to the next.'),
    version: z.string(),
    previousVersion: z.string().nullable().describe('Null: the first version, in which everything is new.'),
    activatedAt: instant,
    reason: z.enum(['update', 'folder', 'accept', 'rollback']),
    actor: z.string().nullable().describe('Who did it; null unless the caller is an operator.'),
    entries: count,
    counts: z.object({ new: count, material: count, minor: count, gone: count }),
    itemized: z.boolean().describe('Whether the changed entries are stored one by one.'),
  })
  .meta({ id: 'ListActivation' });
export type ListActivationView = z.infer<typeof listActivation>;

const listView = z
  .object({
    source: z.string(),
    feed: z.enum(['publisher', 'folder']).describe('Where new versions come from.'),
    activeVersion: z.string().nullable(),
    activatedAt: instant.nullable(),
    checkedAt: instant.nullable().describe('Last successful check.'),
    nextCheckAt: instant.nullable(),
    failures: count.describe('Failed checks since then.'),
    lastFailure: z.object({ at: instant, message: words }).nullable(),
    isStale: z.boolean().describe('No successful check for longer than its setting allows.'),
    isHeld: z.boolean().describe('The version that is offered now was refused.'),
    isWorkedOn: z.boolean().describe('A node is checking for a new version, or activating one.'),
    nodes: count.describe('Nodes of the deployment.'),
    nodesBehind: count.describe('Of these, nodes that do not search the active version yet.'),
    versions: z.array(listVersion).describe('The newest first.'),
    activations: z.array(listActivation).describe('The last ones, the newest first.'),
  })
  .meta({ id: 'List' });
export type ListView = z.infer<typeof listView>;

const listOutcome = z
  .object({
    source: z.string(),
    kind: z.enum(['unchanged', 'activated', 'refused', 'failed', 'busy']),
    message: z.string().describe('Summary in one line, as the command `lists` prints it.'),
  })
  .meta({ id: 'ListOutcome' });
export type ListOutcome = z.infer<typeof listOutcome>;

/** What takes longer continues behind the answer, and shows in the list's state. */
const answerInTime = z.object({
  outcomes: z.array(listOutcome),
  isUnderWay: z.boolean().describe('True: it continues; `lists.list` shows the result.'),
});

export const listRoutes = {
  'lists.list': defineConsoleRoute({
    method: 'GET',
    path: '/lists',
    title: 'List screening lists: versions, ages, errors, changes',
    details: 'Only an operator sees who did what, and the texts of errors, which may name addresses.',
    access: 'lists.read',
    output: z.object({
      lists: z.array(listView),
      sample: z
        .object({ version: z.string(), entries: count })
        .nullable()
        .describe(
          'The sample list that comes with Gatehouse, while it is searched because no other list is; null otherwise.',
        ),
    }),
    problems: [],
  }),
  'lists.changes': defineConsoleRoute({
    method: 'GET',
    path: '/list-changes',
    title: 'List the entries that one activation of a list changed',
    access: 'lists.read',
    query: z.object({
      sequence: z.coerce.number().int().min(1).max(2_147_483_647),
      after: z.string().max(300).default('').describe('The last entry of the page before.'),
    }),
    output: z.object({
      changes: z.array(z.object({ entryId: z.string(), kind: z.enum(['new', 'material', 'minor', 'gone']) })),
      nextAfter: z.string().nullable().describe('Send it as `after`; null on the last page.'),
    }),
    problems: [],
  }),
  'lists.update': defineConsoleRoute({
    method: 'POST',
    path: '/list-updates',
    title: 'Check for new versions of lists now',
    details:
      '`{"sources": []}` means all lists. What takes longer than 15 seconds continues after the answer (`isUnderWay`).',
    access: 'lists.manage',
    body: z.strictObject({ sources: z.array(source).max(100).describe('Empty: all.') }),
    output: answerInTime,
    problems: ['NOT_FOUND'],
  }),
  'lists.choose': defineConsoleRoute({
    method: 'POST',
    path: '/list-choices',
    title: 'Activate a version of a list: one that was refused, or an earlier one',
    access: 'lists.manage',
    body: z.strictObject({ source, version, reason: z.enum(['accept', 'rollback']) }),
    output: answerInTime,
    problems: ['NOT_FOUND'],
  }),
} as const;
