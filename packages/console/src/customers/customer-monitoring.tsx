import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { type CustomerKey, Heading } from './customer-section.tsx';

/** Whether the customer is screened again when a list changes, and the choice. */
export function MonitoringChoice({
  customer,
  mayChoose,
}: {
  readonly customer: CustomerKey;
  readonly mayChoose: boolean;
}) {
  const queries = useQueryClient();
  const standing = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'monitoring'],
    queryFn: ({ signal }) => call('monitoring.customer', { params: { ...customer }, signal }),
  });
  const choose = useMutation({
    mutationFn: (monitored: boolean | null) =>
      call('monitoring.choose', { params: { ...customer }, body: { monitored } }),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ['customer', customer.domain, customer.customerId] }),
  });
  if (!standing.data) return null;
  const { isMonitored, chosen, hasSubject } = standing.data;
  return (
    <section className="gh-panel gh-block" aria-label={text('customers.monitoring')}>
      <Heading>{text('customers.monitoring')}</Heading>
      <Text size="sm" mb={6}>
        {text(isMonitored ? 'customers.isMonitored' : 'customers.notMonitored')}{' '}
        <span className="gh-dim">
          {text(chosen === null ? 'customers.byDefault' : 'customers.byChoice')}
          {hasSubject ? '' : ` ${text('customers.noSubject')}`}
        </span>
      </Text>
      {mayChoose && (
        <Group gap="xs">
          {(
            [
              [true, text('customers.monitor')],
              [false, text('customers.doNotMonitor')],
              [null, text('customers.useDefault')],
            ] as const
          ).map(([choice, name]) => (
            <Button
              key={name}
              variant={chosen === choice ? 'light' : 'default'}
              aria-pressed={chosen === choice}
              loading={choose.isPending && choose.variables === choice}
              onClick={() => chosen !== choice && choose.mutate(choice)}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
    </section>
  );
}
