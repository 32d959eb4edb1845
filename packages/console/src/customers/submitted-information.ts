import type { SubmittedInformation } from '@gatehouse/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { CustomerKey } from './customer-section.tsx';

/** What a customer stated last; null where it stated nothing. */
export function submittedInformationQuery(customer: CustomerKey) {
  return queryOptions({
    queryKey: ['customer', customer.domain, customer.customerId, 'submitted-information'],
    queryFn: ({ signal }) => call('customers.submittedInformation', { params: { ...customer }, signal }),
  });
}

/** The same; undefined before it was read, and where it stated nothing. */
export function useSubmittedInformation(customer: CustomerKey): SubmittedInformation | undefined {
  return useQuery(submittedInformationQuery(customer)).data?.submittedInformation ?? undefined;
}
