import { z } from 'zod';
import { sources, workflowEventTypes } from '../domain-values.ts';
import { trimmedText } from '../fields.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { actor } from './actor.ts';
import { definitionFault } from './problems.ts';
import { defineConsoleRoute } from './route.ts';

/** Workflows: reading, checking, saving and publishing them (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');

/** Somebody asks another person to publish what they have drawn. */
const workflowApproval = z
  .object({
    state: z
      .enum(['asked', 'returned'])
      .describe('`returned`: it was sent back, and the next asking replaces it.'),
    revision: z.string().describe('Requested revision. Saving another content withdraws the request.'),
    askedBy: z.string(),
    askedAt: instant,
    note: z.string().nullable().describe('Note to approver.'),
    returnedBy: z.string().nullable(),
    returnedAt: instant.nullable(),
    reason: z.string().nullable().describe('Why it was returned.'),
  })
  .meta({ id: 'WorkflowApproval' });
export type WorkflowApproval = z.infer<typeof workflowApproval>;

const workflowRoute = z
  .object({ eventType: z.enum(workflowEventTypes), source: z.enum(sources) })
  .meta({ id: 'WorkflowRoute' });

const startedWorkflow = z
  .object({ workflowId: z.string(), name: z.string() })
  .meta({ id: 'StartedWorkflow' });

const workflowSummary = z
  .object({
    domain: z.string(),
    workflowId: z.string(),
    name: z.string(),
    eventType: z.enum(workflowEventTypes),
    source: z.enum(sources),
    publishedVersion: z.int().nullable(),
    publishedAt: instant.nullable(),
    publishedBy: actor.nullable(),
    publishedRoute: workflowRoute
      .nullable()
      .describe('Event and source of the published version; those of the draft may differ.'),
    startsInstead: startedWorkflow
      .nullable()
      .describe(
        'Workflow that starts on `publishedRoute` instead: of several, the one that was published last. Null: this one starts, or nothing is published.',
      ),
    copyId: z
      .string()
      .nullable()
      .describe('`<id>@<version>`, what a submit names as `workflowId`; null while nothing is published.'),
    draftDiffers: z.boolean().describe('Whether the saved draft differs from the published version.'),
    revision: z.string().describe('Revision of the saved draft; changes with its content.'),
    draftAuthors: z
      .array(z.string())
      .describe('Who saved it since it was published last: none of them can approve it.'),
    needsApproval: z.boolean().describe('Whether publishing it requires a second person here (tenant file).'),
    approval: workflowApproval.nullable().describe('State of the last approval request.'),
    updatedAt: instant,
  })
  .meta({ id: 'WorkflowSummary' });
export type WorkflowSummary = z.infer<typeof workflowSummary>;

const versionHead = z.object({
  version: z.int(),
  publishedAt: instant,
  publishedBy: actor.nullable().describe('Null for old versions without a record of it.'),
  askedBy: z.string().nullable().describe('Who requested the approval with which it was published.'),
  webhooks: z
    .record(z.string(), z.int())
    .describe('Version of each webhook whose inputs and outputs it was published with.'),
});

const workflowFileForm = z
  .record(z.string(), z.unknown())
  .describe('As the JSON Schema of workflow files has it.');

const workflowDetail = workflowSummary
  .extend({
    draft: workflowFileForm.describe('The saved draft.'),
    versions: z.array(versionHead).describe('Newest first, at most 200.'),
  })
  .meta({ id: 'WorkflowDetail' });
export type WorkflowDetail = z.infer<typeof workflowDetail>;

const workflowVersion = versionHead
  .extend({ workflowId: z.string(), definition: workflowFileForm })
  .meta({ id: 'WorkflowVersion' });
export type WorkflowVersionView = z.infer<typeof workflowVersion>;

const field = z
  .object({
    name: z.string(),
    type: z.string().describe('number, text, boolean, list, map or any.'),
    optional: z.boolean().describe('It may be null, so expressions must check it.'),
  })
  .meta({ id: 'VocabularyField' });

/** What a workflow of a domain can be made of. */
const workflowVocabulary = z
  .object({
    nodeTypes: z.array(
      z.object({
        type: z.string(),
        title: z.string(),
        description: z.string(),
        terminal: z.boolean(),
        canFail: z.boolean().describe('An edge `on: failure` may leave it.'),
        waitsForPerson: z.boolean(),
        output: z.record(z.string(), z.string()).describe('Fields that expressions of later nodes read.'),
        expressions: z
          .array(z.object({ path: z.string(), type: z.string() }))
          .describe('Keys that hold expressions; `*` stands for each element or member.'),
        config: z.record(z.string(), z.unknown()).describe('JSON Schema of the keys of its own.'),
      }),
    ),
    groups: z.array(z.string()).describe('Reviewer groups.'),
    webhooks: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        host: z
          .string()
          .nullable()
          .describe('Where it sends its inputs; null: each call sets it, by a placeholder.'),
        inputs: z.array(z.string()),
        outputs: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    ),
    forms: z.array(z.string()).describe('Codes of available forms.'),
    fields: z.array(z.string()).describe('Codes of available fields.'),
    documentRules: z.array(z.string()).describe('Codes of document rules.'),
    eventTypes: z.array(
      z.object({
        eventType: z.enum(workflowEventTypes),
        data: z.array(field).describe('Fields of `data` that the interface declares.'),
        customer: z.array(field),
      }),
    ),
    caseFields: z.array(field),
    secondApprover: z
      .union([z.boolean(), z.array(z.string())])
      .describe('Whether publishing here requires a second person; a list: only for these workflows.'),
  })
  .meta({ id: 'WorkflowVocabulary' });
