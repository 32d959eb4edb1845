import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textFile } from '../testing/lists.ts';
import { jsonRecords } from './json-records.ts';
import type { SourceReport } from './source.ts';

async function read(text: string, entries = 100) {
  const report: SourceReport = { entries, rejected: [] };
  const lines: number[] = [];
  for await (const { line } of jsonRecords(textFile('list.json', text), report)) lines.push(line);
  return { lines, rejected: report.rejected };
}

describe('jsonRecords', () => {
  it('reads objects with any line ends, over blank lines and without a last line end', async () => {
    expect((await read('\ufeff{"a":1}\r\n\n{"a":"\\n"}\n{}')).lines).toEqual([1, 3, 4]);
  });

  it('notes lines that are no objects', async () => {
    const { lines, rejected } = await read('{}\n[1]\n{"a":\nnull\n{}\n');
    expect(lines).toEqual([1, 5]);
    expect(rejected.map(({ place }) => place)).toEqual([2, 3, 4].map((line) => `list.json, line ${line}`));
    expect(rejected[1]!.reason).toContain('{\\"a\\":');
  });

  it('refuses a file that is cut in its last line, a web page, and one of nothing but other lines', async () => {
    await expect(read('{}\n{"id": "Q')).rejects.toThrow('list.json, line 2: the file is cut short');
    await expect(read('<html>\n</html>\n')).rejects.toThrow('must be JSON lines, this is a web page');
    await expect(read('no\n'.repeat(5000), 0)).rejects.toThrow('1000 of 1000 records are unusable');
  });
});

describe('sources of JSON lines', () => {
  it.each(['opensanctions', 'senzing'])(
    '%s reads more than its memory holds',
    (source) => {
      const script = fileURLToPath(new URL('../testing/count-generated.ts', import.meta.url));
      const printed = execFileSync(process.execPath, ['--max-old-space-size=24', script, source, '60000'], {
        encoding: 'utf8',
      });
      const { entries, bytes } = JSON.parse(printed);
      expect(entries).toBe(60_000);
      expect(bytes).toBeGreaterThan(24 * 1024 * 1024);
    },
    60_000,
  );
});
