import type { ConsoleBody, ScanSummary } from '@gatehouse/contract';
import { Badge, Group, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import UserRound from 'lucide-react/icons/user-round';
import { useRef } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { useSession } from '../session/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatInstant, formatNumber, listText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from '../ui/keys.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { ScanForm } from './scan-form.tsx';
import { scanName, scanTypeText } from './scan-type.ts';

/** A person by the e-mail address, else the API key. */
export function scannedBy(by: string): string {
  return by.includes('@') ? personName(by) : text('scans.byKey', { id: by });
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
          {text('scans.title')}
        </Title>
        {permissions.includes('scans.run') && (
          <Text size="sm">
            <Link to="/rescreening">{text('terms.screenAsOf')}</Link>
          </Text>
        )}
        {credits && (
          <Text size="sm" className={credits.used >= credits.granted ? 'gh-contradict' : 'gh-dim'}>
            {text('scans.credits', { count: credits.granted - credits.used })}
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
        {text('scans.scanHistory')}
      </Title>
      <RecordTable
        list={list}
        label={text('scans.scanHistory')}
        heads={[
          text('terms.name'),
          text('terms.type'),
          text('scans.engines'),
          text('scans.hits'),
          text('scans.scannedBy'),
          text('terms.time'),
        ]}
        count={rows.length}
        empty={<EmptyState title={text('scans.noScans')} words={text('scans.noScansWords')} />}
      >
        {rows.map((scan) => (
          <ScanRow key={scan.scanId} scan={scan} />
        ))}
      </RecordTable>
    </>
  );
}

function ScanRow({ scan }: { readonly scan: ScanSummary }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/quick-scans/$domain/$scanId" params={{ domain: scan.domain, scanId: scan.scanId }}>
          <bdi>{scanName(scan)}</bdi>
        </Link>
        {scan.description && (
          <Text size="xs" className="gh-dim">
            {scan.description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {scan.customerType !== null && (
          <>
            <Icon
              of={scan.customerType === 'Business' ? Building2 : UserRound}
              className="gh-dim gh-before"
            />
            {scanTypeText(scan.customerType)}
          </>
        )}
      </Table.Td>
      <Table.Td>{listText(scan.engines.map((engine) => engineTitles[engine]))}</Table.Td>
      <Table.Td className="gh-number">
        <Outcome scan={scan} />
      </Table.Td>
      <Table.Td title={scan.by}>{scannedBy(scan.by)}</Table.Td>
      <Table.Td>{formatInstant(scan.createdAt)}</Table.Td>
    </Table.Tr>
  );
}

function Outcome({ scan }: { readonly scan: ScanSummary }) {
  if (scan.state === 'DONE') {
    const hits = scan.totalHits ?? 0;
    return <span className={hits > 0 ? 'gh-caution gh-strong' : 'gh-dim'}>{formatNumber(hits)}</span>;
  }
  const isFailed = scan.state === 'FAILED';
  return (
    <Badge color={isFailed ? 'red' : 'gray'} leftSection={<Icon of={isFailed ? CircleX : LoaderCircle} />}>
      {text(isFailed ? 'scans.failed' : 'scans.running')}
    </Badge>
  );
}
