import { stringify } from 'csv-stringify/sync';

/** Tables as CSV (RFC 4180, UTF-8), for the spreadsheets of people. */

/** Stands before the first row: without it spreadsheets take the letters for those of another alphabet. */
export const csvMark = '\uFEFF';

type Cell = string | number | boolean | Date | null;

/** Rows, each with its end. Instants are ISO 8601 in UTC; null is an empty cell. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(cellText)),
    // Where commas do not part cells, semicolons do; and some readers take the blanks of an unquoted cell away.
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]|^\s|\s$/ },
  );
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  // What a spreadsheet would run as a formula is made a text. The library's own way leaves alone what has a blank first.
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
}
