import type { CaseDetail, CaseViewer } from '@gatehouse/contract';
import { nameOfSubject } from '@gatehouse/contract/case-subject';
import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { addressOf } from '../api.ts';
import { storedReason } from '../hits/stored-reason.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { useSession } from '../session/session.ts';
import { formatInstant, formatZonedInstant } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CaseReportButton } from './case-report-button.tsx';
import { DueText } from './due-text.tsx';
import { Viewers } from './viewers.tsx';

/** Which case it is, who has it and who looks at it. */
export function CaseTitle(props: {
  readonly caseDetail: CaseDetail;
  readonly viewers: readonly CaseViewer[];
}) {
  const { caseDetail, viewers } = props;
  const { user } = useSession();
  const name = nameOfSubject(caseDetail);
  return (
    <Group gap="4px 12px" className="gh-case-titles">
      <Title order={1} size="h3" className="gh-case-title">
        <span className="gh-number gh-dim">{caseDetail.caseNo}</span> <bdi title={name}>{name}</bdi>
      </Title>
      <StatusBadge caseSummary={caseDetail} />
      {caseDetail.assignee && (
        <Text size="sm" className="gh-dim" title={caseDetail.assignee}>
          {assigneeText(caseDetail, user.email)}
        </Text>
      )}
      <Group gap="sm" role="status" aria-label={text('case.alsoViewing')}>
        <Viewers caseDetail={caseDetail} viewers={viewers} />
      </Group>
    </Group>
  );
}

/** Whose case it is, since when, until when, and which groups decide it. */
export function CaseLine({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { domain, customerId, openedAt, resolvedAt, dueAt, quickScan } = caseDetail;
  return (
    <Text size="sm" className="gh-dim gh-dotted" component="div">
      <Link to="/customers/$domain/$customerId" params={{ domain, customerId }}>
        <bdi>{nameOfSubject(caseDetail)}</bdi>
      </Link>
      <span title={formatZonedInstant(openedAt)}>{text('case.opened', { at: formatInstant(openedAt) })}</span>
      {quickScan !== null && (
        <Link to="/quick-scans/$domain/$scanId" params={{ domain, scanId: quickScan.scanId }}>
          {text('case.fromScan', { count: quickScan.totalHits })}
        </Link>
      )}
      {resolvedAt !== null && (
        <span title={formatZonedInstant(resolvedAt)}>
          {text('case.resolved', { at: formatInstant(resolvedAt) })}
        </span>
      )}
      {dueAt !== null && (
        <span>
          {resolvedAt === null ? (
            <Sentence name="case.due" parts={{ age: <DueText caseSummary={caseDetail} /> }} />
          ) : (
            <DueText caseSummary={caseDetail} />
          )}
        </span>
      )}
      {caseDetail.groups.length > 0 && <span>{groupPath(caseDetail)}</span>}
    </Text>
  );
}

/** The groups in the order in which they decide; where there are several, of an open case with the one that decides now. */
function groupPath({ groups, groupIndex, resolvedAt }: CaseDetail): string {
  const named = groups.map((group, index) =>
    groups.length > 1 && index === groupIndex && resolvedAt === null
      ? text('case.currentGroup', { group })
      : group,
  );
  const path = named.reduce((first, next) => text('case.nextGroup', { first, next }));
  return text('case.groupPath', { path });
}

/** Whoever may not see holds does not fetch it. */
const CaseHold = lazy(async () => ({ default: (await import('../erasure/case-hold.tsx')).CaseHold }));

/** Hands the case out, shows its log, and keeps it. */
export function CaseTools({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { permissions } = useSession();
  const { domain, caseNo, customerId } = caseDetail;
  return (
    <Group gap="8px 12px" className="gh-unprinted">
      <Text size="sm">
        <a href={addressOf('cases.bundle', { domain, caseNo })} download>
          {text('case.exportBundle')}
        </a>
      </Text>
      {permissions.includes('audit.read') && (
        <Text size="sm">
          <Link to="/audit" search={{ objectId: caseNo }}>
            {text('case.viewAuditLog')}
          </Link>
        </Text>
      )}
      {permissions.includes('erasures.read') && (
        <Suspense>
          <CaseHold domain={domain} caseNo={caseNo} customerId={customerId} />
        </Suspense>
      )}
      {permissions.includes('executions.read') && (
        <Text size="sm">
          <Link to="/rescreening" search={{ domain, execution: caseDetail.execution.executionId }}>
            {text('terms.screenAsOf')}
          </Link>
        </Text>
      )}
      <CaseReportButton caseKey={{ domain, caseNo }} />
    </Group>
  );
}

/** Who has the case, or who resolved it. */
function assigneeText({ assignee, resolvedAt }: CaseDetail, email: string): string {
  const values = { assignee: personName(assignee ?? '') };
  if (resolvedAt !== null) return text('case.resolvedBy', values);
  return assignee === email ? text('case.assignedToYou') : text('case.isAssignedTo', values);
}

/** Why two people resolve the case, and what the first one proposed; nothing where one is enough. */
export function SecondApproval({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { proposal } = caseDetail;
  const isNeeded = caseDetail.moves.some(({ effect }) => effect === 'propose');
  const words =
    proposal !== null
      ? proposalText(proposal)
      : caseDetail.fourEyes
        ? text('case.needsTwoPeople')
        : text('case.needsSecondApproval');
  return proposal === null && !caseDetail.fourEyes && !isNeeded ? null : (
    <Text size="sm" role="status" className="gh-panel gh-block">
      {words}
    </Text>
  );
}

function proposalText({ by, decision, reason }: NonNullable<CaseDetail['proposal']>): string {
  const proposal = text(`cases.proposed-${decision}`, { by: personName(by) });
  return reason
    ? text('case.proposalWithReason', { proposal, reason: storedReason(reason) })
    : text('case.proposal', { proposal });
}
