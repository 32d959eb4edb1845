import { Alert, Badge, Button, Code, Group, Progress, Table, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchFile } from '../api.ts';
import { actName } from '../cases/history-words.ts';
import { describeError } from '../queries.ts';
import { textOf } from '../ui/form.ts';
import { formatInstant } from '../ui/format.ts';
import { datedName, keepFile } from '../ui/keep-file.ts';
import { RecordTable } from '../ui/record-table.tsx';

interface Filters {
  readonly actor: string;
  readonly act: string;
  readonly objectId: string;
}

/** The audit record: who did what, and the proof that nobody changed it. */
export function AuditPage() {
  const given = new URLSearchParams(window.location.search).get('objectId') ?? '';
  const [filters, setFilters] = useState<Filters>({ actor: '', act: '', objectId: given });
  const list = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call('audit.list', { query: { ...filters, limit: 100, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const keep = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') =>
      keepFile(datedName('audit', format), await fetchFile('audit.export', {}, { ...filters, format })),
  });
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Audit
      </Title>
      <Verification />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const text = (name: keyof Filters) => textOf(form, name);
          setFilters({ actor: text('actor'), act: text('act'), objectId: text('objectId') });
        }}
      >
        <Group mb="sm" align="flex-end">
          <TextInput name="actor" label="Who" placeholder="ana@acme.test" defaultValue={filters.actor} />
          <TextInput name="act" label="Act" placeholder="case.approve, or case." defaultValue={filters.act} />
          <TextInput name="objectId" label="Object" placeholder="C000001" defaultValue={filters.objectId} />
          <Button type="submit" variant="default">
            Filter
          </Button>
          <Button variant="default" ml="auto" loading={keep.isPending} onClick={() => keep.mutate('csv')}>
            Export CSV
          </Button>
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate('jsonl')}>
            Export JSON lines
          </Button>
        </Group>
      </form>
      <RecordTable
        list={list}
        label="Records"
        heads={['When', 'Who', 'Act', 'Object', 'Domain', 'Detail']}
        count={records.length}
        empty="No record fits."
      >
        {records.map((record) => (
          <Table.Tr key={record.eventId}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(record.at)}</Table.Td>
            <Table.Td>{record.actor.id}</Table.Td>
            <Table.Td>{actName(record.act)}</Table.Td>
            <Table.Td>
              {record.object.kind} {record.object.id}
            </Table.Td>
            <Table.Td>{record.domain ?? '—'}</Table.Td>
            <Table.Td style={{ minWidth: '16rem' }}>
              <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(record.detail)}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

type Verified = Awaited<ReturnType<typeof call<'audit.verify'>>>;
type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly records: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done'; readonly last: Verified; readonly findings: Verified['findings'] };

function Verification() {
  const [standing, setStanding] = useState<Standing>({ kind: 'idle' });
  async function verify() {
    setStanding({ kind: 'running', records: 0 });
    try {
      const findings: Verified['findings'][number][] = [];
      for (let after: string | null = ''; after !== null; ) {
        const part: Verified = await call('audit.verify', { query: { after } });
        findings.push(...part.findings);
        after = part.next;
        if (after === null) return setStanding({ kind: 'done', last: part, findings });
        setStanding({ kind: 'running', records: part.records });
      }
    } catch (error) {
      setStanding({ kind: 'failed', reason: describeError(error) });
    }
  }
  return (
    <div className="gh-panel" style={{ padding: 12, marginBottom: 12 }}>
      <Group justify="space-between">
        <Text size="sm">Every record is sealed in a chain of hashes.</Text>
        <Button variant="default" onClick={() => void verify()} loading={standing.kind === 'running'}>
          Verify the record
        </Button>
      </Group>
      {standing.kind === 'running' && (
        <Progress mt="xs" value={100} animated aria-label={`${standing.records} records verified`} />
      )}
      {standing.kind === 'failed' && (
        <Alert mt="xs" color="red" variant="outline" role="alert">
          {standing.reason}
        </Alert>
      )}
      {standing.kind === 'done' && (
        <Alert
          mt="xs"
          role="status"
          variant="outline"
          color={standing.findings.length === 0 ? 'green' : 'red'}
          title={standing.findings.length === 0 ? 'The record holds' : 'The record was tampered with'}
        >
          <Text size="sm">
            {standing.last.records} records in {standing.last.blocks} blocks verified;{' '}
            {standing.last.unsealed} are too new to be sealed.
          </Text>
          {standing.last.head && (
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              Head: block {standing.last.head.number}, {standing.last.head.hash}
            </Text>
          )}
          {standing.findings.map(({ kind, block, eventId }) => (
            <Text size="sm" key={`${kind} ${block} ${eventId}`}>
              <Badge color="red" variant="outline">
                {kind}
              </Badge>{' '}
              {block !== null ? `block ${block} ` : ''}
              {eventId ?? ''}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
