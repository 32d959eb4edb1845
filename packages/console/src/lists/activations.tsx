import type { ListActivationView, ListView } from '@gatehouse/contract';
import { Button, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';

const reasons = {
  update: text('lists.reasonUpdate'),
  folder: text('lists.reasonFolder'),
  accept: text('lists.reasonAccept'),
  rollback: text('lists.reasonRollback'),
} as const;
const kinds = {
  new: text('lists.kindNew'),
  material: text('lists.kindMaterial'),
  minor: text('lists.kindMinor'),
  gone: text('lists.kindGone'),
} as const;

/** What changed in a list from one active version to the next. */
export function Activations({ list: { source, activations } }: { readonly list: ListView }) {
  const [opened, setOpened] = useState<ListActivationView>();
  return (
    <section className="gh-panel gh-block" aria-label={text('lists.changesTo', { source })}>
      <Title order={2} size="h5" mb={6}>
        {text('lists.changesTo', { source })}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('lists.activated')}</Table.Th>
            <Table.Th>{text('lists.fromVersion')}</Table.Th>
            <Table.Th>{text('lists.toVersion')}</Table.Th>
            <Table.Th>{text('terms.reason')}</Table.Th>
            <Table.Th>{text('lists.new')}</Table.Th>
            <Table.Th>{text('lists.changed')}</Table.Th>
            <Table.Th>{text('lists.minorChanges')}</Table.Th>
            <Table.Th>{text('lists.removed')}</Table.Th>
            <Table.Th aria-label={text('terms.entries')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {activations.map((row) => (
            <Table.Tr key={row.sequence}>
              <Table.Td>{formatInstant(row.activatedAt)}</Table.Td>
              <Table.Td>{row.previousVersion ?? text('terms.none')}</Table.Td>
              <Table.Td>{row.version}</Table.Td>
              <Table.Td>
                {reasons[row.reason]}
                {row.actor !== null && (
                  <Text size="xs" className="gh-dim">
                    {row.actor}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="gh-number">{formatNumber(row.counts.new)}</Table.Td>
              <Table.Td className="gh-number">{formatNumber(row.counts.material)}</Table.Td>
              <Table.Td className="gh-number">{formatNumber(row.counts.minor)}</Table.Td>
              <Table.Td className="gh-number">{formatNumber(row.counts.gone)}</Table.Td>
              <Table.Td>
                {row.itemized && (
                  <Button
                    variant="default"
                    aria-label={text('lists.entriesChangedBy', { version: row.version })}
                    aria-expanded={opened?.sequence === row.sequence}
                    onClick={() => setOpened(opened?.sequence === row.sequence ? undefined : row)}
                  >
                    {text('terms.entries')}
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
      heads={[text('terms.entryId'), text('lists.change')]}
      label={text('lists.entriesChangedBy', { version })}
      count={changes.length}
      empty={text('lists.noneChanged')}
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
