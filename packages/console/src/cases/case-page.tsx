import type { CaseDetail, CaseMoveName, RulingWord } from '@gatehouse/contract';
import { Badge, Button, Group, Loader, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { addressOf, call } from '../api.ts';
import { GivenConsents } from '../documents/given-consents.tsx';
import { GivenDocuments } from '../documents/given-documents.tsx';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { usePrinting } from '../ui/print.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import { moveLabel, useCaseActs } from './case-acts.ts';
import { CaseDocuments, CaseNotes } from './case-notes.tsx';
import { useNextCase } from './cases-page.tsx';
import { DueText } from './due-text.tsx';
import { HitView } from './hit-view.tsx';
import { Timeline } from './timeline.tsx';
import { useViewers, Viewers } from './viewers.tsx';

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
  const noteField = useRef<HTMLTextAreaElement>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const acts = useCaseActs(of);
  const viewers = useViewers(of, act === undefined ? 'reading' : 'deciding');
  const next = useNextCase(of.domain);
  const print = usePrinting(() =>
    call('cases.print', {
      params: { domain: of.domain, caseNo: of.caseNo },
      body: { revision: of.revision },
    }),
  );
  // Subject by subject, suppressed hits last. Ruling on a hit moves none under one's keys.
  const alerts = of.alerts.toSorted((a, b) => Number(a.silenced) - Number(b.silenced));
  const selected = alerts[Math.min(current, alerts.length - 1)];
  const rule = (alert: typeof selected, ruling: RulingWord) => {
    if (alert && of.mayRule) setAct(acts.rule(alert, ruling));
  };
  const move = (name: CaseMoveName) => {
    const found = of.moves.find((one) => one.move === name);
    if (!found?.allowed) return;
    const asked = acts.move(found);
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
    m: () => noteField.current?.focus(),
    d: () => fileField.current?.click(),
    p: print,
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
            <StatusBadge of={of} />
            {of.assignee && (
              <Text size="sm" className="gh-dim">
                {whoseWords(of, user.email)}
              </Text>
            )}
            <Group gap="sm" role="status" aria-label="Also viewing">
              <Viewers of={of} viewers={viewers} />
            </Group>
          </Group>
          <Text size="sm" className="gh-dim">
            <Link
              to="/customers/$domain/$customerId"
              params={{ domain: of.domain, customerId: of.customerId }}
            >
              {of.customerName ?? of.customerId}
            </Link>{' '}
            · opened {formatInstant(of.openedAt)}
            {of.resolvedAt !== null && <> · concluded {formatInstant(of.resolvedAt)}</>}
            {of.dueAt !== null && (
              <>
                {of.resolvedAt === null ? ' · due ' : ', '}
                <DueText of={of} />
              </>
            )}
            {of.groups.length > 0
              ? ` · ${of.groups.map((name, i) => (i === of.groupIndex && of.resolvedAt === null ? `▸ ${name}` : name)).join(' → ')}`
              : ''}
          </Text>
        </div>
        <Group gap="xs">
          {of.moves
            // Where something can still be decided, what one may not do says why.
            .filter(
              ({ move: name, allowed }) =>
                allowed || (of.resolvedAt === null && ['approve', 'reject', 'cancel'].includes(name)),
            )
            .filter(({ move: name }) => name !== 'assign')
            .map(({ move: name, allowed, refusal, effect }) => (
              <Tooltip key={name} label={refusal ?? ''} disabled={allowed || !refusal}>
                <Button
                  variant={name === 'approve' || name === 'claim' ? 'filled' : 'default'}
                  data-disabled={!allowed || undefined}
                  aria-disabled={!allowed || undefined}
                  onClick={() => move(name)}
                >
                  {moveLabel({ move: name, effect })}
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
      {of.resolvedAt === null && <SecondApproval of={of} />}
      <div className="gh-case">
        <Stack gap="sm">
          <section className="gh-panel" style={{ padding: 12 }} aria-label="Subject">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <Facts facts={factsOf(of.subject)} />
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
          <GivenDocuments documents={of.givenDocuments} />
          <GivenConsents consents={of.givenConsents} />
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
          {alerts.length === 0 && (
            <Text size="sm" className="gh-dim">
              {of.timeline.some((entry) => entry.kind === 'visit' && entry.nodeType === 'screening')
                ? 'No hits at the settings used (engine, strength, lists).'
                : 'This workflow screened nobody.'}
            </Text>
          )}
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
        <aside>
          <CaseNotes of={of} field={noteField} />
          <CaseDocuments of={of} choose={fileField} />
          <section className="gh-panel gh-block" aria-label="History">
            <Title order={2} size="h5" mb="sm">
              History
            </Title>
            <Timeline of={of} />
            <Text size="xs" className="gh-dim" mt="sm" style={{ overflowWrap: 'anywhere' }}>
              Execution {of.execution.executionId}, {of.execution.state.toLowerCase()}, workflow{' '}
              {of.execution.workflowId}
            </Text>
            <Button variant="default" mt={6} onClick={print}>
              Print, or save as PDF&nbsp;<kbd className="gh-key">P</kbd>
            </Button>
            <Text size="sm" py={6} className="gh-unprinted">
              <a href={addressOf('cases.bundle', { domain: of.domain, caseNo: of.caseNo })} download>
                Export evidence bundle
              </a>
            </Text>
            {permissions.includes('audit.read') && (
              <Text size="sm" py={6} className="gh-unprinted">
                <Link to="/audit" search={{ objectId: of.caseNo } as never}>
                  Audit record
                </Link>
              </Text>
            )}
          </section>
        </aside>
      </div>
      <Text size="xs" className="gh-printed">
        {of.caseNo} as {user.email} saw it at {formatInstant(Date.now())}, revision {of.revision}
      </Text>
      <ActDialog
        act={act}
        close={() => setAct(undefined)}
        beside={<Viewers of={of} viewers={viewers.filter(({ doing }) => doing === 'deciding')} />}
      />
    </>
  );
}

/** Who has the case, or who concluded it. */
function whoseWords({ assignee, resolvedAt }: CaseDetail, email: string): string {
  if (resolvedAt !== null) return `Resolved by ${assignee}`;
  return assignee === email ? 'Assigned to you' : `Assigned to ${assignee}`;
}

/** Why two people conclude the case, and what the first one proposed; nothing where one is enough. */
function SecondApproval({ of }: { readonly of: CaseDetail }) {
  const { proposal } = of;
  const isNeeded = of.moves.some(({ effect }) => effect === 'propose');
  const said = proposal?.reason ? ` Reason: ${proposal.reason}` : '';
  const text =
    proposal !== null
      ? `Awaiting second approval. ${proposal.by} proposed to ${proposal.decision}. Another person has to confirm; who decides otherwise makes a new proposal.${said}`
      : of.fourEyes
        ? 'Two people conclude this case: the first decision is a proposal, which another person has to confirm.'
        : 'There is a true match on a sanctions list: to approve or close this case, a second person has to confirm it.';
  return proposal === null && !of.fourEyes && !isNeeded ? null : (
    <Text size="sm" role="status" className="gh-panel gh-block">
      {text}
    </Text>
  );
}
