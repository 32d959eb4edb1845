import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * Lets bytes through as long as they are the ones that were stored: the last piece waits until size and SHA-256
 * are right, so that whoever reads a damaged file sees it cut off and never takes it for whole.
 */
export function verifyBytes(expected: { readonly size: number; readonly sha256: Buffer }): Transform {
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer | undefined;
  return new Transform({
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
}
