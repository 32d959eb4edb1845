import { Alert, Button, Group, Select, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchFile } from '../api.ts';
import { Failure } from '../ui/failure.tsx';
import { bytesText, labelOf } from '../ui/format.ts';
import { keepFile } from '../ui/keep-file.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { type Grouping, groupUsage } from './usage-table.ts';

const kinds = {
  event: 'Event units',
  credit: 'Quick scan credits',
  screening: 'Screenings (not billed)',
} as const;
const groupingWords: readonly { value: Grouping; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'apiKey', label: 'Key' },
  { value: 'domain', label: 'Domain' },
];

/** What was taken of units and credits, and what is left. */
export function UsagePage() {
  const [period, setPeriod] = useState(() => ({ from: dayBefore(29), until: dayBefore(0) }));
  const [by, setBy] = useState<Grouping>('day');
  const usage = useQuery({
    queryKey: ['usage', period],
    queryFn: ({ signal }) => call('usage.read', { query: period, signal }),
    enabled: period.from !== '' && period.until !== '',
    placeholderData: (before) => before,
  });
  const keep = useMutation({
    mutationFn: async () =>
      keepFile(`usage-${period.from}-${period.until}.csv`, await fetchFile('usage.export', {}, period)),
  });
  const rows = usage.data?.rows ?? [];
  const lines = groupUsage(rows, by);
  const most = Math.max(1, ...lines.map(({ units }) => units));
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Billing usage
      </Title>
      <Allowance />
      <Group align="end" mb="sm" gap="sm">
        <TextInput
          type="date"
          label="From"
          value={period.from}
          onChange={(event) => setPeriod({ ...period, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Until"
          value={period.until}
          onChange={(event) => setPeriod({ ...period, until: event.currentTarget.value })}
        />
        <Select
          label="Summed by"
          data={[...groupingWords]}
          value={by}
          onChange={(value) => setBy((value ?? 'day') as Grouping)}
          allowDeselect={false}
          w={140}
        />
        <Button
          variant="default"
          ml="auto"
          disabled={rows.length === 0}
          loading={keep.isPending}
          onClick={() => keep.mutate()}
        >
          Export CSV
        </Button>
      </Group>
      <RecordTable
        list={usage}
        heads={[groupingWords.find(({ value }) => value === by)!.label, 'What', 'Unit', 'Taken', 'Share']}
        label="Usage"
        count={lines.length}
        empty="Nothing was used in these days."
      >
        {lines.map(({ group, kind, unit, units }) => (
          <Table.Tr key={`${group} ${kind} ${unit}`}>
            <Table.Td>{group}</Table.Td>
            <Table.Td>{kinds[kind]}</Table.Td>
            <Table.Td>{unit}</Table.Td>
            <Table.Td className="gh-number">{units}</Table.Td>
            <Table.Td>
              <meter
                min={0}
                max={most}
                value={Math.max(0, units)}
                aria-label={`${units} ${unit}`}
                style={{ width: '8rem' }}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
      <Text size="xs" className="gh-dim" mt="xs">
        Days are those of UTC. The export has every domain and key by itself.
      </Text>
    </>
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
    { name: 'Quick scan credits', ...quickScan },
  ];
  return (
    <section className="gh-panel gh-block" aria-label="Granted and left">
      {billingBlocked && (
        <Alert color="red" variant="outline" mb="sm">
          Billing is blocked: nothing that costs a unit is taken.
        </Alert>
      )}
      <Table aria-label="Units granted, used and left">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Unit</Table.Th>
            <Table.Th>Granted</Table.Th>
            <Table.Th>Used</Table.Th>
            <Table.Th>Left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {units.map(({ name, granted, used }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className="gh-number">{granted}</Table.Td>
              <Table.Td className="gh-number">{used}</Table.Td>
              <Table.Td className={`gh-number ${used >= granted ? 'gh-contradict' : ''}`}>
                {Math.max(0, granted - used)}
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
      <Table.Th scope="row">Stored files</Table.Th>
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
