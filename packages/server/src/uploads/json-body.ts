import type { IncomingMessage } from 'node:http';
import { describeFault } from '../lib/json/json-fault.ts';
import { parseStrictJson } from '../lib/json/strict-json.ts';
import { DataUrlDecoder } from './data-url.ts';
import { JsonStringExtractor } from './json-string-extractor.ts';
import {
  malformed,
  maxTokenBytes,
  tokenRefused,
  tokenTooLong,
  tooLarge,
  unsupported,
} from './upload-refusals.ts';
import type { UploadFields, UploadSink } from './upload-sink.ts';

/** Most bytes beside the image: a token, a file name, and whatever else a client sends. */
const maxRestBytes = 64 * 1024;

/** A token that alone takes the room: no less a wrong token than a short one. */
const overlongToken = new RegExp(`"uploadToken"\\s*:\\s*"[^"]{${maxTokenBytes}}`);

/** Reads `{uploadToken, image, filename}` (interface specification 4.10), the image decoded as it comes. */
export async function readJson(
  body: AsyncIterable<Buffer>,
  request: IncomingMessage,
  sink: UploadSink,
): Promise<UploadFields> {
  if (
    !/^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i.test(
      request.headers['content-type'] ?? '',
    )
  ) {
    throw unsupported('Content-Type must be application/json');
  }
  const cut = new JsonStringExtractor('image', maxRestBytes);
  let image: DataUrlDecoder | undefined;
  for await (const chunk of body) {
    for (const event of cut.push(chunk)) {
      if (event.kind === 'start') {
        if (image !== undefined) throw malformed('image appears more than once');
        image = new DataUrlDecoder();
        await sink.start(tokenSoFar(cut.rest()));
      } else if (event.kind === 'text') {
        const bytes = image!.push(event.text);
        if (bytes.length > 0) await sink.write(bytes);
      } else {
        image!.end();
      }
    }
    if (cut.isTooLong && overlongToken.test(cut.rest().toString('latin1'))) throw tokenRefused(tokenTooLong);
    if (cut.isTooLong) throw tooLarge(`the body has more than ${maxRestBytes} bytes beside image`);
  }
  const parsed = parseStrictJson(cut.rest());
  if (!parsed.ok) throw malformed(describeFault(parsed.fault));
  const { uploadToken, image: left, filename } = parsed.value as Record<string, unknown>;
  // A name written with escapes is the same name to JSON, and its text was not cut.
  if (image === undefined && left !== undefined && left !== null) {
    throw malformed('image must be a text, and its name written without escapes');
  }
  if (image === undefined) throw malformed('image is missing');
  if (uploadToken !== undefined && uploadToken !== null && typeof uploadToken !== 'string') {
    throw tokenRefused('uploadToken must be a text: fetch a new one');
  }
  if (filename === undefined || filename === null) throw malformed('filename is missing');
  if (typeof filename !== 'string') throw malformed('filename must be a text');
  if (filename.trim() === '') throw malformed('filename must not be blank');
  return { uploadToken: uploadToken ?? undefined, filename, mediaType: image.mediaType };
}

/** The token, where it is before the image: what was read so far, closed, is an object of its own. */
function tokenSoFar(rest: Buffer): string | undefined {
  const parsed = parseStrictJson(Buffer.concat([rest, Buffer.from('"}')]));
  if (!parsed.ok) return undefined;
  const { uploadToken } = parsed.value as Record<string, unknown>;
  return typeof uploadToken === 'string' ? uploadToken : undefined;
}
