import type { ScanDetail } from '@gatehouse/contract';
import { Alert, Badge, Button, Group, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { usePageName } from '../navigation/page-name.ts';
import { useSession } from '../session/session.ts';
import { InlineId } from '../ui/copy-id.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, formatNumber, sentenceOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from '../ui/keys.ts';
import { usePrinting } from '../ui/print.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { EngineResult } from './engine-result.tsx';
import { OpenCase, ScanCase } from './open-case.tsx';
import { scannedBy } from './quick-scans-page.tsx';
import { scannedEntities } from './scan-entities.ts';
import { ScanHits } from './scan-hits.tsx';
import { scanName, scanTypeText } from './scan-type.ts';

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
    document.title = `${scan.data?.name ?? text('scans.title')} · Gatehouse`;
  }, [scan.data]);
  usePageName(scan.data && scanName(scan.data));
  useKeys({ escape: () => void navigate({ to: '/quick-scans' }) });
  if (scan.isError)
    return <Failure error={scan.error} retry={() => void scan.refetch()} absent={text('scans.absent')} />;
  if (!scan.data) return <PageSkeleton />;
  return <Scan scan={scan.data} />;
}

/** The answer first: how many people or companies were found, each once. */
function Outcome({ found }: { readonly found: number }) {
  return (
    <Badge color={found === 0 ? 'gray' : 'orange'} className="gh-before">
      {found === 0
        ? text('scans.noHits')
        : text('entities.labelled', { name: text('scans.hits'), value: formatNumber(found) })}
    </Badge>
  );
}

/** Whether the scan runs, or what was submitted from it has no case yet. */
function isUnfinished(scan: ScanDetail | undefined): boolean {
  return scan?.state === 'RUNNING' || scan?.case?.caseNo === null;
}

function scanFailure({ engine, reason }: NonNullable<ScanDetail['failure']>): string {
  return engine === null
    ? sentenceOf(failureText(reason))
    : text('scans.failedBecause', { engine: engineTitles[engine], reason: failureText(reason) });
}

/** What was found, and who asked when. */
function ScanFacts({ scan }: { readonly scan: ScanDetail }) {
  const isShown = scan.state === 'DONE' && scan.name !== null;
  return (
    <Text component="div" size="sm" className="gh-dim" mb="sm">
      {isShown && <Outcome found={scannedEntities(scan).length} />}
      {scan.customerType !== null && (
        <>
          <Icon of={scan.customerType === 'Business' ? Building2 : UserRound} className="gh-before" />
          {scanTypeText(scan.customerType)} ·{' '}
        </>
      )}
      {text('scans.scannedAt', { by: scannedBy(scan.by), at: formatInstant(scan.createdAt) })}
      {scan.description !== null && (
        <>
          {' '}
          · <bdi>{scan.description}</bdi>
        </>
      )}
      {' · '}
      <InlineId id={scan.scanId} />
      <span className="gh-unprinted">
        {' '}
        ·{' '}
        <Link to="/quick-scans" className="gh-short">
          {text('scans.newScan')}
        </Link>
      </span>
    </Text>
  );
}

function Scan({ scan }: { readonly scan: ScanDetail }) {
  const { user, permissions } = useSession();
  const print = usePrinting(() =>
    call('scans.print', { params: { domain: scan.domain, scanId: scan.scanId } }),
  );
  const isDone = scan.state === 'DONE';
  const isReadable = scan.name !== null;
  useKeys({ p: () => isDone && print() });
  return (
    <>
      <Group justify="space-between" align="flex-start" mb={4}>
        <Title order={1} size="h3" style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
          <bdi>{scanName(scan)}</bdi>
        </Title>
        {isDone && (
          <Group gap="xs">
            {permissions.includes('cases.work') && scan.case === null && isReadable && (
              <OpenCase scan={scan} />
            )}
            <Text size="sm">
              <Link to="/rescreening" search={{ domain: scan.domain, scan: scan.scanId }}>
                {text('terms.screenAsOf')}
              </Link>
            </Text>
            <Button variant="default" onClick={print} style={{ flexShrink: 0 }}>
              {text('scans.print')}&nbsp;<kbd className="gh-key">P</kbd>
            </Button>
          </Group>
        )}
      </Group>
      <ScanFacts scan={scan} />
      <ScanCase scan={scan} />
      {!isReadable && (
        <Alert color="orange" variant="outline" mb="sm">
          {text('scans.keyMissing')}
        </Alert>
      )}
      {scan.state === 'RUNNING' && (
        <div className="gh-panel gh-block" role="status">
          <Text size="sm" mb={6}>
            {text('scans.searching', { count: scan.engines.length })}
          </Text>
          <Progress value={100} animated aria-label={text('scans.isRunning')} />
        </div>
      )}
      {scan.state === 'FAILED' && (
        <Alert color="red" variant="outline" role="alert" title={text('scans.failedTitle')}>
          {scan.failure && scanFailure(scan.failure)}
        </Alert>
      )}
      {scan.results.map((result) => (
        <EngineResult key={result.engine} result={result} settings={scan.settings[result.engine]} />
      ))}
      {isReadable && <ScanHits scan={scan} />}
      <Text size="xs" className="gh-printed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        {text('scans.printed', {
          id: scan.scanId,
          email: user.email,
          at: formatInstant(Date.now()),
        })}
      </Text>
    </>
  );
}
