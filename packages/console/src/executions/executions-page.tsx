import type { ExecutionSummary } from '@gatehouse/contract';
import { Badge, Button, Group, MultiSelect, Table, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { formatAge, formatInstant, labelOf, periodText } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { type ExecutionFilters, executionStates, readExecutionFilters } from './execution-filters.ts';

const route = getRouteApi('/executions');

const columns = ['Started', 'Workflow', 'Customer', 'Status', 'Outcome', 'Case'];

/** The executions of a domain, newest first. */
export function ExecutionsPage() {
  const domain = useDomain();
  const filters = route.useSearch();
  const navigate = useNavigate();
  const list = useExecutions(domain, filters);
  const executions = list.data?.pages.flatMap((page) => page.executions) ?? [];
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Executions
      </Title>
      <Filters
        filters={filters}
        change={(change) =>
          void navigate({ to: '/executions', search: readExecutionFilters({ ...filters, ...change }) })
        }
      />
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

function useExecutions(domain: string, filters: ExecutionFilters) {
  return useInfiniteQuery({
    queryKey: ['executions', domain, filters],
    queryFn: ({ pageParam, signal }) =>
      call('executions.list', {
        params: { domain },
        query: { limit: 50, ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

function Filters(props: {
  readonly filters: ExecutionFilters;
  readonly change: (change: ExecutionFilters) => void;
}) {
  const { filters, change } = props;
  const searchField = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => searchField.current?.focus() });
  return (
    <Group mb="sm" gap="sm">
      <MultiSelect
        aria-label="Status"
        placeholder={filters.state === undefined ? 'All statuses' : ''}
        data={executionStates.map((value) => ({ value, label: labelOf(value) }))}
        value={filters.state?.split(',') ?? []}
        clearable
        miw={140}
        onChange={(states) => change({ state: states.join(',') })}
        clearButtonProps={{ 'aria-label': 'All statuses' }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ customerId: searchField.current?.value.trim() ?? '' });
        }}
      >
        <TextInput
          ref={searchField}
          aria-label="Customer ID"
          placeholder="Customer ID  ( / )"
          defaultValue={filters.customerId ?? ''}
          key={filters.customerId ?? ''}
          w={240}
        />
      </form>
      {chipsOf(filters).map(({ label, remove }) => (
        <Button
          key={label}
          variant="default"
          maw="100%"
          aria-label={`Remove filter: ${label}`}
          onClick={() => change(remove)}
        >
          {label}&nbsp;✕
        </Button>
      ))}
    </Group>
  );
}

/** What a figure led here by. */
function chipsOf({ source, workflowId, nodeId, completedNodeId, from, to }: ExecutionFilters) {
  return [
    source !== undefined && {
      label: source === 'SDK' ? 'Started by end users' : 'Started by API',
      remove: { source: undefined },
    },
    workflowId !== undefined && { label: `Workflow ${workflowId}`, remove: { workflowId: undefined } },
    nodeId !== undefined && { label: `At step ${nodeId}`, remove: { nodeId: undefined } },
    completedNodeId !== undefined && {
      label: `Completed step ${completedNodeId}`,
      remove: { completedNodeId: undefined },
    },
    (from !== undefined || to !== undefined) && {
      label: `Started ${periodText(from, to)}`,
      remove: { from: undefined, to: undefined },
    },
  ].filter((chip) => chip !== false);
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

const colors: Readonly<Record<string, string>> = { FAILED: 'red', COMPLETED: 'green', WAITING: 'blue' };

export function ExecutionState({ state }: { readonly state: string }) {
  return <Badge color={colors[state] ?? 'gray'}>{state.charAt(0) + state.slice(1).toLowerCase()}</Badge>;
}