export type WorkflowVocabulary = z.infer<typeof workflowVocabulary>;

const inDomain = z.object({ domain: z.string() });
const workflowParams = inDomain.extend({ workflowId: z.string().min(1).max(100) });

/** A workflow of 500 nodes with its expressions stays below. */
const bodyLimit = 1024 * 1024;

const given = {
  definition: z.unknown().optional().describe('The workflow as an object.'),
  text: z
    .string()
    .max(bodyLimit)
    .optional()
    .describe('Alternative: the text of the file, YAML or JSON; faults then have line and column.'),
};

function isOne({ definition, text }: { definition?: unknown; text?: string | undefined }): boolean {
  return (definition === undefined) !== (text === undefined);
}
const exampleText = `id: wf_example
name: Example
eventType: KYC_EVENT
nodes:
  - { id: decide, type: decision, outcome: approve }
edges:
  - { from: start, to: decide }
`;
const oneOf = { path: ['definition'], error: ruleText('rules.definitionOrText') };
/** The same in JSON Schema, beside the members: generators do not read it as a union. */
const eitherOne = {
  if: { required: ['definition'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { not: { required: ['text'] } },
  else: { required: ['text'] },
};

const ofRevision = { revision: z.string().min(1).max(100).describe('As it was read and reviewed.') };
const words = trimmedText(2000);

const decision = z.enum(['manual', 'approve', 'reject', 'close']).nullable();

/** What a node is taken to come to, instead of what it would do. */
const testRunOutcomes = z
  .record(
    z.string(),
    z
      .strictObject({
        fails: z.boolean().default(false).describe('The node fails, like a webhook after its last attempt.'),
        output: z
          .record(z.string(), z.unknown())
          .default({})
          .describe('Output fields; missing ones are empty.'),
      })
      .meta({ id: 'TestRunOutcome' }),
  )
  .default({})
  .describe(
    'By node. Default: screenings, scores, branches and decisions run; webhooks succeed, waits end, and end users enter nothing.',
  );

const testRunResult = z.object({
  state: z.enum(['COMPLETED', 'WAITING', 'FAILED']),
  decision,
  riskScore: z.number().nullable(),
  riskReasons: z.array(z.string()),
  failure: z.object({ nodeId: z.string().nullable(), reason: z.string() }).nullable(),
  steps: z.array(
    z.object({
      nodeId: z.string(),
      nodeType: z.string(),
      input: z.unknown(),
      output: z.unknown(),
      isChosen: z.boolean().describe('Whether the request set its outcome.'),
    }),
  ),
});
export type TestRunResult = z.infer<typeof testRunResult>;

/** What a workflow decided then. */
export const submitDecision = z
  .object({ decision, riskScore: z.number().nullable() })
  .meta({ id: 'SubmitDecision' });
/** What a draft decides of the same. */
export const testRunDecision = submitDecision
  .extend({ failure: z.string().nullable() })
  .meta({ id: 'TestRunDecision' });

const replayResult = z.object({
  replayed: z.int().describe('How many submits were run.'),
  unchanged: z.int(),
  next: z
    .string()
    .nullable()
    .describe('`before` of the call that continues with older submits; null: there are none.'),
  changed: z
    .array(
      z.object({
        executionId: z.string(),
        customerId: z.string(),
        caseNo: z.string().nullable(),
        before: submitDecision,
        after: testRunDecision,
      }),
    )
    .describe('Submits whose decision would change.'),
  decisions: z.array(z.object({ before: decision, after: decision, count: z.int() })),
});
export type ReplayResult = z.infer<typeof replayResult>;

export const workflowRoutes = {
  'workflows.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflows',
    title: 'List the workflows of a domain',
    access: 'workflows.read',
    params: inDomain,
    output: z.object({ workflows: z.array(workflowSummary) }),
    problems: [],
  }),
  'workflows.vocabulary': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflow-vocabulary',
    title: 'Read what workflows can use: node types, webhooks, groups, fields of expressions',
    access: 'workflows.read',
    params: inDomain,
    output: workflowVocabulary,
    problems: [],
  }),
  'workflows.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflows/{workflowId}',
    title: 'Read the saved draft of a workflow, with its published versions',
    access: 'workflows.read',
    params: workflowParams,
    output: workflowDetail,
    problems: [],
  }),
  'workflows.readVersion': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflows/{workflowId}/versions/{version}',
    title: 'Read a published version; it never changes',
    access: 'workflows.read',
    params: workflowParams.extend({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
    output: workflowVersion,
    problems: [],
  }),
  'workflows.check': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/check',
    title: 'Check a workflow as publishing would, without saving',
    access: 'workflows.read',
    params: inDomain,
    body: z.strictObject(given).refine(isOne, oneOf).meta(eitherOne),
    example: { text: exampleText },
    bodyLimit,
    output: z.object({
      faults: z.array(definitionFault).describe('Empty: it can be published.'),
      warnings: z
        .array(definitionFault)
        .describe('Likely mistakes that do not prevent publishing; empty while there are faults.'),
    }),
    problems: [],
  }),
  'workflows.try': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/try',
    title: 'Run a workflow on an example without saving: returns the path, with outcomes set for its nodes',
    details: 'It searches names and is not billed, and leaves an audit record (`workflow.try`).',
    access: 'workflows.manage',
    params: inDomain,
    body: z
      .strictObject({
        ...given,
        data: z.record(z.string(), z.unknown()).describe('`data` of the submit that is tried.'),
        outcomes: testRunOutcomes,
      })
      .refine(isOne, oneOf)
      .meta(eitherOne),
    example: { text: exampleText, data: {} },
    bodyLimit,
    output: testRunResult,
    furtherRules: {
      data: 'fits the fields that the workflow declares',
    },
    problems: ['DEFINITION_FAULTS', 'INVALID', 'UNAVAILABLE'],
  }),
  'workflows.replay': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/replay',
    title:
      'Replay a workflow on the latest decided submits of its event, and list whose decision would change',
    details: 'It searches names and is not billed, and leaves an audit record (`workflow.replay`).',
    access: 'workflows.manage',
    params: inDomain,
    body: z
      .strictObject({
        ...given,
        last: z.int().min(1).max(1000).default(100).describe('How many submits, newest first.'),
        before: z
          .uuid()
          .optional()
          .describe('Continues where a call ended: its `next`. Ten calls replay 10,000 submits.'),
        outcomes: testRunOutcomes,
      })
      .refine(isOne, oneOf)
      .meta(eitherOne),
    example: { text: exampleText, last: 10 },
    bodyLimit,
    output: replayResult,
    problems: ['DEFINITION_FAULTS', 'UNAVAILABLE'],
  }),
  'workflows.save': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows',
    title: 'Save a workflow and publish it; the same content makes no new version',
    details:
      'A workflow with faults is not published, and nothing is stored, see [workflows](console-api.md#workflows).',
    access: 'workflows.manage',
    params: inDomain,
    body: z
      .strictObject({
        ...given,
        publish: z
          .boolean()
          .describe('False: saved as a draft, finished or not; the published version stays active.'),
        republish: z
          .boolean()
          .optional()
          .describe('Publishes the same content as a new version where another workflow starts instead.'),
        expectedVersion: z
          .int()
          .min(1)
          .nullable()
          .optional()
          .describe(
            'The published version as it was read, null where none was; if it changed since, nothing is saved. Absent: not checked.',
          ),
        expectedRevision: z
          .string()
          .max(100)
          .nullable()
          .optional()
          .describe(
            'The revision as it was read, null where nothing was saved; if it changed since, nothing is saved. Absent: not checked.',
          ),
      })
      .refine(isOne, oneOf)
      .meta(eitherOne),
    example: { text: exampleText, publish: false },
    bodyLimit,
    output: workflowSummary.extend({
      changes: z.array(z.string()).describe('One sentence for each change; empty without changes.'),
      faults: z
        .array(definitionFault)
        .describe('For a draft: what prevents publishing. Empty for a published version.'),
    }),
    problems: ['DEFINITION_FAULTS', 'VERSION_CONFLICT', 'REVISION_GONE', 'APPROVAL_NEEDED'],
  }),
  'workflows.askApproval': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/approval',
    title:
      'Request approval of the saved draft by another person; saving other content withdraws the request',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject({ ...ofRevision, note: words.optional() }),
    output: workflowSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'DEFINITION_FAULTS'],
  }),
  'workflows.withdrawApproval': defineConsoleRoute({
    method: 'DELETE',
    path: '/domains/{domain}/workflows/{workflowId}/approval',
    title: 'Withdraw the approval request',
    access: 'workflows.manage',
    params: workflowParams,
    output: workflowSummary,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'workflows.approve': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/approval/approving',
    title: 'Approve the requested revision, which publishes it; authors and requesters cannot approve',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject(ofRevision),
    output: workflowSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'OWN_WORK', 'DEFINITION_FAULTS'],
  }),
  'workflows.return': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/approval/returning',
    title: 'Return the requested revision, with a reason',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject({ ...ofRevision, reason: words }),
    output: workflowSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'OWN_WORK'],
  }),
} as const;
