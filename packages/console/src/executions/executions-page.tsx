import type { ExecutionSummary } from '@gatehouse/contract';
import { Badge, Group, Select, Table, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { RecordTable } from '../ui/record-table.tsx';

const states = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'];

const columns = ['Started', 'Workflow', 'Customer', 'Status', 'Outcome', 'Case'];

interface Filter {
  readonly state: string | null;
  readonly customerId: string;
}

/** The executions of a domain, newest first. */
export function ExecutionsPage() {
  const domain = useDomain();
  const [filter, setFilter] = useState<Filter>({ state: null, customerId: '' });
  const list = useExecutions(domain, filter);
  const executions = list.data?.pages.flatMap((page) => page.executions) ?? [];
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Executions
      </Title>
      <Filters filter={filter} change={setFilter} />
      <RecordTable
        list={list}
        label="Executions"
        heads={columns}
        count={executions.length}
        empty="No executions found."
      >
        {executions.map((execution) => (
          <ExecutionRow key={execution.executionId} execution={execution} />
        ))}
      </RecordTable>
    </>
  );
}

function useExecutions(domain: string, filter: Filter) {
  return useInfiniteQuery({
    queryKey: ['executions', domain, filter.state, filter.customerId],
    queryFn: ({ pageParam, signal }) =>
      call('executions.list', {
        params: { domain },
        query: {
          limit: 50,
          ...(filter.state === null ? {} : { state: filter.state }),
          ...(filter.customerId === '' ? {} : { customerId: filter.customerId }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

function Filters(props: { readonly filter: Filter; readonly change: (filter: Filter) => void }) {
  const { filter, change } = props;
  const searchField = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => searchField.current?.focus() });
  return (
    <Group mb="sm" gap="sm">
      <Select
        aria-label="Status"
        placeholder="All statuses"
        data={states}
        value={filter.state}
        clearable
        onChange={(state) => change({ ...filter, state })}
        clearButtonProps={{ 'aria-label': 'All statuses' }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ ...filter, customerId: searchField.current?.value.trim() ?? '' });
        }}
      >
        <TextInput ref={searchField} aria-label="Customer ID" placeholder="Customer ID  ( / )" w={240} />
      </form>
    </Group>
  );
}

function ExecutionRow({ execution }: { readonly execution: ExecutionSummary }) {
  const { domain, executionId, caseNo, createdAt } = execution;
  return (
    <Table.Tr>
      <Table.Td title={formatInstant(createdAt)}>
        <Link to="/executions/$domain/$executionId" params={{ domain, executionId }}>
          {formatAge(createdAt)}
        </Link>
      </Table.Td>
      <Table.Td>
        <code>{execution.workflowId}</code>
      </Table.Td>
      <Table.Td>{execution.customerId}</Table.Td>
      <Table.Td>
        <ExecutionState state={execution.state} />
      </Table.Td>
      <Table.Td>
        {execution.failure?.reason ?? (execution.decision === null ? '—' : decisionLabel(execution.decision))}
      </Table.Td>
      <Table.Td>
        {caseNo === null ? (
          '—'
        ) : (
          <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
            {caseNo}
          </Link>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

const colors: Readonly<Record<string, string>> = { FAILED: 'red', COMPLETED: 'green', WAITING: 'orange' };

export function ExecutionState({ state }: { readonly state: string }) {
  return <Badge color={colors[state] ?? 'gray'}>{state.charAt(0) + state.slice(1).toLowerCase()}</Badge>;
}
