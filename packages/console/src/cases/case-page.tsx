import type { CaseDetail, CaseMoveName, RulingWord } from '@gatehouse/contract';
import { Badge, Button, Group, Loader, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, labelOf } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import { moveWords, useCaseActs } from './case-acts.ts';
import { useNextCase } from './cases-page.tsx';
import { HitView } from './hit-view.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/cases/$domain/$caseNo');

export function CasePage() {
  const { domain, caseNo } = route.useParams();
  const found = useQuery({
    queryKey: ['case', domain, caseNo],
    queryFn: ({ signal }) => call('cases.read', { params: { domain, caseNo }, signal }),
  });
  if (found.data) return <OpenCase key={caseNo} of={found.data} />;
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  return <Loader aria-label="Loading" />;
}

const moveKeys: Partial<Record<CaseMoveName, string>> = { claim: 'c', approve: 'a', reject: 'r' };

function OpenCase({ of }: { readonly of: CaseDetail }) {
  const { permissions, user } = useSession();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(0);
  const [act, setAct] = useState<Act>();
  const acts = useCaseActs(of);
  const next = useNextCase(of.domain);
  // A hit that nobody has ruled on comes before those that somebody has, and the silenced come last.
  const alerts = of.alerts.toSorted((a, b) => Number(a.silenced) - Number(b.silenced) || b.score - a.score);
  const selected = alerts[Math.min(current, alerts.length - 1)];
  const rule = (alert: typeof selected, ruling: RulingWord) => {
    if (alert && of.mayRule) setAct(acts.rule(alert, ruling));
  };
  const move = (name: CaseMoveName) => {
    const found = of.moves.find((one) => one.move === name);
    if (!found?.allowed) return;
    const asked = acts.move(name, found.needsReason);
    // Taking a case concludes nothing, so nothing is asked.
    if (name === 'claim' || name === 'resume') void asked.run('').catch(() => undefined);
    else setAct(asked);
  };
  useKeys({
    ...Object.fromEntries(alerts.slice(0, 9).map((_, index) => [String(index + 1), () => setCurrent(index)])),
    j: () => setCurrent(Math.min(current + 1, alerts.length - 1)),
    k: () => setCurrent(Math.max(current - 1, 0)),
    t: () => rule(selected, 'TRUE_MATCH'),
    f: () => rule(selected, 'FALSE_POSITIVE'),
    u: () => rule(selected, 'UNDECIDED'),
    c: () => move(of.status === 'RETURNED' ? 'resume' : 'claim'),
    a: () => move('approve'),
    r: () => move('reject'),
    n: () => permissions.includes('cases.work') && next.mutate(),
    escape: () => void navigate({ to: '/cases', search: { view: 'open' } }),
  });
  useEffect(() => {
    document.title = `${of.caseNo} · Gatehouse`;
    document.querySelector(`[aria-label^="Hit ${current + 1}:"]`)?.scrollIntoView({ block: 'nearest' });
  }, [of.caseNo, current]);
  return (
    <>
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Group gap="sm">
            <Title order={1} size="h3" className="gh-number">
              {of.caseNo}
            </Title>
            <StatusBadge status={of.status} />
            {of.assignee && (
              <Text size="sm" className="gh-dim">
                {of.assignee === user.email ? 'yours' : `${of.assignee} has it`}
              </Text>
            )}
          </Group>
          <Text size="sm" className="gh-dim">
            {of.customerName ?? of.customerId} · opened {formatInstant(of.openedAt)}
            {of.groups.length > 0
              ? ` · ${of.groups.map((name, i) => (i === of.groupIndex ? `▸ ${name}` : name)).join(' → ')}`
              : ''}
          </Text>
        </div>
        <Group gap="xs">
          {of.moves
            .filter(({ move: name, allowed }) => allowed || ['approve', 'reject', 'cancel'].includes(name))
            .filter(({ move: name }) => name !== 'assign')
            .map(({ move: name, allowed, refusal }) => (
              <Tooltip key={name} label={refusal ?? ''} disabled={allowed || !refusal}>
                <Button
                  variant={name === 'approve' || name === 'claim' ? 'filled' : 'default'}
                  data-disabled={!allowed || undefined}
                  aria-disabled={!allowed || undefined}
                  onClick={() => move(name)}
                >
                  {moveWords[name].name}
                  {moveKeys[name] && (
                    <>
                      &nbsp;<kbd className="gh-key">{moveKeys[name].toUpperCase()}</kbd>
                    </>
                  )}
                </Button>
              </Tooltip>
            ))}
          {permissions.includes('cases.work') && (
            <Button variant="default" onClick={() => next.mutate()}>
              Next&nbsp;<kbd className="gh-key">N</kbd>
            </Button>
          )}
        </Group>
      </Group>
      <div className="gh-case">
        <Stack gap="sm">
          <section className="gh-panel" style={{ padding: 12 }} aria-label="Subject">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <dl className="gh-facts">
                {Object.entries(of.subject)
                  .filter(([, value]) => value !== null && value !== '')
                  .map(([name, value]) => (
                    <SubjectFact key={name} name={name} value={value} />
                  ))}
              </dl>
              {of.riskScore !== null && (
                <div style={{ textAlign: 'end', minWidth: 140 }}>
                  <Text size="xs" className="gh-dim">
                    Risk
                  </Text>
                  <Text fw={700} size="xl" className="gh-number">
                    {of.riskScore}
                  </Text>
                  {of.riskReasons.map((reason) => (
                    <Text key={reason} size="xs">
                      {reason}
                    </Text>
                  ))}
                </div>
              )}
            </Group>
          </section>
          <Group gap="xs">
            <Title order={2} size="h5">
              Hits
            </Title>
            <Badge color="gray" variant="outline">
              {alerts.length}
            </Badge>
            {!of.mayRule && alerts.length > 0 && of.resolvedAt === null && (
              <Text size="xs" className="gh-dim">
                Claim the case to rule on its hits.
              </Text>
            )}
          </Group>
          {alerts.length === 0 && <Text className="gh-dim">No list has anybody like this subject.</Text>}
          {alerts.map((alert, index) => (
            <HitView
              key={alert.alertId}
              alert={alert}
              number={index + 1}
              current={index === current}
              mayRule={of.mayRule}
              select={() => setCurrent(index)}
              rule={(ruling) => rule(alert, ruling)}
            />
          ))}
        </Stack>
        <aside className="gh-panel" style={{ padding: 12 }} aria-label="History">
          <Title order={2} size="h5" mb="sm">
            History
          </Title>
          <Timeline entries={of.timeline} />
          <Text size="xs" className="gh-dim" mt="sm">
            Execution {of.execution.executionId}, {of.execution.state.toLowerCase()}, workflow{' '}
            {of.execution.workflowId}
          </Text>
          {permissions.includes('audit.read') && (
            <Link to="/audit" search={{ objectId: of.caseNo } as never}>
              Audit record
            </Link>
          )}
        </aside>
      </div>
      <ActDialog act={act} close={() => setAct(undefined)} />
    </>
  );
}

function SubjectFact({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <>
      <dt>{labelOf(name)}</dt>
      <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </>
  );
}
