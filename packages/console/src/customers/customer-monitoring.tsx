import { Button, Group, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { monitoringQuery } from './customer-queries.ts';
import { type CustomerKey, Heading } from './customer-section.tsx';

/** Whether the customer is screened again when a list changes, whose choice that is, and a switch. */
export function MonitoringChoice({
  customer,
  mayChoose,
}: {
  readonly customer: CustomerKey;
  readonly mayChoose: boolean;
}) {
  const queries = useQueryClient();
  const found = useQuery(monitoringQuery(customer));
  // The switch turns at once; the service is asked in the order of the presses.
  const [wanted, setWanted] = useState<boolean>();
  const choose = useMutation({
    scope: { id: 'monitoring' },
    mutationFn: (monitored: boolean | null) =>
      call('monitoring.choose', { params: { ...customer }, body: { monitored } }),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ['customer', customer.domain, customer.customerId] }),
  });
  if (!found.data) return null;
  const { isMonitored, chosen, hasSubject } = found.data;
  const isOn = wanted ?? isMonitored;
  // Only the last press is told that it is settled: each of them has to let the switch go.
  const press = (monitored: boolean | null) => {
    setWanted(monitored ?? undefined);
    choose.mutate(monitored, { onSettled: () => setWanted(undefined) });
  };
  const effect = text(isMonitored ? 'customers.isMonitored' : 'customers.notMonitored');
  return (
    <section className="gh-panel gh-block" aria-label={text('customers.monitoring')}>
      <Heading>{text('customers.monitoring')}</Heading>
      {mayChoose ? (
        <Switch
          label={text('customers.monitorCustomer')}
          description={effect}
          checked={isOn}
          onChange={() => press(!isOn)}
        />
      ) : (
        <Text size="sm">{effect}</Text>
      )}
      <Group gap="4px 12px" mt={8}>
        <Text size="sm" className="gh-dim">
          {text(chosen === null ? 'customers.byDefault' : 'customers.byChoice')}
          {hasSubject ? '' : ` ${text('customers.noSubject')}`}
        </Text>
        {mayChoose && chosen !== null && (
          <Button variant="default" size="compact-sm" onClick={() => press(null)}>
            {text('customers.useDefault')}
          </Button>
        )}
      </Group>
    </section>
  );
}
