import type { KeyObject } from 'node:crypto';
import { hashKey, keyedHash } from '../lib/secrets.ts';

/** What a key may, as its columns. */
export interface KeyColumns {
  readonly domains: string[] | null;
  readonly operations: string[];
  readonly rate_requests: number | null;
  readonly rate_seconds: number | null;
  readonly calls_granted: number | null;
  readonly expires_at: Date | null;
  readonly enabled: boolean;
}

/** The columns under the names and in the forms of the tenant file: what people read of a change. */
export function shownKeyFields(columns: KeyColumns): Record<string, unknown> {
  const { rate_requests: requests, rate_seconds: seconds } = columns;
  return {
    enabled: columns.enabled,
    domains: columns.domains ?? 'all',
    operations: columns.operations,
    rate: requests === null ? 'no limit' : `${requests} in ${seconds} s`,
    calls: columns.calls_granted ?? 'no limit',
    expiresAt: columns.expires_at ?? 'never',
  };
}

/** What is kept of a secret that a tenant file said: enough to know it again, and no more. */
export function hashOfFileSecret(dataKey: KeyObject, apiKey: string, secret: string): Buffer {
  return keyedHash(hashKey(dataKey, 'apiKeyOfFile'), [apiKey, secret]);
}
