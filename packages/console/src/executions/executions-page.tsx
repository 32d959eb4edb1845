import { Badge, Group, Select, Table, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { RecordTable } from '../ui/record-table.tsx';

const states = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'];

/** What workflows did and do, newest first. */
export function ExecutionsPage() {
  const domain = useDomain();
  const [state, setState] = useState<string | null>(null);
  const [customerId, setCustomerId] = useState('');
  const searchField = useRef<HTMLInputElement>(null);
  const list = useInfiniteQuery({
    queryKey: ['executions', domain, state, customerId],
    queryFn: ({ pageParam, signal }) =>
      call('executions.list', {
        params: { domain },
        query: {
          limit: 50,
          ...(state === null ? {} : { state }),
          ...(customerId === '' ? {} : { customerId }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  useKeys({ '/': () => searchField.current?.focus() });
  const rows = list.data?.pages.flatMap(({ executions }) => executions) ?? [];
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Executions
      </Title>
      <Group mb="sm" gap="sm">
        <Select
          aria-label="State"
          placeholder="Every state"
          data={states}
          value={state}
          clearable
          onChange={setState}
          clearButtonProps={{ 'aria-label': 'Every state' }}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setCustomerId(searchField.current?.value.trim() ?? '');
          }}
        >
          <TextInput ref={searchField} aria-label="Customer id" placeholder="Customer id  ( / )" w={240} />
        </form>
      </Group>
      <RecordTable
        list={list}
        label="Executions"
        heads={['Begun', 'Workflow', 'Customer', 'State', 'Decision', 'Case']}
        count={rows.length}
        empty="No execution fits."
      >
        {rows.map((row) => (
          <Table.Tr key={row.executionId}>
            <Table.Td title={formatInstant(row.createdAt)}>
              <Link
                to="/executions/$domain/$executionId"
                params={{ domain: row.domain, executionId: row.executionId }}
              >
                {formatAge(row.createdAt)}
              </Link>
            </Table.Td>
            <Table.Td>
              <code>{row.workflowId}</code>
            </Table.Td>
            <Table.Td>{row.customerId}</Table.Td>
            <Table.Td>
              <ExecutionState state={row.state} />
            </Table.Td>
            <Table.Td>{row.failure?.reason ?? row.decision ?? '—'}</Table.Td>
            <Table.Td>
              {row.caseNo === null ? (
                '—'
              ) : (
                <Link to="/cases/$domain/$caseNo" params={{ domain: row.domain, caseNo: row.caseNo }}>
                  {row.caseNo}
                </Link>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

const colors: Readonly<Record<string, string>> = { FAILED: 'red', COMPLETED: 'green', WAITING: 'orange' };

export function ExecutionState({ state }: { readonly state: string }) {
  return (
    <Badge color={colors[state] ?? 'gray'} variant="outline">
      {state.charAt(0) + state.slice(1).toLowerCase()}
    </Badge>
  );
}
