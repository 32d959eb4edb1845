import { z } from 'zod';
import { identifier } from '../file-values.ts';
import { shownWebhook, typedWebhook, typedWebhookSecret } from '../webhook.ts';
import { actor } from './actor.ts';
import { defineConsoleRoute } from './route.ts';

/** Definitions of webhooks, their versions and secrets (interface specification 2.8; docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');
const savedBy = actor.describe('Who saved it.');

export const webhookSecretStages = ['next', 'previous'] as const;
export type WebhookSecretStage = (typeof webhookSecretStages)[number];

const secrets = z
  .object({
    current: z.object({ since: instant }).nullable(),
    next: z.object({ since: instant }).nullable(),
    previous: z
      .object({ since: instant, until: instant.describe('When it ends automatically; epoch milliseconds.') })
      .nullable(),
  })
  .meta({ id: 'WebhookSecrets', description: 'Which secrets exist; their values are never returned.' });

const webhookSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    method: z.string(),
    url: z.string(),
    version: z.int().describe('Of the active definition.'),
    savedAt: instant,
    savedBy,
    signs: z.boolean(),
    secrets,
  })
  .meta({ id: 'WebhookSummary' });
export type WebhookSummary = z.infer<typeof webhookSummary>;

const webhookUse = z.object({
  domain: z.string(),
  workflowId: z.string().describe('`<id>@<version>` of a published version.'),
  nodeId: z.string(),
  inputs: z
    .array(z.object({ name: z.string(), expression: z.string() }))
    .describe('What the node sends: each input and where its value comes from.'),
  shapeVersion: z.int().describe('Version of the definition whose inputs and outputs it was published with.'),
});
export type WebhookUse = z.infer<typeof webhookUse>;

const versionHead = z.object({ version: z.int(), savedAt: instant, savedBy });

const webhookDetail = webhookSummary
  .extend({
    definition: shownWebhook.describe(
      'A header’s value that may be a credential is shown as `***`; saving `***` keeps the value.',
    ),
    host: z
      .object({
        name: z.string().nullable().describe('Null: each call sets it, by a placeholder.'),
        isAllowed: z
          .boolean()
          .nullable()
          .describe(
            'Whether the tenant allows webhooks to call the host; null: any host is allowed, or each call sets it.',
          ),
      })
      .describe('Where the data goes.'),
    usedBy: z.array(webhookUse).describe('Nodes of published workflow versions.'),
    versions: z.array(versionHead).describe('Newest first, at most 200.'),
  })
  .meta({ id: 'WebhookDetail' });
export type WebhookDetail = z.infer<typeof webhookDetail>;

const webhookVersion = versionHead.extend({ definition: shownWebhook }).meta({ id: 'WebhookVersion' });
export type WebhookVersionView = z.infer<typeof webhookVersion>;

const webhookParams = z.object({ webhookId: z.string().min(1).max(100) });

const expectedVersion = z
  .int()
  .min(1)
  .describe('`version` of the definition as it was read. If it changed since, nothing is saved.');

export const webhookRoutes = {
  'webhooks.list': defineConsoleRoute({
    method: 'GET',
    path: '/webhooks',
    title: 'List the webhooks of the tenant',
    access: 'webhooks.read',
    output: z.object({ webhooks: z.array(webhookSummary) }),
    problems: [],
  }),
  'webhooks.form': defineConsoleRoute({
    method: 'GET',
    path: '/webhook-form',
    title: 'Read the JSON Schema of a webhook as it is saved',
    access: 'webhooks.read',
    output: z.object({ definition: z.record(z.string(), z.unknown()) }),
    problems: [],
  }),
  'webhooks.create': defineConsoleRoute({
    method: 'POST',
    path: '/webhooks',
    title: 'Create a webhook; returns the ID for workflow nodes',
    access: 'webhooks.manage',
    body: z.strictObject({
      id: identifier.optional().describe('Generated when absent.'),
      definition: typedWebhook,
    }),
    output: webhookDetail,
    furtherRules: {
      definition: 'names no header, input or output twice, and no header that the service sets',
    },
    problems: ['DEFINITION_FAULTS', 'ID_TAKEN'],
  }),
  'webhooks.read': defineConsoleRoute({
    method: 'GET',
    path: '/webhooks/{webhookId}',
    title: 'Read a webhook: definition, versions, and where it is used',
    access: 'webhooks.read',
    params: webhookParams,
    output: webhookDetail,
    problems: ['NOT_FOUND'],
  }),
  'webhooks.readVersion': defineConsoleRoute({
    method: 'GET',
    path: '/webhooks/{webhookId}/versions/{version}',
    title: 'Read an earlier version of a definition',
    access: 'webhooks.read',
    params: webhookParams.extend({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
    output: webhookVersion,
    problems: ['NOT_FOUND'],
  }),
  'webhooks.change': defineConsoleRoute({
    method: 'PUT',
    path: '/webhooks/{webhookId}',
    title: 'Save a new version of a definition; later attempts use it',
    access: 'webhooks.manage',
    params: webhookParams,
    body: z.strictObject({
      expectedVersion,
      definition: typedWebhook.describe(
        'The complete definition. `signature.secret` only where the webhook has none yet: a secret is changed by rotation.',
      ),
    }),
    output: webhookDetail,
    furtherRules: {
      definition: 'names no header, input or output twice, and no header that the service sets',
    },
    problems: ['NOT_FOUND', 'DEFINITION_FAULTS', 'VERSION_CONFLICT', 'SECRET_REFUSED'],
  }),
  'webhooks.remove': defineConsoleRoute({
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    title: 'Remove a webhook, unless a published workflow version calls it; its versions and log stay',
    details: 'See [taking a webhook out of use](webhooks.md#taking-a-webhook-out-of-use).',
    access: 'webhooks.manage',
    params: webhookParams,
    query: z.strictObject({ expectedVersion: z.coerce.number().pipe(expectedVersion) }),
    output: z.object({ removed: z.literal(true) }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE'],
  }),
  'webhooks.stageSecret': defineConsoleRoute({
    method: 'POST',
    path: '/webhooks/{webhookId}/secrets/next',
    title: 'Start rotating the secret: the next one also signs, under `<signature header>-Next`',
    details: 'See [changing the secret](webhooks.md#changing-the-secret).',
    access: 'webhooks.manage',
    params: webhookParams,
    body: z.strictObject({ secret: typedWebhookSecret }),
    output: webhookSummary,
    problems: ['NOT_FOUND', 'SECRET_REFUSED'],
  }),
  'webhooks.promoteSecret': defineConsoleRoute({
    method: 'POST',
    path: '/webhooks/{webhookId}/secrets/promotion',
    title: 'Activate the next secret; the previous one also signs `<signature header>-Previous` for 24 hours',
    access: 'webhooks.manage',
    params: webhookParams,
    output: webhookSummary,
    problems: ['NOT_FOUND', 'SECRET_REFUSED'],
  }),
  'webhooks.dropSecret': defineConsoleRoute({
    method: 'DELETE',
    path: '/webhooks/{webhookId}/secrets/{stage}',
    title: 'Discard the next secret, or revoke the previous one; does nothing without one',
    access: 'webhooks.manage',
    params: webhookParams.extend({ stage: z.enum(webhookSecretStages) }),
    output: webhookSummary,
    problems: ['NOT_FOUND'],
  }),
} as const;
