import { type CaseState, isFinalCase, type ProblemCode } from '@gatehouse/contract';
import { ConsoleRefusal } from '../console-api/index.ts';
import type { TransitionRefusal } from './case-transitions.ts';
import { minJustificationLength } from './resolution-rules.ts';

/** States as the console names them. */
const stateLabels: Readonly<Record<CaseState, string>> = {
  UNASSIGNED: 'unassigned',
  UNDER_REVIEW: 'under review',
  RETURNED: 'returned',
  OTHER_GROUP: 'escalated',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CLOSED: 'closed',
};

/** `under review, returned or escalated`. */
function anyOf(states: readonly CaseState[]): string {
  const labels = [...new Set(states)].map((state) => stateLabels[state]);
  return labels.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** Why a transition is refused, in words for the person: on the button, and in the answer to who asked anyway. */
export function describeTransitionRefusal(refusal: TransitionRefusal): string {
  switch (refusal.kind) {
    case 'readOnly':
      return 'your roles do not allow work on cases';
    case 'pending':
      return `the decision of ${refusal.by} to ${refusal.decision} this case is about to take effect: take it back first`;
    case 'nothingPending':
      return isFinalCase(refusal.status)
        ? `the decision took effect: the case is ${stateLabels[refusal.status]}`
        : 'no decision is pending: it was taken back, or none was made';
    case 'wrongState':
      return `the case is ${stateLabels[refusal.status]}; this is possible only while it is ${anyOf(refusal.from)}`;
    case 'groupsFollow':
      return `other groups follow ${refusal.group}: claim the case before you pass it on`;
    case 'takeFirst':
      return 'two people decide this case: claim it before you propose a decision';
    case 'samePerson':
      return `two people decide this case, and ${refusal.email} was the first: another person has to confirm`;
    case 'unresolvedHits':
      return `${refusal.count} ${refusal.count === 1 ? 'hit is' : 'hits are'} not ruled on: ${refusal.hits}. Rule on each, true match or false positive, before you approve or close`;
    case 'rejectOnly':
      return `a true match for which the decision policy leaves rejection alone: ${refusal.hits}. Reject the case`;
    case 'ownWords':
      return refusal.needsSecondPerson
        ? `a true match that takes a second approval (${refusal.hits}): explain in your own words, in ${minJustificationLength} characters or more, why the case can be approved or closed in spite of it; a second person confirms in their own words`
        : `a true match (${refusal.hits}): explain in your own words, in ${minJustificationLength} characters or more, what due diligence you did and why the risk is acceptable`;
    case 'repeatedReason':
      return `the second approver has to write their own reason: this one repeats that of ${refusal.by}`;
    case 'contradictedReason':
      return `the reason “${refusal.reason}” does not apply: ${refusal.because}`;
    case 'notAdmin':
      return 'only an admin can do this';
    case 'notMember':
      return `only members of ${refusal.group} can do this`;
    case 'notAssignee':
      return refusal.assignee === null
        ? 'the case is not assigned: claim it first'
        : `the case is assigned to ${refusal.assignee}`;
    case 'cancelNotConfigured':
      return 'cancelling is not set up in this deployment (GATEHOUSE_CANCELLED_STATUS)';
    case 'reasonMissing':
      return 'a reason is required';
    case 'assigneeUnknown':
      return 'this user does not exist';
    case 'assigneeUnfit':
      return refusal.group === null
        ? 'the roles of this user do not allow work on cases'
        : `this user is not a member of ${refusal.group}, or may not work on cases`;
  }
}

const codes: Readonly<Record<TransitionRefusal['kind'], ProblemCode>> = {
  readOnly: 'FORBIDDEN',
  pending: 'MOVE_REFUSED',
  nothingPending: 'MOVE_REFUSED',
  wrongState: 'MOVE_REFUSED',
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
    describeTransitionRefusal(refusal),
    field === undefined ? {} : { field },
  );
}
