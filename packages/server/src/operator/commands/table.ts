/** Columns as wide as their widest cell; those named are aligned to the right. */
export function formatTable(rows: readonly (readonly string[])[], toTheRight: readonly number[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        toTheRight.includes(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
