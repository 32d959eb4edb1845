import { type GatewayErrorName, gatewayErrors } from '@gatehouse/contract';

export interface GatewayErrorOptions {
  /** What exactly was wrong, for the caller, in `x-error-detail`: never a secret, never another tenant's thing. */
  readonly detail?: string;
  /** Where the catalogue's status does not fit the place of refusal, such as 413 for a body that is too large. */
  readonly httpStatus?: number;
  /** Whole seconds for `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** What lies behind it; logged once at the edge, never shown. */
  readonly cause?: unknown;
}

/** The only refusal of a call: a name of the error catalogue, which `answer.ts` turns into a response. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly errorName: GatewayErrorName;
  readonly httpStatus: number;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(errorName: GatewayErrorName, options: GatewayErrorOptions = {}) {
    const { detail, cause } = options;
    super(detail === undefined ? errorName : `${errorName}: ${detail}`, cause === undefined ? {} : { cause });
    this.errorName = errorName;
    this.httpStatus = options.httpStatus ?? gatewayErrors[errorName].httpStatus;
    this.detail = detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get apiCode(): number {
    return gatewayErrors[this.errorName].apiCode;
  }
}
