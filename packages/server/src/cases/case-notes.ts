import type { CaseNote } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  insertPersonalKey,
  isTextSealed,
  openText,
  type PersonalKeys,
  sealText,
  type ValuePlace,
} from '../personal-keys/index.ts';

/** Notes of cases as they lie in the store: each text sealed under a key of the note. */

/** What a note says, as it is stored, with its key. */
export interface SealedNote {
  readonly noteId: string;
  readonly text: string;
  /** Null where the text lies as it is, since a node might not read it otherwise. */
  readonly wrapped: Buffer | null;
}

/** Never to be called within a transaction. */
export async function sealNote(
  keys: PersonalKeys,
  scope: Scope,
  { caseNo, noteId, text }: { readonly caseNo: string; readonly noteId: string; readonly text: string },
): Promise<SealedNote> {
  if (!(await keys.isStarted())) return { noteId, text, wrapped: null };
  const { key, wrapped } = await keys.create(scope, noteId);
  return { noteId, text: sealText(key, textAt(scope, caseNo, noteId), text), wrapped };
}

/** Returns when it was written, in epoch milliseconds. */
export async function insertNote(
  tx: Tx,
  scope: Scope,
  note: SealedNote & { readonly caseNo: string; readonly author: string },
): Promise<number> {
  const { caseNo, noteId, author, text, wrapped } = note;
  if (wrapped !== null) await tx.run(insertPersonalKey(scope, { keyId: noteId, wrapped }));
  const [row] = await tx.sql<{ writtenAt: number }>(
    `insert into case_note (tenant_id, domain, case_no, note_id, author, text) values ($1, $2, $3, $4, $5, $6)
     returning ${writtenAt}`,
    [scope.tenantId, scope.domain, caseNo, noteId, author, text],
  );
  return row!.writtenAt;
}

/** The notes of a case in their order. */
export async function readNotes(
  tx: Tx,
  scope: Scope,
  { caseNo, keys }: { readonly caseNo: string; readonly keys: DomainKeys },
): Promise<CaseNote[]> {
  const rows = await tx.sql<StoredNote & Record<string, unknown>>(
    `select note_id as "noteId", author, text, ${writtenAt}, (select k.wrapped_key from personal_key k
       where k.tenant_id = n.tenant_id and k.domain = n.domain and k.key_id = n.note_id) as wrapped
     from case_note n where tenant_id = $1 and domain = $2 and case_no = $3
     order by n.written_at, note_id`,
    [scope.tenantId, scope.domain, caseNo],
  );
  return rows.map(({ wrapped, ...note }) => {
    if (!isTextSealed(note.text)) return note;
    const { noteId } = note;
    const place = textAt(scope, caseNo, noteId);
    return { ...note, text: wrapped && openText(keys.open(noteId, wrapped), place, note.text) };
  });
}

interface StoredNote extends CaseNote {
  readonly text: string;
  readonly wrapped: Buffer | null;
}

const writtenAt = `(extract(epoch from written_at) * 1000)::bigint as "writtenAt"`;

function textAt({ tenantId, domain }: Scope, caseNo: string, noteId: string): ValuePlace {
  return { tenantId, domain, table: 'case_note', column: 'text', row: [caseNo, noteId] };
}
