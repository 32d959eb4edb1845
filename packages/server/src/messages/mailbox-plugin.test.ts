import Fastify, { type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stores } from '../database/stores.fixture.ts';
import { mailboxPlugin } from './index.ts';
import { acme, acmeName, type Messaging, openMessaging } from './messages.fixture.ts';

describe('the development mailbox', () => {
  let messaging: Messaging;
  let mailId = '';
  beforeAll(async () => {
    messaging = await openMessaging(stores[0]!);
    const key = await messaging.messages.keyOf(acme);
    const content = { kind: 'code', code: '481516', validMinutes: 10 } as const;
    mailId = await messaging.database.transaction(acme, async (tx) => {
      const message = { language: 'ar', expiresInSeconds: 600, content, key } as const;
      await messaging.messages.post(tx, acme, { ...message, channel: 'sms', address: '+4915112345678' });
      return messaging.messages.post(tx, acme, { ...message, channel: 'email', address: 'ann@example.test' });
    });
    await messaging.drain();
  });
  afterAll(() => messaging?.close());

  async function ask(url: string, over: InjectOptions = {}, forEverybody = false) {
    const server = Fastify();
    await server.register(mailboxPlugin({ mailbox: messaging.mailbox, forEverybody }));
    const answer = await server.inject({ url, headers: { host: '127.0.0.1:8080' }, ...over });
    await server.close();
    return answer;
  }

  it('shows what was kept, without script and without loading anything', async () => {
    const page = await ask('/dev/mailbox');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+';/),
      'x-content-type-options': 'nosniff',
    });
    expect(page.body).toContain('None of these messages was sent.');
    expect(page.body).toContain('SMS to +4915112345678');
    expect(page.body).toContain('Mail to ann@example.test');
    expect(page.body).toContain('<pre lang="ar" dir="rtl">');
    // The tenant's name is text.
    expect(page.body).not.toContain(acmeName);
    expect(page.body).toContain('Acme Pay &lt;&amp; &quot;Sons&quot;&gt;');
    expect(page.body).not.toMatch(/<script|src=|url\(/);
  });

  it('answers scripts in JSON, and shows a mail in its own words', async () => {
    const { messages } = (await ask('/dev/mailbox.json')).json<{
      messages: { to: string; content: unknown }[];
    }>();
    expect(messages.map(({ to }) => to).toSorted()).toEqual(['+4915112345678', 'ann@example.test']);
    expect(messages[0]!.content).toEqual({ kind: 'code', code: '481516', validMinutes: 10 });
    const mail = await ask(`/dev/mailbox/${mailId}`);
    expect(mail.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(mail.body).toContain('<html lang="ar" dir="rtl">');
    expect((await ask('/dev/mailbox/none')).statusCode).toBe(404);
  });

  it.each<[string, InjectOptions]>([
    ['from another machine', { remoteAddress: '203.0.113.7' }],
    ['under another name', { headers: { host: 'rebound.example' } }],
    ['passed on by a proxy', { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.7' } }],
  ])('does not exist for calls %s, unless the operator says so', async (_, call) => {
    for (const url of ['/dev/mailbox', '/dev/mailbox.json', `/dev/mailbox/${mailId}`]) {
      const answer = await ask(url, call);
      expect([answer.statusCode, answer.body]).toEqual([404, '']);
      expect((await ask(url, call, true)).statusCode).toBe(200);
    }
  });
});
