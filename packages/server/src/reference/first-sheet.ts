export type Cell = string | number | boolean | Date | null | undefined;

export interface Sheet {
  readonly name: string;
  /** From the sheet's first row; row 0 is row 1 of the program that wrote it. */
  readonly rows: readonly (readonly Cell[])[];
}

/** The first sheet of a workbook (XLSX), or why it cannot be read. */
export async function readFirstSheet(content: Buffer): Promise<Sheet | string> {
  try {
    // No start of the service waits for what reads workbooks.
    const { default: readWorkbook } = await import('read-excel-file/node');
    const [first] = await readWorkbook(content);
    return first === undefined ? 'it has no sheet' : { name: first.sheet, rows: first.data as Cell[][] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `A` for the column 0. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
