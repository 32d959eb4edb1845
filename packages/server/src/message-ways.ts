import type { Config } from './config.ts';
import type { Egress } from './lib/egress.ts';
import { isLoopback } from './lib/loopback.ts';
import { type MessageChannel, type MessageWay, smsProvider, smtpProvider } from './messages/index.ts';

/** Where the deployment's messages go, by its settings. */
export function messageWays(
  config: Pick<Config, 'host' | 'publicUrl' | 'messages'>,
  egress: Egress,
): Record<MessageChannel, MessageWay> {
  const { smtp, sms } = config.messages;
  const without: MessageWay = hasMailbox(config) ? { kind: 'mailbox' } : { kind: 'none' };
  return {
    email: smtp === undefined ? without : { kind: 'provider', provider: smtpProvider(smtp) },
    sms: sms === undefined ? without : { kind: 'provider', provider: smsProvider(sms, egress) },
  };
}

/** Channels whose messages are kept in the development mailbox; none: there is no mailbox. */
export function mailboxChannels(config: Pick<Config, 'host' | 'publicUrl' | 'messages'>): MessageChannel[] {
  if (!hasMailbox(config)) return [];
  const { smtp, sms } = config.messages;
  return [...(smtp === undefined ? ['email' as const] : []), ...(sms === undefined ? ['sms' as const] : [])];
}

/**
 * Without a word of the operator, only where nobody else could be meant: the listener and the address that links name
 * are both this machine's own. Anywhere else a missing provider is a refusal, never a code on a page.
 */
function hasMailbox({ host, publicUrl, messages }: Pick<Config, 'host' | 'publicUrl' | 'messages'>): boolean {
  if (messages.mailbox !== 'auto') return messages.mailbox === 'on';
  const named = publicUrl === undefined ? host : new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopback(host) && isLoopback(named);
}
