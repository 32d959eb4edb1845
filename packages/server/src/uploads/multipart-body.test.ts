import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDisposition, readMultipart } from './multipart-body.ts';

const boundary = 'bound';
const request = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
} as IncomingMessage;

function part(name: string, bytes: Buffer, more = ''): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

async function* inPieces(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, index = 0; at < body.length; index++) {
    const size = sizes[index % sizes.length]!;
    yield body.subarray(at, at + size);
    at += size;
  }
}

/** Reads a form with a sink that is slower than the network. */
async function read(body: Buffer, sizes: readonly number[]) {
  const pieces: Buffer[] = [];
  let early: string | undefined;
  const fields = await readMultipart(inPieces(body, sizes), request, {
    start: async (token) => {
      early = token;
      await turn();
    },
    write: async (bytes) => {
      await turn();
      pieces.push(Buffer.from(bytes));
    },
  });
  return { fields, early, bytes: Buffer.concat(pieces) };
}

const end = Buffer.from(`--${boundary}--\r\n`);

describe('a form', () => {
  it('is read to its end, however it comes and however slowly its file is taken', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400_000 }),
        fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom<'first' | 'last'>('first', 'last'),
        fc.integer({ min: 0, max: 5 }),
        async (size, sizes, place, epilogue) => {
          const bytes = Buffer.alloc(size, 'a\r\n--boun');
          const [token, file] = [
            part('uploadToken', Buffer.from('t')),
            part('file', bytes, '; filename="a"'),
          ];
          const form = place === 'first' ? [token, file] : [file, token];
          const other = part('other', Buffer.alloc(3_000, 'x'));
          const body = Buffer.concat([other, ...form, end, Buffer.alloc(epilogue, '\n')]);
          // Pieces of a few bytes alone would take long for a large file.
          const pieces = size > 20_000 ? sizes.map((piece) => Math.max(piece, 500)) : sizes;
          const result = await read(body, pieces);
          expect(result.bytes.equals(bytes)).toBe(true);
          expect(result.fields.uploadToken).toBe('t');
          expect(result.early).toBe(place === 'first' ? 't' : undefined);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is read to its end wherever its last bytes are cut', async () => {
    const bytes = Buffer.alloc(200_000, 7);
    const body = Buffer.concat([
      part('file', bytes, '; filename="a"'),
      part('uploadToken', Buffer.from('t')),
      end,
    ]);
    for (let cut = 1; cut < 120; cut++) {
      const result = await read(body, [body.length - cut, 1, 2, 200]);
      expect(result.bytes.length).toBe(bytes.length);
    }
  });

  it('is refused when it ends before its last boundary', async () => {
    const body = part('file', Buffer.from('abc'), '; filename="a"');
    await expect(read(body, [10])).rejects.toThrow('before its last boundary');
    await expect(read(Buffer.alloc(0), [10])).rejects.toThrow('before its last boundary');
  });

  it('of very many parts is refused', async () => {
    const body = Buffer.concat([...Array.from({ length: 60 }, () => part('x', Buffer.from('y'))), end]);
    await expect(read(body, [100])).rejects.toThrow('more than 50 parts');
  });
});

describe('what a part says of itself', () => {
  it.each([
    ['form-data; name="file"; filename="a.png"', { name: 'file', filename: 'a.png' }],
    ['form-data; name=file; filename=a.png', { name: 'file', filename: 'a.png' }],
    ['form-data; name="file"; filename="a \\"b\\".png"', { name: 'file', filename: 'a "b".png' }],
    ['form-data; name="file"; filename="a %22b%22.png"', { name: 'file', filename: 'a "b".png' }],
    ['form-data; name="file"; filename="C:\\tmp\\a.png"', { name: 'file', filename: 'C:\\tmp\\a.png' }],
    ['form-data; name="file"; filename=""', { name: 'file', filename: '' }],
    ['form-data; name="uploadToken"', { name: 'uploadToken' }],
    [
      `form-data; name="file"; filename="plain.png"; filename*=UTF-8''%e6%8a%a4.png`,
      { name: 'file', filename: '护.png' },
    ],
    [
      Buffer.from('form-data; name="file"; filename="护.png"').toString('latin1'),
      { name: 'file', filename: '护.png' },
    ],
    ['', {}],
  ])('%s', (header, said) => {
    expect(parseDisposition(header)).toEqual(said);
  });
});
