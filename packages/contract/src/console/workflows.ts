import { z } from 'zod';
import { sources, workflowEventTypes } from '../domain-values.ts';
import { trimmedText } from '../fields.ts';
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
    revision: z.string().describe('What was asked for. Saving another content withdraws it.'),
    askedBy: z.string(),
    askedAt: instant,
    note: z.string().nullable().describe('What the other person should know.'),
    returnedBy: z.string().nullable(),
    returnedAt: instant.nullable(),
    reason: z.string().nullable().describe('Why it was sent back.'),
  })
  .meta({ id: 'WorkflowApproval' });
export type WorkflowApproval = z.infer<typeof workflowApproval>;

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
    copyId: z
      .string()
      .nullable()
      .describe('`<id>@<version>`, what a submit names as `workflowId`; null while nothing is published.'),
    draftDiffers: z.boolean().describe('Whether what was saved last is not what is published.'),
    revision: z.string().describe('Of what was saved last: another content has another one.'),
    draftAuthors: z
      .array(z.string())
      .describe('Who saved it since it was published last: none of them can approve it.'),
    needsApproval: z.boolean().describe('Whether publishing it wants a second person here (tenant file).'),
    approval: workflowApproval.nullable().describe('What became of the last wish to have it published.'),
    updatedAt: instant,
  })
  .meta({ id: 'WorkflowSummary' });
export type WorkflowSummary = z.infer<typeof workflowSummary>;

const versionHead = z.object({
  version: z.int(),
  publishedAt: instant,
  publishedBy: actor.nullable().describe('Null of versions that were published before this was kept.'),
  askedBy: z.string().nullable().describe('Who asked for the approval by which it was published.'),
  webhooks: z
    .record(z.string(), z.int())
    .describe('Version of each webhook whose inputs and outputs it was published with.'),
});

const workflowFileForm = z
  .record(z.string(), z.unknown())
  .describe('As the JSON Schema of workflow files has it.');

const workflowDetail = workflowSummary
  .extend({
    draft: workflowFileForm.describe('What was saved last.'),
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
    optional: z.boolean().describe('It may be null and wants a guard.'),
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
          .describe('Where it sends its inputs; null: each call names it, by a placeholder.'),
        inputs: z.array(z.string()),
        outputs: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    ),
    forms: z.array(z.string()).describe('Codes of forms that end users can be asked for.'),
    fields: z.array(z.string()).describe('Codes of fields that end users can be asked for.'),
    documentRules: z.array(z.string()).describe('Codes of rules of documents.'),
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
      .describe('Whether publishing here wants a second person; a list: of these workflows alone.'),
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
    .describe('In its place the file’s text, YAML or JSON; faults then tell line and column.'),
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
const oneOf = { path: ['definition'], error: 'give either definition or text' };
/** The same in JSON Schema, beside the members: generators do not read it as a union. */
const eitherOne = {
  if: { required: ['definition'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { not: { required: ['text'] } },
  else: { required: ['text'] },
};

const ofRevision = { revision: z.string().min(1).max(100).describe('As it was read and looked at.') };
const words = trimmedText(2000);

const decision = z.enum(['manual', 'approve', 'reject', 'close']).nullable();

/** What a node is taken to come to, instead of what it would do. */
const trialOutcomes = z
  .record(
    z.string(),
    z
      .strictObject({
        fails: z
          .boolean()
          .default(false)
          .describe('It ends without success, as a webhook does whose attempts are spent.'),
        output: z
          .record(z.string(), z.unknown())
          .default({})
          .describe('Fields that later expressions read; the others are empty.'),
      })
      .meta({ id: 'TrialOutcome' }),
  )
  .default({})
  .describe(
    'By node. Without one, screenings, scores, branches and decisions do what they do; webhooks succeed, waits end and people give nothing.',
  );

const trialResult = z.object({
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
      isChosen: z.boolean().describe('Whether its outcome was given instead of found.'),
    }),
  ),
});
export type TrialResult = z.infer<typeof trialResult>;

