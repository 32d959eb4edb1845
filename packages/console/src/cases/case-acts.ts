import type { CaseDetail, CaseMoveName, RulingWord } from '@gatehouse/contract';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { call, Refused } from '../api.ts';
import { describeError } from '../queries.ts';
import type { Act } from './act-dialog.tsx';
import { rulingNames } from './hit-view.tsx';

interface MoveWords {
  readonly name: string;
  readonly effect: (of: CaseDetail) => string;
  readonly suggestions?: readonly string[];
  readonly color?: string;
}

/** Under four eyes, whether this word is the first of its kind. */
const proposes = (decision: 'approve' | 'reject' | 'close', of: CaseDetail) =>
  of.fourEyes && of.proposal?.decision !== decision;
const passesOn = ({ groups, groupIndex }: CaseDetail) => groupIndex + 1 < groups.length;
const concludes = (decision: 'approve' | 'reject' | 'close', word: string) => (of: CaseDetail) =>
  proposes(decision, of)
    ? `You propose that ${of.caseNo} be ${word}. It is once somebody else says the same.`
    : `${of.caseNo} is ${word}, for good. The workflow concludes and its hook is told.`;

/** Each move in words; which of them is allowed comes with the case. */
export const moveWords: Readonly<Record<CaseMoveName, MoveWords>> = {
  claim: { name: 'Claim', effect: () => 'The case is yours.' },
  assign: { name: 'Assign', effect: () => 'Somebody else has the case.' },
  release: { name: 'Release', effect: () => 'The case goes back to the queue.' },
  return: { name: 'Return', effect: () => 'The case goes back to be reworked.' },
  resume: { name: 'Resume', effect: () => 'The case is yours again.' },
  approve: {
    name: 'Approve',
    color: 'green',
    effect: (of) =>
      passesOn(of)
        ? `Your group is done: ${of.caseNo} goes on to ${of.groups[of.groupIndex + 1]}.`
        : concludes('approve', 'approved')(of),
    suggestions: ['No true match among the hits', 'Reviewed; risk is acceptable'],
  },
  reject: {
    name: 'Reject',
    color: 'red',
    effect: concludes('reject', 'rejected'),
    suggestions: ['True match with a sanctioned party', 'Risk is not acceptable'],
  },
  close: { name: 'Close', effect: concludes('close', 'closed') },
  cancel: { name: 'Cancel', effect: (of) => `${of.caseNo} is closed and its execution cancelled.` },
};

const rulingSuggestions: Readonly<Record<RulingWord, readonly string[]>> = {
  FALSE_POSITIVE: ['Another date of birth', 'Another person of a similar name', 'Another country'],
  TRUE_MATCH: ['Name, date of birth and country agree', 'Identity document agrees'],
  UNDECIDED: ['More information is needed'],
};

/** What can be done on a case, as acts that are asked for once. Each ends in the newest state being shown. */
export function useCaseActs(of: CaseDetail) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['case', of.domain, of.caseNo] });
  const params = { domain: of.domain, caseNo: of.caseNo };

  async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      void queries.invalidateQueries({ queryKey: ['cases'] });
      await refresh();
      return done;
    } catch (error) {
      const conflict = error instanceof Refused ? error.problem.current : undefined;
      const message = conflict
        ? `${conflict.changedBy ?? 'The service'} was faster: nothing of yours was done, and you now see the case as it is.`
        : describeError(error);
      notifications.show({ color: 'red', title: 'Not done', message, autoClose: 10_000 });
      void refresh();
      throw error;
    }
  }

  return {
    move: (move: CaseMoveName, needsReason: boolean): Act => ({
      title: `${moveWords[move].name} ${of.caseNo}`,
      effect: moveWords[move].effect(of),
      needsReason,
      suggestions: needsReason ? (moveWords[move].suggestions ?? []) : [],
      confirm: moveWords[move].name,
      ...(moveWords[move].color ? { color: moveWords[move].color } : {}),
      run: (reason) =>
        told(() =>
          call('cases.move', {
            params,
            body: { move, expectedRevision: of.revision, ...(reason ? { reason } : {}) },
          }),
        ),
    }),
    rule: (alert: CaseDetail['alerts'][number], ruling: RulingWord): Act => ({
      title: `${rulingNames[ruling]}: ${alert.hit.name}`,
      effect:
        ruling === 'FALSE_POSITIVE'
          ? `Remembered for customer ${of.customerId} and this entry, and silent until either changes.`
          : `Remembered for customer ${of.customerId} and this entry.`,
      needsReason: true,
      suggestions: rulingSuggestions[ruling],
      confirm: rulingNames[ruling],
      run: (reason) =>
        told(() =>
          call('cases.rule', { params: { ...params, alertId: alert.alertId }, body: { ruling, reason } }),
        ),
    }),
  };
}
