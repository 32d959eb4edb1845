import type { UploadedFile } from '../results.ts';
import { MockRefusal, type ReceivedRequest } from './check-call.ts';

/** First bytes of the types that are taken, in Latin-1. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF....WEBP/s, 'image/webp'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^%PDF-/, 'application/pdf'],
];

/** Types of contents that say nothing, such as a few bytes of a test, by the extension of their names. */
const byExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
};

/** What a gateway answers to a file, by its name, size and content as sent. Throws `MockRefusal` where there is none. */
export function cannedUpload({ headers, body }: ReceivedRequest): UploadedFile {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const text = Buffer.from(body).toString('latin1');
  const part = boundary === undefined ? undefined : filePart(text, boundary);
  if (part === undefined) throw new MockRefusal('API_INVALID_REQUEST', 'the form has no part "file"');
  const filename = Buffer.from(part.filename, 'latin1').toString();
  const type = signatures.find(([first]) => first.test(part.content))?.[1];
  const extension = filename.split('.').at(-1)!.toLowerCase();
  const contentType = type ?? byExtension[extension];
  if (contentType === undefined) {
    throw new MockRefusal('API_INVALID_REQUEST', 'the file is none of PNG, JPEG, GIF, WEBP, TIFF, PDF', 415);
  }
  const url = `s3://mock/uploads/${crypto.randomUUID()}.${extension}`;
  return { url, filename, content_type: contentType, size: part.content.length };
}

function filePart(text: string, boundary: string): { filename: string; content: string } | undefined {
  for (const part of text.split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    const filename = /^\r\ncontent-disposition:[^\r]*name="file"[^\r]*filename="([^"]*)"/i.exec(part)?.[1];
    // The line break before the next boundary is not the file's.
    if (end >= 0 && filename !== undefined) return { filename, content: part.slice(end + 4, -2) };
  }
  return undefined;
}
