import { type Phrase, phrase } from '@gatehouse/contract';
import { type Actor, recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import type { LeasedWork } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { readWebhook } from '../definitions/index.ts';
import {
  type DeliveryJob,
  type DeliveryOptions,
  type DeliveryQueue,
  deliveryQueue,
} from './delivery-queue.ts';
import {
  countRequested,
  findReplayable,
  insertRequestedAttempts,
  insertTestDelivery,
  type LockedDelivery,
  lockDelivery,
} from './replay-queries.ts';
import { sealInputs } from './sealed-calls.ts';

/** A job that makes one attempt that a person asked for. */
export interface ReplayJob extends DeliveryJob {
  readonly attempt: number;
}

const replayWork: LeasedWork<ReplayJob> = {
  queue: 'requested',
  called: 'replays and tests',
  table: 'webhook_attempt',
  key: [
    { member: 'deliveryId', column: 'delivery_id', type: 'uuid' },
    { member: 'attempt', column: 'attempt', type: 'integer' },
  ],
  isOpen: "o.outcome is null and o.cause <> 'service'",
};

/** Who asks, under an id that makes asking again the same request. */
export interface SendRequest {
  readonly requestId: string;
  readonly actor: Actor;
}

export type SendOutcome =
  | { readonly kind: 'sent'; readonly deliveryId: string; readonly attempt: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'refused'; readonly refusal: Phrase }
  /** The id of the request stands for something else already. */
  | { readonly kind: 'otherRequest' };

/** Most deliveries that one request replays. */
const maxReplays = 500;

/**
 * Attempts that people ask for: replays and test sends, one attempt each. A request writes the
 * attempt, its job and the audit log in one transaction; the attempt is then made like any other, at least once.
 */
export class ReplaysAndTests {
  readonly deliveries: DeliveryQueue<ReplayJob>;
  readonly #options: DeliveryOptions<ReplayJob>;

  constructor(options: DeliveryOptions<ReplayJob>) {
    this.#options = options;
    this.deliveries = deliveryQueue(options, { work: replayWork });
  }

  /** Sends a finished delivery once more, under its id. What the workflow made of it stays as it is. */
  async replay(scope: Scope, request: SendRequest & { readonly deliveryId: string }): Promise<SendOutcome> {
    const { deliveryId } = request;
    return this.#asked(() =>
      this.#options.database.transaction(scope, async (tx): Promise<SendOutcome> => {
        const delivery = await lockDelivery(tx, scope, request);
        if (delivery === undefined) return { kind: 'notFound' };
        if (delivery.made !== null) return { kind: 'sent', deliveryId, attempt: delivery.made };
        const refusal = replayRefusal(delivery);
        if (refusal !== undefined) return { kind: 'refused', refusal };
        const attempt = delivery.nextAttempt;
        await this.#intend(tx, scope, { ...request, cause: 'replay', sends: [{ deliveryId, attempt }] });
        await recordAudit(tx, scope, {
          actor: request.actor,
          act: 'delivery.replay',
          object: { kind: 'delivery', id: deliveryId },
          detail: { webhookId: delivery.webhookId, attempt },
        });
        return { kind: 'sent', deliveryId, attempt };
      }),
    );
  }

  /** Replays the failed deliveries of a webhook that lie in a range of time, oldest first. */
  async replayMany(
    scope: Scope,
    request: SendRequest & { readonly webhookId: string; readonly from: number; readonly to: number },
  ): Promise<{ readonly replayed: number; readonly more: boolean }> {
    const { webhookId, from, to, requestId } = request;
    return this.#asked(() =>
      this.#options.database.transaction(scope, async (tx) => {
        const found = await findReplayable(tx, scope, { webhookId, from, to, limit: maxReplays + 1 });
        const made = await countRequested(tx, scope, requestId);
        if (made > 0) return { replayed: made, more: found.length > 0 };
        const sends = found
          .slice(0, maxReplays)
          .map(({ deliveryId, nextAttempt: attempt }) => ({ deliveryId, attempt }));
        if (sends.length === 0) return { replayed: 0, more: false };
        await this.#intend(tx, scope, { ...request, cause: 'replay', sends });
        await recordAudit(tx, scope, {
          actor: request.actor,
          act: 'delivery.replay_many',
          object: { kind: 'webhook', id: webhookId },
          detail: { from, to, replayed: sends.length, requestId },
        });
        return { replayed: sends.length, more: found.length > maxReplays };
      }),
    );
  }

  /** Sends a webhook once with sample inputs; the id of the request is the delivery's. */
  async test(
    scope: Scope,
    request: SendRequest & { readonly webhookId: string; readonly inputs: Readonly<Record<string, unknown>> },
  ): Promise<SendOutcome | { readonly kind: 'undeclared'; readonly name: string }> {
    const { webhookId, requestId: deliveryId } = request;
    const webhook = await readWebhook(this.#options, scope.tenantId, { webhookId, shapeVersion: null });
    if (webhook === undefined) return { kind: 'notFound' };
    const { inputs: declared, sampleInputs = {} } = webhook.definition;
    const undeclared = Object.keys(request.inputs).find((name) => !declared.includes(name));
    if (undeclared !== undefined) return { kind: 'undeclared', name: undeclared };
    const samples = new Map([...Object.entries(sampleInputs), ...Object.entries(request.inputs)]);
    const inputs = Object.fromEntries(
      declared.map((name) => [name, samples.has(name) ? samples.get(name) : `sample ${name}`]),
    );
    const sealed = await sealInputs(this.#options.keys, scope, { deliveryId, inputs });
    return this.#asked(() =>
      this.#options.database.transaction(scope, async (tx): Promise<SendOutcome> => {
        const sent = { kind: 'sent', deliveryId, attempt: 1 } as const;
        const delivery = { deliveryId, webhookId, shapeVersion: webhook.version, ...sealed };
        if (!(await insertTestDelivery(tx, scope, delivery))) {
          const known = await lockDelivery(tx, scope, { deliveryId, requestId: deliveryId });
          return known?.made === 1 && known.webhookId === webhookId ? sent : { kind: 'otherRequest' };
        }
        await this.#intend(tx, scope, { ...request, cause: 'test', sends: [{ deliveryId, attempt: 1 }] });
        await recordAudit(tx, scope, {
          actor: request.actor,
          act: 'webhook.test',
          object: { kind: 'webhook', id: webhookId },
          detail: { deliveryId, version: webhook.version },
        });
        return sent;
      }),
    );
  }

  async #asked<T>(work: () => Promise<T>): Promise<T> {
    const outcome = await work();
    this.#options.queue.wake();
    return outcome;
  }

  async #intend(
    tx: Tx,
    scope: Scope,
    intent: SendRequest & {
      readonly cause: 'replay' | 'test';
      readonly sends: readonly { readonly deliveryId: string; readonly attempt: number }[];
    },
  ): Promise<void> {
    const { cause, requestId, actor, sends } = intent;
    const { tenantId, domain } = scope;
    const attempts = sends.map((send) => ({ ...send, cause, requestId, requestedBy: actor.id }));
    await insertRequestedAttempts(tx, scope, attempts);
    await this.#options.queue.enqueueAll(
      tx,
      sends.map((send) => ({ id: newId(), data: { tenantId, domain, ...send } })),
    );
  }
}

/** Why a delivery is not replayed now; undefined when it may be. */
function replayRefusal({ state, hasInputs, isReplaying }: LockedDelivery): Phrase | undefined {
  if (state === 'PENDING') return phrase('refusals.deliveryPending');
  if (isReplaying) return phrase('refusals.deliveryReplaying');
  return hasInputs ? undefined : phrase('refusals.deliveryInputsGone');
}
