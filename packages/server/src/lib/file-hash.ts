import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes read and hashed at a time: under a millisecond of work, so that the event loop stays free. */
const pieceBytes = 256 * 1024;

/**
 * SHA-256 of a file's content as it lies on the disk, lowercase hex, with its length. All of it goes through one piece of
 * memory: megabytes of buffers that are thrown away make V8 look through its whole heap, which everybody waits for.
 */
export async function hashOfFile(path: string): Promise<{ readonly sha256: string; readonly size: number }> {
  const file = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafeSlow(pieceBytes);
    let size = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes, size);
      if (bytesRead === 0) return { sha256: hash.digest('hex'), size };
      hash.update(piece.subarray(0, bytesRead));
      size += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file's content as it lies on the disk, lowercase hex. */
export async function sha256OfFile(path: string): Promise<string> {
  return (await hashOfFile(path)).sha256;
}
