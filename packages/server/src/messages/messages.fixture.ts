import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { OpenDatabase } from '../database/index.ts';
import type { TestStore } from '../database/stores.fixture.ts';
import { Jobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { DataKeys } from '../tenants/index.ts';
import { Mailbox, type MessageJob, type MessageRoute, Messages } from './index.ts';
import type { MessageChannel } from './message-content.ts';

type MessageRoutes = Record<MessageChannel, MessageRoute>;

/** An outbox with its jobs, on a store of its own with one tenant. */
export interface Messaging {
  readonly database: OpenDatabase;
  readonly jobs: Jobs<{ message: MessageJob }>;
  readonly messages: Messages;
  readonly mailbox: Mailbox;
  readonly nodeId: string;
  /** Where messages go from now on. */
  use(routes: Partial<MessageRoutes>): void;
  /** Everything that was logged. */
  log(): string;
  /** Waits until no message is to be sent now or later. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export const acme = { tenantId: 'acme', domain: 'retail' };
export const acmeName = 'Acme Pay <& "Sons">';

const queue = { batchSize: 16, unbatched: true, consumers: 1, expireInSeconds: 150, retryLimit: 1000 };

export async function openMessaging(store: TestStore): Promise<Messaging> {
  const database = await store.open();
  await database.operator((tx) =>
    tx.sql(
      `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
       values ($1, $2, true, false, '{}', 0)`,
      [acme.tenantId, acmeName],
    ),
  );
  let log = '';
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      log += line.toString();
      done();
    },
  });
  const logger = pino({ level: 'trace', base: undefined }, stream);
  const jobs = await Jobs.open<{ message: MessageJob }>(database, { message: queue }, { logger, pollMs: 20 });
  const keys = new DataKeys(database, masterKeySet(parseMasterKey(newMasterKeyText())!));
  const routes: MessageRoutes = { email: { kind: 'mailbox' }, sms: { kind: 'mailbox' } };
  const nodeId = newId();
  const messages = new Messages({ database, keys, routes, queue: jobs.queue('message'), logger, nodeId });
  jobs.work({ message: (batch) => messages.outbox.run(batch) });
  return {
    database,
    jobs,
    messages,
    mailbox: new Mailbox(database, keys),
    nodeId,
    use: (changed) => void Object.assign(routes, changed),
    log: () => log,
    drain: async () => {
      while ((await jobs.pending('message')) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    close: async () => {
      await jobs.stop();
      await database.close();
    },
  };
}
