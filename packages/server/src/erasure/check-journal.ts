import { givenKeys } from '../audit/index.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import type { ObjectStore } from '../uploads/index.ts';
import { type EntryFault, findFault, readJournal } from './erasure-journal.ts';

export interface JournalReport {
  readonly entries: number;
  /** Keys of entries that are not followed, by what is wrong with them. */
  readonly faults: Readonly<Record<EntryFault, readonly string[]>>;
}

/** Entries that are read; the start reads each whose customer is there. */
const maxRead = 1_000;

/** Looks for entries of the journal that the deployment did not sign. Changes nothing. */
export async function checkJournal(objectStore: ObjectStore, masterKeys: MasterKeys): Promise<JournalReport> {
  const faults: Record<EntryFault, string[]> = { unsigned: [], forged: [], unknownKey: [] };
  let entries = 0;
  for await (const entry of readJournal(objectStore)) {
    entries += 1;
    if (entries > maxRead && entry.isSigned) continue;
    const fault = await findFault(objectStore, entry, givenKeys(masterKeys));
    if (fault !== undefined) faults[fault].push(entry.key);
  }
  return { entries, faults };
}
