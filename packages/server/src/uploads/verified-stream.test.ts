import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { verifyBytes } from './verified-stream.ts';

const bytes = Buffer.alloc(300_000, 'gatehouse');
const expected = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
const pieces = (of: Buffer) => [of.subarray(0, 100_000), of.subarray(100_000, 200_000), of.subarray(200_000)];

/** What came through before the end, and how it ended. */
async function readAll(stream: Readable): Promise<{ read: Buffer; failure: unknown }> {
  const read: Buffer[] = [];
  try {
    for await (const piece of stream) read.push(piece as Buffer);
  } catch (failure) {
    return { read: Buffer.concat(read), failure };
  }
  return { read: Buffer.concat(read), failure: undefined };
}

describe('verifyBytes', () => {
  it('lets the uploaded bytes through', async () => {
    const stored = Readable.from(pieces(bytes));
    expect((await buffer(verifyBytes(stored, expected))).equals(bytes)).toBe(true);
  });

  it.each([
    ['changed', Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')])],
    ['cut off', bytes.subarray(0, -1)],
    ['longer', Buffer.concat([bytes, Buffer.from('!')])],
  ])('holds back the end of bytes that were %s', async (_how, damaged) => {
    const { read, failure } = await readAll(verifyBytes(Readable.from(pieces(damaged)), expected));
    expect(failure).toMatchObject({ message: expect.stringContaining('not the ones that were uploaded') });
    expect(read.length).toBeLessThan(damaged.length);
  });

  it('breaks with the stored stream, and nothing else does', async () => {
    const stored = Readable.from(
      (async function* () {
        yield* pieces(bytes).slice(0, 2);
        throw new Error('the store hung up');
      })(),
    );
    const { failure } = await readAll(verifyBytes(stored, expected));
    expect(failure).toMatchObject({ message: 'the store hung up' });
  });

  it('lets go of the stored stream when nobody reads on', async () => {
    const stored = Readable.from(pieces(bytes));
    const closed = new Promise((resolve) => stored.once('close', resolve));
    for await (const _piece of verifyBytes(stored, expected)) break;
    await closed;
  });
});
