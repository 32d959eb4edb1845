import { describe, expect, it } from 'vitest';
import { mailboxChannels, openMailboxAccess } from '../app/message-channels.ts';
import { loadConfig } from './config.ts';

const messagesOf = (env: Record<string, string>) => loadConfig(env).config.messages;
const from = { GATEHOUSE_MAIL_FROM: 'no-reply@gate.example' };
const sms = { GATEHOUSE_SMS_URL: 'https://sms.example/send', GATEHOUSE_SMS_FROM: 'Acme' };

describe('the settings of messages', () => {
  it.each([
    ['smtps://u:p%40ss@mail.example', 'mail.example', 465, 'implicit', 'u', 'p@ss'],
    ['smtp://mail.example', 'mail.example', 587, 'starttls', undefined, undefined],
    ['smtp://[::1]:25/?tls=off', '::1', 25, 'off', undefined, undefined],
  ])('read the mail server %s', (url, host, port, tls, user, password) => {
    const { smtp } = messagesOf({ GATEHOUSE_SMTP_URL: url, ...from });
    expect(smtp).toEqual({ host, port, tls, user, password, from: 'no-reply@gate.example' });
  });

  it.each([
    [
      { GATEHOUSE_SMTP_URL: 'https://mail.example', ...from },
      /^GATEHOUSE_SMTP_URL \(its value is not shown\): must be smtps/,
    ],
    [{ GATEHOUSE_SMTP_URL: 'smtps://hidden:hidden@mail.example?tls=off', ...from }, /^GATEHOUSE_SMTP_URL/],
    [{ GATEHOUSE_SMTP_URL: 'smtp://hidden:hidden@mail.example' }, /^GATEHOUSE_MAIL_FROM is missing/],
    [
      { GATEHOUSE_MAIL_FROM: 'Gate <no-reply@gate.example>' },
      /^GATEHOUSE_MAIL_FROM .*must be an e-mail address/,
    ],
    [{ GATEHOUSE_SMS_URL: 'https://sms.example/send' }, /^GATEHOUSE_SMS_FROM is missing/],
    [{ ...sms, GATEHOUSE_SMS_API: 'twilio', GATEHOUSE_SMS_TOKEN: 'hidden' }, /^GATEHOUSE_SMS_USER or/],
    [
      { ...sms, GATEHOUSE_SMS_TEMPLATE: '{"hidden":"{to}"}' },
      /^GATEHOUSE_SMS_TEMPLATE \(its value is not shown\)/,
    ],
    [
      { ...sms, GATEHOUSE_SMS_HEADERS: '{"X-Key":"hidden\\n"}' },
      /^GATEHOUSE_SMS_HEADERS \(its value is not shown\)/,
    ],
    [{ GATEHOUSE_SMS_COUNTRIES: 'DE,XX' }, /^GATEHOUSE_SMS_COUNTRIES "DE,XX": must be/],
    [{ GATEHOUSE_DEV_MAILBOX_TOKEN: 'hidden' }, /^GATEHOUSE_DEV_MAILBOX_TOKEN \(its value is not shown\)/],
    [{ GATEHOUSE_DEV_MAILBOX: 'yes' }, /^GATEHOUSE_DEV_MAILBOX "yes": must be one of auto, on, off/],
  ])('refuse %j in a line that names no secret', (env, line) => {
    const refused = () => loadConfig(env as Record<string, string>);
    expect(refused).toThrow(line);
    expect(refused).not.toThrow('hidden');
  });

  it('need no sender where the template names none', () => {
    const GATEHOUSE_SMS_TEMPLATE = '{"phone":"{to}","message":"{text}"}';
    const { sms: read } = messagesOf({
      GATEHOUSE_SMS_URL: 'https://sms.example/send',
      GATEHOUSE_SMS_TEMPLATE,
    });
    expect(read).toMatchObject({ from: undefined, template: { phone: '{to}', message: '{text}' } });
  });

  it('take countries in either form', () => {
    expect(messagesOf({ GATEHOUSE_SMS_COUNTRIES: 'de, AUT' }).smsCountries).toEqual(['DE', 'AT']);
  });

  const here = { kind: 'this-machine' };
  const made = { kind: 'token', token: expect.stringMatching(/^[\w-]{32}$/), isNew: true };
  const set = { kind: 'token', token: 'set-by-operator', isNew: false };
  it.each([
    // A proxy may pass on calls to the address of this machine, and say nothing of it.
    ['serve', {}, [], undefined],
    ['serve', { GATEHOUSE_PUBLIC_URL: 'http://localhost:9000' }, [], undefined],
    ['serve', { GATEHOUSE_DEV_MAILBOX_TOKEN: 'set-by-operator' }, [], undefined],
    ['serve', { GATEHOUSE_DEV_MAILBOX: 'on' }, ['email', 'sms'], made],
    ['serve', { GATEHOUSE_DEV_MAILBOX: 'on', ...sms }, ['email'], made],
    [
      'serve',
      { GATEHOUSE_DEV_MAILBOX: 'on', GATEHOUSE_DEV_MAILBOX_TOKEN: 'set-by-operator' },
      ['email', 'sms'],
      set,
    ],
    ['demo', {}, ['email', 'sms'], here],
    ['demo', { GATEHOUSE_HOST: '0.0.0.0' }, ['email', 'sms'], made],
    ['demo', { GATEHOUSE_PUBLIC_URL: 'https://gate.example' }, ['email', 'sms'], made],
    ['demo', { GATEHOUSE_DEV_MAILBOX_TOKEN: 'set-by-operator' }, ['email', 'sms'], set],
    ['demo', { GATEHOUSE_DEV_MAILBOX: 'off' }, [], undefined],
  ])('keep under %s with %j the messages of %j', (command, env, channels, access) => {
    const { config } = loadConfig(env as Record<string, string>, undefined, { isDemo: command === 'demo' });
    expect(mailboxChannels(config)).toEqual(channels);
    expect(openMailboxAccess(config)).toEqual(access);
  });
});