const replayResult = z.object({
  replayed: z.int().describe('How many submits were run.'),
  unchanged: z.int(),
  changed: z
    .array(
      z.object({
        executionId: z.string(),
        customerId: z.string(),
        caseNo: z.string().nullable(),
        before: z.object({ decision, riskScore: z.number().nullable() }),
        after: z.object({
          decision,
          riskScore: z.number().nullable(),
          failure: z.string().nullable(),
        }),
      }),
    )
    .describe('Those whose decision would be another.'),
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
    title: 'Read what workflows can be made of: node types, webhooks, groups, fields of expressions',
    access: 'workflows.read',
    params: inDomain,
    output: workflowVocabulary,
    problems: [],
  }),
  'workflows.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/workflows/{workflowId}',
    title: 'Read a workflow as it was saved last, with its published versions',
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
    title: 'Check a workflow as publishing would, and keep nothing',
    access: 'workflows.read',
    params: inDomain,
    body: z.strictObject(given).refine(isOne, oneOf).meta(eitherOne),
    example: { text: exampleText },
    bodyLimit,
    output: z.object({
      faults: z.array(definitionFault).describe('Empty: it can be published.'),
      warnings: z
        .array(definitionFault)
        .describe(
          'What it can be published with, and is most likely not meant; empty while there are faults.',
        ),
    }),
    problems: [],
  }),
  'workflows.try': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/try',
    title:
      'Run a workflow on an example and keep nothing: the way it takes, with the outcomes chosen for its nodes',
    details: 'It searches names and is not billed, and leaves an audit record (`workflow.try`).',
    access: 'workflows.manage',
    params: inDomain,
    body: z
      .strictObject({
        ...given,
        data: z.record(z.string(), z.unknown()).describe('`data` of the submit that is tried.'),
        outcomes: trialOutcomes,
      })
      .refine(isOne, oneOf)
      .meta(eitherOne),
    example: { text: exampleText, data: {} },
    bodyLimit,
    output: trialResult,
    furtherRules: {
      data: 'fits the fields that the workflow declares',
    },
    problems: ['DEFINITION_FAULTS', 'INVALID', 'UNAVAILABLE'],
  }),
  'workflows.replay': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/replay',
    title:
      'Run a workflow on the newest decided submits of its event, and tell whose decision would be another',
    details: 'It searches names and is not billed, and leaves an audit record (`workflow.replay`).',
    access: 'workflows.manage',
    params: inDomain,
    body: z
      .strictObject({
        ...given,
        last: z.int().min(1).max(1000).default(100).describe('How many submits, newest first.'),
        outcomes: trialOutcomes,
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
          .describe('False: it is kept as a draft, unfinished or not, and what is published goes on.'),
        expectedVersion: z
          .int()
          .min(1)
          .nullable()
          .optional()
          .describe(
            'The published version as it was read, null where none was; when another one was published since, nothing is kept. Absent: not checked.',
          ),
        expectedRevision: z
          .string()
          .max(100)
          .nullable()
          .optional()
          .describe(
            'The revision as it was read, null where nothing was saved; when something else was saved since, nothing is kept. Absent: not checked.',
          ),
      })
      .refine(isOne, oneOf)
      .meta(eitherOne),
    example: { text: exampleText, publish: false },
    bodyLimit,
    output: workflowSummary.extend({
      changes: z.array(z.string()).describe('One sentence a change; empty when nothing was new.'),
      faults: z
        .array(definitionFault)
        .describe('Of a draft: what stands in the way of publishing it. Empty of what was published.'),
    }),
    problems: ['DEFINITION_FAULTS', 'VERSION_CONFLICT', 'REVISION_GONE', 'APPROVAL_NEEDED'],
  }),
  'workflows.askApproval': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/approval',
    title: 'Ask another person to publish what was saved last; saving anything else withdraws it',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject({ ...ofRevision, note: words.optional() }),
    output: workflowSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'DEFINITION_FAULTS'],
  }),
  'workflows.withdrawApproval': defineConsoleRoute({
    method: 'DELETE',
    path: '/domains/{domain}/workflows/{workflowId}/approval',
    title: 'Take back that somebody was asked to publish it',
    access: 'workflows.manage',
    params: workflowParams,
    output: workflowSummary,
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
  'workflows.approve': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/approval/approving',
    title:
      'Approve the revision that was asked for, which publishes it; nobody approves what they drew or asked for',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject(ofRevision),
    output: workflowSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'OWN_WORK', 'DEFINITION_FAULTS'],
  }),
  'workflows.return': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/workflows/{workflowId}/approval/returning',
    title: 'Send the revision that was asked for back, with a reason',
    access: 'workflows.manage',
    params: workflowParams,
    body: z.strictObject({ ...ofRevision, reason: words }),
    output: workflowSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE', 'MOVE_REFUSED', 'OWN_WORK'],
  }),
} as const;
