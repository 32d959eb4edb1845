import type { Manifest } from '../../store-move/index.ts';

/** One line on what was moved. */
export function describeMoved(
  done: string,
  { tables, jobs, uploads }: Pick<Manifest, 'tables' | 'jobs' | 'uploads'>,
): string {
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const parts = tables.flatMap((table) => [table, ...(table.sealed === undefined ? [] : [table.sealed])]);
  const rows = sum(parts.map((part) => part.rows));
  const bytes = sum(parts.map((part) => part.bytes));
  const files = uploads.place === 'bucket' ? `files left in the bucket ${uploads.bucket}` : 'uploaded files';
  return `${done}: ${rows} rows in ${tables.length} tables (${bytes} bytes), ${jobs.rows} jobs, ${uploads.rows} ${files}\n`;
}
