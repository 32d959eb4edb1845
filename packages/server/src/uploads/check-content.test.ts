import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type UploadType, uploadTypeNames } from '@gatehouse/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkContent } from './check-content.ts';
import {
  gif,
  jpeg,
  jpegEnd,
  jpegFrame,
  jpegScan,
  jpegSegment,
  jpegStart,
  pdf,
  png,
  pngChunk,
  pngSignature,
  sampleFiles,
  tiff,
  tiffField,
  tiffFields,
  webp,
  webpChunk,
} from './sample-files.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-content-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;

async function check(bytes: Buffer) {
  files += 1;
  const path = join(folder, String(files));
  await writeFile(path, bytes);
  const handle = await open(path, 'r');
  try {
    return await checkContent({ path, handle, size: bytes.length });
  } finally {
    await handle.close();
    await rm(path);
  }
}

async function faultOf(bytes: Buffer): Promise<string> {
  const result = await check(bytes);
  if (result.ok) throw new Error(`taken as ${result.type}`);
  return result.fault;
}

const html = Buffer.from('<html><script>alert(1)</script></html>');

function mp4Box(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length + 8);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data]);
}

/** Samsung's trailer of one block. */
function vendorTrailer(block: Buffer): Buffer {
  const directory = Buffer.alloc(24);
  directory.write('SEFH', 0, 'latin1');
  directory.writeUInt32LE(106, 4);
  directory.writeUInt32LE(1, 8);
  directory.writeUInt16LE(0x0a01, 14);
  directory.writeUInt32LE(block.length, 16);
  directory.writeUInt32LE(block.length, 20);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(directory.length, 0);
  end.write('SEFT', 4, 'latin1');
  return Buffer.concat([block, directory, end]);
}

