import { createHash } from 'node:crypto';
import { defaultSignatureHeaders, rotationSuffixes, type WebhookDefinition } from '@gatehouse/contract';
import type { EgressResponse } from '../../lib/egress.ts';
import type { WebhookRequest } from './webhook-request.ts';

/** A request as the delivery log keeps it: enough to find it again at the receiver, no credential. */
export interface RequestRecord {
  readonly method: string;
  /** Values of the query masked: receivers like to take keys there. */
  readonly url: string;
  /** Values that the definition gives masked, since any of them may be a credential; of signatures the start. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Lowercase hex SHA-256 of the body's bytes; of no bytes where none was sent. */
  readonly bodySha256: string;
  readonly bodyBytes: number;
}

/** An answer as the delivery log keeps it. */
export interface ResponseRecord {
  readonly status: number;
  readonly contentType: string | null;
  /** As the receiver sent it; it is logged and changes nothing. */
  readonly retryAfter: string | null;
  /** The first 64 KiB. */
  readonly body: Buffer;
  /** The receiver sent more than is kept. */
  readonly bodyTruncated: boolean;
}

const keptResponseBytes = 64 * 1024;
const mask = '***';

export function recordRequest(
  request: WebhookRequest,
  body: Uint8Array,
  { headers: submitted, signature }: Pick<WebhookDefinition, 'headers' | 'signature'>,
): RequestRecord {
  const givenNames = new Set(submitted.map(({ name }) => name));
  const { signatureHeader } = signature ?? defaultSignatureHeaders;
  const suffixes = ['', ...Object.values(rotationSuffixes)];
  const signatures = new Set(suffixes.map((suffix) => signatureHeader + suffix));
  const shown = (name: string, value: string): string => {
    if (givenNames.has(name)) return mask;
    return signatures.has(name) ? `${value.slice(0, 8)}${mask}` : value;
  };
  return {
    method: request.method,
    url: maskUrl(request.url),
    headers: request.headers.map(([name, value]) => [name, shown(name, value)]),
    bodySha256: createHash('sha256').update(body).digest('hex'),
    bodyBytes: body.length,
  };
}

export function recordResponse({ status, headers, body, truncated }: EgressResponse): ResponseRecord {
  return {
    status,
    contentType: headers.get('content-type') ?? null,
    retryAfter: headers.get('retry-after') ?? null,
    // A copy: the whole body's memory goes free.
    body: Buffer.from(body.subarray(0, keptResponseBytes)),
    bodyTruncated: truncated || body.length > keptResponseBytes,
  };
}

/** Hides user names, passwords and the query's values; keeps the query's names. */
function maskUrl(text: string): string {
  if (!URL.canParse(text)) return mask;
  const url = new URL(text);
  if (url.username !== '') url.username = mask;
  if (url.password !== '') url.password = mask;
  url.search = url.search.replace(/[^?&=]+=?[^&]*/g, (part) => part.replace(/^([^=]*=)?.*$/, `$1${mask}`));
  url.hash = '';
  return url.href;
}
