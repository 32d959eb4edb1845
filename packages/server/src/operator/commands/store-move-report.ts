import type { ImportReport, Manifest } from '../../store-move/index.ts';

/** One line on what was moved. */
export function describeMoved(
  done: string,
  { tables, jobs, uploads }: Pick<Manifest, 'tables' | 'jobs' | 'uploads'>,
  { leftOut, files }: Partial<Pick<ImportReport, 'leftOut' | 'files'>> = {},
): string {
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const parts = tables.flatMap((table) => [table, ...(table.sealed === undefined ? [] : [table.sealed])]);
  const rows = sum(parts.map((part) => part.rows)) - (leftOut ?? 0);
  const bytes = sum(parts.map((part) => part.bytes));
  const place = uploads.place === 'bucket' ? `files left in the bucket ${uploads.bucket}` : 'uploaded files';
  return `${done}: ${rows} rows in ${tables.length} tables (${bytes} bytes), ${jobs.rows} jobs, ${files ?? uploads.rows} ${place}\n`;
}
