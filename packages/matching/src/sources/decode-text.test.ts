import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

async function decoded(bytes: Uint8Array, pieceBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) chunks.push(bytes.subarray(at, at + pieceBytes));
  let text = '';
  for await (const piece of decodeText(chunks)) text += piece;
  return text;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decodeText', () => {
  it('gives back any text, wherever its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }).map((text) => text.replace(/^\ufeff/, '').toWellFormed()),
        fc.integer({ min: 1, max: 9 }),
        async (text, pieceBytes) => {
          expect(await decoded(utf8(text), pieceBytes)).toBe(text);
        },
      ),
    );
  });

  it('never throws and reads the same however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        const whole = await decoded(bytes, 1 << 16);
        expect(await decoded(bytes, 1)).toBe(whole);
        expect(await decoded(bytes, 3)).toBe(whole);
      }),
    );
  });

  it('leaves out a byte-order mark, and obeys that of UTF-16', async () => {
    for (const pieceBytes of [1, 2, 100]) {
      expect(await decoded(utf8('\ufeffНина'), pieceBytes)).toBe('Нина');
      const little = Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from([0x41, 0x41d]).buffer)]);
      expect(await decoded(little, pieceBytes)).toBe('AН');
      expect(await decoded(Uint8Array.of(0xfe, 0xff, 0, 0x41, 4, 0x1d), pieceBytes)).toBe('AН');
    }
  });

  it('reads single bytes of Windows-1252 among UTF-8', async () => {
    const bytes = Uint8Array.from([...utf8('Нина '), 0xc9, ...utf8('mile '), 0x93, 0x78, 0x94, 0xe9]);
    for (const pieceBytes of [1, 4, 100]) {
      expect(await decoded(bytes, pieceBytes)).toBe('Нина Émile “x”é');
    }
  });
});
