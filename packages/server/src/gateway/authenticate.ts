import { randomBytes } from 'node:crypto';
import { verifyRequest } from '@gatehouse/contract/signature';
import { GatewayError } from './gateway-error.ts';
import type { KeyRecord, KeyUse } from './keys.ts';

/** Whether `sign` is the signature of `body` under `secret`, in time that does not depend on the bytes. */
export type Verify = (secret: string, body: Uint8Array, sign: string) => boolean;

export interface SignedBody {
  readonly sign: string;
  readonly body: Uint8Array;
  readonly receivedAt: Date;
}

/** Stands in for the secret of a key that does not exist; nobody knows it. */
const dummySecret = randomBytes(32).toString('hex');

/**
 * Checks 4 and 5. A key that may not be used costs the same HMAC over the same bytes as one that may, so
 * that time does not distinguish them, and every live secret is tried to the end. What none of them signed is held against
 * one more, so that time does not tell whether a change of the secret lasts.
 */
export function authenticate(
  key: KeyRecord | undefined,
  signed: SignedBody,
  verify: Verify = verifyRequest,
): KeyUse {
  if (key === undefined || !(key.tenantMoves || key.tenantEnabled) || !isUsable(key, signed.receivedAt)) {
    verify(dummySecret, signed.body, signed.sign);
    throw new GatewayError('TENANT_NOT_FOUND', { detail: 'apiKey is unknown, disabled or expired' });
  }
  let matches = 0;
  for (const secret of key.secrets) matches += verify(secret, signed.body, signed.sign) ? 1 : 0;
  const { previous } = key;
  const at = signed.receivedAt;
  const before = previous !== undefined && previous.until > at ? previous.secret : dummySecret;
  if (matches === 0 && !verify(before, signed.body, signed.sign)) {
    throw new GatewayError('SIGN_ERROR', {
      detail: 'sign is not the HMAC-SHA256 of the body as received, keyed by the secret of apiKey',
    });
  }
  if (key.tenantMoves) {
    throw new GatewayError('SERVICE_NOT_FOUND', { detail: 'the tenant moves to another deployment' });
  }
  return { key, byPrevious: matches === 0, at };
}

export function isLive(key: KeyRecord, now: Date): boolean {
  return key.tenantEnabled && isUsable(key, now);
}

function isUsable(key: KeyRecord, now: Date): boolean {
  return key.enabled && (key.expiresAt === undefined || key.expiresAt > now);
}
