import { GatewayCallError } from './errors.ts';
import { runHook } from './hooks.ts';
import type { UploadedFile, UploadToken } from './results.ts';
import { type RetryPolicy, withRetries } from './retry.ts';
import type { Timing } from './timing.ts';
import { type Endpoint, sendRequest } from './transport.ts';

/** What is uploaded: bytes, a Blob (such as of `openAsBlob`), a stream, or a function that opens a stream anew. */
export type UploadSource = Uint8Array | Blob | AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);

export interface UploadOptions {
  /** Its extension may not name another type than the content has. */
  readonly filename: string;
  /** Left out, the content alone decides. */
  readonly contentType?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Another business domain than the client's: the file can be used in that one alone. */
  readonly domain?: string | undefined;
}

interface UploadContext {
  readonly token: (options: Pick<UploadOptions, 'signal' | 'domain'>) => Promise<UploadToken>;
  readonly storageUrl: URL;
  readonly endpoint: Endpoint;
  readonly policy: RetryPolicy;
  readonly timing: Timing;
}

/** Its name in errors and hooks: no operation of the signed endpoint. */
const operation = 'upload';
/** The service takes two minutes for a file, and what it does with it afterwards. */
const timeoutMs = 180_000;
/** A token that ends while its file is on the way would be fetched for nothing. */
const tokenReserveMs = 150_000;

/** Makes `storage.upload`: keeps a token while it lasts, streams the file, and replaces a token that is refused. */
export function createUploader(
  context: UploadContext,
): (source: UploadSource, options: UploadOptions) => Promise<UploadedFile> {
  const { endpoint } = context;
  /** By domain. */
  const kept = new Map<string, { readonly token: string; readonly endsAt: number }>();

  async function tokenFor(domain: string, signal: AbortSignal | undefined): Promise<string> {
    const known = kept.get(domain);
    if (known !== undefined && context.timing.now() < known.endsAt) return known.token;
    const { uploadToken, expiresIn } = await context.token({ signal, domain });
    kept.set(domain, {
      token: uploadToken,
      endsAt: context.timing.now() + expiresIn * 1000 - tokenReserveMs,
    });
    return uploadToken;
  }

  return async (source, options) => {
    const open = opener(source);
    const { signal, domain = endpoint.domain } = options;
    const attempts = { count: 0 };
    const sendOnce = async (): Promise<UploadedFile> => {
      const token = await tokenFor(domain, signal);
      const form = multipartForm(token, open.read(), options);
      const url = new URL(context.storageUrl);
      url.pathname = `${url.pathname.replace(/\/$/, '')}/api/v1/upload/file`;
      const headers = { ...endpoint.headers, ...form.headers };
      const init = { body: form.body, duplex: 'half' } as RequestInit;
      const call = { operation, url, timeoutMs, domain, headers, init, attempts };
      const { data } = await sendRequest(endpoint, call, signal);
      return data as UploadedFile;
    };
    const onRetry = (error: unknown, delayMs: number): void =>
      runHook(endpoint.hooks.onRetry, { operation, attempt: attempts.count, delayMs, error });
    const send = () =>
      withRetries(sendOnce, {
        ...context,
        repeat: open.isRepeatable ? 'answered' : 'never',
        signal,
        onRetry,
      });
    if (!open.isRepeatable) return sendOnce();
    try {
      return await send();
    } catch (error) {
      // Interface specification 7.3: fetch a new token, retry the upload once.
      if (!(error instanceof GatewayCallError) || error.httpStatus !== 401) throw error;
      kept.delete(domain);
      return send();
    }
  };
}

interface Opener {
  /** Whether it can be read from its beginning again. */
  readonly isRepeatable: boolean;
  read(): AsyncIterable<Uint8Array>;
}

function opener(source: UploadSource): Opener {
  if (typeof source === 'function') return { isRepeatable: true, read: source };
  if (source instanceof Uint8Array) return { isRepeatable: true, read: () => once(source) };
  if (source instanceof Blob) return { isRepeatable: true, read: () => source.stream() };
  return { isRepeatable: false, read: () => source };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The token comes first, so that it is checked before the file is sent. */
function multipartForm(
  token: string,
  file: AsyncIterable<Uint8Array>,
  { filename, contentType = 'application/octet-stream' }: UploadOptions,
): { headers: Record<string, string>; body: ReadableStream<Uint8Array> } {
  if (/[\r\n]/.test(contentType)) throw new TypeError('contentType must be a media type');
  const boundary = `gatehouse-${globalThis.crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="uploadToken"\r\n\r\n${token}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(filename)}"\r\n` +
      `Content-Type: ${contentType}\r\n\r\n`,
  );
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file;
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: streamOf(pieces()),
  };
}

/** As browsers write a name into a form. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Node 20.3 has no `ReadableStream.from`. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}
