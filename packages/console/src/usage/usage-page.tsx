import { Alert, Button, Group, Select, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchFile } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { downloadFile } from '../ui/download-file.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { bytesText, formatNumber, labelOf } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { type Grouping, groupUsage } from './usage-table.ts';

const kinds = {
  event: text('usage.eventUnits'),
  credit: text('terms.quickScanCredits'),
  screening: text('usage.screenings'),
} as const;
const groupings: readonly { value: Grouping; label: string }[] = [
  { value: 'day', label: text('usage.day') },
  { value: 'apiKey', label: text('usage.key') },
  { value: 'domain', label: text('terms.domain') },
];

/** The days that are looked at, as date fields have them. */
interface Period {
  readonly from: string;
  readonly until: string;
}

/** Units and credits that were used, and the remaining quota. */
export function UsagePage() {
  const [period, setPeriod] = useState<Period>(() => ({ from: dayBefore(29), until: dayBefore(0) }));
  const [by, setBy] = useState<Grouping>('day');
  const usage = useQuery({
    queryKey: ['usage', period],
    queryFn: ({ signal }) => call('usage.read', { query: period, signal }),
    enabled: period.from !== '' && period.until !== '',
    placeholderData: (before) => before,
  });
  const mayReadKeys = useSession().permissions.includes('keys.read');
  const rows = usage.data?.rows ?? [];
  const lines = groupUsage(rows, by);
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {text('usage.title')}
      </Title>
      <Allowance />
      <Group align="end" mb="sm" gap="sm">
        <PeriodFields period={period} change={setPeriod} />
        <Select
          label={text('usage.groupBy')}
          data={[...groupings]}
          value={by}
          onChange={(value) => setBy((value ?? 'day') as Grouping)}
          allowDeselect={false}
          w={140}
        />
        <Export period={period} isEmpty={rows.length === 0} />
      </Group>
      <RecordTable
        list={usage}
        heads={[
          groupings.find(({ value }) => value === by)!.label,
          text('terms.type'),
          text('terms.unit'),
          text('usage.used'),
        ]}
        label={text('usage.usage')}
        count={lines.length}
        empty={
          <EmptyState
            title={text('usage.noUsage')}
            words={text('usage.noUsageWords')}
            action={mayReadKeys ? { to: '/keys', label: text('home.firstCall') } : undefined}
          />
        }
      >
        {lines.map((line) => (
          <UsageRow key={`${line.group} ${line.kind} ${line.unit}`} line={line} />
        ))}
      </RecordTable>
      <Text size="xs" className="gh-dim" mt="xs">
        {text('usage.daysWords')}
      </Text>
    </>
  );
}

function PeriodFields(props: { readonly period: Period; readonly change: (period: Period) => void }) {
  const { period, change } = props;
  return (
    <>
      <TextInput
        type="date"
        label={text('terms.from')}
        value={period.from}
        onChange={(event) => change({ ...period, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text('terms.to')}
        value={period.until}
        onChange={(event) => change({ ...period, until: event.currentTarget.value })}
      />
    </>
  );
}

function Export({ period, isEmpty }: { readonly period: Period; readonly isEmpty: boolean }) {
  const save = useMutation({
    mutationFn: async () =>
      downloadFile(
        `usage-${period.from}-${period.until}.csv`,
        await fetchFile('usage.export', {}, { ...period }),
      ),
  });
  return (
    <Button
      variant="default"
      ms="auto"
      disabled={isEmpty}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text('terms.exportCsv')}
    </Button>
  );
}

function UsageRow({ line }: { readonly line: ReturnType<typeof groupUsage>[number] }) {
  const { group, kind, unit, units } = line;
  return (
    <Table.Tr className="gh-usage-row">
      <Table.Td>{group}</Table.Td>
      <Table.Td className="gh-fold-plain">{kinds[kind]}</Table.Td>
      <Table.Td className="gh-fold-plain">{kind === 'event' ? labelOf(unit) : unit}</Table.Td>
      <Table.Td className="gh-number">{formatNumber(units)}</Table.Td>
    </Table.Tr>
  );
}

/** Granted, used and left, since the beginning. */
function Allowance() {
  const allowance = useQuery({
    queryKey: ['allowance'],
    queryFn: ({ signal }) => call('allowance.read', { signal }),
  });
  if (allowance.isError) return <Failure error={allowance.error} retry={() => void allowance.refetch()} />;
  if (!allowance.data) return null;
  const { events, quickScan, storage, billingBlocked } = allowance.data;
  const units = [
    ...events.map(({ eventType, ...counts }) => ({
      name: labelOf(eventType.replaceAll('_', ' ')),
      ...counts,
    })),
    { name: text('terms.quickScanCredits'), ...quickScan },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" aria-label={text('usage.quota')} tabIndex={0}>
      {billingBlocked && (
        <Alert color="red" variant="outline" mb="sm">
          {text('usage.billingBlocked')}
        </Alert>
      )}
      <Table aria-label={text('usage.unitsLabel')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('terms.unit')}</Table.Th>
            <Table.Th>{text('usage.granted')}</Table.Th>
            <Table.Th>{text('usage.used')}</Table.Th>
            <Table.Th>{text('usage.remaining')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {units.map(({ name, granted, used }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className="gh-number">{formatNumber(granted)}</Table.Td>
              <Table.Td className="gh-number">{formatNumber(used)}</Table.Td>
              <Table.Td className={`gh-number ${used >= granted ? 'gh-contradict' : ''}`}>
                {formatNumber(Math.max(0, granted - used))}
              </Table.Td>
            </Table.Tr>
          ))}
          <StorageRow {...storage} />
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** What one upload has at most. */
const largestFileBytes = 20 * 1024 * 1024;

/** Red where a file of the greatest size does not fit any more. */
function StorageRow({ usedBytes, maxBytes }: { readonly usedBytes: number; readonly maxBytes: number }) {
  const left = Math.max(0, maxBytes - usedBytes);
  return (
    <Table.Tr>
      <Table.Th scope="row">{text('usage.storedFiles')}</Table.Th>
      <Table.Td className="gh-number">{bytesText(maxBytes)}</Table.Td>
      <Table.Td className="gh-number">{bytesText(usedBytes)}</Table.Td>
      <Table.Td className={`gh-number ${left < largestFileBytes ? 'gh-contradict' : ''}`}>
        {bytesText(left)}
      </Table.Td>
    </Table.Tr>
  );
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
