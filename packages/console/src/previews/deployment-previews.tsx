import type { ConsoleData } from '@gatehouse/contract';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatNumber } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { whileOrderedMs } from './preview-queries.ts';
import { LostTrueMatches } from './preview-result.tsx';
import { failureWords } from './preview-state.tsx';
import { workText } from './work-text.ts';

type DomainPreview = ConsoleData<'lists.previews'>['previews'][number];

/** For the operator: the figures of every monitored domain, and no customer. */
export function DeploymentPreviews(props: { readonly source: string; readonly version: string }) {
  const { source, version } = props;
  const queries = useQueryClient();
  const queryKey = ['list-previews', source, version];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('lists.previews', { query: { source, version }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.previews.some((one) => one.state === 'ORDERED') ? whileOrderedMs : 60_000,
  });
  const order = useMutation({
    mutationFn: () => call('lists.preview', { body: { source, version } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const rows = list.data?.previews ?? [];
  const lost = rows.reduce((sum, { result }) => sum + (result?.vanishing.trueMatches ?? 0), 0);
  return (
    <section aria-label={text('previews.allDomains')}>
      <Group justify="space-between" mt="md" mb={6}>
        <Title order={2} size="h5">
          {text('previews.allDomains')}
        </Title>
        <Button
          variant="default"
          loading={order.isPending || rows.some(({ state }) => state === 'ORDERED')}
          onClick={() => order.mutate()}
        >
          {text('previews.runAll')}
        </Button>
      </Group>
      <ErrorAlert error={order.error} mb="sm" />
      <LostTrueMatches count={lost} />
      <RecordTable
        list={list}
        heads={[
          text('previews.domain'),
          text('previews.trueMatchesLost'),
          text('previews.vanishing'),
          text('previews.newAlerts'),
          text('previews.affected'),
          text('previews.monitored'),
          text('previews.work'),
        ]}
        label={text('previews.allDomains')}
        count={rows.length}
        empty={order.data?.ordered === 0 ? text('previews.noDomains') : text('previews.none')}
      >
        {rows.map((row) => (
          <DomainRow key={`${row.tenantId}/${row.domain}`} row={row} />
        ))}
      </RecordTable>
    </section>
  );
}

function DomainRow({ row }: { readonly row: DomainPreview }) {
  const { tenantId, domain, result, failure } = row;
  const name = (
    <Table.Td>
      <bdi>{domain}</bdi>
      <Text size="xs" className="gh-dim">
        <bdi>{tenantId}</bdi>
      </Text>
    </Table.Td>
  );
  if (result === null) {
    return (
      <Table.Tr>
        {name}
        <Table.Td colSpan={6}>
          {failure === null ? text('previews.inProgress') : failureWords(failure)}
        </Table.Td>
      </Table.Tr>
    );
  }
  const { vanishing, appearing, considered } = result;
  return (
    <Table.Tr>
      {name}
      <Table.Td className={vanishing.trueMatches > 0 ? 'gh-number gh-contradict' : 'gh-number'}>
        {formatNumber(vanishing.trueMatches)}
      </Table.Td>
      <Table.Td className="gh-number">
        {formatNumber(vanishing.trueMatches + vanishing.falsePositives + vanishing.undecided)}
      </Table.Td>
      <Table.Td className="gh-number">{formatNumber(appearing.alerts)}</Table.Td>
      <Table.Td className="gh-number">{formatNumber(appearing.customers)}</Table.Td>
      <Table.Td className="gh-number">{formatNumber(considered)}</Table.Td>
      <Table.Td className="gh-number">{workText(result)}</Table.Td>
    </Table.Tr>
  );
}
