import type { FlowLanguage } from '@gatehouse/contract';

const messageChannels = ['email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The content of a message. Its texts are in `message-texts.ts`, one row for each kind. */
interface CodeContent {
  readonly kind: 'code';
  readonly code: string;
  readonly validMinutes: number;
}
/** A link by which somebody chooses a password at the console. */
interface LinkContent {
  readonly kind: 'invitation' | 'reset';
  readonly url: string;
  readonly validMinutes: number;
}
/** A link by which an end user gives a document again. */
interface DocumentContent {
  readonly kind: 'document';
  readonly url: string;
  readonly validMinutes: number;
}
export type MessageContent = CodeContent | LinkContent | DocumentContent;
export type MessageKind = MessageContent['kind'];

/** A message as somebody reads it. */
export interface RenderedMessage {
  /** Of a mail; one line. */
  readonly subject: string;
  /** A mail's plain form. */
  readonly text: string;
  readonly html: string;
  /** The whole message where there is room for a line or two. */
  readonly sms: string;
}

/** What is rendered: the content, its language, and in whose name it is said. */
export interface MessageLabels {
  readonly content: MessageContent;
  readonly language: FlowLanguage;
  /** The tenant's. */
  readonly name: string;
}
