import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';

export interface BodyRead {
  readonly bytes: Buffer;
  /** The bytes are not the whole body: it was over the limit, or its compression is broken. */
  readonly truncated: boolean;
}

/**
 * Reads a body up to `maxBytes` decoded bytes and then hangs up, in memory of that size whatever comes.
 * `encoding` is the Content-Encoding; anything but gzip and deflate is kept as it came. Throws what broke the
 * connection.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: { encoding: string | undefined; maxBytes: number },
): Promise<BodyRead> {
  const decoder = decoderOf(encoding);
  let broken: { readonly error: Error } | undefined;
  body.on('error', (error: Error) => {
    broken ??= { error };
    decoder?.destroy(error);
  });
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  try {
    for await (const chunk of decoder === undefined ? body : body.pipe(decoder)) {
      const bytes = chunk as Buffer;
      chunks.push(bytes.subarray(0, maxBytes - size));
      size += bytes.length;
      if (size > maxBytes) {
        truncated = true;
        break;
      }
    }
  } catch (error) {
    if (broken !== undefined || decoder === undefined) throw broken?.error ?? error;
    truncated = true;
  }
  // Frees the connection of what is left: it is closed unless the body was read to its end.
  body.destroy();
  return { bytes: Buffer.concat(chunks), truncated };
}

/** A body decoded as it comes; what breaks it breaks the result. */
export function decoded(body: Readable, encoding: string | undefined): Readable {
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return body;
  body.on('error', (error: Error) => decoder.destroy(error));
  return body.pipe(decoder);
}

function decoderOf(encoding: string | undefined) {
  const coding = encoding?.trim().toLowerCase();
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  return coding === 'deflate' ? createInflate() : undefined;
}
