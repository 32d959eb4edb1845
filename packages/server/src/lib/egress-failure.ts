/**
 * Why a call got no usable answer. `blockedAddress`, `badRequest` and `busy` were never sent, the last because it got
 * no slot; `tooLarge` is a head of the answer over its limit (a body is cut instead); `protocol` is an answer that broke
 * off or is no HTTP.
 */
export const egressFailureClasses = [
  'blockedAddress',
  'dns',
  'connect',
  'tls',
  'timeout',
  'tooLarge',
  'protocol',
  'badRequest',
  'busy',
] as const;

export type EgressFailureClass = (typeof egressFailureClasses)[number];

/** Carries the class of a failure from where it happens to the public API, which turns it into a value. */
export class EgressFailure extends Error {
  override readonly name = 'EgressFailure';
  readonly failureClass: EgressFailureClass;

  constructor(failureClass: EgressFailureClass, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.failureClass = failureClass;
  }
}

const headTooLarge = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);

/** What an error of the HTTP client means, once the connection is open. */
export function exchangeFailure(error: unknown): EgressFailure {
  if (error instanceof EgressFailure) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (headTooLarge.has(String(code))) {
    return new EgressFailure('tooLarge', 'the head of the answer is too large', error);
  }
  return new EgressFailure('protocol', `the answer broke off or is no HTTP: ${String(message)}`, error);
}
