import type { maxAuditedObjects } from '@gatehouse/contract';
import { Button, Group, Menu, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { call, fetchFile } from '../api.ts';
import { actName } from '../cases/action-titles.ts';
import { text } from '../messages/text.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { datedName, downloadFile } from '../ui/download-file.ts';
import { textOf } from '../ui/form.ts';
import { formatInstant } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { ActionSelect } from './audit-action-select.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { type AuditFilters, auditQuery } from './audit-filters.ts';
import { AuditObject } from './audit-object.tsx';
import { type RecordOf, Verification } from './verification.tsx';

/** As the service has it; the compiler compares the two. */
const newest: typeof maxAuditedObjects = 1_000;

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
  filters,
  change,
}: {
  readonly auditObject: RecordOf;
  readonly filters: AuditFilters;
  readonly change: (filters: AuditFilters) => void;
}) {
  const list = useInfiniteQuery({
    queryKey: [auditObject, filters],
    queryFn: ({ pageParam, signal }) =>
      call(`${auditObject}.list`, {
        query: { ...auditQuery(filters), limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const keep = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') =>
      downloadFile(
        datedName('audit', format),
        await fetchFile(`${auditObject}.export`, {}, { ...auditQuery(filters), format }),
      ),
  });
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <>
      <Verification auditObject={auditObject} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ ...filters, ...filtersOf(new FormData(event.currentTarget)) });
        }}
      >
        <Group mb="sm" gap="xs" align="flex-end">
          <FilterFields
            filters={filters}
            ofTenant={auditObject === 'audit'}
            choose={(act) => change({ ...filters, act })}
          />
          <Button type="submit" variant="default">
            {text('audit.filter')}
          </Button>
          <ExportMenu isBusy={keep.isPending} run={(format) => keep.mutate(format)} />
        </Group>
      </form>
      {filters.customerId !== undefined && <BoundsOfCustomer />}
      <RecordTable
        list={list}
        label={text('audit.records')}
        heads={columns}
        count={records.length}
        empty={text('audit.noRecords')}
      >
        {records.map((record) => (
          <Table.Tr key={record.eventId} className="gh-upper gh-audit-row">
            <Table.Td className="gh-short">{formatInstant(record.at)}</Table.Td>
            <Table.Td className="gh-cut">
              {record.actor.kind === 'user' ? record.actor.id : actorLabel(record.actor)}
            </Table.Td>
            <Table.Td className="gh-fold-plain">{actName(record.act)}</Table.Td>
            <Table.Td className="gh-cut">
              <AuditObject record={record} />
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

/** What the records of a customer are: the search stays quick because it looks for no others. */
function BoundsOfCustomer() {
  return (
    <Text size="xs" className="gh-dim" mb="sm">
      {text('audit.ofCustomer', { count: newest })}
    </Text>
  );
}

function filtersOf(form: FormData): Omit<AuditFilters, 'act'> {
  const filter = (name: keyof AuditFilters) => textOf(form, name);
  return {
    actor: filter('actor'),
    objectId: filter('objectId'),
    customerId: filter('customerId'),
    from: filter('from'),
    to: filter('to'),
  };
}

function FilterFields(props: {
  readonly filters: AuditFilters;
  /** The record of a tenant, which has customers. */
  readonly ofTenant: boolean;
  readonly choose: (act: string) => void;
}) {
  const { filters, ofTenant, choose } = props;
  // By its key a field follows the address, such as when somebody goes back.
  return (
    <>
      <TextInput
        key={`actor ${filters.actor}`}
        name="actor"
        label={text('terms.actor')}
        placeholder="ana@acme.test"
        w={170}
        defaultValue={filters.actor ?? ''}
      />
      <ActionSelect value={filters.act ?? ''} onChange={choose} />
      <TextInput
        key={`objectId ${filters.objectId}`}
        name="objectId"
        label={text('audit.object')}
        placeholder="C000001"
        w={150}
        defaultValue={filters.objectId ?? ''}
      />
      {ofTenant && (
        <TextInput
          key={`customerId ${filters.customerId}`}
          name="customerId"
          label={text('terms.customer')}
          w={150}
          defaultValue={filters.customerId ?? ''}
        />
      )}
      <TextInput
        key={`from ${filters.from}`}
        name="from"
        type="date"
        label={text('terms.from')}
        defaultValue={filters.from ?? ''}
      />
      <TextInput
        key={`to ${filters.to}`}
        name="to"
        type="date"
        label={text('terms.to')}
        defaultValue={filters.to ?? ''}
      />
    </>
  );
}

/** What the filters show, as a file. */
function ExportMenu(props: { readonly isBusy: boolean; readonly run: (format: 'csv' | 'jsonl') => void }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" ms="auto" loading={props.isBusy} rightSection={<Icon of={ChevronDown} />}>
          {text('audit.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => props.run('csv')}>{text('terms.exportCsv')}</Menu.Item>
        <Menu.Item onClick={() => props.run('jsonl')}>{text('audit.exportJsonLines')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
