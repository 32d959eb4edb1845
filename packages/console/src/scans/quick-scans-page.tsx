import type { ConsoleBody, ScanSummary } from '@gatehouse/contract';
import { Badge, Group, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { useSession } from '../session/session.ts';
import { formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { ScanForm } from './scan-form.tsx';

/** A person by the e-mail address, else the API key. */
export function scannedBy(by: string): string {
  return by.includes('@') ? by : `API key ${by}`;
}

export type ScanBody = ConsoleBody<'scans.begin'>;

/** A name against every engine, at once, without a customer; and what was scanned before. */
export function QuickScansPage() {
  const domain = useDomain();
  const { permissions } = useSession();
  const navigate = useNavigate();
  const nameField = useRef<HTMLInputElement>(null);
  const allowance = useQuery({
    queryKey: ['allowance'],
    queryFn: ({ signal }) => call('allowance.read', { signal }),
  });
  const list = useInfiniteQuery({
    queryKey: ['scans', domain],
    queryFn: ({ pageParam, signal }) =>
      call('scans.list', { params: { domain }, query: { limit: 25, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  useKeys({ '/': () => nameField.current?.focus() });
  const rows = list.data?.pages.flatMap(({ scans }) => scans) ?? [];
  const credits = allowance.data?.quickScan;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          Quick scan
        </Title>
        {credits && (
          <Text size="sm" className={credits.used >= credits.granted ? 'gh-contradict' : 'gh-dim'}>
            {(credits.granted - credits.used).toLocaleString()} credits remaining
          </Text>
        )}
      </Group>
      {permissions.includes('scans.run') && (
        <ScanForm
          domain={domain}
          nameField={nameField}
          begun={(scanId) =>
            void navigate({ to: '/quick-scans/$domain/$scanId', params: { domain, scanId } })
          }
        />
      )}
      <Title order={2} size="h5" mb={6}>
        Scan history
      </Title>
      <RecordTable
        list={list}
        label="Scan history"
        heads={['Name', 'Type', 'Engines', 'Hits', 'Scanned by', 'Time']}
        count={rows.length}
        empty="No scans yet."
      >
        {rows.map((scan) => (
          <Table.Tr key={scan.scanId}>
            <Table.Td>
              <Link to="/quick-scans/$domain/$scanId" params={{ domain: scan.domain, scanId: scan.scanId }}>
                {scan.name}
              </Link>
              {scan.description && (
                <Text size="xs" className="gh-dim">
                  {scan.description}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{scan.customerType}</Table.Td>
            <Table.Td>{scan.engines.map((engine) => engineTitles[engine]).join(', ')}</Table.Td>
            <Table.Td className="gh-number">
              <Outcome scan={scan} />
            </Table.Td>
            <Table.Td>{scannedBy(scan.by)}</Table.Td>
            <Table.Td>{formatInstant(scan.createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

export function Outcome({ scan }: { readonly scan: ScanSummary }) {
  if (scan.state === 'DONE') return scan.totalHits;
  return (
    <Badge color={scan.state === 'FAILED' ? 'red' : 'gray'}>
      {scan.state === 'FAILED' ? 'failed' : 'running'}
    </Badge>
  );
}
