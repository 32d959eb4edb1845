import type { Fault, FileBytes } from './file-bytes.ts';

/** Readers look for the end within this many bytes (ISO 32000-1, annex H.3, note 18). */
const tailBytes = 1024;

/** Bytes that PDF counts as blank: NUL, tab, line feed, form feed, carriage return, space. */
const blanks = [0, 9, 10, 12, 13, 32];

/**
 * The header at the first byte, `%%EOF` at the end, and before it where the cross-reference table begins. Readers
 * take junk before the header, which is how another kind of file hides in one; here it is refused.
 */
export async function checkPdf(bytes: FileBytes): Promise<Fault> {
  const header = (await bytes.read(0, 8)).toString('latin1');
  if (!/^%PDF-(1\.[0-7]|2\.0)/.test(header)) return 'has no PDF header of a known version';
  const tailAt = Math.max(0, bytes.size - tailBytes);
  const tail = (await bytes.read(tailAt, tailBytes)).toString('latin1');
  const endAt = tail.lastIndexOf('%%EOF');
  if (endAt < 0) return 'does not end with %%EOF';
  if (!(await bytes.endsWithOnly(tailAt + endAt + 5, blanks))) return 'has something behind its end';
  const [, offset] = /startxref\s+(\d{1,10})\s*$/.exec(tail.slice(0, endAt)) ?? [];
  if (offset === undefined) return 'does not tell where its cross-reference table is';
  const table = (await bytes.read(Number(offset), 64)).toString('latin1');
  const isTable = /^[\0\t\n\f\r ]*(xref\b|\d+\s+\d+\s+obj\b)/.test(table);
  return isTable ? undefined : 'has no cross-reference table where it says';
}
