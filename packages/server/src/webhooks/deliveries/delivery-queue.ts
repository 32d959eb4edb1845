import type { Tx } from '../../database/database.ts';
import { LeasedRunner, type LeasedWork, type OwnedNode } from '../../jobs/index.ts';
import type { Scope } from '../../lib/scope.ts';
import { attemptDelivery, type PostponedAttempt, type SendingTools, unsent } from './attempt-delivery.ts';
import {
  type AttemptRecord,
  type DeliveryContent,
  deliveryContent,
  recordAttempts,
} from './delivery-queries.ts';

/** One attempt at a delivery by a job of its own; ids only, never a person's data. */
export interface DeliveryJob extends Scope {
  readonly deliveryId: string;
  /** 1 where it is not given. */
  readonly attempt?: number;
  /** How often the attempt got no slot at the receiver. */
  readonly postponed?: number;
}

/** What differs between attempts that decisions ask for and those that people ask for. */
export interface DeliveryKind<Data extends DeliveryJob> {
  readonly work: LeasedWork<Data>;
  /** As `LeasedDriver` has it. */
  prepare?(scope: Scope, data: Data): Promise<(tx: Tx) => Promise<boolean>>;
  /** Writes what else follows from the end of the delivery, in the transaction that writes the end. */
  onEnd?(tx: Tx, scope: Scope, end: DeliveryEnd<Data>): Promise<void>;
}

export interface DeliveryEnd<Data> {
  readonly data: Data;
  readonly record: AttemptRecord;
  /** Null where it came to no delivery. */
  readonly webhookId: string | null;
}

export type DeliveryOptions<Data> = SendingTools & OwnedNode<Data>;

export type DeliveryQueue<Data extends DeliveryJob> = LeasedRunner<
  Data,
  DeliveryContent,
  AttemptRecord | PostponedAttempt
>;

/**
 * Deliveries that jobs of their own send: written down before, one attempt, at least once. An attempt that gets no slot
 * at its receiver is made later and does not count.
 */
export function deliveryQueue<Data extends DeliveryJob>(
  options: DeliveryOptions<Data>,
  kind: DeliveryKind<Data>,
): DeliveryQueue<Data> {
  const end = async (tx: Tx, scope: Scope, ended: DeliveryEnd<Data>): Promise<void> => {
    await recordAttempts(tx, scope, [ended.record]);
    await kind.onEnd?.(tx, scope, ended);
  };
  return new LeasedRunner<Data, DeliveryContent, AttemptRecord | PostponedAttempt>(
    {
      ...kind,
      read: async (tx, scope, data) => (await tx.run(deliveryContent(scope, data.deliveryId)))[0],
      attempt: async (scope, data, content) => {
        const { deliveryId, attempt = 1, postponed = 0 } = data;
        const intended = { deliveryId, attempt, content, retries: false, postponed };
        const made = await attemptDelivery(options, scope, intended);
        return 'record' in made ? made.record : made;
      },
      writeOutcome: async (tx, scope, { data, item: { webhookId }, outcome }) => {
        if ('postponedMs' in outcome) {
          const next = { ...data, postponed: (data.postponed ?? 0) + 1 };
          return { data: next, startAfterSeconds: outcome.postponedMs / 1000 };
        }
        await end(tx, scope, { data, record: outcome, webhookId });
        return undefined;
      },
      abandon: async (tx, scope, { data, item, failure }) => {
        const { deliveryId, attempt = 1 } = data;
        const content = item ?? (await tx.run(deliveryContent(scope, deliveryId)))[0];
        const record = { ...unsent, deliveryId, attempt, failure };
        await end(tx, scope, { data, record, webhookId: content?.webhookId ?? null });
      },
    },
    options,
  );
}
