import type { CustomerSummary } from '@gatehouse/contract';
import { Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../api.ts';
import { RiskScore } from '../cases/risk-score.tsx';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { CaseStateBadge } from '../ui/status-badge.tsx';
import { customerTypeText } from './customer-head.tsx';

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
        {text('customers.title')}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setCurrent(0);
          const asked = searchField.current?.value.trim() ?? '';
          void navigate({ to: '/customers', search: asked === '' ? {} : { search: asked } });
          searchField.current?.blur();
        }}
      >
        <TextInput
          ref={searchField}
          key={search}
          aria-label={text('customers.searchBy')}
          placeholder={text('customers.idOrName')}
          defaultValue={search}
          mb="sm"
          maw={340}
        />
      </form>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel gh-wide">
        <FoldingTable
          heads={[
            text('terms.name'),
            text('terms.customerId'),
            text('terms.type'),
            text('customers.latestCase'),
            text('terms.risk'),
            text('customers.monitored'),
            text('customers.lastSubmitted'),
            text('customers.createdHead'),
          ]}
        >
          {rows.map((row, index) => (
            <Table.Tr
              key={row.customerId}
              className="gh-row"
              data-current={index === at || undefined}
              aria-current={index === at || undefined}
              onClick={() => show(row.customerId)}
            >
              <Table.Td>
                <CustomerLink row={row}>
                  <bdi>{row.name ?? '—'}</bdi>
                </CustomerLink>
              </Table.Td>
              <Table.Td className="gh-fold-plain">
                <CustomerLink row={row}>
                  <bdi className="gh-mono">{row.customerId}</bdi>
                </CustomerLink>
              </Table.Td>
              <Table.Td className="gh-fold-plain">
                {typeText(row) ?? <span className="gh-dim">{text('customers.typeUnknown')}</span>}
              </Table.Td>
              <Table.Td>
                {row.latestCase === null ? (
                  <span className="gh-dim">{text('customers.noCase')}</span>
                ) : (
                  <CaseStateBadge {...row.latestCase} />
                )}
              </Table.Td>
              <Table.Td className="gh-number">
                {row.latestCase?.riskScore == null ? (
                  <span className="gh-dim">{text('customers.noScore')}</span>
                ) : (
                  <RiskScore score={row.latestCase.riskScore} />
                )}
              </Table.Td>
              <Table.Td>{text(row.isMonitored ? 'customers.yes' : 'customers.no')}</Table.Td>
              <Table.Td title={formatInstant(row.updatedAt)}>{formatAge(row.updatedAt)}</Table.Td>
              <Table.Td className="gh-fold-hidden">{formatInstant(row.createdAt)}</Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
        {list.isPending && <RowsSkeleton rows={6} />}
        {list.isSuccess && rows.length === 0 && <Empty isSearch={search !== ''} />}
      </div>
      {list.data?.more && (
        <Group mt="sm">
          <Text size="sm" className="gh-dim">
            {search ? text('customers.moreMatch') : text('customers.newestOnly')}
          </Text>
        </Group>
      )}
    </>
  );
}

/** What the customer stated, else what its latest case says for certain. */
function typeText({ customerType, latestCase }: CustomerSummary): string | undefined {
  return customerTypeText(customerType, latestCase?.eventType === 'KYB_EVENT');
}

/** What will be here, and what leads to it. */
function Empty({ isSearch }: { readonly isSearch: boolean }) {
  const { permissions } = useSession();
  if (isSearch) {
    return (
      <Text p="lg" ta="center" className="gh-dim">
        {text('customers.noMatch')}
      </Text>
    );
  }
  return (
    <EmptyState
      title={text('customers.noCustomers')}
      words={text('customers.noCustomersWords')}
      action={permissions.includes('keys.read') ? { to: '/keys', label: text('home.firstCall') } : undefined}
    />
  );
}

/** A press opens it once: the row does the same. */
function CustomerLink(props: {
  readonly row: { readonly domain: string; readonly customerId: string };
  readonly children: ReactNode;
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
