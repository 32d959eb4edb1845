import type { ListActivationView, ListView } from '@gatehouse/contract';
import { Button, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';

const reasons = {
  update: 'publisher update',
  folder: 'new files in folder',
  accept: 'accepted',
  rollback: 'rolled back',
} as const;
const kinds = {
  new: 'new',
  material: 'changed (affects matching)',
  minor: 'minor change',
  gone: 'removed',
} as const;

/** What changed in a list from one active version to the next. */
export function Activations({ list: { source, activations } }: { readonly list: ListView }) {
  const [opened, setOpened] = useState<ListActivationView>();
  return (
    <section className="gh-panel gh-block" aria-label={`Changes to ${source}`}>
      <Title order={2} size="h5" mb={6}>
        Changes to {source}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Activated</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th>New</Table.Th>
            <Table.Th>Changed</Table.Th>
            <Table.Th>Minor changes</Table.Th>
            <Table.Th>Removed</Table.Th>
            <Table.Th aria-label="Entries" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {activations.map((row) => (
            <Table.Tr key={row.sequence}>
              <Table.Td>{formatInstant(row.activatedAt)}</Table.Td>
              <Table.Td>{row.previousVersion ?? 'none'}</Table.Td>
              <Table.Td>{row.version}</Table.Td>
              <Table.Td>
                {reasons[row.reason]}
                {row.actor !== null && (
                  <Text size="xs" className="gh-dim">
                    {row.actor}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="gh-number">{row.counts.new.toLocaleString()}</Table.Td>
              <Table.Td className="gh-number">{row.counts.material.toLocaleString()}</Table.Td>
              <Table.Td className="gh-number">{row.counts.minor.toLocaleString()}</Table.Td>
              <Table.Td className="gh-number">{row.counts.gone.toLocaleString()}</Table.Td>
              <Table.Td>
                {row.itemized && (
                  <Button
                    variant="default"
                    aria-label={`Entries changed by ${row.version}`}
                    aria-expanded={opened?.sequence === row.sequence}
                    onClick={() => setOpened(opened?.sequence === row.sequence ? undefined : row)}
                  >
                    Entries
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {opened && <ChangedEntries sequence={opened.sequence} version={opened.version} />}
    </section>
  );
}

function ChangedEntries({ sequence, version }: { readonly sequence: number; readonly version: string }) {
  const pages = useInfiniteQuery({
    queryKey: ['list-changes', sequence],
    queryFn: ({ pageParam, signal }) =>
      call('lists.changes', { query: { sequence, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextAfter }) => nextAfter,
  });
  const changes = pages.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <RecordTable
      list={pages}
      heads={['Entry ID', 'Change']}
      label={`Entries changed by ${version}`}
      count={changes.length}
      empty="No entries changed."
    >
      {changes.map(({ entryId, kind }) => (
        <Table.Tr key={entryId}>
          <Table.Td>
            <code>{entryId}</code>
          </Table.Td>
          <Table.Td>{kinds[kind]}</Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}
