import { maxUploadBytes } from '@gatehouse/contract';
import { GatewayError } from '../gateway/index.ts';
import type { StorageUsage } from '../tenants/index.ts';

/** Refusals of `{storage_url}` (docs/interface.md 4): the gateway's envelope, what was wrong in `x-error-detail`. */

export function malformed(detail: string): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { detail });
}

export function tooLarge(detail = `the file is larger than ${maxUploadBytes} bytes (20 MB)`): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { httpStatus: 413, detail });
}

export function unsupported(detail: string): GatewayError {
  return new GatewayError('API_INVALID_REQUEST', { httpStatus: 415, detail });
}

/** The tenant has no room for the file: nothing is wrong with it, and a later upload may succeed. */
export function storageFull({ maxBytes }: StorageUsage): GatewayError {
  const detail = `with this file the stored files of the tenant exceed maxStoredBytes, ${maxBytes} bytes: its operator raises it in the tenant file`;
  return new GatewayError('REQUEST_API_EXCEED_LIMIT', { detail });
}

export function isStorageFull(error: unknown): boolean {
  return error instanceof GatewayError && error.errorName === 'REQUEST_API_EXCEED_LIMIT';
}

/** A token of ours has 43; more is not read. */
export const maxTokenBytes = 1_024;
export const tokenTooLong = `uploadToken is longer than ${maxTokenBytes} bytes: fetch a new one`;

/** Interface specification 7.3: the client fetches a new token and uploads once more. */
export function tokenRefused(detail: string): GatewayError {
  return new GatewayError('API_NON_AUTHORIZED', { httpStatus: 401, detail });
}
