import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly raw: string;
  /** Whether it came over TLS. */
  readonly secure: boolean;
}

export interface MailServer {
  readonly port: number;
  /** Those that came whole, accepted or not. */
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** An answer of a mail server that is no acceptance. */
export function smtpRefusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * A real mail server on 127.0.0.1: in clear and without a login unless the options say otherwise. `onMail` says what
 * becomes of a mail that came whole.
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  onMail: (mail: ReceivedMail) => Promise<void> | void = () => {},
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString('utf8'),
          secure: session.secure,
        };
        mails.push(mail);
        void answer(mail, onMail, done);
      });
    },
    ...options,
  });
  // Clients that hang up, or do not trust the certificate, are what some tests are about.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

async function answer(
  mail: ReceivedMail,
  onMail: (mail: ReceivedMail) => Promise<void> | void,
  done: (refusal: Error | null) => void,
): Promise<void> {
  let refusal: Error | null = null;
  try {
    await onMail(mail);
  } catch (error) {
    refusal = error as Error;
  }
  done(refusal);
}
