import type { FlowLanguage } from '@gatehouse/contract';
import type { RenderedMessage } from './message-content.ts';

/** One message on its way to one address. */
export interface OutgoingMessage extends RenderedMessage {
  /** The same at every attempt, so that a provider or a reader can recognise a repeat. */
  readonly messageId: string;
  readonly address: string;
  readonly language: FlowLanguage;
  /** In whose name it goes out. */
  readonly name: string;
}

/**
 * The outcome of an attempt. `retry` may be over at the next one, `refused` would not be. A failure is shown to
 * the operator and logged: never the address, the text, or an answer's words, which may repeat them.
 */
export type SendResult =
  | { readonly kind: 'sent'; readonly reference: string | null }
  | { readonly kind: 'retry' | 'refused'; readonly failure: string };

/** Sends one message and answers the outcome. It rejects only by a bug. */
export interface MessageProvider {
  /** As attempts and the log call it. */
  readonly name: string;
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Checks whether it could send, without sending; rejects with what to do. Absent where nothing can be checked. */
  check?(): Promise<void>;
}

/** From the first byte to the last; a person waits for the message. */
export const sendDeadlineMs = 30_000;
