import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { malformed, maxTokenBytes, tokenRefused, tokenTooLong, unsupported } from './upload-refusals.ts';
import type { UploadFields, UploadSink } from './upload-sink.ts';

const maxParts = 50;
const maxWaitingBytes = 256 * 1024;

/**
 * Reads `multipart/form-data` (interface specification 4.10): the parts `uploadToken` and `file` in any order, others
 * ignored. The splitting is the library's; its ready-made form reader would not tell a part without a media type from
 * one that says text/plain, and here the one says nothing and the other contradicts.
 */
export async function readMultipart(
  body: AsyncIterable<Buffer>,
  request: IncomingMessage,
  sink: UploadSink,
): Promise<UploadFields> {
  const boundary = boundaryOf(request.headers['content-type']);
  const progress = new Progress();
  const form = new FormReader(sink, () => progress.tell());
  // The splitter's own way of pausing can forget to continue when a part ends while it waits, so it never pauses;
  // what it has split and nobody has taken yet is bounded below.
  const limits = { partHwm: Number.MAX_SAFE_INTEGER, maxHeaderSize: 8_192, maxHeaderPairs: 20 };
  const dicer = new Dicer({ boundary, ...limits });
  const failed = Promise.withResolvers<never>();
  // Whoever waits gets it; when nobody does yet, it must not end the process.
  failed.promise.catch(() => undefined);
  const finished = new Promise<void>((resolve) => dicer.once('finish', resolve));
  dicer.on('error', () => failed.reject(malformed('the form ends before its last boundary')));
  let work: Promise<void> = Promise.resolve();
  const parts: Readable[] = [];
  dicer.on('part', (part) => {
    part.on('error', () => undefined);
    parts.push(part);
    if (parts.length > maxParts) failed.reject(malformed(`the form has more than ${maxParts} parts`));
    part.once('header', (header) => {
      work = work.then(() => form.take(header as PartHeader, part));
      work.catch((error: unknown) => failed.reject(error));
    });
  });
  try {
    for await (const chunk of body) {
      // Anything may follow the last boundary; the splitter is done then.
      if (!dicer.writable) continue;
      dicer.write(chunk);
      while (waiting(parts) > maxWaitingBytes) await Promise.race([progress.next(), failed.promise]);
    }
    if (dicer.writable) dicer.end();
    await Promise.race([finished, failed.promise]);
    await Promise.race([work, failed.promise]);
    return form.fields();
  } finally {
    dicer.destroy();
    // Whoever still reads a part comes to an end, so that nothing continues behind the answer.
    for (const part of parts) part.destroy();
    await work.catch(() => undefined);
  }
}

/** Bytes that were split and not taken yet. */
function waiting(parts: readonly Readable[]): number {
  return parts.reduce((sum, part) => sum + part.readableLength, 0);
}

/** Tells whoever waits that something was taken. */
class Progress {
  #next = Promise.withResolvers<void>();

  tell(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }

  next(): Promise<void> {
    return this.#next.promise;
  }
}

function boundaryOf(contentType: string | undefined): string {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) {
    throw unsupported('Content-Type must be multipart/form-data with a boundary');
  }
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType!) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('Content-Type has no boundary of 1 to 70 characters');
  return boundary;
}

/** Values of each header of a part, as Latin-1. */
type PartHeader = Readonly<Record<string, readonly string[]>>;

class FormReader {
  readonly #sink: UploadSink;
  /** Called whenever a piece was taken. */
  readonly #onPiece: () => void;
  #token: string | undefined;
  #file: { readonly filename: string | undefined; readonly mediaType: string | undefined } | undefined;

  constructor(sink: UploadSink, onPiece: () => void) {
    this.#sink = sink;
    this.#onPiece = onPiece;
  }

  fields(): UploadFields {
    if (this.#file === undefined) throw malformed('file is missing');
    return { uploadToken: this.#token, ...this.#file };
  }

  /** Reads one part to its end. */
  async take(header: PartHeader, part: Readable): Promise<void> {
    const disposition = parseDisposition(header['content-disposition']?.[0] ?? '');
    if (disposition.name === 'uploadToken') return this.#takeToken(part);
    if (disposition.name === 'file') return this.#takeFile(header, disposition.filename, part);
    // An unknown field is ignored (docs/interface.md 3).
    for await (const _ of part) this.#onPiece();
  }

  async #takeToken(part: Readable): Promise<void> {
    if (this.#token !== undefined) throw malformed('uploadToken appears more than once');
    let text = '';
    for await (const piece of part) {
      text += (piece as Buffer).toString('latin1');
      this.#onPiece();
      if (text.length > maxTokenBytes) throw tokenRefused(tokenTooLong);
    }
    this.#token = text;
  }

  async #takeFile(header: PartHeader, filename: string | undefined, part: Readable): Promise<void> {
    if (this.#file !== undefined) throw malformed('file appears more than once: a form takes one file');
    if (filename === undefined && header['content-type'] === undefined) {
      throw malformed('file is a text field: it must be a file part');
    }
    const encoding = header['content-transfer-encoding']?.[0]?.trim().toLowerCase() ?? 'binary';
    if (!['7bit', '8bit', 'binary'].includes(encoding)) {
      throw malformed(
        `file has the Content-Transfer-Encoding ${encoding}: send the bytes without an encoding`,
      );
    }
    this.#file = { filename, mediaType: header['content-type']?.[0] };
    await this.#sink.start(this.#token);
    for await (const piece of part) {
      await this.#sink.write(piece as Buffer);
      this.#onPiece();
    }
  }
}

/**
 * `form-data; name="file"; filename="a.png"` as browsers and libraries write it: quotes inside as `%22` or `\"`, other
 * letters as UTF-8, and in `filename*` percent-encoded (RFC 5987), which counts where it is.
 *
 * Ours: `content-disposition` reads either the escapes of browsers or those of HTTP headers. Senders use both, and a
 * backslash before anything but a quote is part of a path.
 */
export function parseDisposition(header: string): { readonly name?: string; readonly filename?: string } {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  const found: { name?: string; filename?: string } = {};
  let extended: string | undefined;
  for (const match of text.matchAll(/;\s*([A-Za-z*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g)) {
    const key = match[1]!.toLowerCase();
    const value = match[2] === undefined ? match[3]!.trim() : unescapeQuoted(match[2]);
    if (key === 'name') found.name ??= value;
    else if (key === 'filename') found.filename ??= value;
    else if (key === 'filename*') extended ??= decodeExtended(value);
  }
  return extended === undefined ? found : { ...found, filename: extended };
}

/** Only a quote is escaped. */
function unescapeQuoted(text: string): string {
  return text
    .replaceAll('\\"', '"')
    .replaceAll(/%22/g, '"')
    .replaceAll(/%0[aAdD]/g, '');
}

function decodeExtended(text: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
