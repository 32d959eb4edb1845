import type { ConsoleData } from '@gatehouse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { CustomerKey } from './customer-section.tsx';

/** What several parts of a customer's page read: once for all of them. */

/** Most hits that an answer has. */
export const shownHits = 100;

type CustomerHit = ConsoleData<'customers.hits'>['hits'][number];

const keyOf = ({ domain, customerId }: CustomerKey, part: string) =>
  ['customer', domain, customerId, part] as const;

/** The newest hit of the customer and each of its parties on each list entry. */
export function hitsQuery(customer: CustomerKey) {
  return queryOptions({
    queryKey: keyOf(customer, 'hits'),
    queryFn: ({ signal }) => call('customers.hits', { params: { ...customer }, signal }),
  });
}

/** Its newest submissions with their risk scores. */
export function riskQuery({ domain, customerId }: CustomerKey) {
  return queryOptions({
    queryKey: keyOf({ domain, customerId }, 'risk'),
    queryFn: ({ signal }) =>
      call('executions.list', { params: { domain }, query: { customerId, limit: 100 }, signal }),
  });
}

/** Whether it is monitored, and by whose choice. */
export function monitoringQuery(customer: CustomerKey) {
  return queryOptions({
    queryKey: keyOf(customer, 'monitoring'),
    queryFn: ({ signal }) => call('monitoring.customer', { params: { ...customer }, signal }),
  });
}

/** Most cases that the page lists or counts. */
export const shownCases = 20;

/** Its newest cases. */
export function casesQuery({ domain, customerId }: CustomerKey, filter: { readonly open?: true } = {}) {
  return queryOptions({
    queryKey: [...keyOf({ domain, customerId }, 'cases'), filter],
    queryFn: ({ signal }) =>
      call('cases.list', {
        params: { domain },
        query: { customerId, sort: 'newest', limit: shownCases, ...filter },
        signal,
      }),
  });
}

/**
 * What people found a hit to be; null while it waits for a ruling. A hit that came after its ruling and is not suppressed
 * waits for a new one: one side changed since.
 */
export function resolutionOf({
  ruling,
  silenced,
  at,
}: Pick<CustomerHit, 'ruling' | 'silenced' | 'at'>): 'TRUE_MATCH' | 'FALSE_POSITIVE' | null {
  if (ruling?.ruling === 'TRUE_MATCH') return 'TRUE_MATCH';
  return ruling?.ruling === 'FALSE_POSITIVE' && (silenced || ruling.ruledAt >= at) ? 'FALSE_POSITIVE' : null;
}
