import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvMark, csvRows } from './csv.ts';

const read = (text: string) => parse(text, { bom: true }) as string[][];

it('is read back as it was written, whatever stands in a cell', () => {
  const cells = ['plain', 'a "quoted" name', 'one, two; three', 'two\r\nlines', 'Иван 王', '', '12-3'];
  expect(read(csvMark + csvRows([['a', 'b', 'c', 'd', 'e', 'f', 'g'], cells]))[1]).toEqual(cells);
});

it('writes numbers, words and instants as they are, and nothing for null', () => {
  expect(csvRows([[-5, 1.5, true, new Date(0), null]])).toBe('-5,1.5,true,1970-01-01T00:00:00.000Z,\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =HYPERLINK("http://x")', '＝1+1', '\n@x'])(
  'makes %j a text that no spreadsheet runs',
  (formula) => {
    expect(read(csvRows([[formula]]))).toEqual([[`'${formula}`]]);
  },
);
