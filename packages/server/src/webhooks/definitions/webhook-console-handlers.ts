import { randomBytes } from 'node:crypto';
import {
  phrase,
  type WebhookDetail,
  type WebhookSummary,
  webhookFormSchema,
  wordPhrases,
} from '@gatehouse/contract';
import {
  type ConsoleHandlers,
  ConsoleRefusal,
  type ConsoleUser,
  sentPhrases,
} from '../../console-api/index.ts';
import { placeOf } from '../../lib/yaml/file-fault.ts';
import type {
  RemoveOutcome,
  SaveOutcome,
  SecretOutcome,
  WebhookChange,
  WebhookDefinitions,
} from './webhook-definitions.ts';

type WebhookHandlers = Pick<
  ConsoleHandlers,
  | 'webhooks.list'
  | 'webhooks.form'
  | 'webhooks.create'
  | 'webhooks.read'
  | 'webhooks.readVersion'
  | 'webhooks.change'
  | 'webhooks.remove'
  | 'webhooks.stageSecret'
  | 'webhooks.promoteSecret'
  | 'webhooks.dropSecret'
>;

/** What people read and do of webhook definitions, over the console's interface. */
export function webhookConsoleHandlers({
  definitions,
}: {
  readonly definitions: WebhookDefinitions;
}): WebhookHandlers {
  return {
    'webhooks.list': async ({ user }) => ({ webhooks: await definitions.list(user.tenantId) }),
    'webhooks.form': async () => ({ definition: webhookFormSchema() }),
    'webhooks.create': async ({ user, body }) => {
      const request = requestOf(user, body.id ?? newWebhookId());
      return saved(await definitions.create(request, body.definition));
    },
    'webhooks.read': async ({ user, params }) => {
      const found = await definitions.read(user.tenantId, params.webhookId);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'webhooks.readVersion': async ({ user, params }) => {
      const found = await definitions.readVersion(user.tenantId, params.webhookId, params.version);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'webhooks.change': async ({ user, params, body }) =>
      saved(
        await definitions.change(requestOf(user, params.webhookId), body.definition, body.expectedVersion),
      ),
    'webhooks.remove': async ({ user, params, query }) =>
      removed(await definitions.remove(requestOf(user, params.webhookId), query.expectedVersion)),
    'webhooks.stageSecret': async ({ user, params, body }) =>
      stepped(await definitions.stage(requestOf(user, params.webhookId), body.secret)),
    'webhooks.promoteSecret': async ({ user, params }) =>
      stepped(await definitions.promote(requestOf(user, params.webhookId))),
    'webhooks.dropSecret': async ({ user, params }) =>
      stepped(await definitions.drop(requestOf(user, params.webhookId), params.stage)),
  };
}

function requestOf({ tenantId, email }: ConsoleUser, webhookId: string): WebhookChange {
  return { tenantId, webhookId, actor: { kind: 'user', id: email } };
}

/** Interface specification 2.8: saving yields the id that workflow nodes refer to. */
function newWebhookId(): string {
  return `wh_${randomBytes(6).toString('hex')}`;
}

function saved(outcome: SaveOutcome): WebhookDetail {
  switch (outcome.kind) {
    case 'saved':
      return outcome.webhook;
    case 'notFound':
      throw new ConsoleRefusal('NOT_FOUND');
    case 'taken':
      throw new ConsoleRefusal('ID_TAKEN');
    case 'newer':
      throw new ConsoleRefusal('VERSION_CONFLICT', undefined, { version: outcome.version });
    case 'secretRefused':
      throw new ConsoleRefusal('SECRET_REFUSED', outcome.refusal, { field: 'definition.signature.secret' });
    case 'faults':
      throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, {
        faults: outcome.faults.map(({ path, phrases, ...fault }) => ({
          place: path.length === 0 ? 'webhook' : placeOf(path),
          ...fault,
          ...(phrases && { phrases: sentPhrases(phrases) }),
        })),
      });
  }
}

function removed(outcome: RemoveOutcome): { removed: true } {
  switch (outcome.kind) {
    case 'removed':
      return { removed: true };
    case 'notFound':
      throw new ConsoleRefusal('NOT_FOUND');
    case 'newer':
      throw new ConsoleRefusal('VERSION_CONFLICT', undefined, { version: outcome.version });
    case 'used':
      throw new ConsoleRefusal('IN_USE', phrase('refusals.webhookInUse'), {
        faults: outcome.uses.map(({ domain, workflowId, nodeId }) => {
          const called = phrase('refusals.webhookCalledBy', { workflow: workflowId, domain, node: nodeId });
          return {
            place: 'webhook',
            message: wordPhrases(called),
            phrases: sentPhrases([called]),
            node: nodeId,
            workflow: { domain, workflowId },
          };
        }),
      });
  }
}

function stepped(outcome: SecretOutcome): WebhookSummary {
  switch (outcome.kind) {
    case 'done':
      return outcome.webhook;
    case 'notFound':
      throw new ConsoleRefusal('NOT_FOUND');
    case 'refused':
      throw new ConsoleRefusal('SECRET_REFUSED', outcome.refusal);
  }
}
