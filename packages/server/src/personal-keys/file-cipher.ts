import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { PieceReader } from './piece-reader.ts';

/**
 * Files as they lie in the store: four bytes that say so, then the format AES-256-GCM-HKDF-SHA256 of Tink's streaming AEAD, in segments of
 * 64 KiB (docs/decisions/0025-keys-of-persons.md): a header of its own length, a salt and a nonce prefix; each segment is encrypted and
 * authenticated by itself, its nonce is the prefix, its number, and whether it is the last one. So segments that are changed, left out,
 * doubled, in another order or cut off at the end do not open, and no byte of a segment leaves before it is authenticated.
 */

/** The first bytes of a file: no type of upload begins so. `z`: compressed by Zstandard before it was encrypted. */
const marks = { plain: Buffer.from('GHe1', 'latin1'), zstd: Buffer.from('GHz1', 'latin1') };
type Coding = keyof typeof marks;
const markBytes = 4;

const segmentBytes = 64 * 1024;
const tagBytes = 16;
const keyBytes = 32;
const saltBytes = keyBytes;
const prefixBytes = 7;
const headerBytes = 1 + saltBytes + prefixBytes;

/** A key, and what it encrypts: bytes that are moved to another place do not open. */
export interface BoundKey {
  readonly key: KeyObject;
  readonly place: readonly string[];
}

/** Encrypts a file; `compressed` before, where its kind of content becomes smaller by it. */
export async function* encryptFile(
  plain: AsyncIterable<Buffer>,
  bound: BoundKey,
  { compressed = false } = {},
): AsyncGenerator<Buffer> {
  const coding: Coding = compressed ? 'zstd' : 'plain';
  const [salt, prefix] = [randomBytes(saltBytes), randomBytes(prefixBytes)];
  const key = segmentKey(bound, coding, salt);
  yield Buffer.concat([marks[coding], Buffer.of(headerBytes), salt, prefix]);
  const source = compressed ? through(plain, createZstdCompress()) : plain;
  for await (const { bytes, number, isLast } of segments(source, tagBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast), {
      authTagLength: tagBytes,
    });
    yield cipher.update(bytes);
    cipher.final();
    yield cipher.getAuthTag();
  }
}

/** Whether a stored file is encrypted, by its first bytes. */
export function isEncryptedFile(start: Uint8Array): boolean {
  return codingOf(start) !== undefined;
}

/** @throws Error where a byte was changed, moved or cut off, or the key is another one */
export function decryptFile(stored: AsyncIterable<Buffer>, bound: BoundKey): AsyncIterable<Buffer> {
  const reader = new PieceReader(stored);
  return decrypt(reader, bound);
}

async function* decrypt(reader: PieceReader, bound: BoundKey): AsyncGenerator<Buffer> {
  try {
    const start = await reader.read(markBytes + headerBytes);
    const coding = codingOf(start);
    if (coding === undefined || start.length < markBytes + headerBytes || start[markBytes] !== headerBytes)
      throw unopened();
    const header = start.subarray(markBytes + 1);
    const key = segmentKey(bound, coding, header.subarray(0, saltBytes));
    const opened = openSegments(reader, key, header.subarray(saltBytes));
    yield* coding === 'zstd' ? through(opened, createZstdDecompress()) : opened;
  } finally {
    await reader.close();
  }
}

async function* openSegments(reader: PieceReader, key: Buffer, prefix: Buffer): AsyncGenerator<Buffer> {
  for await (const { bytes, number, isLast } of segments(reader.rest(), 0)) {
    if (bytes.length < tagBytes) throw unopened();
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
    const plain = decipher.update(bytes.subarray(0, bytes.length - tagBytes));
    try {
      decipher.final();
    } catch (cause) {
      throw unopened(cause);
    }
    yield plain;
  }
}

interface Segment {
  readonly bytes: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/** The first segment is shorter by the header. An empty file is one empty segment. */
async function* segments(source: AsyncIterable<Buffer>, overhead: number): AsyncGenerator<Segment> {
  const reader = new PieceReader(source);
  try {
    for (let number = 0; ; number += 1) {
      const length = segmentBytes - overhead - (number === 0 ? headerBytes : 0);
      const bytes = await reader.read(length);
      const isLast = (await reader.peek(1)).length === 0;
      yield { bytes, number, isLast };
      if (isLast) return;
    }
  } finally {
    await reader.close();
  }
}

function codingOf(start: Uint8Array): Coding | undefined {
  const mark = start.subarray(0, markBytes);
  return (Object.keys(marks) as Coding[]).find((coding) => marks[coding].equals(mark));
}

function segmentKey({ key, place }: BoundKey, coding: Coding, salt: Buffer): Buffer {
  const info = Buffer.from(JSON.stringify(['gatehouse', 'file', coding, ...place]), 'utf8');
  return Buffer.from(hkdfSync('sha256', key, salt, info, keyBytes));
}

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(prefixBytes + 5);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, prefixBytes);
  nonce[prefixBytes + 4] = isLast ? 1 : 0;
  return nonce;
}

/** A failure of either side is thrown to whoever reads. */
function through(source: AsyncIterable<Buffer>, transform: NodeJS.ReadWriteStream): AsyncIterable<Buffer> {
  return pipeline(Readable.from(source), transform, () => undefined) as unknown as AsyncIterable<Buffer>;
}

function unopened(cause?: unknown): Error {
  return new Error('the stored file does not open: it was changed, moved or encrypted by another key', {
    cause,
  });
}
