import type { ExecutionSummary } from '@gatehouse/contract';
import { Button, Group, MultiSelect, Table, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatAge, formatInstant, labelOf, periodText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from '../ui/keys.ts';
import { eventIcon } from '../ui/kind-icons.ts';
import { LinkedCase } from '../ui/linked-case.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { type ExecutionFilters, executionStates, readExecutionFilters } from './execution-filters.ts';
import { ExecutionState } from './execution-state.tsx';

const route = getRouteApi('/executions');

const columns = [
  text('executions.started'),
  text('executions.workflow'),
  text('terms.customer'),
  text('terms.status'),
  text('executions.outcome'),
  text('terms.case'),
];

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
        {text('executions.title')}
      </Title>
      <Filters
        filters={filters}
        change={(change) =>
          void navigate({ to: '/executions', search: readExecutionFilters({ ...filters, ...change }) })
        }
      />
      <RecordTable
        list={list}
        label={text('executions.title')}
        heads={columns}
        count={executions.length}
        empty={<NoExecutions isFiltered={Object.keys(filters).length > 0} />}
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
        aria-label={text('terms.status')}
        placeholder={filters.state === undefined ? text('executions.allStatuses') : ''}
        data={executionStates.map((value) => ({ value, label: text(`executions.state-${value}`) }))}
        value={filters.state?.split(',') ?? []}
        clearable
        miw={140}
        onChange={(states) => change({ state: states.join(',') })}
        clearButtonProps={{ 'aria-label': text('executions.allStatuses') }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ customerId: searchField.current?.value.trim() ?? '' });
        }}
      >
        <TextInput
          ref={searchField}
          aria-label={text('terms.customerId')}
          placeholder={text('executions.searchCustomer')}
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
          aria-label={text('terms.removeFilter', { label })}
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
      label: text(source === 'SDK' ? 'executions.startedByUsers' : 'executions.startedByApi'),
      remove: { source: undefined },
    },
    workflowId !== undefined && {
      label: text('executions.workflowIs', { id: workflowId }),
      remove: { workflowId: undefined },
    },
    nodeId !== undefined && {
      label: text('executions.atStep', { id: nodeId }),
      remove: { nodeId: undefined },
    },
    completedNodeId !== undefined && {
      label: text('executions.completedStep', { id: completedNodeId }),
      remove: { completedNodeId: undefined },
    },
    (from !== undefined || to !== undefined) && {
      label: text('executions.startedIn', { period: periodText(from, to) }),
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
        <Icon of={eventIcon(execution.eventType)} className="gh-dim gh-before" />
        <code dir="ltr" title={labelOf(execution.eventType)}>
          {execution.workflowId}
        </code>
      </Table.Td>
      <Table.Td>
        <CustomerCell execution={execution} />
      </Table.Td>
      <Table.Td>
        <ExecutionState state={execution.state} />
      </Table.Td>
      <Table.Td>{endOf(execution)}</Table.Td>
      <Table.Td>{caseNo === null ? '—' : <LinkedCase domain={domain} caseNo={caseNo} />}</Table.Td>
    </Table.Tr>
  );
}

/** Why it failed, or what was decided. */
function endOf({ failure, decision }: ExecutionSummary): string {
  if (failure) return failureText(failure.reason);
  return decision === null ? '—' : decisionLabel(decision);
}

function CustomerCell({ execution: { domain, customerId } }: { readonly execution: ExecutionSummary }) {
  const { permissions } = useSession();
  const name = <bdi className="gh-long gh-mono">{customerId}</bdi>;
  if (!permissions.includes('customers.read')) return name;
  return (
    <Link to="/customers/$domain/$customerId" params={{ domain, customerId }}>
      {name}
    </Link>
  );
}

/** What will be here, and what leads to it. */
function NoExecutions({ isFiltered }: { readonly isFiltered: boolean }) {
  const { permissions } = useSession();
  if (isFiltered) return text('executions.noneFound');
  return (
    <EmptyState
      title={text('executions.none')}
      words={text('executions.noneWords')}
      action={
        permissions.includes('workflows.manage')
          ? { to: '/workflows', label: text('home.setUpWorkflow') }
          : undefined
      }
    />
  );
}
