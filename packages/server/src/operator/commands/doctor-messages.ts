import { mailboxChannels } from '../../app/message-channels.ts';
import type { Config } from '../../config/index.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { type MessageChannel, mailboxPath, smtpProvider } from '../../messages/index.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const messages = findingsOf('messages');

/** A person at the command waits for it. */
const timeoutMs = 10_000;

/** Whether mail and SMS reach anybody. Nothing is sent. */
export async function checkMessages(config: Config): Promise<Finding[]> {
  return [...(await checkMail(config)), ...checkSms(config), ...checkMailbox(config)];
}

async function checkMail(config: Config): Promise<Finding[]> {
  const { smtp } = config.messages;
  if (smtp === undefined) return [withoutProvider(config, 'email')];
  const { host, port, tls, from } = smtp;
  const clear =
    tls === 'off' && !isLoopback(host)
      ? [
          messages.warning(
            `mail goes to ${host}:${port} unencrypted: codes can be read in transit; remove ?tls=off from GATEHOUSE_SMTP_URL`,
          ),
        ]
      : [];
  try {
    await smtpProvider(smtp, timeoutMs).check!();
    return [messages.ok(`mail goes through ${host}:${port}, from ${from}`), ...clear];
  } catch (error) {
    const { message } = error as Error;
    return [
      messages.broken(`${message}; check GATEHOUSE_SMTP_URL; messages wait until the server responds`),
      ...clear,
    ];
  }
}

function checkSms(config: Config): Finding[] {
  const { sms } = config.messages;
  if (sms === undefined) return [withoutProvider(config, 'sms')];
  const { protocol, host, hostname } = new URL(sms.url);
  const sent = messages.ok(`SMS go through ${host} (${sms.api}); not tested, as a test would send an SMS`);
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) return [sent];
  return [sent, messages.warning(`SMS go to ${host} unencrypted: use an https URL in GATEHOUSE_SMS_URL`)];
}

const providerSettings: Readonly<Record<MessageChannel, string>> = {
  email: 'set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM to send it',
  sms: 'set GATEHOUSE_SMS_URL to send them',
};

function withoutProvider(config: Config, channel: MessageChannel): Finding {
  const what = channel === 'email' ? 'mail is' : 'SMS are';
  const advice = providerSettings[channel];
  if (mailboxChannels(config).includes(channel)) {
    return messages.warning(`${what} not sent, but shown at ${mailboxPath} for an hour; ${advice}`);
  }
  const demo = config.messages.mailbox === 'auto' ? ` (gatehouse demo shows it at ${mailboxPath})` : '';
  return messages.warning(
    `${what} not sent, and steps that need its code cannot be completed${demo}; ${advice}`,
  );
}

function checkMailbox(config: Config): Finding[] {
  const isOn = config.messages.mailbox === 'on' && mailboxChannels(config).length > 0;
  if (!isOn) return [];
  return [
    messages.warning(
      `GATEHOUSE_DEV_MAILBOX on shows every code and reset link at ${mailboxPath} to anyone with its token; do not set it in production`,
    ),
  ];
}
