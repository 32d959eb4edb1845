import type { ConsoleData } from '@gatehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { formatDate } from '../ui/format.ts';
import { ruleText } from './retention-texts.ts';

type Kept = ConsoleData<'retention.customer'>;

/** How long a customer is kept as things are. */
export function useCustomerRetention(customer: { readonly domain: string; readonly customerId: string }) {
  const { domain, customerId } = customer;
  return useQuery({
    queryKey: ['retention', domain, 'customer', customerId],
    queryFn: ({ signal }) => call('retention.customer', { params: { domain, customerId }, signal }),
    meta: { isShownInPlace: true },
  });
}

/** Why and until when it is kept, in words. */
export function keptUntilText({ rule, isOngoing, countedFrom, until }: Kept): string {
  if (rule.period === null) return ruleText('customers', rule);
  if (isOngoing) return text('retention.ongoing');
  const day = (date: string) => formatDate(Date.parse(`${date}T12:00`));
  return text('retention.keptUntil', {
    day: day(until ?? countedFrom),
    period: ruleText('customers', rule),
    from: day(countedFrom),
  });
}

/** Whether an erasure now would come before the end of the period. */
export function isWithinPeriod({ until }: Kept): boolean {
  return until === null || Date.parse(until) > Date.now();
}
