import type { FlowLanguage } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import { openSecret } from '../lib/secrets.ts';
import { type DataKeys, messageContext } from '../tenants/index.ts';
import type { MessageChannel, MessageContent } from './message-content.ts';
import { renderMessage } from './render-message.ts';

/** A message that was kept instead of sent. */
export interface MailboxMessage {
  readonly messageId: string;
  readonly tenantId: string;
  readonly domain: string;
  readonly channel: MessageChannel;
  readonly to: string;
  readonly language: FlowLanguage;
  /** Null for SMS. */
  readonly subject: string | null;
  /** As its reader would see it, without markup. */
  readonly text: string;
  /** Null for SMS. */
  readonly html: string | null;
  readonly content: MessageContent;
  /** Epoch milliseconds. */
  readonly keptAt: number;
}

/** How long messages stay in the mailbox, and how many of them at most. */
export const mailboxHours = 1;
export const mailboxSize = 200;

interface KeptRow {
  readonly tenantId: string;
  readonly domain: string;
  readonly messageId: string;
  readonly channel: MessageChannel;
  readonly language: FlowLanguage;
  readonly sealed: Buffer;
  readonly name: string;
  readonly keptAt: number;
}

/** The development mailbox: the messages of all tenants that no provider sends. For developers on this machine. */
export class Mailbox {
  readonly #database: Database;
  readonly #keys: DataKeys;

  constructor(database: Database, keys: DataKeys) {
    this.#database = database;
    this.#keys = keys;
  }

  /** The newest first. */
  async list(): Promise<MailboxMessage[]> {
    const rows = await this.#database.operator((tx) =>
      tx.sql<KeptRow>(
        `select m.tenant_id as "tenantId", m.domain, m.message_id as "messageId", m.channel, m.language, m.sealed,
           coalesce(t.branding ->> 'name', t.name) as name, floor(extract(epoch from m.finished_at) * 1000)::float as "keptAt"
         from message m join tenant t using (tenant_id)
         where m.state = 'KEPT' and m.sealed is not null and m.finished_at > now() - $1 * interval '1 hour'
         order by m.finished_at desc, m.message_id desc limit $2`,
        [mailboxHours, mailboxSize],
      ),
    );
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  async #open({ sealed, name, ...row }: KeptRow): Promise<MailboxMessage> {
    const key = await this.#keys.of(row);
    const opened = openSecret(key, messageContext(row, row.messageId), sealed);
    const { address: to, content } = JSON.parse(opened) as { address: string; content: MessageContent };
    const { language } = row;
    const rendered = renderMessage({ content, language, name });
    return row.channel === 'sms'
      ? { ...row, to, content, subject: null, text: rendered.sms, html: null }
      : { ...row, to, content, subject: rendered.subject, text: rendered.text, html: rendered.html };
  }
}
