import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '../../../test/support/new-directory.ts';
import { removeAbandonedFiles, writeAtomically } from './atomic-file.ts';

let folder: string;
beforeEach(async () => {
  folder = newDirectory();
});

describe('writeAtomically', () => {
  it('makes missing folders, replaces the content and leaves nothing beside it', async () => {
    const path = join(folder, 'deep', 'manifest.json');
    await writeAtomically(path, 'one');
    await writeAtomically(path, new Uint8Array([116, 119, 111]));
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await readdir(join(folder, 'deep'))).toEqual(['manifest.json']);
  });

  it('keeps the old content and no temporary file when writing fails', async () => {
    const path = join(folder, 'taken');
    await writeAtomically(join(path, 'child'), 'a folder stands where the file should go');
    await expect(writeAtomically(path, 'new')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['taken']);
  });
});

describe('removeAbandonedFiles', () => {
  it('removes what a killed writer left long ago and nothing else', async () => {
    const now = new Date();
    const old = new Date(now.getTime() - 2 * 60 * 60 * 1000);
    for (const name of ['old.bin.1-a.tmp', 'young.bin.1-b.tmp', 'old.bin'])
      await writeFile(join(folder, name), '');
    for (const name of ['old.bin.1-a.tmp', 'old.bin']) await utimes(join(folder, name), old, old);
    await removeAbandonedFiles(folder, now);
    expect((await readdir(folder)).sort()).toEqual(['old.bin', 'young.bin.1-b.tmp']);
  });
});
