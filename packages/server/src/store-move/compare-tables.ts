import type { MoveSession } from '../database/move-session.ts';
import type { ExportedTable } from './manifest.ts';
import { moveRefusal } from './refusals.ts';
import { RowDigest } from './row-digest.ts';

/** Reads a table back, row by row, and compares it with what was exported. @throws OperatorRefusal where it differs */
export async function requireEqualTable(
  session: MoveSession,
  expected: Pick<ExportedTable, 'table' | 'columns' | 'rows' | 'digest'>,
): Promise<void> {
  const { table, columns, rows, digest } = expected;
  const found = new RowDigest();
  await session.copyOut(`select ${columns.join(', ')} from ${table}`, (row) => found.add(row));
  if (found.rows === rows && found.digest() === digest) return;
  const difference = found.rows === rows ? 'some of them changed' : `${found.rows} found`;
  throw moveRefusal('tableDiffers', { table, rows, found: difference });
}
