import { unzipWithin } from '../lib/unzip.ts';
import { storedZip } from '../lib/zip-stream.ts';

/** Publishers' workbooks unpack to some megabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** A sheet becomes a table of as many cells as its last one has rows and columns before it, written or not. */
const maxCells = 2_000_000;

export type Cell = string | number | boolean | Date | null | undefined;

export interface Sheet {
  readonly name: string;
  /** From the sheet's first row; row 0 is row 1 of the program that wrote it. */
  readonly rows: readonly (readonly Cell[])[];
}

/** The first sheet of a workbook (XLSX), or why it cannot be read. */
export async function readFirstSheet(content: Buffer): Promise<Sheet | string> {
  const unpacked = unzipWithin(content, maxUnpackedBytes);
  if (!unpacked.ok) return unpacked.reason;
  const tooLarge = [...unpacked.files].find(
    ([path, text]) => isSheet.test(path) && cellsOf(text.toString('latin1')) > maxCells,
  );
  if (tooLarge) return `${tooLarge[0]} reaches further than ${maxCells} cells`;
  try {
    // Exactly what was counted is read, whatever else the archive may hold.
    const whole = storedZip(unpacked.files);
    // No start of the service waits for what reads workbooks.
    const { default: readWorkbook } = await import('read-excel-file/node');
    const [first] = await readWorkbook(whole);
    return first === undefined ? 'it has no sheet' : { name: first.sheet, rows: first.data as Cell[][] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const isSheet = /^xl\/worksheets\/[^/]+\.xml$/i;

/** How many cells the table has that reaches to the last place that a row or a cell of a sheet names. */
function cellsOf(sheet: string): number {
  let [lastRow, lastColumn] = [1, 1];
  for (const [, place = ''] of sheet.matchAll(/\sr\s*=\s*["']([^"']*)["']/g)) {
    const [, letters, digits] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
    // No program writes it otherwise, such as with a character reference.
    if (letters === undefined) return Number.POSITIVE_INFINITY;
    lastRow = Math.max(lastRow, Number(digits));
    lastColumn = Math.max(lastColumn, columnNumber(letters));
  }
  return lastRow * lastColumn;
}

/** 1 for `A`. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** `A` for the column 0. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
