import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * Lets stored bytes through as long as they are the ones that were uploaded: the last piece waits until size and
 * SHA-256 are right, so that whoever reads a damaged file sees it cut off and never takes it for whole. What breaks
 * the stored stream breaks this one, and who reads no further lets go of both.
 */
export function verifyBytes(
  stored: Readable,
  expected: { readonly size: number; readonly sha256: Buffer },
): Readable {
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer | undefined;
  const verified = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      const ready = held;
      held = chunk;
      done(null, ready);
    },
    flush(done) {
      if (size !== expected.size || !hash.digest().equals(expected.sha256)) {
        done(new Error('the stored bytes are not the ones that were uploaded'));
        return;
      }
      done(null, held);
    },
  });
  // A failure reaches whoever reads; nobody else waits for the end.
  pipeline(stored, verified, () => undefined);
  return verified;
}
