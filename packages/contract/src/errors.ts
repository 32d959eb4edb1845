/**
 * The error catalogue (interface specification 7.1, 7.2; HTTP statuses from docs/interface.md 2).
 * Every refusal that leaves the service has its name here; nothing else may.
 */

/** What a caller may do about an error by itself (interface specification 7.3). */
export type RetryClass =
  /** The same request will fail again. */
  | 'never'
  /** Wait (`Retry-After` where present), then send again. */
  | 'afterWait'
  /** Up to three times after 1 s, 2 s, 4 s; before a submit is repeated, `workflow.apply.query`. */
  | 'backoff';

export interface ErrorDefinition {
  readonly apiCode: number;
  /** HTTP status of the answer where the place of refusal names no other. */
  readonly httpStatus: number;
  readonly meaning: string;
  readonly retry: RetryClass;
}

/** The gateway's errors by their wire name (`apiMsg`). */
export const gatewayErrors = {
  GATEWAY_ERROR: { apiCode: 999000, httpStatus: 500, meaning: 'general gateway error', retry: 'backoff' },
  SIGN_ERROR: { apiCode: 999001, httpStatus: 403, meaning: 'signature check failed', retry: 'never' },
  API_INVALID_REQUEST: { apiCode: 999301, httpStatus: 400, meaning: 'malformed request', retry: 'never' },
  API_NOT_FOUND: { apiCode: 999302, httpStatus: 404, meaning: 'unknown api name', retry: 'never' },
  API_NON_AUTHORIZED: {
    apiCode: 999303,
    httpStatus: 403,
    meaning: 'no permission for this API',
    retry: 'never',
  },
  RATE_LIMIT_TRY_AGAIN: { apiCode: 999304, httpStatus: 429, meaning: 'rate limit hit', retry: 'afterWait' },
  TENANT_NOT_FOUND: {
    apiCode: 999305,
    httpStatus: 401,
    meaning: 'tenant of the apiKey missing, or key invalid or disabled',
    retry: 'never',
  },
  SERVICE_TIME_OUT: { apiCode: 999401, httpStatus: 504, meaning: 'backend timeout', retry: 'backoff' },
  SERVICE_INVOKE_ERROR: {
    apiCode: 999402,
    httpStatus: 502,
    meaning: 'backend call failed',
    retry: 'backoff',
  },
  SERVICE_NOT_FOUND: {
    apiCode: 999403,
    httpStatus: 503,
    meaning: 'backend service unavailable',
    retry: 'backoff',
  },
  SERVICE_RESPONSE_FORMAT_ERROR: {
    apiCode: 999404,
    httpStatus: 502,
    meaning: 'backend format error',
    retry: 'never',
  },
  REQUEST_API_EXCEED_LIMIT: {
    apiCode: 999501,
    httpStatus: 403,
    meaning: 'API call quota used up',
    retry: 'never',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type GatewayErrorName = keyof typeof gatewayErrors;

/** `apiCode` and `apiMsg` of an accepted call. */
export const accepted = { apiCode: 200, apiMsg: 'OK' } as const;

const byCode = new Map<number, GatewayErrorName>(
  Object.entries(gatewayErrors).map(([name, error]) => [error.apiCode, name as GatewayErrorName]),
);

/** The catalogue name of an `apiCode`; undefined for 200 and for codes that the interface does not have. */
export function gatewayErrorName(apiCode: number): GatewayErrorName | undefined {
  return byCode.get(apiCode);
}

/** Results inside `data` (interface specification 7.2). */
export const businessCodes = {
  success: 200,
  badParameter: 400,
  quotaExhausted: 403,
  notFound: 404,
  internal: 500,
} as const;

export type BusinessCode = (typeof businessCodes)[keyof typeof businessCodes];
