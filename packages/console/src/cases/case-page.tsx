import type { CaseTransitionName, RulingVerdict } from '@gatehouse/contract';
import { nameOfSubject } from '@gatehouse/contract/case-subject';
import { Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call, isNotFound } from '../api.ts';
import { IdentityPictures } from '../documents/identity-pictures.tsx';
import { SubmittedDocuments } from '../documents/submitted-documents.tsx';
import { SubmittedSections } from '../documents/submitted-information.tsx';
import type { HitGroup } from '../hits/entity-groups.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatZonedInstant, timeZone } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { usePrinting } from '../ui/print.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { ActionDialog, type DialogAction } from './action-dialog.tsx';
import { useCaseActions } from './case-actions.ts';
import { CaseLine, CaseTitle, CaseTools, SecondApproval } from './case-head.tsx';
import { CaseHits, HitsHead, useStatedFacts } from './case-hits.tsx';
import { CaseMoves, MoveRefusals } from './case-moves.tsx';
import { CaseDocuments, CaseNotes } from './case-notes.tsx';
import { CaseSections } from './case-sections.tsx';
import { CaseHistory, CaseSubject } from './case-summary.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { useNextCase } from './next-case.ts';
import { withOwnership } from './ownership-facts.ts';
import { OwnershipPanel } from './ownership-panel.tsx';
import { PendingDecision } from './pending-decision.tsx';
import { usePrintedHits } from './printed-hits.tsx';
import { useRulings } from './ruling-actions.tsx';
import { sectionIds } from './section-ids.ts';
import { useStickyBar } from './sticky-bar.ts';
import { useWorkbench, workbenchKeys } from './use-workbench.ts';
import { useViewers, Viewers } from './viewers.tsx';

const route = getRouteApi('/cases/$domain/$caseNo');

export function CasePage() {
  const { domain, caseNo } = route.useParams();
  const found = useQuery({
    queryKey: ['case', domain, caseNo],
    queryFn: ({ signal }) => call('cases.read', { params: { domain, caseNo }, signal }),
    select: withOwnership,
  });
  // A case that is open here may go meanwhile, with its customer or by its age.
  if (found.data && !isNotFound(found.error)) return <OpenCase key={caseNo} caseDetail={found.data} />;
  if (found.isError) {
    return (
      <Failure
        error={found.error}
        retry={() => void found.refetch()}
        absent={text('cases.absent', { caseNo })}
      />
    );
  }
  return <PageSkeleton />;
}

function OpenCase({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  const { permissions, user } = useSession();
  const navigate = useNavigate();
  const [act, setAct] = useState<DialogAction>();
  const noteField = useRef<HTMLTextAreaElement>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const acts = useCaseActions(caseDetail);
  const viewers = useViewers(caseDetail, act === undefined ? 'reading' : 'deciding');
  const next = useNextCase(caseDetail.domain);
  const bar = useStickyBar();
  const { domain, caseNo } = caseDetail;
  const subjectName = nameOfSubject(caseDetail);
  const caseKey = useMemo(() => ({ domain, caseNo }), [domain, caseNo]);
  const printed = usePrintedHits(caseKey);
  const print = useCallbackRef(
    usePrinting(async () => {
      await printed.read();
      await call('cases.print', { params: caseKey, body: { revision: caseDetail.revision } });
    }),
  );
  const rulings = useRulings(caseDetail, user.email);
  const { groups } = rulings;
  const facts = useStatedFacts(groups);
  const bench = useWorkbench(groups);
  const rule = useCallbackRef((ruled: readonly HitGroup[], ruling: RulingVerdict) => {
    const [first, ...others] = ruled;
    if (first === undefined || !caseDetail.mayRule) return;
    setAct(rulings.rule([first, ...others], ruling, { goOn: () => bench.goOn(ruled), reopen: setAct }));
  });
  const ruleMarked = useCallbackRef((ruling: RulingVerdict) =>
    rule(
      bench.marked.length > 0 ? bench.marked : bench.shown.slice(bench.current, bench.current + 1),
      ruling,
    ),
  );
  const selectHit = useCallbackRef((alertId: string) => {
    bench.clearFilters();
    bench.selectHit(alertId);
    document.getElementById(sectionIds.hits)?.focus();
  });
  const pair = useCallbackRef((one: SubjectHit, other: SubjectHit, isSame: boolean) =>
    setAct(acts.pair(one, other, isSame)),
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
    document.title = `${subjectName} · ${caseNo} · Gatehouse`;
  }, [subjectName, caseNo]);
  return (
    <>
      <Letterhead caseDetail={caseDetail} />
      <div ref={bar} className="gh-case-bar">
        <CaseTitle caseDetail={caseDetail} viewers={viewers} />
        <CaseMoves
          caseDetail={caseDetail}
          move={move}
          next={permissions.includes('cases.work') ? () => next.mutate() : undefined}
        />
      </div>
      <MoveRefusals caseDetail={caseDetail} />
      <FindingsPanel caseDetail={caseDetail} groups={groups} selectHit={selectHit} />
      <div className="gh-case-head">
        <CaseLine caseDetail={caseDetail} />
        <CaseTools caseDetail={caseDetail} />
      </div>
      <PendingDecision caseDetail={caseDetail} />
      {caseDetail.resolvedAt === null && caseDetail.pending === null && (
        <SecondApproval caseDetail={caseDetail} />
      )}
      <div className={groups.length === 0 ? 'gh-case' : 'gh-case gh-case-hits'}>
        <Stack gap="sm" className="gh-case-top">
          <IdentityPictures caseDetail={caseDetail} />
          <CaseSubject caseDetail={caseDetail} />
          <CaseSections caseDetail={caseDetail} hits={groups.length} />
          {groups.length === 0 && <SubmittedDocuments caseDetail={caseDetail} />}
          <HitsHead
            caseDetail={caseDetail}
            groups={groups}
            bench={bench}
            facts={facts}
            ruleMarked={ruleMarked}
          />
        </Stack>
        {groups.length > 0 && (
          <CaseHits
            caseDetail={caseDetail}
            caseKey={caseKey}
            groups={groups}
            facts={facts}
            bench={bench}
            isPrinted={printed.isDrawn}
            rule={rule}
            pair={pair}
          />
        )}
        <div className="gh-case-notes" id={sectionIds.notes} tabIndex={-1}>
          <CaseNotes caseDetail={caseDetail} field={noteField} />
          <CaseDocuments caseDetail={caseDetail} choose={fileField} />
        </div>
        <aside className="gh-case-side" id={sectionIds.history} tabIndex={-1}>
          <CaseHistory caseDetail={caseDetail} />
        </aside>
        <Stack gap="sm" className="gh-case-below">
          <OwnershipPanel caseDetail={caseDetail} groups={groups} selectHit={selectHit} />
          {groups.length > 0 && <SubmittedDocuments caseDetail={caseDetail} />}
          <SubmittedSections
            information={caseDetail.submittedInformation}
            files={caseDetail}
            isUnknownShareAbove
          />
        </Stack>
      </div>
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

/** Heads the page on paper: whose case it is, and who printed it when. */
function Letterhead({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  const { user } = useSession();
  const { domain, caseNo, revision } = caseDetail;
  return (
    <div className="gh-printed gh-letterhead">
      <strong>{user.tenantName}</strong>
      <Text size="xs">
        {text('case.letterhead', {
          domain,
          caseNo,
          email: user.email,
          at: formatZonedInstant(Date.now()),
          zone: timeZone,
          revision: String(revision),
        })}
      </Text>
    </div>
  );
}
