import type { ObjectStore, Spool } from '../uploads/index.ts';

/**
 * The journal of erasures: an object of the file store for each customer that was erased. A store that is restored from an older
 * backup has these customers again and knows nothing of their erasure; the journal does, because it lies elsewhere. It holds
 * no name and no ID of callers.
 */
const journalRoot = 'erasures/';

/** A customer that was erased, by the ID that the audit log has. */
export interface JournalEntry {
  readonly tenantId: string;
  readonly domain: string;
  readonly auditId: string;
}

export interface Journal {
  readonly objectStore: ObjectStore;
  readonly spool: Spool;
}

/** Adds a customer before the first of its rows goes; adding it again changes nothing. */
export async function addToJournal({ objectStore, spool }: Journal, entry: JournalEntry): Promise<void> {
  const file = await spool.start();
  try {
    await file.write(Buffer.from(`${JSON.stringify(entry)}\n`));
    await file.flush();
    const { path, size } = file;
    const key = `${journalRoot}${entry.tenantId}/${entry.domain}/${entry.auditId}.json`;
    await objectStore.put(key, { path, size, sha256: file.digest(), contentType: 'application/json' });
  } finally {
    await file.discard();
  }
}

const keyPattern = /^erasures\/([^/]+)\/([^/]+)\/([0-9a-f-]{36})\.json$/;

/** All entries, in no order. */
export async function* readJournal(objectStore: ObjectStore): AsyncGenerator<JournalEntry> {
  for await (const { key } of objectStore.list(journalRoot)) {
    const [, tenantId, domain, auditId] = keyPattern.exec(key) ?? [];
    if (tenantId === undefined || domain === undefined || auditId === undefined) continue;
    yield { tenantId, domain, auditId };
  }
}
