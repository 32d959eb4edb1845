/**
 * Messages to people by mail and SMS, in the tenant's name and the reader's language: an outbox that commits with what
 * demands a message, providers that send it, and a mailbox for developers where none is set. Never keeps a text after
 * it was sent, and never decides who gets one.
 */
export { Mailbox, type MailboxMessage } from './mailbox.ts';
export { mailboxPath, mailboxPlugin } from './mailbox-plugin.ts';
export { maskAddress } from './mask-address.ts';
export type { MessageChannel } from './message-content.ts';

export type { MessageJob, MessageState } from './message-queries.ts';
export { type MessageRoute, Messages, type NewMessage } from './messages.ts';
export { pruneMailbox } from './prune-mailbox.ts';
export { smsProvider } from './sms-provider.ts';
export { smtpProvider } from './smtp-provider.ts';
