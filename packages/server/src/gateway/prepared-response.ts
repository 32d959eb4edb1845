import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptedText } from './accepted-text.ts';

const compress = promisify(gzip);

/**
 * The `data` of an answer that many callers get alike: written once, and compressed once for callers that take gzip.
 * A handler keeps it and answers with it again.
 */
export class PreparedResponse {
  /** `data.code`, for the log. */
  readonly code = 200;
  readonly body: Buffer;
  #gzipped: Promise<Buffer> | undefined;

  /** @param json `data` as JSON text, whose `code` is 200 */
  constructor(json: string) {
    this.body = Buffer.from(acceptedText(json));
  }

  gzipped(): Promise<Buffer> {
    this.#gzipped ??= compress(this.body);
    return this.#gzipped;
  }

  /** `data` as a caller reads it, for checks by the contract. */
  read(): unknown {
    return (JSON.parse(this.body.toString()) as { data: unknown }).data;
  }
}

/** Whether an `accept-encoding` takes gzip: named, or by `*`, and not with the weight 0 (RFC 9110, 12.5.3). */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  const weights = new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [coding, weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
