import type { ScanDetail } from '@gatehouse/contract';
import { Alert, Button, Group, Loader, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, sentenceOf } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { usePrinting } from '../ui/print.ts';
import { EngineResult } from './engine-result.tsx';
import { OpenCase, ScanCase } from './open-case.tsx';
import { scannedBy } from './quick-scans-page.tsx';
import { ScanHits } from './scan-hits.tsx';

const route = getRouteApi('/quick-scans/$domain/$scanId');

/** What a scan found: how much each engine did, then each person or company once, with how its score came about. */
export function ScanPage() {
  const params = route.useParams();
  const navigate = useNavigate();
  const scan = useQuery({
    queryKey: ['scan', params.domain, params.scanId],
    queryFn: ({ signal }) => call('scans.read', { params, signal }),
    // Scans take a second or two; the line of changes may be slower than that.
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? 1_000 : false),
  });
  useEffect(() => {
    document.title = `${scan.data?.name ?? 'Quick scan'} · Gatehouse`;
  }, [scan.data]);
  useKeys({ escape: () => void navigate({ to: '/quick-scans' }) });
  if (scan.isError) return <Failure error={scan.error} retry={() => void scan.refetch()} />;
  if (!scan.data) return <Loader aria-label="Loading" />;
  return <Scan scan={scan.data} />;
}

/** Whether the scan runs, or what was submitted from it has no case yet. */
function isUnfinished(scan: ScanDetail | undefined): boolean {
  return scan?.state === 'RUNNING' || scan?.case?.caseNo === null;
}

function failureText({ engine, reason }: NonNullable<ScanDetail['failure']>): string {
  return engine === null ? sentenceOf(reason) : `${engineTitles[engine]}: ${reason}`;
}

function Scan({ scan }: { readonly scan: ScanDetail }) {
  const { user, permissions } = useSession();
  const print = usePrinting(() =>
    call('scans.print', { params: { domain: scan.domain, scanId: scan.scanId } }),
  );
  const isDone = scan.state === 'DONE';
  useKeys({ p: () => isDone && print() });
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {scan.name}
        </Title>
        {isDone && (
          <Group gap="xs" wrap="nowrap">
            {permissions.includes('cases.work') && scan.case === null && <OpenCase scan={scan} />}
            <Button variant="default" onClick={print} style={{ flexShrink: 0 }}>
              Print or save as PDF&nbsp;<kbd className="gh-key">P</kbd>
            </Button>
          </Group>
        )}
      </Group>
      <Text size="sm" className="gh-dim" mb="sm">
        {scan.customerType} · {scannedBy(scan.by)}, {formatInstant(scan.createdAt)}
        {scan.description === null ? '' : ` · ${scan.description}`}
        <span className="gh-unprinted">
          {' '}
          · <Link to="/quick-scans">New scan</Link>
        </span>
      </Text>
      <ScanCase scan={scan} />
      {scan.state === 'RUNNING' && (
        <div className="gh-panel gh-block" role="status">
          <Text size="sm" mb={6}>
            {scan.engines.length} engines are being searched.
          </Text>
          <Progress value={100} animated aria-label="The scan is running" />
        </div>
      )}
      {scan.state === 'FAILED' && (
        <Alert color="red" variant="outline" role="alert" title="Scan failed. Its credits were refunded">
          {scan.failure && failureText(scan.failure)}
        </Alert>
      )}
      {scan.results.map((result) => (
        <EngineResult key={result.engine} result={result} settings={scan.settings[result.engine]} />
      ))}
      <ScanHits scan={scan} />
      <Text size="xs" className="gh-printed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        Quick scan {scan.scanId} as shown to {user.email} at {formatInstant(Date.now())}
      </Text>
    </>
  );
}
