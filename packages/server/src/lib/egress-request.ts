import { validateHeaderName, validateHeaderValue } from 'node:http';
import { EgressFailure } from './egress-failure.ts';

/** A request to be sent. */
export interface EgressRequest {
  readonly method: string;
  readonly url: string;
  /** Name and value in the order they are sent; no name twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body's bytes; undefined sends none. */
  readonly body: Uint8Array | undefined;
  /**
   * Whether the other side may receive it twice. Such a call may use a connection that carried others, and is sent once
   * more on a new one where that one ends before the first byte of an answer. Any other call has a connection of its own.
   */
  readonly isIdempotent: boolean;
  /** Milliseconds from the name's look-up to the answer's last byte. */
  readonly deadlineMs: number;
  /**
   * Whose slot at the origin it uses, and how long it waits for one before it fails as `busy`: of many that wait, few
   * are let wait at all. Without it the call shares the origin with everybody else's and waits for `deadlineMs`.
   */
  readonly slot?: { readonly of: string; readonly waitMs: number } | undefined;
  /** Most bytes of the answer's body, decoded, that are read; 256 KiB unless given. */
  readonly maxResponseBytes?: number | undefined;
  /** Ends the call early: `send` then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Headers that the connection sets, or that would turn it into something else. */
const connectionHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'accept-encoding',
]);

/** The address of a call; throws an `EgressFailure` for one that must not go out. Never repeats credentials. */
export function parseCallUrl(text: string): URL {
  if (!URL.canParse(text)) throw new EgressFailure('badRequest', 'the URL is not an absolute address');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressFailure('badRequest', `the URL must be http or https, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressFailure('badRequest', 'the URL must not carry a user name or password');
  }
  return url;
}

/** Headers in the flat form of the HTTP client; throws an `EgressFailure` on what HTTP or this service refuses. */
export function callHeaders(headers: EgressRequest['headers']): string[] {
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    const lowerCase = name.toLowerCase();
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw new EgressFailure('badRequest', `the header ${JSON.stringify(name)} cannot be sent`, cause);
    }
    if (connectionHeaders.has(lowerCase)) {
      throw new EgressFailure('badRequest', `the header ${name} is set by the connection`);
    }
    if (seen.has(lowerCase)) throw new EgressFailure('badRequest', `the header ${name} occurs twice`);
    seen.add(lowerCase);
  }
  // Compression would only hide how large an answer is.
  return [...headers.flat(), 'Accept-Encoding', 'identity'];
}
