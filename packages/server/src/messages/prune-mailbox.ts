import type { Database } from '../database/database.ts';
import { mailboxHours, mailboxSize } from './mailbox.ts';

/** Wipes what has left the mailbox, of all tenants. To be called about once a minute. */
export async function pruneMailbox(database: Database): Promise<void> {
  await database.operator((tx) =>
    tx.sql(
      `update message set sealed = null
       where state = 'KEPT' and sealed is not null and (finished_at < now() - $1 * interval '1 hour'
         or finished_at < (
           select finished_at from message where state = 'KEPT' and sealed is not null
           order by finished_at desc offset $2 - 1 limit 1))`,
      [mailboxHours, mailboxSize],
    ),
  );
}
