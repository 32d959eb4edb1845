import type { DeliveryState } from '@gatehouse/contract';
import { Badge, Select, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
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
        aria-label="Delivery status"
        placeholder="All statuses"
        data={[...states]}
        value={state}
        clearable
        onChange={setState}
        clearButtonProps={{ 'aria-label': 'All statuses' }}
        w={180}
        mb="sm"
      />
      <RecordTable
        list={list}
        label="Deliveries"
        heads={['Created', 'Webhook', 'Source', 'Status', 'Attempts', 'Response']}
        count={rows.length}
        empty="No deliveries."
      >
        {rows.map((row) => (
          <Table.Tr key={row.deliveryId}>
            <Table.Td title={formatInstant(row.createdAt)}>
              <Link
                to="/deliveries/$domain/$deliveryId"
                params={{ domain: row.domain, deliveryId: row.deliveryId }}
              >
                {formatAge(row.createdAt)}
              </Link>
            </Table.Td>
            <Table.Td>{row.webhookId}</Table.Td>
            <Table.Td>
              {row.kind === 'test' ? 'Test' : `${row.workflowId ?? ''} ${row.nodeId ?? ''}`}
            </Table.Td>
            <Table.Td>
              <DeliveryBadge state={row.state} />
            </Table.Td>
            <Table.Td className="gh-number">{row.attempts}</Table.Td>
            <Table.Td>{row.failure ?? row.lastHttpStatus ?? '—'}</Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

export function DeliveryBadge({ state }: { readonly state: DeliveryState }) {
  return (
    <Badge color={colors[state]} variant="outline">
      {state.charAt(0) + state.slice(1).toLowerCase()}
    </Badge>
  );
}
