import type { SubmittedInformation } from '@gatehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';

/** What a customer stated last; undefined before it was read, and where it stated nothing. */
export function useSubmittedInformation(customer: {
  readonly domain: string;
  readonly customerId: string;
}): SubmittedInformation | undefined {
  const found = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'submitted-information'],
    queryFn: ({ signal }) => call('customers.submittedInformation', { params: { ...customer }, signal }),
  });
  return found.data?.submittedInformation ?? undefined;
}
