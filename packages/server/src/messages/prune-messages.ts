import type { Database } from '../database/database.ts';
import { mailboxHours, mailboxSize } from './mailbox.ts';

/** How long it is known that a message was sent, and by which attempts. */
const logDays = 30;
const batch = 1000;

/** Wipes what has left the mailbox and forgets old messages, of all tenants. To be called about once a minute. */
export async function pruneMessages(database: Database): Promise<void> {
  await database.operator(async (tx) => {
    await tx.sql(
      `update message set sealed = null
       where state = 'KEPT' and sealed is not null and (finished_at < now() - $1 * interval '1 hour'
         or finished_at < (
           select finished_at from message where state = 'KEPT' and sealed is not null
           order by finished_at desc offset $2 - 1 limit 1))`,
      [mailboxHours, mailboxSize],
    );
    await tx.sql(
      `delete from message m using (
         select tenant_id, domain, message_id from message where created_at < now() - $1 * interval '1 day'
         order by created_at limit ${batch} for update skip locked
       ) old
       where m.tenant_id = old.tenant_id and m.domain = old.domain and m.message_id = old.message_id`,
      [logDays],
    );
  });
}
