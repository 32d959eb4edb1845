import { createHash } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListFileError } from '@gatehouse/matching';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '../../../test/support/new-directory.ts';
import { HashedFile, readStamp } from './file-facts.ts';

let path: string;
beforeEach(async () => {
  path = join(newDirectory(), 'list.csv');
});

describe('HashedFile', () => {
  it('hashes the bytes that it hands out, in pieces', async () => {
    const content = Buffer.alloc(2_500_000, 'abc');
    await writeFile(path, content);
    let stated = 0;
    const file = new HashedFile('list.csv', path, (count) => {
      stated += count;
    });
    const pieces: Uint8Array[] = [];
    for await (const chunk of file.chunks()) pieces.push(chunk);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(stated).toBe(content.length);
    expect(file.facts).toEqual({
      name: 'list.csv',
      ...(await readStamp(path)),
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('tells the facts of a file of which only the beginning was read', async () => {
    await writeFile(path, Buffer.alloc(2_500_000, 'abc'));
    const file = new HashedFile('list.csv', path);
    for await (const _ of file.chunks()) break;
    expect(file.facts).toBeUndefined();
    expect((await file.readFacts()).size).toBe(2_500_000);
  });

  it('hands the bytes out once more, without progress, and refuses a file that changed between', async () => {
    await writeFile(path, 'one\n');
    let stated = 0;
    const file = new HashedFile('list.csv', path, (count) => {
      stated += count;
    });
    const read = async (chunks: AsyncIterable<Uint8Array>) => {
      const pieces: Uint8Array[] = [];
      for await (const chunk of chunks) pieces.push(chunk);
      return Buffer.concat(pieces).toString();
    };
    expect([await read(file.chunksAgain()), await read(file.chunks()), stated]).toEqual([
      'one\n',
      'one\n',
      4,
    ]);
    expect(await read(file.chunksAgain())).toBe('one\n');
    await writeFile(path, 'two\n');
    await expect(read(file.chunksAgain())).rejects.toThrow(ListFileError);
    await expect(read(file.chunks())).rejects.toThrow(ListFileError);
  });

  it('refuses a file that grows while it is read', async () => {
    await writeFile(path, 'one\n');
    const file = new HashedFile('list.csv', path);
    const pieces = file.chunks();
    await pieces.next();
    await appendFile(path, 'two\n');
    expect((await pieces.next()).value).toHaveLength(4);
    await expect(pieces.next()).rejects.toThrow(ListFileError);
  });
});
