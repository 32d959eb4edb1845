import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBatchFile } from './batch-file.ts';
import { CommandFailure } from './command-failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-batch-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('keeps a fault of the file for whoever asks for its rows, however late', async () => {
  const file = join(folder, 'semicolons.csv');
  writeFileSync(file, 'NAME;id\nJane Example;1\n');
  const { rows } = openBatchFile(file, ['name']);
  // Opening the lists takes longer than reading a small file.
  for (let read = 0; read < 5; read += 1) await readFile(file);
  const asking = rows[Symbol.asyncIterator]().next();
  await expect(asking).rejects.toThrow(CommandFailure);
  await expect(asking).rejects.toThrow(`${file}, line 1: must have the column name; it has NAME;id`);
});

it.each([
  ['nothing', ''],
  ['blank lines only', '\n\n'],
])('refuses a file of %s, which would read like one in which nobody met', async (_, text) => {
  const file = join(folder, 'empty.csv');
  writeFileSync(file, text);
  const asking = openBatchFile(file, ['name']).rows[Symbol.asyncIterator]().next();
  await expect(asking).rejects.toThrow(`${file}, line 1: must have the column name; it has nothing`);
});

it('takes a file of a header and no rows', async () => {
  const file = join(folder, 'header.csv');
  writeFileSync(file, 'id,name\n');
  const asking = openBatchFile(file, ['name']).rows[Symbol.asyncIterator]().next();
  await expect(asking).resolves.toMatchObject({ done: true });
});
