import { Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { Failure } from '../ui/failure.tsx';
import { formatAge, formatInstant, labelOf } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';

const route = getRouteApi('/customers');

/** Who was submitted: found by id or name. */
export function CustomersPage() {
  const domain = useDomain();
  const { search = '' } = route.useSearch();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(0);
  const searchField = useRef<HTMLInputElement>(null);
  const list = useQuery({
    queryKey: ['customers', domain, search],
    queryFn: ({ signal }) => call('customers.list', { params: { domain }, query: { search }, signal }),
  });
  const rows = list.data?.customers ?? [];
  const at = Math.min(current, Math.max(0, rows.length - 1));
  const show = (customerId: string | undefined) => {
    if (customerId !== undefined) {
      void navigate({ to: '/customers/$domain/$customerId', params: { domain, customerId } });
    }
  };
  useKeys({
    j: () => setCurrent(Math.min(at + 1, rows.length - 1)),
    k: () => setCurrent(Math.max(at - 1, 0)),
    enter: () => show(rows[at]?.customerId),
    '/': () => searchField.current?.focus(),
  });
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Customers
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setCurrent(0);
          const text = searchField.current?.value.trim() ?? '';
          void navigate({ to: '/customers', search: text === '' ? {} : { search: text } });
          searchField.current?.blur();
        }}
      >
        <TextInput
          ref={searchField}
          key={search}
          aria-label="Search by customer ID or name"
          placeholder="Customer ID or name  ( / )"
          defaultValue={search}
          mb="sm"
          maw={340}
        />
      </form>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel gh-wide">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Customer ID</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Monitored</Table.Th>
              <Table.Th>Last submitted</Table.Th>
              <Table.Th>Created</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr
                key={row.customerId}
                className="gh-row"
                data-current={index === at || undefined}
                aria-current={index === at || undefined}
                onClick={() => show(row.customerId)}
              >
                <Table.Td>
                  <CustomerLink row={row}>{row.name ?? '—'}</CustomerLink>
                </Table.Td>
                <Table.Td>
                  <CustomerLink row={row}>{row.customerId}</CustomerLink>
                </Table.Td>
                <Table.Td>{row.customerType === null ? '—' : labelOf(row.customerType)}</Table.Td>
                <Table.Td>{row.isMonitored ? 'Yes' : 'No'}</Table.Td>
                <Table.Td title={formatInstant(row.updatedAt)}>{formatAge(row.updatedAt)}</Table.Td>
                <Table.Td>{formatInstant(row.createdAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {list.isSuccess && rows.length === 0 && (
          <Text p="lg" ta="center" className="gh-dim">
            {search ? 'No customers match this search.' : 'No customers yet.'}
          </Text>
        )}
      </div>
      {list.data?.more && (
        <Group mt="sm">
          <Text size="sm" className="gh-dim">
            {search
              ? 'More customers match. Refine the search.'
              : 'The most recently changed customers. Search to find others.'}
          </Text>
        </Group>
      )}
    </>
  );
}

/** A press opens it once: the row does the same. */
function CustomerLink(props: {
  readonly row: { readonly domain: string; readonly customerId: string };
  readonly children: string;
}) {
  const { domain, customerId } = props.row;
  return (
    <Link
      to="/customers/$domain/$customerId"
      params={{ domain, customerId }}
      onClick={(event) => event.stopPropagation()}
      style={{ overflowWrap: 'anywhere' }}
    >
      {props.children}
    </Link>
  );
}
