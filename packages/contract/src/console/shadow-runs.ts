import { z } from 'zod';
import { defineConsoleRoute } from './route.ts';
import { submitDecision, testRunDecision } from './workflows.ts';

/** A draft in shadow: evaluated on the real submits of the published version (docs/workflows.md, "A draft in shadow"). */

const count = z.int().min(0);
const instant = z.int().describe('Epoch milliseconds.');
const decision = z.enum(['manual', 'approve', 'reject', 'close']).nullable();

/** Why a shadow run ended. */
const shadowEndReasons = ['TIME_UP', 'STOPPED', 'DRAFT_CHANGED', 'PUBLISHED', 'INTERNAL'] as const;
export type ShadowEndReason = (typeof shadowEndReasons)[number];

/** Why an execution could not be compared. */
const shadowGapReasons = ['NODE', 'FAILED', 'UNDECIDED', 'DELETED', 'ERROR'] as const;
export type ShadowGapReason = (typeof shadowGapReasons)[number];

/** A run lasts so long at most: two weeks see every weekday twice. */
const maxShadowHours = 14 * 24;

const shadowFigures = z
  .object({
    submits: count.describe('Executions of the published version since the start.'),
    compared: count,
    same: count.describe('The same decision and the same hits.'),
    decisionsChanged: count.describe('Executions with another decision.'),
    losing: count.describe('Executions with a laxer decision, or without one of their hits.'),
    newHits: count.describe('Executions with hits that the published version does not raise.'),
    skipped: count.describe('Left out, because the share of the processor was used up.'),
    gaps: z
      .array(
        z.object({
          reason: z
            .enum(shadowGapReasons)
            .describe(
              '`NODE`: the draft reaches a node that calls outside or waits for people, and is not the same in the published version. `FAILED`: the execution failed or was cancelled. `UNDECIDED`: it waited for a decision, and more than 1,000 later ones did too. `DELETED`: the execution was erased before. `ERROR`: the draft could not be evaluated.',
            ),
          nodeId: z.string().nullable(),
          nodeType: z.string().nullable(),
          count,
        }),
      )
      .describe('Executions that cannot be compared, by reason.'),
    decisions: z
      .array(z.object({ before: decision, after: decision, count }))
      .describe('`after` null: the draft failed.'),
    firstDifferenceAt: instant.nullable(),
    lastDifferenceAt: instant.nullable(),
    workedMs: count,
  })
  .meta({ id: 'ShadowFigures' });
export type ShadowFigures = z.infer<typeof shadowFigures>;

const shadowRun = z
  .object({
    shadowRunId: z.string(),
    state: z.enum(['RUNNING', 'ENDED']),
    revision: z.string().describe('Revision of the draft.'),
    workflowVersion: z.int().describe('Published version whose executions are compared.'),
    every: z.int().describe('Each so-many-th execution is evaluated; 1: all.'),
    startedBy: z.string(),
    startedAt: instant,
    endsAt: instant,
    endedBy: z.string().nullable(),
    endedAt: instant.nullable(),
    endReason: z.enum(shadowEndReasons).nullable(),
    comparedUntil: instant.describe('Executions that were created until then were looked at.'),
    waiting: count.describe(
      'Executions without a decision when they were last looked at. While the run lasts, they are compared once they have one; after its end they are not.',
    ),
    figures: shadowFigures,
    kept: count.describe('Differing executions that are kept one by one: at most 500 that lose, 500 others.'),
    trueMatchesLost: count.describe(
      'Of those that are kept: executions with a hit ruled a true match that the draft does not raise, or decides more laxly.',
    ),
  })
  .meta({ id: 'ShadowRun' });
export type ShadowRun = z.infer<typeof shadowRun>;

const workflowParams = z.object({ domain: z.string(), workflowId: z.string().min(1).max(100) });

const shadowDifference = z
  .object({
    executionId: z.string(),
    customerId: z.string(),
    caseNo: z.string().nullable(),
    at: instant.describe('When it was submitted.'),
    before: submitDecision,
    after: testRunDecision,
    lostEntities: z.array(z.string()).describe('Listed entities that the draft does not raise.'),
    newEntities: z.array(z.string()).describe('Listed entities that only the draft raises.'),
    trueMatches: z
      .array(z.string())
      .describe('Ruled a true match, and not raised by the draft or decided more laxly.'),
  })
  .meta({ id: 'ShadowDifference' });
export type ShadowDifference = z.infer<typeof shadowDifference>;

export const shadowRunRoutes = {
  'workflows.shadow': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflows/{workflowId}/shadow',
    title: 'Read the last shadow run of a workflow: figures, and no customer',
    details: 'It is kept for 30 days after its end, or until another one starts.',
    access: 'workflows.read',
    params: workflowParams,
    output: z.object({ run: shadowRun.nullable() }),
    problems: ['NOT_FOUND'],
  }),
  'workflows.startShadow': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/shadow',
    title: 'Evaluate the saved draft on the submits of the published version for some time',
    details:
      'Nothing is decided, sent, billed or stored of it but figures and differing executions. It ends by itself, and when the draft or the published version changes. See [workflows](workflows.md#a-draft-in-shadow).',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject({
      revision: z.string().min(1).max(100).describe('Revision of the saved draft.'),
      hours: z.number().min(0.1).max(maxShadowHours).describe('How long, in hours.'),
      every: z.int().min(1).max(1000).default(1).describe('Each so-many-th execution is evaluated; 1: all.'),
    }),
    output: z.object({ run: shadowRun }),
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'DEFINITION_FAULTS'],
  }),
  'workflows.endShadow': defineConsoleRoute({
    method: 'DELETE',
    path: '/domains/{domain}/workflows/{workflowId}/shadow',
    title: 'End the shadow run of a workflow; what it found is kept',
    access: 'workflows.manage',
    params: workflowParams,
    output: z.object({ run: shadowRun }),
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'workflows.shadowDifferences': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflows/{workflowId}/shadow/differences',
    title: 'List executions that the draft in shadow would have decided otherwise: lost true matches first',
    access: 'workflows.manage',
    params: workflowParams,
    query: z.object({
      from: z.coerce.number().int().min(0).max(1_000).default(0).describe('How many to leave out.'),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    output: z.object({ differences: z.array(shadowDifference) }),
    problems: ['NOT_FOUND'],
  }),
} as const;
