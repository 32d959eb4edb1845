import { type Actor, recordAudit } from '../audit/index.ts';
import { keepAuditId } from '../customers/index.ts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { ZipEntry } from '../lib/zip-stream.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { findUploads, type StoredFiles, type UploadRow } from '../uploads/index.ts';
import { findAllIds } from './export-ids.ts';
import { type ExportedFile, type ExportedTable, exportPage } from './export-page.ts';
import { readController, readRecipients, readStaff } from './export-queries.ts';
import type { KeptFor } from './export-retention.ts';
import { exportRows, staffHider } from './export-rows.ts';
import type { PersonalIds } from './personal-table.ts';
import { personalTables } from './personal-tables.ts';
import { findShared } from './shared-uploads.ts';

export interface ExportTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly files: StoredFiles;
  /** How long data of a customer is kept. */
  readonly readRetention: (scope: Scope, customerId: string) => Promise<KeptFor>;
}

export interface CustomerExport {
  /** What the audit log calls the customer. */
  readonly auditId: string;
  readonly entries: AsyncGenerator<ZipEntry>;
}

/** What the page shows of a table: so many rows, and so many characters. */
const shownRows = 50;
const shownLength = 200_000;

/**
 * All that is kept of a customer, entry by entry, as it is when each is read: rows as JSON, files, and a page in words. That it was
 * handed out is on record before. Undefined where there is no such customer.
 */
export async function exportCustomer(
  tools: ExportTools,
  scope: Scope,
  of: { readonly customerId: string; readonly actor: Actor; readonly maxFileBytes?: number },
): Promise<CustomerExport | 'tooLarge' | undefined> {
  const { database } = tools;
  const ids = await findAllIds(database, scope, of.customerId);
  if (ids === undefined) return undefined;
  const uploads = await findUploads(database, scope, ids.uploadIds);
  const fileBytes = uploads.reduce((sum, { size }) => sum + size, 0);
  if (fileBytes > (of.maxFileBytes ?? Number.POSITIVE_INFINITY)) return 'tooLarge';
  const auditId = await database.transaction(scope, async (tx) => {
    const id = await keepAuditId(tx, scope, of.customerId);
    if (id === undefined) return undefined;
    await recordAudit(tx, scope, {
      actor: of.actor,
      act: 'customer.export',
      object: { kind: 'customer', id },
      detail: { customerId: of.customerId, executions: ids.executionIds.length, files: uploads.length },
    });
    return id;
  });
  // It was erased meanwhile.
  if (auditId === undefined) return undefined;
  return { auditId, entries: entriesOf(tools, scope, { ids, uploads }) };
}

async function* entriesOf(
  { database, personalKeys: keys, files: stored, readRetention }: ExportTools,
  scope: Scope,
  { ids, uploads }: { readonly ids: PersonalIds; readonly uploads: readonly UploadRow[] },
): AsyncGenerator<ZipEntry> {
  const exportedAt = new Date().toISOString();
  const hideStaff = staffHider(await readStaff(database, scope));
  const tables: ExportedTable[] = [];
  for (const table of personalTables.toReversed()) {
    const rows = exportRows({ database, keys }, scope, { table, ids, hideStaff });
    const first = await rows.next();
    if (first.done) continue;
    const exported = { table, path: `data/${table.table}.json`, count: 0, rows: [] as string[] };
    yield { path: exported.path, content: () => jsonOf(first.value, rows, exported), isCompressed: true };
    tables.push(exported);
  }
  const files: ExportedFile[] = [];
  const shared = await findShared(database, scope, { customerId: ids.customerId }, ids.uploadIds);
  for (const row of uploads) {
    const path = `files/${row.uploadId}/${safeName(row.filename)}`;
    const bytes = shared.has(row.uploadId) ? 'shared' : await stored.open(scope, row);
    const isThere = typeof bytes !== 'string';
    files.push({ path, filename: row.filename, missing: isThere ? undefined : missingTexts[bytes] });
    if (isThere) yield { path, content: () => bytes as AsyncIterable<Buffer> };
  }
  const recipients = await readRecipients(database, scope, ids);
  const controller = await readController(database, scope);
  const kept = await readRetention(scope, ids.customerId);
  const place = { ...scope, customerId: ids.customerId, exportedAt };
  yield {
    path: 'index.html',
    content: exportPage({ ...place, controller, kept, tables, files, recipients }),
  };
}

/** An array with a row on each line; what the page shows is kept on the way. */
async function* jsonOf(
  first: string,
  others: AsyncGenerator<string>,
  exported: { count: number; rows: string[] },
): AsyncGenerator<Buffer> {
  let length = 0;
  const line = (row: string): Buffer => {
    length += row.length;
    if (exported.rows.length < shownRows && length <= shownLength) exported.rows.push(row);
    exported.count += 1;
    return Buffer.from(`${exported.count === 1 ? '[\n' : ',\n'}${row}`);
  };
  yield line(first);
  for await (const row of others) yield line(row);
  yield Buffer.from('\n]\n');
}

/** Why a file is left out. */
const missingTexts = {
  shared: 'since submits of other customers refer to it too',
  missing: 'since the file store does not have it',
  keyless: 'since the key that encrypts it is deleted or was not restored',
};

/** A name that a folder takes on any system, and that leads nowhere else. */
function safeName(filename: string): string {
  const name = filename.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  return /^\.*$/.test(name) ? 'file' : name;
}
