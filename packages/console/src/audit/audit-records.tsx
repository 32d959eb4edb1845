import { Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchFile } from '../api.ts';
import { actName } from '../cases/action-titles.ts';
import { text } from '../messages/text.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { datedName, downloadFile } from '../ui/download-file.ts';
import { textOf } from '../ui/form.ts';
import { formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { type RecordOf, Verification } from './verification.tsx';

interface Filters {
  readonly actor: string;
  readonly act: string;
  readonly objectId: string;
  /** Days as date fields have them, in the person's time zone as the times of the records; both count. */
  readonly from: string;
  readonly to: string;
}

/** The filters as the service takes them. */
function queryOf({ from, to, ...others }: Filters) {
  return { ...others, from: startOfDay(from, 0), to: startOfDay(to, 1) };
}

function startOfDay(day: string, daysLater: number): number | undefined {
  if (day === '') return undefined;
  const start = new Date(`${day}T00:00`);
  // By the calendar: a day of a changed clock is not as long as others.
  return start.setDate(start.getDate() + daysLater);
}

const columns = [
  text('terms.time'),
  text('terms.actor'),
  text('terms.action'),
  text('audit.object'),
  text('audit.details'),
];

/** One audit record: filtered, handed out, proved. */
export function AuditRecords({
  auditObject,
  objectId = '',
}: {
  readonly auditObject: RecordOf;
  readonly objectId?: string;
}) {
  const [filters, setFilters] = useState<Filters>({ actor: '', act: '', objectId, from: '', to: '' });
  const list = useInfiniteQuery({
    queryKey: [auditObject, filters],
    queryFn: ({ pageParam, signal }) =>
      call(`${auditObject}.list`, { query: { ...queryOf(filters), limit: 100, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const keep = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') =>
      downloadFile(
        datedName('audit', format),
        await fetchFile(`${auditObject}.export`, {}, { ...queryOf(filters), format }),
      ),
  });
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <>
      <Verification auditObject={auditObject} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setFilters(filtersOf(new FormData(event.currentTarget)));
        }}
      >
        <Group mb="sm" align="flex-end">
          <FilterFields filters={filters} />
          <Button type="submit" variant="default">
            {text('audit.filter')}
          </Button>
          <Button variant="default" ml="auto" loading={keep.isPending} onClick={() => keep.mutate('csv')}>
            {text('terms.exportCsv')}
          </Button>
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate('jsonl')}>
            {text('audit.exportJsonLines')}
          </Button>
        </Group>
      </form>
      <RecordTable
        list={list}
        label={text('audit.records')}
        heads={columns}
        count={records.length}
        empty={text('audit.noRecords')}
      >
        {records.map((record) => (
          <Table.Tr key={record.eventId} className="gh-upper gh-audit-row">
            <Table.Td>{formatInstant(record.at)}</Table.Td>
            <Table.Td className="gh-cut">
              {record.actor.kind === 'user' ? record.actor.id : actorLabel(record.actor)}
            </Table.Td>
            <Table.Td className="gh-fold-plain">{actName(record.act)}</Table.Td>
            <Table.Td className="gh-cut">
              {record.object.kind} {record.object.id}
              {record.domain !== null && (
                <Text size="xs" className="gh-dim">
                  {record.domain}
                </Text>
              )}
            </Table.Td>
            <Table.Td className="gh-fold-plain">
              <AuditDetail detail={record.detail} />
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

function filtersOf(form: FormData): Filters {
  const filter = (name: keyof Filters) => textOf(form, name);
  return {
    actor: filter('actor'),
    act: filter('act'),
    objectId: filter('objectId'),
    from: filter('from'),
    to: filter('to'),
  };
}

function FilterFields({ filters }: { readonly filters: Filters }) {
  return (
    <>
      <TextInput
        name="actor"
        label={text('terms.actor')}
        placeholder="ana@acme.test"
        defaultValue={filters.actor}
      />
      <TextInput
        name="act"
        label={text('terms.action')}
        placeholder={text('audit.actExample')}
        defaultValue={filters.act}
      />
      <TextInput
        name="objectId"
        label={text('audit.object')}
        placeholder="C000001"
        defaultValue={filters.objectId}
      />
      <TextInput name="from" type="date" label={text('terms.from')} defaultValue={filters.from} />
      <TextInput name="to" type="date" label={text('terms.to')} defaultValue={filters.to} />
    </>
  );
}
