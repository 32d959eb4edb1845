import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { privateKey, selfSignedCertificate, startTcpServer } from '../lib/egress-servers.fixture.ts';
import type { SmtpSettings } from '../lib/message-settings.ts';
import { type MailServer, startMailServer } from './mail-server.fixture.ts';
import type { OutgoingMessage } from './message-provider.ts';
import { renderMessage } from './render-message.ts';
import { smtpProvider } from './smtp-provider.ts';

const servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  servers.push(server);
  return server;
}

const settings = (port: number, over: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port,
  tls: 'off',
  user: undefined,
  password: undefined,
  from: 'no-reply@gatehouse.test',
  ...over,
});

const message = (over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  ...renderMessage({
    content: { kind: 'code', code: '481516', validMinutes: 10 },
    language: 'ar',
    name: 'شركة المثال',
  }),
  messageId: 'message-1',
  address: 'ann@example.test',
  language: 'ar',
  name: 'شركة المثال',
  ...over,
});

const withCertificate = { key: privateKey, cert: selfSignedCertificate };

describe('the SMTP provider', () => {
  it('sends plain text and HTML in the reader’s language, and says that a machine wrote it', async () => {
    const server = await start();
    expect(await smtpProvider(settings(server.port)).send(message())).toEqual({
      kind: 'sent',
      reference: '<message-1@gatehouse.test>',
    });
    const [{ raw, to }] = server.mails as [MailServer['mails'][number]];
    expect(to).toEqual(['ann@example.test']);
    expect(raw).toMatch(/^To: ann@example\.test\r$/m);
    expect(raw).toMatch(/^Content-Language: ar\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(raw).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m);
    expect(raw).not.toMatch(/^X-Mailer/m);
  });

  it('speaks TLS from the first byte, and after STARTTLS', async () => {
    const certificates = [selfSignedCertificate];
    const implicit = await start({ secure: true, ...withCertificate });
    const secured = smtpProvider(settings(implicit.port, { tls: 'implicit', certificates }));
    expect(await secured.send(message())).toMatchObject({ kind: 'sent' });
    const upgrading = await start({ disabledCommands: [], ...withCertificate });
    const upgraded = smtpProvider(settings(upgrading.port, { tls: 'starttls', certificates }));
    expect(await upgraded.send(message())).toMatchObject({ kind: 'sent' });
    expect([implicit, upgrading].map(({ mails }) => mails[0]!.secure)).toEqual([true, true]);
  });

  it('says no word to a server that offers no TLS, or whose certificate nobody trusts', async () => {
    const clear = await start();
    const untrusted = await start({ disabledCommands: [], ...withCertificate });
    for (const [server, failure] of [
      [clear, /^ETLS/],
      [untrusted, /^ETLS|^ESOCKET/],
    ] as const) {
      const provider = smtpProvider(settings(server.port, { tls: 'starttls' }));
      expect(await provider.send(message())).toEqual({
        kind: 'retry',
        failure: expect.stringMatching(failure),
      });
      expect(server.mails).toEqual([]);
    }
  });

  it('logs in where it has a name, and tries again once the password was put right', async () => {
    const server = await start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'gate' && password === 'p@ss:w' ? done(null, { user: 'gate' }) : done(new Error('no')),
    });
    const login = (password: string) =>
      smtpProvider(settings(server.port, { user: 'gate', password })).send(message());
    expect(await login('p@ss:w')).toMatchObject({ kind: 'sent' });
    const refused = await login('another-secret');
    expect(refused).toMatchObject({ kind: 'retry', failure: expect.stringContaining('EAUTH') });
    expect(JSON.stringify(refused)).not.toContain('another-secret');
  });

  it('gives a recipient up that the server refuses for good', async () => {
    const server = await start({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`5.1.1 no ${address}`), { responseCode: 550 })),
    });
    expect(await smtpProvider(settings(server.port)).send(message())).toEqual({
      kind: 'refused',
      failure: 'EENVELOPE 550 5.1.1 at RCPT TO',
    });
  });

  it('ends at its deadline, whatever the server does', async () => {
    const silent = await startTcpServer(() => {});
    const trickling = await startTcpServer((socket) => {
      socket.write('220-');
      const timer = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    for (const { port } of [silent, trickling]) {
      expect(await smtpProvider(settings(port), 200).send(message())).toMatchObject({ kind: 'retry' });
    }
    expect(await smtpProvider(settings(await freePort())).send(message())).toEqual({
      kind: 'retry',
      failure: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('looks whether the server lets it in, without sending', async () => {
    const server = await start();
    await smtpProvider(settings(server.port)).check!();
    expect(server.mails).toEqual([]);
    const port = await freePort();
    await expect(smtpProvider(settings(port)).check!()).rejects.toThrow(
      `the mail server 127.0.0.1:${port} cannot be used`,
    );
    const silent = await startTcpServer(() => {});
    await expect(smtpProvider(settings(silent.port), 200).check!()).rejects.toThrow('cannot be used');
  });

  it('lets nothing of a name or an address become another header', async () => {
    const server = await start();
    const name = 'Acme\r\nBcc: all@example.test';
    await smtpProvider(settings(server.port)).send(
      message({ name, subject: 'Code\r\nX-Evil: 1', address: 'ann@example.test' }),
    );
    const [{ raw, to }] = server.mails as [MailServer['mails'][number]];
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^(Bcc|X-Evil):/m);
    expect(to).toEqual(['ann@example.test']);
  });
});
