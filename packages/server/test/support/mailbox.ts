import type { App } from '../../src/app/app.ts';
import type { MailboxMessage } from '../../src/messages/index.ts';

/** The development mailbox, the newest message first. */
export async function keptMessages({
  app,
}: {
  readonly app: Pick<App, 'mailbox'>;
}): Promise<MailboxMessage[]> {
  const address = new URL(app.mailbox!.url);
  address.pathname += '.json';
  const answer = await fetch(address);
  const { messages } = (await answer.json()) as { messages: MailboxMessage[] };
  return messages;
}
