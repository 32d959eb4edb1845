import type { ApiKeyTable } from '../database/schema.ts';

/** What a key may, as its columns. */
export type KeyColumns = Pick<
  ApiKeyTable,
  'domains' | 'operations' | 'rate_requests' | 'rate_seconds' | 'calls_granted' | 'expires_at' | 'enabled'
>;

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
