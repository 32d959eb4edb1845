import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { type CustomerKey, Heading } from '../customers/customer-section.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatDate } from '../ui/format.ts';
import { keptUntilText, useCustomerRetention } from './customer-retention.ts';

/** Whether the business relationship with a customer goes on: its retention counts from the end. */
export function CustomerRelationship(props: {
  readonly customer: CustomerKey;
  readonly endedOn: string | null;
}) {
  const { customer, endedOn } = props;
  const mayState = useSession().permissions.includes('customers.work');
  const kept = useCustomerRetention(customer);
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [day, setDay] = useState('');
  const state = useMutation({
    mutationFn: (end: string | null) =>
      call('customers.endRelationship', { params: { ...customer }, body: { endedOn: end } }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      setAsking(false);
      void queries.invalidateQueries();
    },
  });
  return (
    <section className="gh-panel gh-block" aria-label={text('retention.relationship')}>
      <Heading>{text('retention.relationship')}</Heading>
      <Text size="sm" mb={6}>
        {endedOn === null
          ? text('retention.noEnd')
          : text('retention.ended', { day: formatDate(Date.parse(`${endedOn}T12:00`)) })}
      </Text>
      {kept.data && (
        <Text size="sm" mb={6}>
          {keptUntilText(kept.data)}
        </Text>
      )}
      {mayState && (
        <Group gap="xs">
          {endedOn === null ? (
            <Button variant="default" onClick={() => setAsking(true)}>
              {text('retention.stateEnd')}
            </Button>
          ) : (
            <Button variant="default" loading={state.isPending} onClick={() => state.mutate(null)}>
              {text('retention.resume')}
            </Button>
          )}
        </Group>
      )}
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={text('retention.endTitle')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            state.mutate(day);
          }}
        >
          <Stack gap="sm">
            <ErrorAlert error={state.error} />
            <TextInput
              type="date"
              label={text('retention.endDay')}
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
              required
              data-autofocus
            />
            <DialogActions cancel={() => setAsking(false)}>
              <Button type="submit" loading={state.isPending}>
                {text('retention.stateEnd')}
              </Button>
            </DialogActions>
          </Stack>
        </form>
      </Modal>
    </section>
  );
}
