import type { ScanDetail } from '@gatehouse/contract';
import { Alert, Badge, Button, Group, Loader, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { settingsText } from '../hits/engine-settings.ts';
import { ExceededMaxHits } from '../hits/exceeded-limits.tsx';
import { HitFacts, HitReasons } from '../hits/hit-parts.tsx';
import { SampleBadge } from '../hits/sample-badge.tsx';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, percent } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { usePrinting } from '../ui/print.ts';
import { scannedBy } from './quick-scans-page.tsx';

const route = getRouteApi('/quick-scans/$domain/$scanId');

/** What a scan found, engine by engine, each hit with how its score came about. */
export function ScanPage() {
  const params = route.useParams();
  const navigate = useNavigate();
  const scan = useQuery({
    queryKey: ['scan', params.domain, params.scanId],
    queryFn: ({ signal }) => call('scans.read', { params, signal }),
    // Scans take a second or two; the line of changes may be slower than that.
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? 700 : false),
  });
  useEffect(() => {
    document.title = `${scan.data?.name ?? 'Quick scan'} · Gatehouse`;
  }, [scan.data]);
  useKeys({ escape: () => void navigate({ to: '/quick-scans' }) });
  if (scan.isError) return <Failure error={scan.error} retry={() => void scan.refetch()} />;
  if (!scan.data) return <Loader aria-label="Loading" />;
  return <Scan scan={scan.data} />;
}

function Scan({ scan }: { readonly scan: ScanDetail }) {
  const { user } = useSession();
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
          <Button variant="default" onClick={print} style={{ flexShrink: 0 }}>
            Print or save as PDF&nbsp;<kbd className="gh-key">P</kbd>
          </Button>
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
          {scan.failure?.engine ?? ''} {scan.failure?.reason ?? ''}
        </Alert>
      )}
      {scan.results.map((result) => (
        <EngineHits key={result.engine} result={result} settings={scan.settings[result.engine]} />
      ))}
      <Text size="xs" className="gh-printed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        Quick scan {scan.scanId} as shown to {user.email} at {formatInstant(Date.now())}
      </Text>
    </>
  );
}

/** The hits of one engine, with what its settings were. */
function EngineHits(props: { readonly result: ScanDetail['results'][number]; readonly settings: unknown }) {
  const { result, settings } = props;
  const { engine, total, exceededMaxHits, hits } = result;
  return (
    <section aria-label={engine}>
      <Group gap="xs" mt="sm" mb={6}>
        <Title order={2} size="h5">
          {engine}
        </Title>
        <Badge color={total === 0 ? 'green' : 'gray'} variant="outline">
          {total === 0 ? 'no hits' : total}
        </Badge>
        <Text size="xs" className="gh-dim">
          {settingsText(settings)}
        </Text>
      </Group>
      <ExceededMaxHits maxHits={exceededMaxHits} />
      {hits.map((hit, index) => (
        <article key={hit.hitId} className="gh-panel gh-block" aria-label={`Hit ${index + 1}: ${hit.name}`}>
          <Group justify="space-between" mb={6} wrap="nowrap" align="flex-start">
            <Group gap="xs">
              <Text fw={600}>{hit.name}</Text>
              <SampleBadge source={hit.source} />
            </Group>
            <Text className="gh-number" fw={700} title="Score from 0 to 1">
              {percent(hit.score)}
            </Text>
          </Group>
          <HitFacts hit={hit} />
          <HitReasons hit={hit} />
        </article>
      ))}
    </section>
  );
}
