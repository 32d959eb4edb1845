import type { CaseDetail, CaseTransitionName, RulingVerdict } from '@gatehouse/contract';
import { Badge, Button, Group, Loader, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { addressOf, call } from '../api.ts';
import { SubmittedDocuments } from '../documents/submitted-documents.tsx';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import type { HitGroup } from '../hits/entity-groups.ts';
import { ExceededLimits } from '../hits/exceeded-limits.tsx';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import type { ReviewedCase } from '../hits/subject-hits.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, sentenceOf, timeZone } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { usePrinting } from '../ui/print.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ActionDialog, type DialogAction } from './action-dialog.tsx';
import { moveLabel, useCaseActions } from './case-actions.ts';
import { CaseDocuments, CaseNotes } from './case-notes.tsx';
import { useNextCase } from './cases-page.tsx';
import { DueText } from './due-text.tsx';
import { HitFilterBar, MarkedHits } from './hit-filter-bar.tsx';
import { HitTable, VerdictLegend } from './hit-table.tsx';
import { SelectedHit } from './hit-view.tsx';
import { ownershipFields, withShareRanges } from './ownership-facts.ts';
import { OwnershipPanel } from './ownership-panel.tsx';
import { PendingDecision } from './pending-decision.tsx';
import { PrintedHits, usePrintedHits } from './printed-hits.tsx';
import { useRulings } from './ruling-actions.tsx';
import { searchedLists } from './searched-lists.ts';
import { Timeline } from './timeline.tsx';
import { useWorkbench, workbenchKeys } from './use-workbench.ts';
import { useViewers, Viewers } from './viewers.tsx';
import { workbenchTexts } from './workbench-texts.ts';

const route = getRouteApi('/cases/$domain/$caseNo');

export function CasePage() {
  const { domain, caseNo } = route.useParams();
  const found = useQuery({
    queryKey: ['case', domain, caseNo],
    queryFn: ({ signal }) => call('cases.read', { params: { domain, caseNo }, signal }),
    select: withShareRanges,
  });
  if (found.data) return <OpenCase key={caseNo} caseDetail={found.data} />;
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  return <Loader aria-label="Loading" />;
}

const moveKeys: Partial<Record<CaseTransitionName, string>> = { claim: 'c', approve: 'a', reject: 'r' };

