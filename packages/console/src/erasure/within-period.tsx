import { Alert } from '@mantine/core';
import { text } from '../messages/text.ts';
import { isWithinPeriod, keptUntilText, useCustomerRetention } from '../retention/customer-retention.ts';

/** Warns where a customer would go before the end of its retention period: a law may demand to keep it. */
export function WithinPeriod(props: {
  readonly customer: { readonly domain: string; readonly customerId: string };
}) {
  const { data } = useCustomerRetention(props.customer);
  if (data === undefined || !isWithinPeriod(data)) return null;
  return (
    <Alert color="orange" mb="sm" title={text('erasure.withinPeriod')}>
      {keptUntilText(data)} {text('erasure.withinPeriodWords')}
    </Alert>
  );
}
