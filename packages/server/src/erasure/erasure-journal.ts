import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { holdsSignature, signText, type TrustedKeys } from '../audit/index.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import type { ObjectStore, Spool } from '../uploads/index.ts';

/**
 * The journal of erasures: an object of the file store for each customer that was erased. A store that is restored from an older
 * backup has these customers again and knows nothing of their erasure; the journal does, because it lies elsewhere. It holds
 * no name and no ID of callers. Entries are signed by a key that is derived from the master key: who can write into the file
 * store alone can have nobody erased.
 */
const journalRoot = 'erasures/';

/** A customer that was erased, by the ID that the audit log has. */
export interface JournalEntry {
  readonly tenantId: string;
  readonly domain: string;
  readonly auditId: string;
}

export interface StoredEntry extends JournalEntry {
  readonly key: string;
  /** False: from before entries were signed. */
  readonly isSigned: boolean;
}

export interface Journal {
  readonly objectStore: ObjectStore;
  readonly spool: Spool;
  readonly masterKeys: MasterKeys;
}

const signatureForm = z.object({ masterKeyId: z.string(), publicKey: z.string(), signature: z.string() });

/** Adds a customer before the first of its rows goes; adding it again changes nothing. */
export async function addToJournal(
  { objectStore, spool, masterKeys }: Journal,
  { tenantId, domain, auditId }: JournalEntry,
): Promise<void> {
  const entry = { tenantId, domain, auditId };
  const file = await spool.start();
  try {
    await file.write(
      Buffer.from(`${JSON.stringify({ ...entry, ...signText(masterKeys, textOf(entry)) })}\n`),
    );
    await file.flush();
    const { path, size } = file;
    const key = `${journalRoot}${tenantId}/${domain}/${auditId}.signed.json`;
    await objectStore.put(key, { path, size, sha256: file.digest(), contentType: 'application/json' });
  } finally {
    await file.discard();
  }
}

const keyPattern = /^erasures\/([^/]+)\/([^/]+)\/([0-9a-f-]{36})(\.signed)?\.json$/;

/** All entries, in no order, and nothing of what is in them. */
export async function* readJournal(objectStore: ObjectStore): AsyncGenerator<StoredEntry> {
  for await (const { key } of objectStore.list(journalRoot)) {
    const [, tenantId, domain, auditId, signed] = keyPattern.exec(key) ?? [];
    if (tenantId === undefined || domain === undefined || auditId === undefined) continue;
    yield { tenantId, domain, auditId, key, isSigned: signed !== undefined };
  }
}

/** What keeps an entry from being followed. */
export type EntryFault = 'unsigned' | 'forged' | 'unknownKey';

/** What is wrong with an entry; undefined: the deployment itself wrote it, and for this customer. */
export async function findFault(
  objectStore: ObjectStore,
  entry: StoredEntry,
  trusted: Pick<TrustedKeys, 'get'>,
): Promise<EntryFault | undefined> {
  if (!entry.isSigned) return 'unsigned';
  const stored = await objectStore.open(entry.key);
  const text = stored === undefined ? '' : (await buffer(stored)).toString('utf8');
  const signed = signatureForm.safeParse(parseJson(text));
  if (!signed.success) return 'forged';
  const publicKey = trusted.get(signed.data.masterKeyId);
  if (publicKey === undefined) return 'unknownKey';
  const isOurs = publicKey === signed.data.publicKey && holdsSignature(textOf(entry), signed.data);
  return isOurs ? undefined : 'forged';
}

/** What the signature covers: an entry that is copied to the place of another customer does not hold. */
function textOf({ tenantId, domain, auditId }: JournalEntry): string {
  return `gatehouse erasure\n${JSON.stringify([tenantId, domain, auditId])}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
