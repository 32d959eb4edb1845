import type { DeliveryState } from '@gatehouse/contract';
import { Badge, Select, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatAge, formatZonedInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';

const states: readonly DeliveryState[] = ['PENDING', 'SUCCEEDED', 'FAILED', 'ABANDONED'];
const colors: Readonly<Record<DeliveryState, string>> = {
  PENDING: 'orange',
  SUCCEEDED: 'green',
  FAILED: 'red',
  ABANDONED: 'gray',
};

/** What was sent to the callers' servers, newest first; of one webhook or of all. */
export function Deliveries({ domain, webhookId }: { readonly domain: string; readonly webhookId?: string }) {
  const [state, setState] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['deliveries', domain, webhookId, state],
    queryFn: ({ pageParam, signal }) =>
      call('deliveries.list', {
        params: { domain },
        query: {
          ...(webhookId === undefined ? {} : { webhookId }),
          ...(state === null ? {} : { state }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  return (
    <>
      <Select
        aria-label={text('webhooks.deliveryStatus')}
        placeholder={text('webhooks.allStatuses')}
        data={states.map((value) => ({ value, label: text(`webhooks.state-${value}`) }))}
        value={state}
        clearable
        onChange={setState}
        clearButtonProps={{ 'aria-label': text('webhooks.allStatuses') }}
        w={180}
        mb="sm"
      />
      <RecordTable
        list={list}
        label={text('webhooks.deliveries')}
        heads={[
          text('webhooks.created'),
          text('webhooks.webhook'),
          text('webhooks.source'),
          text('terms.status'),
          text('webhooks.attempts'),
          text('webhooks.response'),
        ]}
        count={rows.length}
        empty={
          state === null ? (
            <EmptyState title={text('webhooks.noDeliveries')} words={text('webhooks.noDeliveriesWords')} />
          ) : (
            text('webhooks.noDeliveries')
          )
        }
      >
        {rows.map((row) => (
          <Table.Tr key={row.deliveryId}>
            <Table.Td title={formatZonedInstant(row.createdAt)}>
              <Link
                to="/deliveries/$domain/$deliveryId"
                params={{ domain: row.domain, deliveryId: row.deliveryId }}
              >
                {formatAge(row.createdAt)}
              </Link>
            </Table.Td>
            <Table.Td>
              <span translate="no">{row.webhookId}</span>
            </Table.Td>
            <Table.Td>
              {row.kind === 'test' ? text('webhooks.test') : `${row.workflowId ?? ''} ${row.nodeId ?? ''}`}
            </Table.Td>
            <Table.Td>
              <DeliveryBadge state={row.state} />
            </Table.Td>
            <Table.Td className="gh-number">{row.attempts}</Table.Td>
            <Table.Td>
              {row.failure === null ? (row.lastHttpStatus ?? '—') : failureText(row.failure)}
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

export function DeliveryBadge({ state }: { readonly state: DeliveryState }) {
  return (
    <Badge color={colors[state]} variant="outline">
      {text(`webhooks.state-${state}`)}
    </Badge>
  );
}
