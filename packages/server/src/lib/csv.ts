/** Tables as CSV (RFC 4180, UTF-8), for the spreadsheets of people. */

/** Stands before the first row: without it spreadsheets take the letters for those of another alphabet. */
export const csvMark = '\uFEFF';

type Cell = string | number | boolean | Date | null;

/** One row with its end. Instants are ISO 8601 in UTC; null is an empty cell. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  // What a spreadsheet would run as a formula is made a text; where commas do not part cells, semicolons do.
  const text = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
