import type { CaseDetail, CaseTransitionName, CaseViewer } from '@gatehouse/contract';
import { Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addressOf } from '../api.ts';
import { phraseText } from '../messages/phrase-text.ts';
import { useSession } from '../session/session.ts';
import { formatInstant, sentenceOf } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { moveLabel } from './case-actions.ts';
import { CaseReportButton } from './case-report-button.tsx';
import { DueText } from './due-text.tsx';
import { nameOfSubject } from './name-of-subject.ts';
import { Viewers } from './viewers.tsx';

const moveKeys: Partial<Record<CaseTransitionName, string>> = { claim: 'c', approve: 'a', reject: 'r' };

/** Which case it is, who has it and who looks at it. */
export function CaseTitle(props: {
  readonly caseDetail: CaseDetail;
  readonly viewers: readonly CaseViewer[];
}) {
  const { caseDetail, viewers } = props;
  const { user } = useSession();
  return (
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
          {nameOfSubject(caseDetail)}
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
  );
}

/** What may be done to the case now; where something can still be decided, what one may not do says why. */
export function CaseMoves(props: {
  readonly caseDetail: CaseDetail;
  readonly move: (name: CaseTransitionName) => void;
}) {
  const { caseDetail, move } = props;
  const isOpen = caseDetail.resolvedAt === null;
  // The next thing to do is the one that stands out: a case is claimed before it is decided on.
  const [primary] = (['claim', 'resume', 'approve'] as const).filter((name) =>
    caseDetail.moves.some((one) => one.move === name && one.allowed),
  );
  return (
    <Group gap="xs">
      {caseDetail.moves
        .filter(
          ({ move: name, allowed }) =>
            allowed || (isOpen && ['approve', 'reject', 'close', 'cancel'].includes(name)),
        )
        .filter(({ move: name }) => name !== 'assign')
        .map(({ move: name, allowed, refusal, refusalPhrases, effect }) => (
          <Tooltip
            key={name}
            label={sentenceOf(phraseText(refusalPhrases, refusal ?? ''))}
            // The banner above says it of a pending decision.
            disabled={allowed || !refusal || caseDetail.pending !== null}
            multiline
            maw={360}
          >
            <Button
              variant={name === primary ? 'filled' : 'default'}
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
    </Group>
  );
}

/** Prints and exports the case, and opens the next one. */
export function CaseTools(props: {
  readonly caseDetail: CaseDetail;
  readonly print: () => void;
  /** Undefined for those who work on no cases. */
  readonly next: (() => void) | undefined;
}) {
  const { caseDetail, print, next } = props;
  const { permissions } = useSession();
  const { domain, caseNo } = caseDetail;
  return (
    <Group gap="8px 12px" className="gh-unprinted">
      <CaseReportButton caseKey={{ domain, caseNo }} />
      <Button variant="default" onClick={print}>
        Print or save as PDF&nbsp;<kbd className="gh-key">P</kbd>
      </Button>
      <Text size="sm">
        <a href={addressOf('cases.bundle', { domain, caseNo })} download>
          Export evidence bundle
        </a>
      </Text>
      {permissions.includes('audit.read') && (
        <Text size="sm">
          <Link to="/audit" search={{ objectId: caseNo } as never}>
            View audit log
          </Link>
        </Text>
      )}
      {next && (
        <Button variant="default" onClick={next}>
          Next case&nbsp;<kbd className="gh-key">N</kbd>
        </Button>
      )}
    </Group>
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

/** Who has the case, or who resolved it. */
function reasonAuthor({ assignee, resolvedAt }: CaseDetail, email: string): string {
  if (resolvedAt !== null) return `Resolved by ${assignee}`;
  return assignee === email ? 'Assigned to you' : `Assigned to ${assignee}`;
}

/** Why two people resolve the case, and what the first one proposed; nothing where one is enough. */
export function SecondApproval({ caseDetail }: { readonly caseDetail: CaseDetail }) {
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
