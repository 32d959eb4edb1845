import type { SpanAttributes } from '../lib/tracing.ts';
import type { CallRecord } from './call-record.ts';

/** What the span of a call says of it. */
export function spanAttributes(record: CallRecord): SpanAttributes {
  return {
    'gatehouse.operation': record.operation,
    'gatehouse.request_id': record.requestId,
    'gatehouse.tenant': record.tenantId,
    'gatehouse.domain': record.domain,
    'gatehouse.api_code': record.apiCode,
    'gatehouse.business_code': record.businessCode,
    'gatehouse.execution_id': record.executionId,
  };
}

/** Refusals of what the caller sent are ordinary answers. */
export function isFault({ apiCode }: CallRecord): boolean {
  return apiCode === 999_000 || (apiCode !== undefined && apiCode >= 999_400 && apiCode < 999_500);
}