function OpenCase({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  const { permissions, user } = useSession();
  const navigate = useNavigate();
  const [act, setAct] = useState<DialogAction>();
  const noteField = useRef<HTMLTextAreaElement>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const acts = useCaseActions(caseDetail);
  const viewers = useViewers(caseDetail, act === undefined ? 'reading' : 'deciding');
  const next = useNextCase(caseDetail.domain);
  const caseKey = { domain: caseDetail.domain, caseNo: caseDetail.caseNo };
  const printed = usePrintedHits(caseKey);
  const print = usePrinting(async () => {
    await printed.read();
    await call('cases.print', { params: caseKey, body: { revision: caseDetail.revision } });
  });
  const rulings = useRulings(caseDetail, user.email);
  const { groups } = rulings;
  const listEntries = groups.reduce((sum, { otherEntries }) => sum + 1 + otherEntries.length, 0);
  const bench = useWorkbench(groups);
  const rule = (ruled: readonly HitGroup[], ruling: RulingVerdict) => {
    const [first, ...others] = ruled;
    if (first === undefined || !caseDetail.mayRule) return;
    setAct(rulings.rule([first, ...others], ruling, { goOn: () => bench.goOn(ruled), reopen: setAct }));
  };
  const ruleMarked = (ruling: RulingVerdict) =>
    rule(
      bench.marked.length > 0 ? bench.marked : bench.shown.slice(bench.current, bench.current + 1),
      ruling,
    );
  const [awaited, setAwaited] = useState<CaseTransitionName>();
  const move = (name: CaseTransitionName) => {
    // What may be done depends on rulings that are on their way.
    if (rulings.isPending) {
      setAwaited(name);
      return;
    }
    const found = caseDetail.moves.find((one) => one.move === name);
    // What is refused says why, where there is something to decide.
    if (!found || (!found.allowed && (found.effect === null || caseDetail.resolvedAt !== null))) return;
    const asked = acts.move(found);
    // Taking a case resolves nothing, so nothing is asked.
    if (name === 'claim' || name === 'resume') void asked.run('').catch(() => undefined);
    else setAct(asked);
  };
  useEffect(() => {
    if (awaited === undefined || rulings.isPending) return;
    setAwaited(undefined);
    move(awaited);
  });
  useKeys({
    ...workbenchKeys(bench),
    t: () => ruleMarked('TRUE_MATCH'),
    f: () => ruleMarked('FALSE_POSITIVE'),
    u: () => ruleMarked('UNDECIDED'),
    c: () => move(caseDetail.status === 'RETURNED' ? 'resume' : 'claim'),
    a: () => move('approve'),
    r: () => move('reject'),
    n: () => permissions.includes('cases.work') && next.mutate(),
    m: () => noteField.current?.focus(),
    d: () => fileField.current?.click(),
    p: print,
    escape: () => void navigate({ to: '/cases', search: { view: 'open' } }),
  });
  useEffect(() => {
    document.title = `${caseDetail.caseNo} · Gatehouse`;
  }, [caseDetail.caseNo]);
  return (
    <>
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Group gap="sm">
            <Title order={1} size="h3" className="gh-number">
              {caseDetail.caseNo}
            </Title>
            <StatusBadge caseSummary={caseDetail} />
            {caseDetail.assignee && (
              <Text size="sm" className="gh-dim">
                {reasonAuthor(caseDetail, user.email)}
              </Text>
            )}
            <Group gap="sm" role="status" aria-label="Also viewing">
              <Viewers caseDetail={caseDetail} viewers={viewers} />
            </Group>
          </Group>
          <Text size="sm" className="gh-dim">
            <Link
              to="/customers/$domain/$customerId"
              params={{ domain: caseDetail.domain, customerId: caseDetail.customerId }}
            >
              {caseDetail.customerName ?? caseDetail.customerId}
            </Link>{' '}
            · opened {formatInstant(caseDetail.openedAt)}
            <FromScan caseDetail={caseDetail} />
            {caseDetail.resolvedAt !== null && <> · resolved {formatInstant(caseDetail.resolvedAt)}</>}
            {caseDetail.dueAt !== null && (
              <>
                {caseDetail.resolvedAt === null ? ' · due ' : ', '}
                <DueText caseSummary={caseDetail} />
              </>
            )}
            {caseDetail.groups.length > 0
              ? ` · ${caseDetail.groups.map((name, i) => (i === caseDetail.groupIndex && caseDetail.resolvedAt === null ? `▸ ${name}` : name)).join(' → ')}`
              : ''}
          </Text>
        </div>
        <Group gap="xs">
          {caseDetail.moves
            // Where something can still be decided, what one may not do says why.
            .filter(
              ({ move: name, allowed }) =>
                allowed || (caseDetail.resolvedAt === null && ['approve', 'reject', 'cancel'].includes(name)),
            )
            .filter(({ move: name }) => name !== 'assign')
            .map(({ move: name, allowed, refusal, effect }) => (
              <Tooltip key={name} label={sentenceOf(refusal ?? '')} disabled={allowed || !refusal}>
                <Button
                  variant={name === 'approve' || name === 'claim' ? 'filled' : 'default'}
                  data-disabled={!allowed || undefined}
                  aria-disabled={!allowed || undefined}
                  onClick={() => move(name)}
                >
                  {moveLabel({ move: name, effect }, caseDetail)}
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
              Next case&nbsp;<kbd className="gh-key">N</kbd>
            </Button>
          )}
        </Group>
      </Group>
      <PendingDecision caseDetail={caseDetail} />
      {caseDetail.resolvedAt === null && caseDetail.pending === null && (
        <SecondApproval caseDetail={caseDetail} />
      )}
      <div className={groups.length === 0 ? 'gh-case' : 'gh-case gh-case-hits'}>
        <Stack gap="sm">
          <section className="gh-panel" style={{ padding: 12 }} aria-label="Subject">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <Facts facts={factsOf(withoutOwnership(caseDetail))} />
              {caseDetail.riskScore !== null && (
                <div style={{ textAlign: 'end', minWidth: 140 }}>
                  <Text size="xs" className="gh-dim">
                    Risk score
                  </Text>
                  <Text fw={700} size="xl" className="gh-number">
                    {caseDetail.riskScore}
                  </Text>
                  {caseDetail.riskReasons.map((reason) => (
                    <Text key={reason} size="xs">
                      {reason}
                    </Text>
                  ))}
                </div>
              )}
            </Group>
          </section>
          <OwnershipPanel caseDetail={caseDetail} />
          <SubmittedDocuments caseDetail={caseDetail} />
          <SubmittedSections information={caseDetail.submittedInformation} />
          <Group gap="xs">
            <Title order={2} size="h5">
              {workbenchTexts.title}
            </Title>
            <Badge color="gray" variant="outline">
              {groups.length}
            </Badge>
            {listEntries > groups.length && (
              <Text size="xs" className="gh-dim">
                {workbenchTexts.listEntries(listEntries)}
              </Text>
            )}
            {!caseDetail.mayRule &&
              groups.length > 0 &&
              caseDetail.resolvedAt === null &&
              caseDetail.pending === null && (
                <Text size="xs" className="gh-dim gh-unprinted">
                  {workbenchTexts.claimFirst}
                </Text>
              )}
          </Group>
          <ExceededLimits limits={caseDetail.exceededHitLimits} />
          {groups.length === 0 ? (
            <NoHits caseDetail={caseDetail} />
          ) : (
            <>
              <HitFilterBar
                groups={groups}
                shown={bench.shown.length}
                filters={bench.filters}
                setFilters={bench.setFilters}
              >
                {caseDetail.mayRule && (
                  <MarkedHits count={bench.marked.length} rule={ruleMarked} clear={bench.clearMarks} />
                )}
              </HitFilterBar>
              <VerdictLegend />
              <div className="gh-workbench gh-unprinted">
                <HitTable
                  shown={bench.shown}
                  current={bench.current}
                  marked={bench.markedIds}
                  sort={bench.sort}
                  mayRule={caseDetail.mayRule}
                  select={bench.select}
                  mark={bench.mark}
                  markAll={bench.markAll}
                  sortBy={bench.sortBy}
                />
                {bench.selected === undefined ? (
                  <Text size="sm">{workbenchTexts.noneShown}</Text>
                ) : (
                  <SelectedHit
                    key={bench.selected.lead.alertId}
                    group={bench.selected}
                    groups={groups}
                    number={bench.current + 1}
                    caseKey={caseKey}
                    mayRule={caseDetail.mayRule}
                    rule={(ruling) => bench.selected && rule([bench.selected], ruling)}
                    pair={(one, other, isSame) => setAct(acts.pair(one, other, isSame))}
                  />
                )}
              </div>
              {printed.isAsked && <PrintedHits groups={groups} caseKey={caseKey} />}
            </>
          )}
        </Stack>
        <aside>
          <CaseNotes caseDetail={caseDetail} field={noteField} />
          <CaseDocuments caseDetail={caseDetail} choose={fileField} />
          <section className="gh-panel gh-block" aria-label="History">
            <Title order={2} size="h5" mb="sm">
              History
            </Title>
            <Timeline caseDetail={caseDetail} />
            <Text size="xs" className="gh-dim" mt="sm" style={{ overflowWrap: 'anywhere' }}>
              Execution {caseDetail.execution.executionId}, {caseDetail.execution.state.toLowerCase()},
              workflow {caseDetail.execution.workflowId}
            </Text>
            <Button variant="default" mt={6} onClick={print}>
              Print or save as PDF&nbsp;<kbd className="gh-key">P</kbd>
            </Button>
            <Text size="sm" py={6} className="gh-unprinted">
              <a
                href={addressOf('cases.bundle', { domain: caseDetail.domain, caseNo: caseDetail.caseNo })}
                download
              >
                Export evidence bundle
              </a>
            </Text>
            {permissions.includes('audit.read') && (
              <Text size="sm" py={6} className="gh-unprinted">
                <Link to="/audit" search={{ objectId: caseDetail.caseNo } as never}>
                  View audit log
                </Link>
              </Text>
            )}
          </section>
        </aside>
      </div>
      <Text size="xs" className="gh-printed">
        {user.tenantName}, business domain {caseDetail.domain}: {caseDetail.caseNo} as shown to {user.email}{' '}
        at {formatInstant(Date.now())} (time zone {timeZone}), revision {caseDetail.revision}
      </Text>
      <ActionDialog
        act={act}
        close={() => setAct(undefined)}
        beside={
          <Viewers caseDetail={caseDetail} viewers={viewers.filter(({ doing }) => doing === 'deciding')} />
        }
      />
    </>
  );
}

/** The quick scan that the case was opened from. */
function FromScan({ caseDetail: { domain, quickScan } }: { readonly caseDetail: CaseDetail }) {
  if (quickScan === null) return null;
  return (
    <>
      {' '}
      ·{' '}
      <Link to="/quick-scans/$domain/$scanId" params={{ domain, scanId: quickScan.scanId }}>
        from a quick scan with {quickScan.totalHits} {quickScan.totalHits === 1 ? 'hit' : 'hits'}
      </Link>
    </>
  );
}

/** Stated ownership has a panel of its own. */
function withoutOwnership(caseDetail: CaseDetail): CaseDetail['subject'] {
  const fields = new Set(ownershipFields(caseDetail));
  return Object.fromEntries(Object.entries(caseDetail.subject).filter(([name]) => !fields.has(name)));
}

/** In which lists and with which settings nothing was found. */
function NoHits({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { texts, isSampleOnly } = searchedLists(caseDetail);
  return (
    <>
      {texts.map((text) => (
        <Text key={text} size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ))}
      {isSampleOnly && (
        <Text size="sm" className="gh-caution">
          No published list was searched, only the sample list that comes with Gatehouse. This is not a real
          screening result.
        </Text>
      )}
    </>
  );
}

/** Who has the case, or who resolved it. */
function reasonAuthor({ assignee, resolvedAt }: CaseDetail, email: string): string {
  if (resolvedAt !== null) return `Resolved by ${assignee}`;
  return assignee === email ? 'Assigned to you' : `Assigned to ${assignee}`;
}

/** Why two people resolve the case, and what the first one proposed; nothing where one is enough. */
function SecondApproval({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { proposal } = caseDetail;
  const isNeeded = caseDetail.moves.some(({ effect }) => effect === 'propose');
  const said = proposal?.reason ? ` Reason: ${proposal.reason}` : '';
  const text =
    proposal !== null
      ? `Awaiting second approval. ${proposal.by} proposed to ${proposal.decision}. Another person must confirm it. A different decision becomes the new proposal.${said}`
      : caseDetail.fourEyes
        ? 'This case needs two people: the first decision is a proposal that another person must confirm.'
        : 'This case has a true match that takes a second approval: to approve or close it, a second person must confirm.';
  return proposal === null && !caseDetail.fourEyes && !isNeeded ? null : (
    <Text size="sm" role="status" className="gh-panel gh-block">
      {text}
    </Text>
  );
}
