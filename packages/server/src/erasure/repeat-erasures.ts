import type { Database } from '../database/database.ts';
import { type ErasureTools, eraseConfirmed } from './erase-customer.ts';
import { type JournalEntry, readJournal } from './erasure-journal.ts';

/** Entries of the journal that one statement compares. */
const page = 1_000;

/**
 * Erases again whom the journal has and the store has too: it was restored from a backup that is older than the erasure. What
 * stands open there forbids nothing, since it was ended before the erasure. A confirmed erasure of the store itself is under way or
 * waits, such as for a legal hold: the journal has it from its first step on, and it is left as it is. Returns how many customers
 * are erased again.
 */
export async function repeatErasures(tools: ErasureTools, signal: AbortSignal): Promise<number> {
  const entries: JournalEntry[] = [];
  for await (const entry of readJournal(tools.objectStore)) entries.push(entry);
  let found = 0;
  for (let at = 0; at < entries.length && !signal.aborted; at += page) {
    found += await confirmAgain(tools.database, entries.slice(at, at + page));
  }
  if (found > 0) {
    tools.logger.warn({ customers: found }, 'the store has customers again that were erased: erasing them');
    await eraseConfirmed(tools, signal);
  }
  return found;
}

async function confirmAgain(database: Database, entries: readonly JournalEntry[]): Promise<number> {
  const rows = await database.operator((tx) =>
    tx.sql(
      `with entry as (
         select j."tenantId" as tenant_id, j.domain, j."auditId" as audit_id
         from jsonb_to_recordset($1::jsonb) as j("tenantId" text, domain text, "auditId" uuid)
         where not exists (select from erasure e
           where e.tenant_id = j."tenantId" and e.domain = j.domain and e.customer_audit_id = j."auditId" and e.state = 'DONE')
       )
       insert into erasure (tenant_id, domain, erasure_id, customer_audit_id, customer_id, reason, state, requested_by,
         answered_by, answered_at, repeated)
       select c.tenant_id, c.domain, gen_random_uuid(), c.audit_id, c.customer_id, 'A restored store had the customer again.',
         'CONFIRMED', 'journal of erasures', 'journal of erasures', now(), true
       from entry join customer c using (tenant_id, domain, audit_id)
       on conflict (tenant_id, domain, customer_id) where state in ('REQUESTED', 'CONFIRMED')
         do update set state = 'CONFIRMED', answered_by = excluded.answered_by, answered_at = now(), repeated = true
         where erasure.state = 'REQUESTED'
       returning 1`,
      [JSON.stringify(entries)],
    ),
  );
  return rows.length;
}
