import { createHash, hash } from 'node:crypto';

const bucketCount = 4096;
const wordsOfHash = 8;

/**
 * Whether two tables hold the same rows, whatever their order: the SHA-256 of each row goes into one of the buckets by
 * exclusive or. Rows of a table are distinct, so that none cancels another. Where tables differ, few buckets do.
 */
export class RowDigest {
  readonly #words = new Uint32Array(bucketCount * wordsOfHash);
  rows = 0;
  bytes = 0;

  add(row: Buffer): void {
    const rowHash = hash('sha256', row, 'buffer');
    const start = (rowHash.readUInt16LE(0) % bucketCount) * wordsOfHash;
    for (let word = 0; word < wordsOfHash; word += 1) {
      this.#words[start + word] = this.#words[start + word]! ^ rowHash.readUInt32LE(word * 4);
    }
    this.rows += 1;
    this.bytes += row.length;
  }

  /** 64 hexadecimal digits, equal for the same rows. */
  digest(): string {
    return createHash('sha256').update(this.#words).update(String(this.rows)).digest('hex');
  }
}
