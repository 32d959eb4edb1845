import { phrase } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import { isId } from '../../lib/ids.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import { listDeliveries, readDelivery } from './delivery-log.ts';
import type { ReplaysAndTests, SendOutcome } from './replays-and-tests.ts';

type DeliveryHandlers = Pick<
  ConsoleHandlers,
  'deliveries.list' | 'deliveries.read' | 'deliveries.replay' | 'deliveries.replayMany' | 'webhooks.test'
>;

/** The delivery log, replays and test sends, over the console's interface. */
export function deliveryConsoleHandlers(service: {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly requested: ReplaysAndTests;
}): DeliveryHandlers {
  const { database, personalKeys, requested } = service;
  return {
    'deliveries.list': async ({ scope, query }) => {
      const page = await listDeliveries(database, scope, query);
      if (page === undefined) {
        throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
      }
      return page;
    },
    'deliveries.read': async ({ scope, params }) => {
      const found = isId(params.deliveryId)
        ? await readDelivery({ database, keys: personalKeys }, scope, params.deliveryId)
        : undefined;
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'deliveries.replay': async ({ scope, params, body, user }) => {
      if (!isId(params.deliveryId)) throw new ConsoleRefusal('NOT_FOUND');
      return sent(await requested.replay(scope, { ...params, ...askedBy(user, body) }));
    },
    'deliveries.replayMany': ({ scope, body, user }) =>
      requested.replayMany(scope, { ...body, ...askedBy(user, body) }),
    'webhooks.test': async ({ scope, params, body, user }) => {
      const { webhookId } = params;
      const { inputs } = body;
      const outcome = await requested.test(scope, { webhookId, inputs, ...askedBy(user, body) });
      if (outcome.kind === 'undeclared') {
        throw new ConsoleRefusal('INVALID', phrase('refusals.inputUnknown'), {
          field: `inputs.${outcome.name}`,
        });
      }
      return sent(outcome);
    },
  };
}

function askedBy(user: ConsoleUser, { requestId }: { requestId: string }) {
  return { requestId: requestId.toLowerCase(), actor: { kind: 'user', id: user.email } as const };
}

function sent(outcome: SendOutcome): { deliveryId: string; attempt: number } {
  switch (outcome.kind) {
    case 'sent':
      return { deliveryId: outcome.deliveryId, attempt: outcome.attempt };
    case 'notFound':
      throw new ConsoleRefusal('NOT_FOUND');
    case 'refused':
      throw new ConsoleRefusal('REPLAY_REFUSED', outcome.refusal);
    case 'otherRequest':
      throw new ConsoleRefusal('INVALID', phrase('refusals.requestIdUsed'), {
        field: 'requestId',
      });
  }
}
