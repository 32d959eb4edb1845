import type { CaseDetail, CaseTransitionName } from '@gatehouse/contract';
import { nameOfSubject } from '@gatehouse/contract/case-subject';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { call, Refused } from '../api.ts';
import { groupHits } from '../hits/entity-groups.ts';
import { entryTitle } from '../hits/list-titles.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { hitLabelText, phraseText } from '../messages/phrase-text.ts';
import { text, textIfKnown } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { personName } from '../session/people-names.ts';
import { sentenceOf } from '../ui/format.ts';
import type { DialogAction } from './action-dialog.tsx';

type Move = CaseDetail['moves'][number];

interface MoveLabels {
  readonly name: string;
  readonly effect: (props: CaseDetail, move: Move) => string;
  readonly color?: string;
}

/** Hits that nobody ruled on do not stop some moves; they stay as they are. Counted as the page shows them. */
function unresolvedHits({ alerts }: ReviewedCase, { move, effect }: Move): string {
  const leavesHits = move === 'reject' || move === 'cancel' || effect === 'passOn';
  const count = leavesHits ? groupHits(alerts).filter(({ resolution }) => resolution === null).length : 0;
  return count === 0 ? '' : text('case.unresolvedHits', { count });
}

/** The effect of a decision: passing the case on, the first of two approvals, or resolution. */
function effectOfDecision(decision: 'approve' | 'reject' | 'close'): MoveLabels['effect'] {
  return (props, { effect, webhook }) => {
    const { caseNo, eventType, fourEyes, holdSeconds } = props;
    if (effect === 'passOn') {
      return joined(
        text('case.passOnEffect', { caseNo, group: nextGroup(props) ?? '' }),
        fourEyes && text('case.countsAsFirst'),
      );
    }
    const values = {
      who: nameOfSubject(props),
      caseNo,
      decided: text(`case.decided-${decision}`),
    };
    // An event that is no application has what was submitted.
    const isApplication = eventType === 'KYC_EVENT' || eventType === 'KYB_EVENT';
    if (effect === 'propose') {
      return isApplication
        ? text('case.applicationProposed', values)
        : text('case.submissionProposed', values);
    }
    return joined(
      holdSeconds === 0 ? text('case.final') : text('case.finalAfter', { count: holdSeconds }),
      isApplication ? text('case.applicationDecided', values) : text('case.submissionDecided', values),
      webhook !== null && text('case.decisionSent', { webhook }),
    );
  };
}

/** Sentences one after the other. */
function joined(...sentences: readonly (string | false)[]): string {
  return sentences
    .flatMap((sentence) => sentence || [])
    .reduce((first, second) => text('case.sentences', { first, second }));
}

const moveLabels: Readonly<Record<CaseTransitionName, MoveLabels>> = {
  claim: { name: text('case.claim'), effect: () => text('case.claimEffect') },
  assign: { name: text('cases.assign'), effect: () => text('case.assignEffect') },
  release: { name: text('case.release'), effect: () => text('case.releaseEffect') },
  return: {
    name: text('case.return'),
    effect: ({ groups, groupIndex }) => {
      const group = groups[Math.max(0, groupIndex - 1)];
      if (group === undefined) return text('case.returnEffect');
      return groupIndex === 0
        ? text('case.returnWithinEffect', { group })
        : text('case.returnToEffect', { group });
    },
  },
  resume: { name: text('case.resume'), effect: () => text('case.resumeEffect') },
  approve: { name: text('case.approve'), color: 'green', effect: effectOfDecision('approve') },
  reject: { name: text('case.reject'), color: 'red', effect: effectOfDecision('reject') },
  close: { name: text('actions.close'), effect: effectOfDecision('close') },
  cancel: {
    name: text('case.cancel'),
    effect: ({ caseNo }) => text('case.cancelEffect', { caseNo }),
  },
};

/** Most true matches that a dialog names. */
const maxConditions = 5;

/** The true matches that bind a decision: `Jane Doe (for the customer), PEP: a reason in your own words`. */
function conditionsOf({ trueMatches }: Move): string[] {
  const named = trueMatches.slice(0, maxConditions).map(({ label, category, rule }) =>
    text('case.condition', {
      label: hitLabelText(label),
      category: textIfKnown(`case.category-${category}`) ?? category.replaceAll('-', ' '),
      // What each true match takes by the decision policy.
      rule: text(`case.rule-${rule}`),
    }),
  );
  const others = trueMatches.length - named.length;
  return others > 0 ? [...named, text('case.moreConditions', { count: others })] : named;
}

type Groups = Pick<CaseDetail, 'groups' | 'groupIndex'>;

const nextGroup = ({ groups, groupIndex }: Groups) => groups[groupIndex + 1];

/** A move as its button says it. Approving in a group that is not the last passes the case to the next one. */
export function moveLabel({ move, effect }: Pick<Move, 'move' | 'effect'>, props: Groups): string {
  if (effect === 'passOn') return text('case.passTo', { group: nextGroup(props) ?? '' });
  return moveLabels[move].name;
}

/** Fewest characters of own words, as the service wants them. */
const minOwnWords = 20;

/** What a move does and takes, for the person to read before. */
function describeMove(props: ReviewedCase, asked: Move): Omit<DialogAction, 'run'> {
  return {
    title:
      asked.effect === 'passOn'
        ? text('case.passOnTitle', { caseNo: props.caseNo, group: nextGroup(props) ?? '' })
        : text('case.moveTitle', { move: moveLabel(asked, props), caseNo: props.caseNo }),
    effect: joined(
      moveLabels[asked.move].effect(props, asked),
      unresolvedHits(props, asked),
      asked.ownWords && asked.allowed && text('case.trueMatchReason'),
    ),
    needsReason: asked.needsReason,
    conditions: conditionsOf(asked),
    ...(asked.refusal === null
      ? {}
      : { refusal: sentenceOf(phraseText(asked.refusalPhrases, asked.refusal)) }),
    ...(asked.ownWords ? { minWords: minOwnWords } : {}),
    suggestions: asked.reasons,
    confirm: moveLabel(asked, props),
    ...(asked.move === 'cancel' ? { dismiss: text('case.keepOpen') } : {}),
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
      const message =
        conflict === undefined
          ? describeError(error)
          : conflict.changedBy
            ? text('case.changedBy', { by: personName(conflict.changedBy) })
            : text('case.changedByService');
      notifications.show({ color: 'red', title: text('case.notApplied'), message, autoClose: 10_000 });
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
  const entries = { one: entryTitle(one), other: entryTitle(other) };
  const { name } = one;
  return {
    title: isSame ? text('case.joinTitle', { name }) : text('case.separateTitle', { name }),
    effect: isSame ? text('case.joinEffect', entries) : text('case.separateEffect', entries),
    needsReason: true,
    suggestions: [],
    confirm: isSame ? text('case.join') : text('case.separate'),
  };
}
