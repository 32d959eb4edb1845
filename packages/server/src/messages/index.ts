/**
 * Messages to people by mail and SMS, in the tenant's name and the reader's language: an outbox that commits with what
 * demands a message, providers that send it, and a mailbox for developers where none is set. Never keeps a text after
 * it was sent, and never decides who gets one.
 */
export { type KeptMessage, Mailbox } from './mailbox.ts';
export { mailboxPath, mailboxPlugin } from './mailbox-plugin.ts';
export { maskAddress } from './mask-address.ts';
export { type MessageChannel, type MessageContent, messageChannels } from './message-content.ts';
export type { MessageProvider, OutgoingMessage, SendResult } from './message-provider.ts';
export { type MessageJob, type MessageState, readMessageState } from './message-queries.ts';
export { type MessageRoute, Messages, type MessagesOptions, type NewMessage } from './messages.ts';
export { messageLanguage } from './render-message.ts';
export { smsProvider } from './sms-provider.ts';
export { smtpProvider } from './smtp-provider.ts';
export { pruneMessages } from './tidy-messages.ts';
