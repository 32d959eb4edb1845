import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
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

  const addresses = () => ['/dev/mailbox', '/dev/mailbox.json', `/dev/mailbox/${mailId}`];
  const host = '127.0.0.1:8080';
  /** Its tokens are tried as often as the client's rate allows. */
  async function open(token?: string, calls = 100) {
    const server = Fastify();
    const settings = { clientRate: { calls, seconds: 60 } };
    await server.register(mailboxPlugin({ mailbox: messaging.mailbox, token, settings }));
    return server;
  }
  async function ask(url: string, over: InjectOptions = {}, token?: string) {
    const server = await open(token);
    const answer = await server.inject({ url, headers: { host }, ...over });
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
  ])('without a token does not exist for calls %s', async (_, call) => {
    for (const url of addresses()) {
      const answer = await ask(url, call);
      expect([answer.statusCode, answer.body]).toEqual([404, '']);
    }
  });

  // A plain `proxy_pass` of nginx: from this machine, to its address, and nothing says that somebody else asks.
  it('without a token does not exist for a proxy that says nothing of itself', async () => {
    const server = await open();
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    for (const [version, status] of [
      ['1.0', 404],
      ['1.1', 200],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `GET /dev/mailbox HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
      );
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
    await server.close();
  });

  it('with a token opens to it alone, wherever from, and hands it on in its links', async () => {
    const token = 'token-of-this-test';
    for (const url of addresses()) {
      for (const query of ['', '?token=', '?token=token-of-this-tesT', `?token=${token}&token=${token}`]) {
        const answer = await ask(url + query, {}, token);
        expect([url, query, answer.statusCode]).toEqual([url, query, 401]);
        expect(answer.body).toContain('GATEHOUSE_DEV_MAILBOX_TOKEN');
        expect(answer.body).not.toContain(token);
      }
      const elsewhere = { remoteAddress: '203.0.113.7', headers: { host: 'gate.example' } };
      expect((await ask(`${url}?token=${token}`, elsewhere, token)).statusCode).toBe(200);
    }
    const { body } = await ask(`/dev/mailbox?token=${token}`, {}, token);
    const links = [...body.matchAll(/href="(\/dev[^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([`/dev/mailbox?token=${token}`, `/dev/mailbox/${mailId}?token=${token}`]);
  });

  it('refuses an address that tries many tokens, also the right one', async () => {
    const server = await open('token-of-this-test', 3);
    const statuses: number[] = [];
    for (const token of ['1', '2', '3', 'token-of-this-test']) {
      statuses.push((await server.inject({ url: `/dev/mailbox.json?token=${token}` })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    await server.close();
  });
});