describe('what a file is', () => {
  it.each(uploadTypeNames)('is %s for a whole file of that type', async (type) => {
    expect(await check(sampleFiles[type]())).toEqual({ ok: true, type });
  });

  it('is seen past long parts, across the borders of what is read at a time', async () => {
    for (const size of [65_536 - 1, 65_536, 65_536 + 1, 131_072 + 7, 400_001]) {
      expect(await check(png(size))).toEqual({ ok: true, type: 'png' });
    }
  });

  it.each([
    ['a page', html],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['an archive', Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaa', 'latin1')],
    ['a picture of another kind', Buffer.from('BM\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['one byte', Buffer.from('x')],
  ])('is nothing that may be uploaded for %s', async (_, bytes) => {
    expect(await faultOf(bytes)).toBe('the content must be PNG, JPG, JPEG, GIF, WEBP, TIFF or PDF');
  });

  it.each(uploadTypeNames)('is nothing for a %s with a page behind it', async (type) => {
    expect(await faultOf(Buffer.concat([sampleFiles[type](), html]))).toMatch(/behind|cut off/);
  });

  it.each(uploadTypeNames)('is nothing for a %s behind something else', async (type) => {
    expect(await faultOf(Buffer.concat([html, sampleFiles[type]()]))).toMatch(/^the content must be/);
  });

  it('is never a type for a file that is cut anywhere', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<UploadType>(...uploadTypeNames), fc.nat(), async (type, at) => {
        const whole = sampleFiles[type]();
        // A PDF may end without its last line break.
        const shortest = type === 'pdf' ? whole.length - 1 : whole.length;
        expect((await check(whole.subarray(0, at % shortest))).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('is answered for any bytes behind any beginning, without failing', { timeout: 60_000 }, async () => {
    const heads = uploadTypeNames.map((type) => sampleFiles[type]().subarray(0, 40));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...heads),
        fc.nat({ max: 40 }),
        fc.uint8Array({ maxLength: 300 }),
        async (head, keep, noise) => {
          const result = await check(Buffer.concat([head.subarray(0, keep), noise]));
          expect(typeof result.ok).toBe('boolean');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a PNG', () => {
  const header = png().subarray(8, 33);
  const data = png().subarray(33, -12);

  it.each([
    [
      'whose chunk is damaged',
      Buffer.concat([png().subarray(0, 45), Buffer.from([1]), png().subarray(46)]),
      'damaged',
    ],
    ['without its header', Buffer.concat([pngSignature, data, pngChunk('IEND')]), 'does not begin with IHDR'],
    ['without data', Buffer.concat([pngSignature, header, pngChunk('IEND')]), 'no image data'],
    ['without an end', Buffer.concat([pngSignature, header, data]), 'ends before its last chunk'],
    [
      'whose last chunk has data',
      Buffer.concat([pngSignature, header, data, pngChunk('IEND', html)]),
      'data in its last chunk',
    ],
  ])('%s is refused', async (_, bytes, fault) => {
    expect(await faultOf(bytes)).toContain(fault);
  });

  it('of no width is refused', async () => {
    const empty = pngChunk('IHDR', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
    expect((await check(Buffer.concat([pngSignature, empty, data, pngChunk('IEND')]))).ok).toBe(false);
  });
});

describe('a GIF', () => {
  it('that is a script is refused', async () => {
    expect((await check(Buffer.from('GIF89a<script>alert(1)</script>'))).ok).toBe(false);
    expect((await check(Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', 'latin1'))).ok).toBe(false);
  });

  it('without an image is refused', async () => {
    expect(await faultOf(Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'))).toContain('no image');
  });

  it('of several images is taken', async () => {
    const image = gif().subarray(-16, -1);
    expect(await check(Buffer.concat([gif().subarray(0, -1), image, Buffer.from(';')]))).toMatchObject({
      ok: true,
    });
  });
});

describe('a JPEG', () => {
  it('that is a script is refused', async () => {
    expect((await check(Buffer.from('\xff\xd8\xff<?php echo 1;', 'latin1'))).ok).toBe(false);
  });

  it.each([
    [
      'without a frame',
      Buffer.concat([jpegStart, jpegSegment(0xe0), jpegScan, jpegEnd]),
      'before its frame header',
    ],
    ['without a scan', Buffer.concat([jpegStart, jpegFrame, jpegEnd]), 'no image data'],
    ['without an end', jpeg().subarray(0, -2), 'ends before its end marker'],
    [
      'with an archive behind it',
      Buffer.concat([jpeg(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      'behind',
    ],
    [
      'with a damaged image behind it',
      Buffer.concat([jpeg(), jpeg().subarray(0, -2)]),
      'damaged image behind',
    ],
    ['with something behind a second image', Buffer.concat([jpeg(), jpeg(), html]), 'behind'],
  ])('%s is refused', async (_, bytes, fault) => {
    expect(await faultOf(bytes)).toContain(fault);
  });

  it('is taken with what cameras put behind it: further images, a movie, the vendor’s blocks', async () => {
    const movie = Buffer.concat([
      mp4Box('ftyp', Buffer.from('mp42\0\0\0\0')),
      mp4Box('mdat', Buffer.alloc(100, 3)),
    ]);
    for (const behind of [
      jpeg(),
      Buffer.concat([Buffer.alloc(64), jpeg()]),
      movie,
      vendorTrailer(Buffer.alloc(30, 9)),
    ]) {
      expect(await check(Buffer.concat([jpeg(), behind]))).toEqual({ ok: true, type: 'jpeg' });
    }
  });

  it('is refused where a movie or the vendor’s blocks do not fill the rest', async () => {
    const movie = mp4Box('ftyp', Buffer.from('mp42\0\0\0\0'));
    expect((await check(Buffer.concat([jpeg(), movie, html]))).ok).toBe(false);
    expect((await check(Buffer.concat([jpeg(), html, vendorTrailer(Buffer.alloc(30, 9))]))).ok).toBe(false);
  });
});

describe('a WEBP', () => {
  it('of simple, extended and animated form is taken', async () => {
    const lossy = webpChunk('VP8 ', Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a, 1, 0, 1, 0, 0]));
    const extended = webpChunk('VP8X', Buffer.alloc(10));
    expect(await check(webp([lossy]))).toMatchObject({ ok: true });
    expect(await check(webp([extended, webpChunk('ICCP', Buffer.from('abc')), lossy]))).toMatchObject({
      ok: true,
    });
    expect(await check(webp([extended, webpChunk('ANMF', Buffer.alloc(24))]))).toMatchObject({ ok: true });
  });

  it('without an image, or with a damaged one, is refused', async () => {
    expect(await faultOf(webp([webpChunk('VP8X', Buffer.alloc(10))]))).toContain('no image');
    expect(await faultOf(webp([webpChunk('VP8L', Buffer.from('<script>'))]))).toContain('damaged image');
  });
});

describe('a TIFF', () => {
  it('whose directories go round in a circle is refused', async () => {
    expect(await faultOf(tiff(tiffFields(), 10))).toContain('circle');
  });

  it('whose data lies outside the file is refused', async () => {
    expect(await faultOf(tiff(tiffFields(8, 1_000_000)))).toContain('outside the file');
    expect(await faultOf(tiff([...tiffFields(), tiffField(34_665, 90_000)]))).toContain('outside the file');
  });

  it('without a size or data is refused', async () => {
    expect(await faultOf(tiff(tiffFields().slice(1)))).toContain('no width');
    expect(await faultOf(tiff(tiffFields().slice(0, 4)))).toContain('no image data');
  });

  it('with image data behind its directory is taken, also padded with zeros', async () => {
    const at = tiff().length;
    const strip = Buffer.alloc(50, 5);
    expect(await check(Buffer.concat([tiff(tiffFields(at, 50)), strip]))).toMatchObject({ ok: true });
    expect(await check(Buffer.concat([tiff(tiffFields(at, 50)), strip, Buffer.alloc(3)]))).toMatchObject({
      ok: true,
    });
  });
});

describe('a PDF', () => {
  it('behind junk is refused', async () => {
    expect((await check(Buffer.concat([Buffer.from('\n'), pdf()]))).ok).toBe(false);
    expect((await check(Buffer.concat([Buffer.from('MZ junk\n'), pdf()]))).ok).toBe(false);
  });

  it('of every version is taken, and a made-up one refused', async () => {
    expect(await check(pdf('1.4'))).toMatchObject({ ok: true });
    expect(await check(pdf('2.0'))).toMatchObject({ ok: true });
    expect(await faultOf(pdf('9.9'))).toContain('known version');
  });

  it('without an end or a table is refused', async () => {
    expect(await faultOf(Buffer.from('%PDF-1.7\nnothing more'))).toContain('%%EOF');
    expect(await faultOf(Buffer.from('%PDF-1.7\n%%EOF'))).toContain('does not tell where');
    expect(await faultOf(Buffer.from('%PDF-1.7\nstartxref\n3\n%%EOF'))).toContain('no cross-reference table');
  });
});
