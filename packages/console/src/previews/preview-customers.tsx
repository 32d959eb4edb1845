import type { ConsoleData } from '@gatehouse/contract';
import { Badge, Button, Group, Table, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call, fetchFile } from '../api.ts';
import { categoryText } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { datedName, downloadFile } from '../ui/download-file.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { listText } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import type { PreviewReport } from './preview-queries.ts';
import { shortNames } from './variant-names.ts';

type Customer = ConsoleData<'previews.customers'>['customers'][number];

const pageSize = 100;

/** Whose alerts would be others: those who would lose a true match first. */
export function PreviewCustomers(props: { readonly domain: string; readonly preview: PreviewReport }) {
  const { domain, preview } = props;
  const { previewId } = preview;
  const pages = useInfiniteQuery({
    queryKey: ['previews', domain, previewId, 'customers'],
    queryFn: ({ pageParam, signal }) =>
      call('previews.customers', {
        params: { domain, previewId },
        query: { from: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ customers }, all) =>
      customers.length < pageSize ? undefined : all.length * pageSize,
    // A finished preview does not change, but an erasure takes customers out of it.
    refetchInterval: false,
  });
  const keep = useMutation({
    mutationFn: async () =>
      downloadFile(
        datedName(`preview-${domain}`, 'csv'),
        await fetchFile('previews.export', { domain, previewId }),
      ),
  });
  const names = preview.change.kind === 'LIST_VERSION' ? [] : shortNames(preview.change.variants);
  const customers = pages.data?.pages.flatMap((page) => page.customers) ?? [];
  return (
    <>
      <Group justify="space-between" mb={6}>
        <Title order={3} size="h6">
          {text('previews.affected')}
        </Title>
        {customers.length > 0 && (
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
            {text('previews.exportCsv')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={keep.error} mb="sm" />
      <RecordTable
        list={pages}
        heads={[
          text('terms.customer'),
          text('previews.change'),
          text('previews.entity'),
          text('previews.category'),
          text('previews.ruling'),
          ...(names.length > 1 ? [text('previews.withSettings')] : []),
        ]}
        label={text('previews.affected')}
        count={customers.length}
        empty={text('previews.noCustomers')}
      >
        {customers.map((customer) => (
          <CustomerRows key={customer.customerId} domain={domain} customer={customer} names={names} />
        ))}
      </RecordTable>
      {preview.result?.isCut && text('previews.cut')}
    </>
  );
}

function CustomerRows(props: {
  readonly domain: string;
  readonly customer: Customer;
  /** Of the settings that are compared. */
  readonly names: readonly string[];
}) {
  const { domain, customer, names } = props;
  const { customerId, customerName, vanishing, appearing } = customer;
  const rows = [
    ...vanishing.map((alert) => ({ alert, ruling: alert.ruling, isNew: false })),
    ...appearing.map((alert) => ({ alert, ruling: null, isNew: true })),
  ].toSorted((one, other) => rank(one) - rank(other));
  return rows.map(({ alert, ruling, isNew }, index) => (
    <Table.Tr key={`${isNew} ${alert.subjectKey} ${alert.entityId}`}>
      <Table.Td>
        {index === 0 && (
          <>
            <Link to="/customers/$domain/$customerId" params={{ domain, customerId }}>
              <bdi>{customerName ?? customerId}</bdi>
            </Link>
            {customerName !== null && (
              <span className="gh-dim gh-mono gh-preview-id">
                <bdi>{customerId}</bdi>
              </span>
            )}
          </>
        )}
      </Table.Td>
      <Table.Td>
        {isNew ? (
          <Badge color="ink">{text('previews.new')}</Badge>
        ) : (
          <Badge color={ruling === 'TRUE_MATCH' ? 'red' : 'gray'}>{text('previews.vanishes')}</Badge>
        )}
        {alert.subjectKey !== 'self' && <span className="gh-dim"> {text('previews.onParty')}</span>}
      </Table.Td>
      <Table.Td>
        <bdi>{alert.name}</bdi>
        <span className="gh-dim gh-mono gh-preview-id">
          <bdi>{alert.entityId}</bdi>
        </span>
      </Table.Td>
      <Table.Td>{categoryText(alert.category, '')}</Table.Td>
      <Table.Td>{isNew ? '' : rulingText(ruling)}</Table.Td>
      {names.length > 1 && (
        <Table.Td>{listText((alert.variants ?? []).map((variant) => names[variant] ?? ''))}</Table.Td>
      )}
    </Table.Tr>
  ));
}

function rank({ ruling, isNew }: { readonly ruling: string | null; readonly isNew: boolean }): number {
  if (ruling === 'TRUE_MATCH') return 0;
  return isNew ? 2 : 1;
}

function rulingText(ruling: Customer['vanishing'][number]['ruling']): string {
  return ruling === null ? text('previews.noRuling') : text(`hits.ruling-${ruling}`);
}
