import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unzipWithin } from './unzip.ts';

const files = {
  'a.txt': Buffer.from('a'.repeat(100_000)),
  'b/c.bin': Buffer.from([1, 2, 3]),
  empty: Buffer.alloc(0),
};
const total = 100_003;

describe('an archive', () => {
  it('is unpacked whole, packed or not', () => {
    for (const level of [0, 6] as const) {
      const unpacked = unzipWithin(zipSync(files, { level }), total);
      expect(
        unpacked.ok &&
          Object.fromEntries([...unpacked.files].map(([name, file]) => [name, Buffer.from(file)])),
      ).toEqual(files);
    }
  });

  it('is refused once it is larger than allowed, whatever it says of its sizes', () => {
    const honest = Buffer.from(zipSync(files, { level: 9 }));
    expect(unzipWithin(honest, total - 1)).toEqual({
      ok: false,
      reason: `it unpacks to ${total} bytes: at most ${total - 1} are read`,
    });
    // A hundred megabytes that say that they are one byte, in the local header and in the directory.
    const packed = deflateRawSync(Buffer.alloc(100 * 1024 * 1024));
    const bomb = Buffer.from(zipSync({ 'a.txt': [packed, { level: 0 }] }));
    for (const signature of [0x04034b50, 0x02014b50]) {
      const at = bomb.indexOf(Buffer.from(Uint32Array.of(signature).buffer));
      const shift = signature === 0x04034b50 ? 0 : 2;
      bomb.writeUInt16LE(8, at + 8 + shift);
      bomb.writeUInt32LE(1, at + 22 + shift);
    }
    expect(unzipWithin(bomb, 1024 * 1024)).toEqual({
      ok: false,
      reason: 'a.txt is damaged, or larger than the 1 bytes that it says',
    });
  });

  it('is refused where it is none, damaged or cut short', () => {
    const whole = zipSync(files, { level: 6 });
    expect(unzipWithin(Buffer.from('no archive'), total).ok).toBe(false);
    expect(unzipWithin(new Uint8Array(0), total).ok).toBe(false);
    expect(unzipWithin(whole.subarray(0, 60), total).ok).toBe(false);
  });
});
