import { type GatewayErrorName, gatewayErrors } from '@gatehouse/contract';
import { storeOutage } from '../database/index.ts';

export interface GatewayErrorOptions {
  /** What exactly was wrong, for the caller, in `x-error-detail`: never a secret, never another tenant's thing. */
  readonly detail?: string;
  /** Where the catalogue's status does not fit the place of refusal, such as 413 for a body that is too large. */
  readonly httpStatus?: number;
  /** With a status of 405: the accepted method; default `POST`. */
  readonly allow?: string;
  /** Whole seconds for `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** What lies behind it; logged once at the edge, never shown. */
  readonly cause?: unknown;
}

/** The only refusal of a call: a name of the error catalogue, which `response.ts` turns into a response. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly errorName: GatewayErrorName;
  readonly httpStatus: number;
  readonly detail: string | undefined;
  readonly allow: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(errorName: GatewayErrorName, options: GatewayErrorOptions = {}) {
    const { detail, cause } = options;
    super(detail === undefined ? errorName : `${errorName}: ${detail}`, cause === undefined ? {} : { cause });
    this.errorName = errorName;
    this.httpStatus = options.httpStatus ?? gatewayErrors[errorName].httpStatus;
    this.detail = detail;
    this.allow = options.allow ?? 'POST';
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get apiCode(): number {
    return gatewayErrors[this.errorName].apiCode;
  }
}

/** How a call is refused that failed with an error: a store that cannot work for now is a part that is not up. */
export function refusalOf(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const detail = storeOutage(error);
  return detail === undefined
    ? new GatewayError('GATEWAY_ERROR', { cause: error })
    : new GatewayError('SERVICE_NOT_FOUND', { detail, cause: error });
}
