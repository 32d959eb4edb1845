import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../lib/egress.ts';
import { startHttpServer } from '../lib/egress-servers.fixture.ts';
import { defaultSmsTemplate, type SmsSettings } from '../lib/message-settings.ts';
import type { OutgoingMessage } from './message-provider.ts';
import { renderMessage } from './render-message.ts';
import { smsProvider } from './sms-provider.ts';

interface Taken {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A provider of this machine that answers with a status and a body. */
async function startReceiver(status = 200, answer = '{}') {
  const taken: Taken[] = [];
  const { port } = await startHttpServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    taken.push({ method: request.method, path: request.url, headers: request.headers, body });
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  });
  return { url: `http://127.0.0.1:${port}/v1/messages`, taken };
}

const message: OutgoingMessage = {
  ...renderMessage({
    content: { kind: 'code', code: '481516', validMinutes: 10 },
    language: 'en',
    name: 'A"c\\me & Co',
  }),
  messageId: 'message-1',
  address: '+4915112345678',
  language: 'en',
  name: 'A"c\\me & Co',
};

function provider(url: string, over: Partial<SmsSettings> = {}, allow = ['127.0.0.1']) {
  const egress = createEgress({ allow });
  onTestFinished(() => egress.close());
  const settings = {
    api: 'json',
    url,
    from: 'Acme',
    user: undefined,
    token: 'tok',
    headers: {},
    ...over,
  } as const;
  return smsProvider({ template: defaultSmsTemplate, ...settings }, egress, 2_000);
}

describe('the SMS provider', () => {
  it('posts JSON made from the template, whatever the text holds', async () => {
    const { url, taken } = await startReceiver(200, '{"id":"SM-abc-1"}');
    const template = {
      messages: [{ destination: '{to}', note: '{text} / {id}', from: '{from}', flash: false }],
    };
    expect(await provider(url, { template }).send(message)).toEqual({ kind: 'sent', reference: 'SM-abc-1' });
    const [call] = taken;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      authorization: 'Bearer tok',
      'idempotency-key': 'message-1',
    });
    expect(JSON.parse(call!.body)).toEqual({
      messages: [
        { destination: '+4915112345678', note: `${message.sms} / message-1`, from: 'Acme', flash: false },
      ],
    });
    expect(message.sms).toContain('A"c\\me & Co: your code is 481516.');
  });

  it('sends no message over a connection that may be closed before the provider answers', async () => {
    const server = await startHttpServer((request, response) => {
      expect(request.headers.connection).toBe('close');
      response.end('{}');
    });
    const sms = provider(`http://127.0.0.1:${server.port}/`);
    for (let turn = 0; turn < 3; turn += 1) expect(await sms.send(message)).toMatchObject({ kind: 'sent' });
    expect(server.connections()).toBe(3);
  });

  it('sends headers of the settings, also in place of its own', async () => {
    const { url, taken } = await startReceiver();
    const headers = { 'X-Api-Key': 'key-1', authorization: 'App abc' };
    await provider(url, { headers }).send(message);
    expect(taken[0]!.headers).toMatchObject({ 'x-api-key': 'key-1', authorization: 'App abc' });
  });

  it('posts a form to a Twilio-like provider', async () => {
    const { url, taken } = await startReceiver(201, '{"sid":"SM0123456789abcdef"}');
    const account = { api: 'twilio', user: 'AC1', token: 'secret' } as const;
    expect(await provider(url, account).send(message)).toEqual({
      kind: 'sent',
      reference: 'SM0123456789abcdef',
    });
    const service = `MG${'0'.repeat(32)}`;
    await provider(url, { ...account, from: service }).send(message);
    const forms = taken.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(forms).toEqual([
      { To: '+4915112345678', From: 'Acme', Body: message.sms },
      { To: '+4915112345678', MessagingServiceSid: service, Body: message.sms },
    ]);
    expect(taken[0]!.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);
  });

  it.each([
    [400, '{"code":21211,"message":"+4915112345678 is invalid"}', 'refused', 'HTTP 400, code 21211'],
    [401, 'no', 'refused', 'HTTP 401'],
    [302, '', 'refused', 'HTTP 302'],
    [429, '{}', 'retry', 'HTTP 429'],
    [503, '{"code":4915112345678}', 'retry', 'HTTP 503'],
  ])('takes an answer %i %s for %s', async (status, answer, kind, failure) => {
    const { url } = await startReceiver(status, answer);
    expect(await provider(url).send(message)).toEqual({ kind, failure });
  });

  it('keeps no reference that could be the number', async () => {
    const { url } = await startReceiver(200, '{"id":"4915112345678"}');
    expect(await provider(url).send(message)).toEqual({ kind: 'sent', reference: null });
  });

  it('goes through the filter of outgoing calls, and tries again where nothing answers', async () => {
    const { url, taken } = await startReceiver();
    expect(await provider(url, {}, []).send(message)).toEqual({ kind: 'refused', failure: 'blockedAddress' });
    expect(taken).toEqual([]);
    const { port } = await startHttpServer((request) => request.socket.destroy());
    expect(await provider(`http://127.0.0.1:${port}/`).send(message)).toMatchObject({ kind: 'retry' });
    const hanging = await startHttpServer(() => {});
    expect(await provider(`http://127.0.0.1:${hanging.port}/`).send(message)).toEqual({
      kind: 'retry',
      failure: 'timeout',
    });
  });
});
