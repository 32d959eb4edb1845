import type { CaseDetail, CaseTransitionName } from '@gatehouse/contract';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { call, Refused } from '../api.ts';
import { groupHits } from '../hits/entity-groups.ts';
import { entryTitle } from '../hits/list-titles.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { phraseText } from '../messages/phrase-text.ts';
import { describeError } from '../queries.ts';
import { sentenceOf } from '../ui/format.ts';
import type { DialogAction } from './action-dialog.tsx';

type Move = CaseDetail['moves'][number];

interface MoveLabels {
  readonly name: string;
  readonly effect: (props: CaseDetail, move: Move) => string;
  readonly color?: string;
}

const decided = { approve: 'approved', reject: 'rejected', close: 'closed' } as const;

/** What is decided: `the application of Jane Doe`; for events that are no application, what was submitted. */
function submissionOf({ eventType, customerName, customerId }: CaseDetail): string {
  const who = customerName ?? customerId;
  const isApplication = eventType === 'KYC_EVENT' || eventType === 'KYB_EVENT';
  return isApplication ? `the application of ${who}` : `the submission for ${who}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Hits that nobody ruled on do not stop some moves; they stay as they are. Counted as the page shows them. */
function unresolvedHits({ alerts }: ReviewedCase, { move, effect }: Move): string {
  const leavesHits = move === 'reject' || move === 'cancel' || effect === 'passOn';
  const count = leavesHits ? groupHits(alerts).filter(({ resolution }) => resolution === null).length : 0;
  if (count === 0) return '';
  return count === 1
    ? '1 hit has no ruling and stays unresolved.'
    : `${count} hits have no ruling and stay unresolved.`;
}

/** The effect of a decision: passing the case on, the first of two approvals, or resolution. */
function effectOfDecision(decision: keyof typeof decided): MoveLabels['effect'] {
  return (props, { effect, webhook }) => {
    if (effect === 'passOn') {
      const counts = props.fourEyes ? ' It counts as the first of two approvals.' : '';
      return `${props.caseNo} goes to ${nextGroup(props)} for its decision. The case stays open.${counts}`;
    }
    const word = decided[decision];
    const whose = `${submissionOf(props)} (${props.caseNo})`;
    if (effect === 'propose') {
      return `Takes effect after a second approval: another person must confirm that ${whose} is ${word}.`;
    }
    const hook = webhook === null ? '' : ` The decision is sent to the webhook ${webhook}.`;
    const when =
      props.holdSeconds === 0
        ? 'Final.'
        : `Final after ${props.holdSeconds} seconds, in which you can take it back.`;
    return `${when} ${capitalized(whose)} is ${word} and the workflow ends.${hook}`;
  };
}

const moveLabels: Readonly<Record<CaseTransitionName, MoveLabels>> = {
  claim: { name: 'Claim', effect: () => 'The case is assigned to you.' },
  assign: { name: 'Assign', effect: () => 'The case is assigned to another person.' },
  release: {
    name: 'Release',
    effect: () =>
      'The case is no longer assigned to you and goes back to the queue. Its status is Unassigned.',
  },
  return: {
    name: 'Return',
    effect: ({ groups, groupIndex }) => {
      const group = groups[Math.max(0, groupIndex - 1)];
      if (group === undefined)
        return 'The case needs rework: it goes back to the queue with the status Returned and your reason. Anyone who works on cases can resume it.';
      const whose = groupIndex === 0 ? 'stays with' : 'goes back to';
      return `The case needs rework: it ${whose} the group ${group} with the status Returned and your reason. Any member can resume it.`;
    },
  },
  resume: { name: 'Resume', effect: () => 'The case is assigned to you again.' },
  approve: { name: 'Approve', color: 'green', effect: effectOfDecision('approve') },
  reject: { name: 'Reject', color: 'red', effect: effectOfDecision('reject') },
  close: { name: 'Close', effect: effectOfDecision('close') },
  cancel: {
    name: 'Cancel case',
    effect: (props) => `${props.caseNo} is closed without a decision and its execution is cancelled.`,
  },
};

/** What each true match takes by the decision policy. */
const ruleTexts: Readonly<Record<Move['trueMatches'][number]['rule'], string>> = {
  'own-words': 'a reason in your own words',
  'second-person': 'a second approval, each in own words',
  'reject-only': 'rejection only',
};

/** Most true matches that a dialog names. */
const maxConditions = 5;

/** The true matches that bind a decision: `Jane Doe (for the customer), PEP: a reason in your own words`. */
function conditionsOf({ trueMatches }: Move): string[] {
  const named = trueMatches
    .slice(0, maxConditions)
    .map(
      ({ label, category, rule }) =>
        `${label}, ${category === 'pep' ? 'PEP' : category.replaceAll('-', ' ')}: ${ruleTexts[rule]}`,
    );
  const others = trueMatches.length - named.length;
  return others > 0 ? [...named, `${others} more`] : named;
}

type Groups = Pick<CaseDetail, 'groups' | 'groupIndex'>;

const nextGroup = ({ groups, groupIndex }: Groups) => groups[groupIndex + 1];

/** A move as its button says it. Approving in a group that is not the last passes the case to the next one. */
export function moveLabel({ move, effect }: Pick<Move, 'move' | 'effect'>, props: Groups): string {
  if (effect === 'passOn') return `Pass to ${nextGroup(props)}`;
  return moveLabels[move].name;
}

/** Fewest characters of own words, as the service wants them. */
const minOwnWords = 20;

/** What a move does and takes, for the person to read before. */
function describeMove(props: ReviewedCase, asked: Move): Omit<DialogAction, 'run'> {
  return {
    title:
      asked.effect === 'passOn'
        ? `Pass ${props.caseNo} to ${nextGroup(props)}`
        : `${moveLabel(asked, props)} ${props.caseNo}`,
    effect: [
      moveLabels[asked.move].effect(props, asked),
      unresolvedHits(props, asked),
      ...(asked.ownWords && asked.allowed
        ? ['The case has a true match: state what you checked and why the risk is acceptable.']
        : []),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    needsReason: asked.needsReason,
    conditions: conditionsOf(asked),
    ...(asked.refusal === null
      ? {}
      : { refusal: sentenceOf(phraseText(asked.refusalPhrases, asked.refusal)) }),
    ...(asked.ownWords ? { minWords: minOwnWords } : {}),
    suggestions: asked.reasons,
    confirm: moveLabel(asked, props),
    ...(asked.move === 'cancel' ? { dismiss: 'Keep case open' } : {}),
    ...(moveLabels[asked.move].color && asked.effect !== 'passOn'
      ? { color: moveLabels[asked.move].color! }
      : {}),
  };
}

/** What can be done on a case, as acts that are asked for once. Each ends in the newest state being shown. */
export function useCaseActions(props: ReviewedCase) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['case', props.domain, props.caseNo] });
  const params = { domain: props.domain, caseNo: props.caseNo };

  async function reportResult<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      void queries.invalidateQueries({ queryKey: ['cases'] });
      await refresh();
      return done;
    } catch (error) {
      const conflict = error instanceof Refused ? error.problem.current : undefined;
      const message = conflict
        ? `${conflict.changedBy ?? 'The service'} changed this case. Your action was not applied. You now see the current case.`
        : describeError(error);
      notifications.show({ color: 'red', title: 'Action not applied', message, autoClose: 10_000 });
      void refresh();
      throw error;
    }
  }

  return {
    move: (asked: Move): DialogAction => ({
      ...describeMove(props, asked),
      run: (reason) =>
        reportResult(() =>
          call('cases.move', {
            params,
            // The page shows how long the decision can be taken back.
            body: {
              move: asked.move,
              expectedRevision: props.revision,
              hold: true,
              ...(reason ? { reason } : {}),
            },
          }),
        ),
    }),
    takeBack: () =>
      reportResult(() => call('cases.takeBack', { params, body: { expectedRevision: props.revision } })),
    /** Says of the entries of two hits that they are one entity, or that they are not. */
    pair: (one: SubjectHit, other: SubjectHit, isSame: boolean): DialogAction => ({
      ...describePair(one, other, isSame),
      run: (reason) =>
        reportResult(() =>
          call('cases.pair', {
            params: { ...params, alertId: one.alertId },
            body: { otherAlertId: other.alertId, isSame, reason },
          }),
        ),
    }),
  };
}

function describePair(one: SubjectHit, other: SubjectHit, isSame: boolean): Omit<DialogAction, 'run'> {
  const how = isSame ? 'as one entity' : 'separately';
  return {
    title: `${isSame ? 'Join' : 'Separate'} list entries: ${one.name}`,
    effect: `${entryTitle(one)} and ${entryTitle(other)} are shown and ruled on ${how}, in every case of this business domain until a person ${isSame ? 'separates' : 'joins'} them.`,
    needsReason: true,
    suggestions: [],
    confirm: isSame ? 'Join entries' : 'Separate entries',
  };
}
