import { createSecretKey, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type BoundKey, decryptFile, encryptFile, isEncryptedFile } from './file-cipher.ts';

const key = createSecretKey(randomBytes(32));
const bound: BoundKey = { key, place: ['acme', 'retail', 'file-1'] };
/** The first segment has less by mark and header than the others. */
const firstSegment = 65_536 - 40 - 16;
const segment = 65_536 - 16;

function inPieces(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  return (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
}

const encrypt = (bytes: Buffer, options?: { compressed?: boolean }, size = 70_000) =>
  buffer(encryptFile(inPieces(bytes, size), bound, options));
const decrypt = (stored: Buffer, under: BoundKey = bound, size = 70_000) =>
  buffer(decryptFile(inPieces(stored, size), under));

describe('an encrypted file', () => {
  it.each([0, 1, firstSegment - 1, firstSegment, firstSegment + 1, firstSegment + segment, 300_000])(
    'of %i bytes opens as it was, in pieces of any size',
    async (length) => {
      const bytes = randomBytes(length);
      const stored = await encrypt(bytes);
      expect(isEncryptedFile(stored)).toBe(true);
      for (const size of [1_000, 65_536, 1_000_000])
        expect((await decrypt(stored, bound, size)).equals(bytes)).toBe(true);
    },
  );

  it('is smaller than its content where that is compressed before', async () => {
    const bytes = Buffer.alloc(500_000, 'the same words again and again, ');
    const stored = await encrypt(bytes, { compressed: true });
    expect(stored.length).toBeLessThan(2_000);
    expect((await decrypt(stored)).equals(bytes)).toBe(true);
    expect(isEncryptedFile(stored)).toBe(true);
  });

  it('is another one each time, and has nothing of its content', async () => {
    const bytes = Buffer.alloc(200_000, 'Canarysdottir');
    const [one, other] = [await encrypt(bytes), await encrypt(bytes)];
    expect(one.includes('Canarysdottir')).toBe(false);
    expect(one.subarray(50, 100).equals(other.subarray(50, 100))).toBe(false);
  });

  it('does not open once a byte of it is changed, wherever', async () => {
    const stored = await encrypt(randomBytes(150_000));
    for (const at of [0, 3, 4, 5, 36, 43, 44, 1_000, 65_539, 65_540, 131_076, stored.length - 1]) {
      const changed = Buffer.from(stored);
      changed[at]! ^= 1;
      await expect(decrypt(changed), `byte ${at}`).rejects.toThrow('does not open');
    }
  });

  it('does not open where a segment is missing, doubled, moved or cut off', async () => {
    const stored = await encrypt(randomBytes(260_000));
    const head = stored.subarray(0, 4);
    const parts = Array.from({ length: Math.ceil((stored.length - 4) / 65_536) }, (_, at) =>
      stored.subarray(4 + at * 65_536, 4 + (at + 1) * 65_536),
    );
    const [a, b, c, d] = parts as [Buffer, Buffer, Buffer, Buffer];
    expect(parts).toHaveLength(4);
    for (const order of [[a, c, d], [a, b, b, c, d], [a, c, b, d], [a, b, c], [a], [d], [b, c, d], []])
      await expect(decrypt(Buffer.concat([head, ...order]))).rejects.toThrow('does not open');
    await expect(decrypt(stored.subarray(0, stored.length - 1))).rejects.toThrow('does not open');
    await expect(decrypt(Buffer.concat([stored, Buffer.of(0)]))).rejects.toThrow('does not open');
  });

  it('opens under its own key, at its own place and with its own coding alone', async () => {
    const stored = await encrypt(randomBytes(1_000));
    const other = createSecretKey(randomBytes(32));
    await expect(decrypt(stored, { ...bound, key: other })).rejects.toThrow('does not open');
    await expect(decrypt(stored, { key, place: ['acme', 'retail', 'file-2'] })).rejects.toThrow(
      'does not open',
    );
    const recoded = Buffer.concat([Buffer.from('GHz1'), stored.subarray(4)]);
    await expect(decrypt(recoded)).rejects.toThrow('does not open');
  });

  it('passes a failure of its source on', async () => {
    const broken = (async function* () {
      yield randomBytes(200_000);
      throw new Error('the disk failed');
    })();
    await expect(buffer(encryptFile(broken, bound, { compressed: true }))).rejects.toThrow('the disk failed');
  });
});
