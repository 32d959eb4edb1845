import type { CaseDetail } from '@gatehouse/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { storedReason } from '../hits/stored-reason.ts';
import type { ReviewedCase } from '../hits/subject-hits.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { useKeys } from '../ui/keys.ts';
import { useCaseActions } from './case-actions.ts';

/** How often the countdown is drawn, and how often a case is read again whose time has come. */
const tickMs = 250;
const overdueMs = 1_000;

/** A decision that has not taken effect: how long it can be taken back, and the button that does. */
export function PendingDecision({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  const { pending } = caseDetail;
  return pending === null ? null : <Countdown caseDetail={caseDetail} pending={pending} />;
}

function Countdown(props: {
  readonly caseDetail: ReviewedCase;
  readonly pending: NonNullable<CaseDetail['pending']>;
}) {
  const { caseDetail, pending } = props;
  const queries = useQueryClient();
  const acts = useCaseActions(caseDetail);
  const [busy, setBusy] = useState(false);
  const remainingMs = useRemaining(pending.releasesInMs, () => {
    void queries.invalidateQueries({ queryKey: ['case', caseDetail.domain, caseDetail.caseNo] });
  });
  const takeBack = async () => {
    if (busy || !caseDetail.mayTakeBack) return;
    setBusy(true);
    // The page shows what became of it.
    await acts.takeBack().catch(() => undefined);
    setBusy(false);
  };
  useKeys({ z: () => void takeBack() });
  return (
    <Group className="gh-panel gh-block gh-unprinted" justify="space-between" wrap="nowrap">
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" role="status">
          <b>{text(`case.pending-${pending.decision}`)}</b>{' '}
          {text('case.pendingWords', { by: personName(pending.by), reason: storedReason(pending.reason) })}
        </Text>
        <Text size="sm" className="gh-number" role="timer">
          {remainingMs > 0
            ? text('case.takesEffectIn', { count: Math.ceil(remainingMs / 1_000) })
            : text('case.takesEffectNow')}
        </Text>
      </div>
      {caseDetail.mayTakeBack && (
        <Button variant="filled" loading={busy} onClick={() => void takeBack()} style={{ flexShrink: 0 }}>
          {text('case.takeBack')}&nbsp;<kbd className="gh-key">Z</kbd>
        </Button>
      )}
    </Group>
  );
}

/**
 * Counts down from what the service answered, by this browser's clock.
 * @param onOverdue called about once a second after the end
 */
function useRemaining(releasesInMs: number, onOverdue: () => void): number {
  // Of each answer anew: the clocks of service and browser may differ.
  const endsAt = useMemo(() => Date.now() + releasesInMs, [releasesInMs]);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const remainingMs = Math.max(0, endsAt - now);
  const isOver = remainingMs === 0;
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setInterval(onOverdue, overdueMs);
    return () => clearInterval(timer);
  });
  return remainingMs;
}
