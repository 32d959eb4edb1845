import { crc32, deflateSync } from 'node:zlib';
import type { UploadType } from '@gatehouse/contract';

/** Small whole files of every type, made byte by byte; a picture of one grey point, a page without words. */

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u16le(value: number): Buffer {
  return u16(value).swap16();
}

function u32le(value: number): Buffer {
  return u32(value).swap32();
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const pngHeader = pngChunk('IHDR', Buffer.concat([u32(1), u32(1), Buffer.from([8, 0, 0, 0, 0])]));
const pngData = pngChunk('IDAT', deflateSync(Buffer.from([0, 128])));

/** A PNG of exactly `size` bytes where one is given; the room is filled by a chunk that readers skip. */
export function png(size?: number): Buffer {
  const parts = [pngSignature, pngHeader, pngData, pngChunk('IEND')];
  if (size !== undefined) {
    const room = size - Buffer.concat(parts).length - 12;
    if (room < 0) throw new RangeError(`no PNG is as small as ${size} bytes`);
    parts.splice(2, 0, pngChunk('gaTe', Buffer.alloc(room, 7)));
  }
  return Buffer.concat(parts);
}

export function jpegSegment(marker: number, data: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data]);
}

export const jpegStart = Buffer.from([0xff, 0xd8]);
export const jpegEnd = Buffer.from([0xff, 0xd9]);
export const jpegFrame = jpegSegment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]));
export const jpegScan = Buffer.concat([
  jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  // Coded data with a stuffed byte and a restart marker inside.
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
]);

export function jpeg(): Buffer {
  const head = jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));
  return Buffer.concat([jpegStart, head, jpegFrame, jpegScan, jpegEnd]);
}

export function gif(): Buffer {
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0]),
    Buffer.from([0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]),
    Buffer.from([0x3b]),
  ]);
}

export function webpChunk(type: string, data: Buffer): Buffer {
  const padding = Buffer.alloc(data.length % 2);
  return Buffer.concat([Buffer.from(type, 'latin1'), u32le(data.length), data, padding]);
}

export function webp(
  chunks: readonly Buffer[] = [webpChunk('VP8L', Buffer.from([0x2f, 0, 0, 0, 0, 7, 0x10]))],
): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), u32le(body.length), body]);
}

/** A field of one SHORT or LONG, little-endian. */
export function tiffField(tag: number, value: number, type: 3 | 4 = 4): Buffer {
  return Buffer.concat([u16le(tag), u16le(type), u32le(1), u32le(value)]);
}

export function tiff(fields: readonly Buffer[] = tiffFields(), next = 0): Buffer {
  return Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    u32le(10),
    Buffer.from([128, 0]),
    u16le(fields.length),
    ...fields,
    u32le(next),
  ]);
}

export function tiffFields(stripAt = 8, stripBytes = 1): Buffer[] {
  return [
    tiffField(256, 1),
    tiffField(257, 1),
    tiffField(258, 8, 3),
    tiffField(262, 1, 3),
    tiffField(273, stripAt),
    tiffField(277, 1, 3),
    tiffField(279, stripBytes),
  ];
}

export function pdf(version = '1.7'): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
  ];
  return pdfOf(objects, { version });
}

/** A PDF of these objects, the first of which is its catalogue. `trailer`: more members of the trailer. */
export function pdfOf(
  objects: readonly string[],
  { version = '1.7', trailer = '' }: { readonly version?: string; readonly trailer?: string } = {},
): Buffer {
  let text = `%PDF-${version}\n`;
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const at of offsets) text += `${String(at).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** One whole file of each type. */
export const sampleFiles: Readonly<Record<UploadType, () => Buffer>> = { png, jpeg, gif, webp, tiff, pdf };
