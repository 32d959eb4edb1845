import type { NodemailerError } from 'nodemailer';
import type { SmtpSettings } from '../lib/message-settings.ts';
import { type MessageProvider, type SendResult, sendDeadlineMs } from './message-provider.ts';

/** Sends mail to a server that passes it on. Each message has a connection of its own and one deadline. */
export function smtpProvider(settings: SmtpSettings, deadlineMs = sendDeadlineMs): MessageProvider {
  const { host, port, tls, user, password, from, certificates } = settings;
  const options = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2' as const, ...(certificates && { ca: [...certificates] }) },
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, forceAuth: true }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded only where a mail server is named.
  const opening = import('nodemailer').then(({ createTransport }) => createTransport(options));
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    name: 'smtp',
    send: async ({ messageId, address, name, subject, text, html, language }) => {
      try {
        const info = await (await opening).sendMail({
          from: { name, address: from },
          to: address,
          envelope: { from, to: [address] },
          messageId: `<${messageId}@${domain}>`,
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          xMailer: false,
          signal: AbortSignal.timeout(deadlineMs),
        });
        return { kind: 'sent', reference: info.messageId };
      } catch (error) {
        return classifyFailure(error as NodemailerError);
      }
    },
    check: async () => {
      const late = AbortSignal.timeout(deadlineMs);
      const failed = (error: NodemailerError) => {
        throw new Error(`the mail server ${host}:${port} cannot be used: ${describe(error)}`);
      };
      const { promise, reject } = Promise.withResolvers<never>();
      late.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
      await Promise.race([(await opening).verify(), promise]).catch(failed);
    },
  };
}

/** A refused envelope or message stays refused; a connection, a login or a server's mood may be put right. */
function classifyFailure(error: NodemailerError): SendResult {
  const isFinal = error.permanent === true && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return { kind: isFinal ? 'refused' : 'retry', failure: describe(error) };
}

/** Codes alone: a server's words often repeat the address. */
function describe(error: NodemailerError): string {
  const { code, originalCode, responseCode, command, response } = error;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  const parts = [code ?? error.name, originalCode, responseCode, enhanced, command && `at ${command}`];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
