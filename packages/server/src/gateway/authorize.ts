import { GatewayError } from './gateway-error.ts';
import type { KeyLimits, KeyRecord } from './keys.ts';

/** Check 10. One answer for a domain of another tenant, of nobody, or closed to this key. */
export function checkPermission(key: KeyRecord, domain: string, operation: string): void {
  if (!key.domains.has(domain)) {
    throw new GatewayError('API_NON_AUTHORIZED', { detail: 'the key may not use this x-domain' });
  }
  if (key.operations !== '*' && !key.operations.has(operation)) {
    throw new GatewayError('API_NON_AUTHORIZED', { detail: `the key may not call ${operation}` });
  }
}

/** Checks 11 and 12: the key's rate, then its call quota; after the signature, so that no stranger spends them. */
export async function enforceKeyLimits(keyLimits: KeyLimits, key: KeyRecord): Promise<void> {
  if (key.rate !== undefined) {
    const rate = await keyLimits.deductRate(key);
    if (!rate.allowed) {
      throw new GatewayError('RATE_LIMIT_TRY_AGAIN', {
        detail: "the key's rate limit is reached",
        retryAfterSeconds: rate.retryAfterSeconds,
      });
    }
  }
  if (key.callsLimited && !(await keyLimits.deductCall(key))) {
    throw new GatewayError('REQUEST_API_EXCEED_LIMIT', { detail: "the key's call quota is used up" });
  }
}
