import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stores } from '../database/stores.fixture.ts';
import { jobSchema } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { type MessageJob, type NewMessage, pruneMailbox, smtpProvider } from './index.ts';
import { type MailServer, type ReceivedMail, smtpRefusal, startMailServer } from './mail-server.fixture.ts';
import { acme, acmeName, type Messaging, openMessaging } from './messages.fixture.ts';

const code = '481516';

describe.each(stores)('messages on the $kind store', (store) => {
  let messaging: Messaging;
  let server: MailServer;
  let onMail: (mail: ReceivedMail) => Promise<void> | void;
  beforeAll(async () => {
    messaging = await openMessaging(store);
    server = await startMailServer({}, (mail) => onMail(mail));
  });
  afterAll(async () => {
    await messaging?.close();
    await server?.close();
  });
  beforeEach(() => {
    onMail = () => {};
    messaging.use({ email: { kind: 'provider', provider: provider(server.port) } });
  });

  const provider = (port: number) =>
    smtpProvider({
      host: '127.0.0.1',
      port,
      tls: 'off',
      user: undefined,
      password: undefined,
      from: 'no-reply@gatehouse.test',
    });

  /** Posts within a transaction of its own; a reader of its own for each. */
  async function post(over: Partial<NewMessage> = {}): Promise<{ messageId: string; address: string }> {
    const address = `${newId()}@example.test`;
    const key = await messaging.messages.keyOf(acme);
    const messageId = await messaging.database.transaction(acme, (tx) =>
      messaging.messages.post(tx, acme, {
        channel: 'email',
        address,
        language: 'en',
        content: { kind: 'code', code, validMinutes: 10 },
        expiresInSeconds: 600,
        key,
        ...over,
      }),
    );
    messaging.messages.wake();
    return { messageId, address };
  }

  const sql = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    messaging.database.operator((tx) => tx.sql<Row>(text, values));

  async function messageState(messageId: string) {
    const [message] = await sql<{ state: string; sealed: Buffer | null }>(
      'select state, sealed from message where message_id = $1',
      messageId,
    );
    const attempts = await sql<{ outcome: string | null; failure: string | null }>(
      'select provider, outcome, failure, reference from message_attempt where message_id = $1 order by attempt',
      messageId,
    );
    const audit = await sql<{ act: string; detail: Record<string, unknown> }>(
      "select act, detail from audit_event where object_kind = 'message' and object_id = $1",
      messageId,
    );
    return { ...message!, attempts, audit };
  }

  /** Lets the job of a retry run now. */
  const hurry = () => sql(`update ${jobSchema}.job set start_after = now() where name = 'message'`);

  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));

  it('go out once, in the tenant’s name, and leave nothing of their text behind', async () => {
    const { messageId, address } = await post();
    await messaging.drain();
    const [mail, ...more] = mailsTo(address);
    expect(more).toEqual([]);
    expect(mail!.from).toBe('no-reply@gatehouse.test');
    expect(mail!.raw).toContain(`From: ${JSON.stringify(acmeName)} <no-reply@gatehouse.test>`);
    expect(mail!.raw).toContain(`Message-ID: <${messageId}@gatehouse.test>`);
    expect(mail!.raw).toContain(code);
    expect(await messageState(messageId)).toEqual({
      state: 'SENT',
      sealed: null,
      attempts: [
        { provider: 'smtp', outcome: 'sent', failure: null, reference: `<${messageId}@gatehouse.test>` },
      ],
      audit: [
        {
          act: 'message.send',
          detail: {
            channel: 'email',
            address: `${address[0]}•••@example.test`,
            failure: null,
          },
        },
      ],
    });
  });

  it('do not exist when what demanded them is undone', async () => {
    const key = await messaging.messages.keyOf(acme);
    const address = 'undone@example.test';
    const content = { kind: 'code', code, validMinutes: 10 } as const;
    const message = {
      channel: 'email',
      language: 'en',
      expiresInSeconds: 600,
      address,
      content,
      key,
    } as const;
    const undone = messaging.database.transaction(acme, async (tx) => {
      await messaging.messages.post(tx, acme, message);
      throw new Error('the transaction is undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await messaging.drain();
    expect(mailsTo(address)).toEqual([]);
  });

  it('are tried again with growing pauses, sealed meanwhile, and wiped once a try succeeds', async () => {
    let refusals = 2;
    onMail = () => {
      refusals -= 1;
      if (refusals >= 0) throw smtpRefusal(451, 'not now');
    };
    const { messageId, address } = await post();
    const pauses: number[] = [];
    for (const tried of [1, 2]) {
      while (
        mailsTo(address).length < tried ||
        (await messageState(messageId)).attempts.at(-1)?.outcome == null
      ) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const { state, sealed } = await messageState(messageId);
      expect([state, sealed === null]).toEqual(['PENDING', false]);
      expect(sealed!.toString('latin1')).not.toContain(code);
      const [job] = await sql<{ pause: number }>(
        `select round(extract(epoch from start_after - created_on))::int as pause from ${jobSchema}.job
         where name = 'message' and data ->> 'messageId' = $1`,
        messageId,
      );
      pauses.push(job!.pause);
      await hurry();
    }
    await messaging.drain();
    expect(pauses).toEqual([2, 4]);
    expect(await messageState(messageId)).toMatchObject({
      state: 'SENT',
      sealed: null,
      attempts: [
        { outcome: 'retry', failure: 'EMESSAGE 451 at DATA' },
        { outcome: 'retry', failure: 'EMESSAGE 451 at DATA' },
        { outcome: 'sent' },
      ],
    });
    // The same message at every try.
    expect(new Set(mailsTo(address).map(({ raw }) => /^Message-ID: .*$/m.exec(raw)![0])).size).toBe(1);
  });

  it('that are refused for good are given up and wiped, and the log tells neither address nor text', async () => {
    onMail = (mail) => {
      throw smtpRefusal(550, `5.1.1 <${mail.to[0]}> unknown, you sent ${mail.raw.slice(0, 40)}`);
    };
    const { messageId, address } = await post();
    await messaging.drain();
    expect(await messageState(messageId)).toMatchObject({
      state: 'FAILED',
      sealed: null,
      attempts: [{ outcome: 'refused', failure: 'EMESSAGE 550 5.1.1 at DATA' }],
      audit: [{ act: 'message.fail', detail: { failure: 'EMESSAGE 550 5.1.1 at DATA' } }],
    });
    expect(messaging.log()).toContain('EMESSAGE 550 5.1.1 at DATA');
    expect(messaging.log()).not.toContain(address);
    expect(messaging.log()).not.toContain(code);
  });

  it('are not sent once they are too old', async () => {
    onMail = () => {
      throw smtpRefusal(451, 'not now');
    };
    const { messageId, address } = await post();
    while ((await messageState(messageId)).attempts.at(-1)?.outcome == null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await sql(`update message set expires_at = now() where message_id = $1`, messageId);
    await hurry();
    await messaging.drain();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await messageState(messageId)).toMatchObject({
      state: 'EXPIRED',
      sealed: null,
      audit: [{ act: 'message.expire' }],
    });

    const short = await post({ expiresInSeconds: 2 });
    await messaging.drain();
    // The next try would be after its end.
    expect(await messageState(short.messageId)).toMatchObject({
      state: 'EXPIRED',
      sealed: null,
      attempts: [{ outcome: 'retry' }],
      audit: [{ act: 'message.expire' }],
    });
  });

  it('of a node that died are sent by another', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    onMail = () => promise;
    const { messageId, address } = await post();
    while (mailsTo(address).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // This node has no lease: to the others it is dead.
    onMail = () => {};
    await messaging.messages.outbox.requeueOrphans();
    while ((await messageState(messageId)).state === 'PENDING')
      await new Promise((resolve) => setTimeout(resolve, 5));
    goOn();
    await messaging.drain();
    expect(mailsTo(address)).toHaveLength(2);
    expect((await messageState(messageId)).attempts.map(({ outcome }) => outcome)).toEqual([null, 'sent']);
    expect((await messageState(messageId)).audit).toHaveLength(1);
  });

  it('whose job was taken by a node that died before it took them are sent all the same', async () => {
    const address = `${newId()}@example.test`;
    const key = await messaging.messages.keyOf(acme);
    const content = { kind: 'code', code, validMinutes: 10 } as const;
    const message = {
      channel: 'email',
      language: 'en',
      expiresInSeconds: 600,
      address,
      content,
      key,
    } as const;
    await messaging.database.operator(async (tx) => {
      const messageId = await messaging.messages.post(tx, acme, message);
      await tx.sql(
        `update ${jobSchema}.job set state = 'active', started_on = now() - interval '6 seconds'
         where name = 'message' and data ->> 'messageId' = $1`,
        [messageId],
      );
    });
    expect(mailsTo(address)).toEqual([]);
    await messaging.messages.outbox.requeueOrphans();
    await messaging.drain();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('that cannot be opened are tried nine times, then given up', async () => {
    const key = await messaging.messages.keyOf(acme);
    const messageId = await messaging.database.operator(async (tx) => {
      const content = { kind: 'code', code, validMinutes: 10 } as const;
      const mail = { channel: 'email', language: 'en', expiresInSeconds: 600, content, key } as const;
      const id = await messaging.messages.post(tx, acme, { ...mail, address: 'ann@example.test' });
      await tx.sql('update message set sealed = $2 where message_id = $1', [id, Buffer.alloc(64)]);
      // Nobody else fetches it.
      await tx.sql(
        `update ${jobSchema}.job set start_after = now() + interval '1 hour' where data ->> 'messageId' = $1`,
        [id],
      );
      return id;
    });
    const [job] = await sql<{ id: string; data: MessageJob }>(
      `select id::text, data from ${jobSchema}.job where data ->> 'messageId' = $1`,
      messageId,
    );
    await expect(messaging.messages.outbox.run([{ ...job!, retryCount: 7 }])).rejects.toThrow();
    await messaging.messages.outbox.run([{ ...job!, retryCount: 8 }]);
    const failure = 'an internal error, the same at each of 9 attempts';
    expect(await messageState(messageId)).toMatchObject({
      state: 'FAILED',
      sealed: null,
      attempts: [{ outcome: null }, { outcome: 'refused', failure }],
      audit: [{ act: 'message.fail', detail: { failure } }],
    });
    expect(await messaging.jobs.pending('message')).toBe(0);
  });

  it('without a provider stay sealed in the mailbox for an hour, the newest of them', async () => {
    messaging.use({ email: { kind: 'mailbox' } });
    const { messageId, address } = await post({ language: 'ar' });
    await messaging.drain();
    const kept = await messageState(messageId);
    expect([kept.state, kept.sealed!.toString('latin1').includes(code)]).toEqual(['KEPT', false]);
    const [newest] = await messaging.mailbox.list();
    expect(newest).toMatchObject({ messageId, to: address, language: 'ar', content: { code } });
    expect(newest!.text).toContain(code);
    await sql(
      `update message set finished_at = now() - interval '61 minutes' where message_id = $1`,
      messageId,
    );
    expect((await messaging.mailbox.list()).map((message) => message.messageId)).not.toContain(messageId);
    await pruneMailbox(messaging.database);
    expect((await messageState(messageId)).sealed).toBeNull();
  });

  it('refuse to be posted where nothing takes them', async () => {
    messaging.use({ email: { kind: 'none' } });
    expect(messaging.messages.takes('email')).toBe(false);
    await expect(post()).rejects.toThrow('nothing sends it');
  });
});
