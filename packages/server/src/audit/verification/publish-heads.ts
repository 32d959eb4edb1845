import type { Database } from '../../database/database.ts';
import type { Logger } from '../../lib/logger.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import type { SignedHead } from '../index.ts';
import { readSignedHeads } from './verify-audit.ts';

/** A way by which signed heads leave the store. */
export interface HeadDestination {
  /** As doctor and the log call it; `log` is the one that does not leave the host. */
  readonly name: string;
  /** Rejects in words for the operator, without a secret. `text` is the heads as JSON. */
  send(heads: SignedHead, text: string): Promise<void>;
}

/**
 * Publishes the signed heads of all chains on each way whose last publication is an hour old; a way that failed is tried
 * again after five minutes. Any number of nodes may try: one of them sends.
 */
export async function publishHeads({
  database,
  masterKeys,
  destinations,
  logger,
}: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly destinations: readonly HeadDestination[];
  readonly logger: Logger;
}): Promise<void> {
  for (const destination of destinations) {
    const { name } = destination;
    if (!(await claimPublication(database, name))) continue;
    const heads = await readSignedHeads(database, masterKeys);
    const failure = await destination.send(heads, JSON.stringify(heads)).then(
      () => null,
      (error: Error) => error.message,
    );
    if (failure !== null) {
      logger.warn({ destination: name, failure }, 'signed heads of the audit log could not be published');
    }
    await database.operator((tx) =>
      tx.sql(
        `update audit_publication set failure = $2, sent_at = case when $2::text is null then now() else sent_at end
         where destination = $1`,
        [name, failure],
      ),
    );
  }
}

async function claimPublication(database: Database, name: string): Promise<boolean> {
  const rows = await database.operator((tx) =>
    tx.sql(
      `insert into audit_publication as p (destination, attempted_at) values ($1, now())
       on conflict (destination) do update set attempted_at = now()
       where p.attempted_at < now() - interval '5 minutes'
         and (p.sent_at is null or p.sent_at <= now() - interval '1 hour')
       returning destination`,
      [name],
    ),
  );
  return rows.length > 0;
}
