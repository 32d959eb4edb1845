import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobPayloads, queueDefinitions } from '../src/app/queues.ts';
import { Jobs } from '../src/jobs/index.ts';
import { createLogger } from '../src/lib/logger.ts';
import { loadMasterKeys } from '../src/lib/master-key.ts';
import { Messages } from '../src/messages/index.ts';
import { type MailServer, startMailServer } from '../src/messages/mail-server.fixture.ts';
import { OneTimeCodes } from '../src/messages/one-time-codes/index.ts';
import { DataKeys } from '../src/tenants/index.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { until } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

describe.each(storyStores())(
  'a server killed between the wish for a message and its sending, %s',
  (store) => {
    let deployment: Deployment;
    let mails: MailServer;
    let answers = true;
    beforeEach(async () => {
      deployment = await createDeployment(store);
      mails = await startMailServer({}, () => (answers ? undefined : new Promise(() => {})));
    });
    afterEach(async () => {
      await deployment?.remove();
      await mails?.close();
    });

    const serve = () =>
      deployment.serve({
        provision: false,
        env: {
          GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=off`,
          GATEHOUSE_MAIL_FROM: 'no-reply@gatehouse.test',
        },
      });

    /** Asks for a code as a server does that dies right after the commit: nothing of it ever sends. */
    async function requestCode(): Promise<void> {
      const logger = createLogger('silent');
      const database = await deployment.open();
      const jobs = await Jobs.open<JobPayloads>(database, queueDefinitions, { logger });
      try {
        const masterKeys = await loadMasterKeys({
          masterKey: deployment.env['GATEHOUSE_MASTER_KEY'],
          previousMasterKeys: undefined,
          dataDir: store === 'embedded' ? deployment.env['GATEHOUSE_DATA_DIR'] : undefined,
        });
        const keys = new DataKeys(database, masterKeys);
        const none = { kind: 'none' } as const;
        const ways = { email: { kind: 'mailbox' }, sms: none } as const;
        const messages = new Messages({
          database,
          keys,
          routes: ways,
          queue: jobs.queue('message'),
          logger,
          nodeId: 'dead',
        });
        const perTenantDay = { email: 10, sms: 10 };
        const codes = new OneTimeCodes({ database, messages, logger, perTenantDay, smsCountries: undefined });
        const scope = { tenantId: 'acme', domain: 'retail' };
        await database.operator((tx) =>
          tx.sql(
            `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
             values ('acme', 'Acme Pay', true, false, '{}', 0)`,
          ),
        );
        const request = {
          subjectKey: 's',
          channel: 'email',
          address: 'ann@example.test',
          language: 'en',
        } as const;
        expect(await codes.request(scope, request)).toMatchObject({ kind: 'sent' });
      } finally {
        await jobs.stop();
        await database.close();
      }
    }

    it('sends it once or again, the same each time, and never not at all', { timeout: 180_000 }, async () => {
      await requestCode();

      answers = false;
      const second = serve();
      await until('the mail to be on its way', () => mails.mails.length === 1);
      second.signal('SIGKILL');
      await second.ended;

      answers = true;
      const third = serve();
      await until('the mail to come again', () => mails.mails.length === 2);
      const database = await untilSent(third);
      const attempts = await database.operator((tx) =>
        tx.sql<{ outcome: string | null }>('select outcome from message_attempt order by attempt'),
      );
      const [message] = await database.operator((tx) => tx.sql('select state, sealed from message'));
      await database.close();
      expect(attempts.map(({ outcome }) => outcome)).toEqual([null, 'sent']);
      expect(message).toEqual({ state: 'SENT', sealed: null });
      const [one, other] = mails.mails.map(({ raw }) => ({
        id: /^Message-ID: .*$/m.exec(raw)![0],
        code: /^\d{6}\r$/m.exec(raw)![0],
      }));
      expect(other).toEqual(one);
      expect(third.complaint() + second.complaint()).not.toContain(one!.code.trim());
      expect(third.complaint() + second.complaint()).not.toContain('ann@example.test');
    });

    /** Ends the server once it has written down what it did; the store is then free to be looked into. */
    async function untilSent(server: ReturnType<typeof serve>) {
      server.signal('SIGTERM');
      await server.ended;
      return deployment.open();
    }
  },
);
