import { readTrustedKeys } from '../audit/index.ts';
import type { Database } from '../database/database.ts';
import { type ErasureTools, eraseConfirmed } from './erase-customer.ts';
import {
  addToJournal,
  type EntryFault,
  findFault,
  readJournal,
  type StoredEntry,
} from './erasure-journal.ts';

/** Entries of the journal that one statement compares. */
const page = 1_000;

/**
 * Erases again whom the journal has and the store has too: it was restored from a backup that is older than the erasure. What
 * stands open there forbids nothing, since it was ended before the erasure. A confirmed erasure of the store itself is under way or
 * waits, such as for a legal hold: the journal has it from its first step on, and it is left as it is. An entry that the deployment
 * did not sign erases nobody. Returns how many customers are erased again.
 */
export async function repeatErasures(tools: ErasureTools, signal: AbortSignal): Promise<number> {
  const entries: StoredEntry[] = [];
  for await (const entry of readJournal(tools.objectStore)) entries.push(entry);
  let found = 0;
  for (let at = 0; at < entries.length && !signal.aborted; at += page) {
    const some = entries.slice(at, at + page);
    await signKnown(
      tools,
      some.filter(({ isSigned }) => !isSigned),
    );
    found += await confirmAgain(tools.database, await keepSigned(tools, some));
  }
  if (found > 0) {
    tools.logger.warn({ customers: found }, 'the store has customers again that were erased: erasing them');
    await eraseConfirmed(tools, signal);
  }
  return found;
}

/** Entries from before they were signed, of erasures that this store carried out itself: it knows that they are right. */
async function signKnown(tools: ErasureTools, unsigned: readonly StoredEntry[]): Promise<void> {
  if (unsigned.length === 0) return;
  const done = await tools.database.operator((tx) =>
    tx.sql<{ auditId: string }>(
      `select distinct e.customer_audit_id::text as "auditId" from ${entryRows}
       join erasure e on e.tenant_id = j."tenantId" and e.domain = j.domain and e.customer_audit_id = j."auditId"
         and e.state = 'DONE'`,
      [JSON.stringify(unsigned)],
    ),
  );
  const known = new Set(done.map(({ auditId }) => auditId));
  for (const entry of unsigned.filter(({ auditId }) => known.has(auditId))) {
    await addToJournal(tools, entry);
    await tools.objectStore.remove(entry.key);
  }
}

/** Of those whose customer the store has, the entries that the deployment signed; the others are named in the log. */
async function keepSigned(tools: ErasureTools, entries: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const { present, trusted } = await tools.database.operator(async (tx) => ({
    present: await tx.sql<{ auditId: string }>(
      `select c.audit_id::text as "auditId" from ${entryRows}
       join customer c on c.tenant_id = j."tenantId" and c.domain = j.domain and c.audit_id = j."auditId"`,
      [JSON.stringify(entries)],
    ),
    trusted: await readTrustedKeys(tx, tools.masterKeys),
  }));
  const ids = new Set(present.map(({ auditId }) => auditId));
  const signed: StoredEntry[] = [];
  for (const entry of entries.filter(({ auditId }) => ids.has(auditId))) {
    const fault = await findFault(tools.objectStore, entry, trusted);
    if (fault === undefined) signed.push(entry);
    else tools.logger.error({ entry: entry.key, fault }, faultTexts[fault]);
  }
  return signed;
}

const faultTexts: Readonly<Record<EntryFault, string>> = {
  unsigned:
    'an entry of the journal of erasures is not signed and is not followed: erase its customer by gatehouse customers erase, or delete the entry',
  forged: 'an entry of the journal of erasures was not written by this deployment and is not followed',
  unknownKey:
    'an entry of the journal of erasures is signed under a master key that is not known and is not followed: put that key into GATEHOUSE_MASTER_KEY_PREVIOUS',
};

const entryRows = `jsonb_to_recordset($1::jsonb) as j("tenantId" text, domain text, "auditId" uuid)`;

async function confirmAgain(database: Database, entries: readonly StoredEntry[]): Promise<number> {
  const rows = await database.operator((tx) =>
    tx.sql(
      `with entry as (
         select j."tenantId" as tenant_id, j.domain, j."auditId" as audit_id
         from ${entryRows}
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
