import { isFinalCase, type Phrase, type ProblemCode, phrase } from '@gatehouse/contract';
import { ConsoleRefusal } from '../console-api/index.ts';
import type { TransitionRefusal } from './case-transitions.ts';
import { minJustificationLength } from './resolution-rules.ts';

/** Why a transition is refused, for the person: on the button, and in the answer to who asked anyway. */
export function transitionPhrase(refusal: TransitionRefusal): Phrase | readonly Phrase[] {
  switch (refusal.kind) {
    case 'pending':
      return phrase('refusals.casePending', { person: refusal.by, decision: refusal.decision });
    case 'nothingPending':
      return isFinalCase(refusal.status)
        ? phrase('refusals.caseTookEffect', { state: refusal.status })
        : phrase('refusals.caseNothingPending');
    case 'wrongState':
      return phrase('refusals.caseWrongState', { state: refusal.status, state2: refusal.from });
    case 'groupsFollow':
      return phrase('refusals.caseGroupsFollow', { group: refusal.group });
    case 'samePerson':
      return phrase('refusals.caseSamePerson', { person: refusal.email });
    case 'unresolvedHits':
      return phrase('refusals.caseUnresolvedHits', { count: refusal.count, hits: refusal.hits });
    case 'rejectOnly':
      return phrase('refusals.caseRejectOnly', { hits: refusal.hits });
    case 'ownWords': {
      const values = { hits: refusal.hits, length: minJustificationLength };
      return refusal.needsSecondPerson
        ? phrase('refusals.caseOwnWordsOfTwo', values)
        : phrase('refusals.caseOwnWords', values);
    }
    case 'repeatedReason':
      return phrase('refusals.caseRepeatedReason', { person: refusal.by });
    case 'contradictedReason':
      return [phrase('refusals.caseContradictedReason', { reason: refusal.reason }), ...refusal.because];
    case 'notMember':
      return phrase('refusals.caseNotMember', { group: refusal.group });
    case 'notAssignee':
      return refusal.assignee === null
        ? phrase('refusals.caseNotAssigned')
        : phrase('refusals.caseAssignedTo', { person: refusal.assignee });
    case 'assigneeUnfit':
      return refusal.group === null
        ? phrase('refusals.caseAssigneeUnfit')
        : phrase('refusals.caseAssigneeNotMember', { group: refusal.group });
    case 'readOnly':
    case 'takeFirst':
    case 'notAdmin':
    case 'cancelNotConfigured':
    case 'reasonMissing':
    case 'subjectUnreadable':
    case 'assigneeUnknown':
      return phrase(plainPhrases[refusal.kind]);
  }
}

/** Refusals that say nothing of the case. */
const plainPhrases = {
  readOnly: 'refusals.caseReadOnly',
  takeFirst: 'refusals.caseTakeFirst',
  notAdmin: 'refusals.caseNotAdmin',
  cancelNotConfigured: 'refusals.caseCancelNotConfigured',
  reasonMissing: 'refusals.caseReasonMissing',
  subjectUnreadable: 'refusals.scanKeyMissing',
  assigneeUnknown: 'refusals.caseAssigneeUnknown',
} as const;

const codes: Readonly<Record<TransitionRefusal['kind'], ProblemCode>> = {
  readOnly: 'FORBIDDEN',
  pending: 'MOVE_REFUSED',
  nothingPending: 'MOVE_REFUSED',
  wrongState: 'MOVE_REFUSED',
  subjectUnreadable: 'MOVE_REFUSED',
  groupsFollow: 'MOVE_REFUSED',
  takeFirst: 'MOVE_REFUSED',
  unresolvedHits: 'MOVE_REFUSED',
  rejectOnly: 'MOVE_REFUSED',
  ownWords: 'INVALID',
  repeatedReason: 'INVALID',
  contradictedReason: 'INVALID',
  samePerson: 'FORBIDDEN',
  notAdmin: 'FORBIDDEN',
  notMember: 'FORBIDDEN',
  notAssignee: 'FORBIDDEN',
  cancelNotConfigured: 'MOVE_REFUSED',
  reasonMissing: 'INVALID',
  assigneeUnknown: 'INVALID',
  assigneeUnfit: 'INVALID',
};

const fields: Readonly<Partial<Record<TransitionRefusal['kind'], string>>> = {
  reasonMissing: 'reason',
  ownWords: 'reason',
  repeatedReason: 'reason',
  contradictedReason: 'reason',
  assigneeUnknown: 'assignee',
  assigneeUnfit: 'assignee',
};

export function refuseTransition(refusal: TransitionRefusal): ConsoleRefusal {
  const field = fields[refusal.kind];
  return new ConsoleRefusal(
    codes[refusal.kind],
    transitionPhrase(refusal),
    field === undefined ? {} : { field },
  );
}
