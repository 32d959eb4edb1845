import { z } from 'zod';
import { maxAnswerItems } from '../answer-limits.ts';
import { riskReason } from './risk-reason.ts';
import { submittedDocumentView } from './submitted-documents.ts';
import { submittedInformation } from './submitted-information.ts';

/** What the steps of an execution asked and answered, as far as their log says, without raw data (docs/console-api.md). */

const texts = z.array(z.string()).describe(`The first ${maxAnswerItems}.`);
const count = z.int();

/** The edge that was taken from a step. */
export const stepEdge = z
  .object({
    nodeId: z.string(),
    title: z.string().nullable().describe('Title of that node.'),
    conditions: z
      .array(z.string())
      .describe('Conditions of the edges that lead there; one of them was true. Empty where none has one.'),
    isOtherwise: z
      .boolean()
      .describe('Whether the edge without a condition leads there: taken when no condition was true.'),
    isFailure: z.boolean().describe('Whether it was taken because the node did not succeed.'),
    values: z
      .array(z.object({ name: z.string(), value: z.union([z.number(), z.string(), z.boolean()]) }))
      .describe(
        'What the conditions read of the risk score and of earlier nodes, as far as it was logged. Fields of the submit, of the customer and of webhook answers are left out.',
      ),
  })
  .meta({ id: 'StepEdge' });
export type StepEdge = z.infer<typeof stepEdge>;

const screening = z.object({
  kind: z.literal('screening'),
  subjects: texts.describe(`Names, or identifiers where there is no name; the first ${maxAnswerItems}.`),
  subjectCount: count,
  engines: z.array(
    z.object({
      engine: z.string(),
      settings: z
        .record(z.string(), z.unknown())
        .describe('As the workflow sets them: the threshold among them.'),
    }),
  ),
  lists: z
    .array(z.string())
    .describe('Sources that were searched, `watchlist` among them; none where nobody was screened.'),
  hits: count.describe('List entries that match, each once.'),
  suppressedHits: count.describe('Hits that earlier rulings suppressed.'),
  topScore: z.number().nullable().describe('Score of the strongest hit; null without hits.'),
  invalidIdentifiers: count.describe('Identifiers with a wrong check digit or form.'),
});

const riskScore = z.object({
  kind: z.literal('riskScore'),
  score: z.number(),
  base: z.number().nullable().describe('Score before any rule; null where the workflow is not known.'),
  reasons: z.array(riskReason),
});

const ownership = z.object({
  kind: z.literal('ownership'),
  parties: count.describe('Stated ones, and those that lists alone state.'),
  beneficialOwners: z
    .array(
      z.object({
        name: z.string(),
        percent: z.number().nullable().describe('Share, at least.'),
        percentAtMost: z.number().nullable().describe('More than `percent` where some of it is not known.'),
      }),
    )
    .describe(`The first ${maxAnswerItems}.`),
  beneficialOwnerCount: count,
  possibleBeneficialOwners: texts,
  possibleCount: count,
  unknownPercent: z.number().nullable().describe('Share of the customer whose holder is not known.'),
  findings: texts,
  changes: texts.describe('Against what the customer stated before.'),
});

const blockedOwnership = z.object({
  kind: z.literal('blockedOwnership'),
  regimes: z.array(
    z.object({
      regime: z.string(),
      status: z.string(),
      gaps: z.array(z.string()).describe('What was not known.'),
    }),
  ),
  reasons: texts,
  unscreened: texts.describe('Parties that no screening covered, or whose hits were not all kept.'),
});

const webhook = z.object({
  kind: z.literal('webhook'),
  webhook: z.string().nullable().describe('ID of the webhook; null where it was not logged.'),
  inputs: z.array(z.string()).describe('Names of the fields that were sent. Their values are raw data.'),
  httpStatus: z.int().nullable().describe('Null where no answer came.'),
  outputs: z
    .array(z.string())
    .describe('Names of the fields that were taken over from the answer. Their values are raw data.'),
});

const wait = z.object({
  kind: z.literal('wait'),
  duration: z.string().nullable().describe('ISO 8601 duration; null where it was not logged.'),
});

const submitted = z.object({
  kind: z.literal('submitted'),
  information: submittedInformation,
  documents: z.array(submittedDocumentView).describe('With what was checked on them.'),
});

const decision = z.object({
  kind: z.literal('decision'),
  outcome: z.enum(['manual', 'approve', 'reject', 'close']),
  groups: z.array(z.string()).describe('Groups that review, in this order.'),
  fourEyes: z.boolean(),
  riskScore: z.number().nullable(),
  reasons: z.array(z.string()).describe('Reasons of the risk score.'),
});

export const stepAnswer = z.discriminatedUnion('kind', [
  screening,
  riskScore,
  ownership,
  blockedOwnership,
  webhook,
  wait,
  submitted,
  decision,
  z.object({ kind: z.literal('choice') }).describe('A branch, or the start: its answer is `next`.'),
  z.object({ kind: z.literal('none') }).describe('The log has no answer of this step.'),
]);
export type StepAnswer = z.infer<typeof stepAnswer>;
