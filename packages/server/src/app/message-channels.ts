import { randomBytes } from 'node:crypto';
import type { Config } from '../config/index.ts';
import type { Egress } from '../lib/egress.ts';
import { isLoopback } from '../lib/loopback.ts';
import { type MessageChannel, type MessageRoute, smsProvider, smtpProvider } from '../messages/index.ts';

type MessageSettings = Pick<Config, 'host' | 'publicUrl' | 'messages' | 'isDemo'>;

/** Where the deployment's messages go, by its settings. */
export function messageRoutes(config: MessageSettings, egress: Egress): Record<MessageChannel, MessageRoute> {
  const { smtp, sms } = config.messages;
  const without: MessageRoute = hasMailbox(config) ? { kind: 'mailbox' } : { kind: 'none' };
  return {
    email: smtp === undefined ? without : { kind: 'provider', provider: smtpProvider(smtp) },
    sms: sms === undefined ? without : { kind: 'provider', provider: smsProvider(sms, egress) },
  };
}

/** Channels that no provider serves. */
export function channelsWithoutProvider({ messages }: Pick<Config, 'messages'>): MessageChannel[] {
  const { smtp, sms } = messages;
  return [...(smtp === undefined ? ['email' as const] : []), ...(sms === undefined ? ['sms' as const] : [])];
}

/** Channels whose messages are kept in the development mailbox; none: there is no mailbox. */
export function mailboxChannels(config: MessageSettings): MessageChannel[] {
  return hasMailbox(config) ? channelsWithoutProvider(config) : [];
}

/** Who may read the development mailbox. */
export type MailboxAccess =
  | { readonly kind: 'this-machine' }
  | {
      readonly kind: 'token';
      readonly token: string;
      /** Made for this start: nobody knows it until it is printed. */
      readonly isNew: boolean;
    };

/**
 * Undefined: there is no mailbox. Its messages hold codes and links that replace passwords. A proxy need not tell that
 * it passes a call on, so only the demo on its own machine does without a token.
 */
export function openMailboxAccess(config: MessageSettings): MailboxAccess | undefined {
  if (mailboxChannels(config).length === 0) return undefined;
  const { mailbox, mailboxToken } = config.messages;
  if (mailbox === 'auto' && mailboxToken === undefined && !isReachedByOthers(config)) {
    return { kind: 'this-machine' };
  }
  if (mailboxToken !== undefined) return { kind: 'token', token: mailboxToken, isNew: false };
  return { kind: 'token', token: randomBytes(24).toString('base64url'), isNew: true };
}

/** Whether the listener or the address that links name is more than this machine's own. */
export function isReachedByOthers({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const named = publicUrl === undefined ? host : new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return !isLoopback(host) || !isLoopback(named);
}

/** Elsewhere than in the demo a missing provider is a refusal, never a code on a page that nobody asked for. */
function hasMailbox({ messages, isDemo }: MessageSettings): boolean {
  return messages.mailbox === 'on' || (messages.mailbox === 'auto' && isDemo);
}
