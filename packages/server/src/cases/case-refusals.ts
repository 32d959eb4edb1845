import type { ProblemCode } from '@gatehouse/contract';
import { ConsoleRefusal } from '../console-api/index.ts';
import type { TransitionRefusal } from './case-transitions.ts';
import { minJustificationLength } from './conclusion-rules.ts';

/** Why a transition is refused, in words for the person: on the button, and in the answer to who asked anyway. */
export function describeTransitionRefusal(refusal: TransitionRefusal): string {
  switch (refusal.kind) {
    case 'readOnly':
      return 'your roles do not let you work on cases';
    case 'wrongState':
      return `the case is ${refusal.status}; this needs ${[...new Set(refusal.from)].join(' or ')}`;
    case 'groupsFollow':
      return `other groups follow ${refusal.group}: take the case up before you pass it on`;
    case 'takeFirst':
      return 'two people decide this case: claim it before you propose a decision';
    case 'samePerson':
      return `two people decide this case, and ${refusal.email} was the first: another person has to confirm`;
    case 'unresolvedHits':
      return `${refusal.count} ${refusal.count === 1 ? 'hit is' : 'hits are'} not ruled on: ${refusal.hits}. Rule on each, true match or false positive, before you approve or close`;
    case 'ownWords':
      return refusal.isSanctioned
        ? `a true match on a sanctions list (${refusal.hits}): say in your own words, ${minJustificationLength} characters or more, why the case can be concluded all the same; a second person confirms it in theirs`
        : `a true match (${refusal.hits}): say in your own words, ${minJustificationLength} characters or more, what due diligence you did and why the risk is acceptable`;
    case 'repeatedReason':
      return `the second person confirms in their own words, and these are those of ${refusal.by}`;
    case 'contradictedReason':
      return `the reason “${refusal.reason}” is not so: ${refusal.because}`;
    case 'notAdmin':
      return 'only an admin may';
    case 'notMember':
      return `only members of ${refusal.group} may`;
    case 'notAssignee':
      return refusal.assignee === null
        ? 'nobody has the case: take it first'
        : `${refusal.assignee} has the case`;
    case 'cancelUnsettled':
      return 'this deployment has not settled the value of a cancelled execution (GATEHOUSE_CANCELLED_STATUS)';
    case 'reasonMissing':
      return 'a reason is needed';
    case 'assigneeUnknown':
      return 'there is no such person';
    case 'assigneeUnfit':
      return refusal.group === null
        ? 'this person’s roles do not let them work on cases'
        : `this person is no member of ${refusal.group}, or may not work on cases`;
  }
}

const codes: Readonly<Record<TransitionRefusal['kind'], ProblemCode>> = {
  readOnly: 'FORBIDDEN',
  wrongState: 'MOVE_REFUSED',
  groupsFollow: 'MOVE_REFUSED',
  takeFirst: 'MOVE_REFUSED',
  unresolvedHits: 'MOVE_REFUSED',
  ownWords: 'INVALID',
  repeatedReason: 'INVALID',
  contradictedReason: 'INVALID',
  samePerson: 'FORBIDDEN',
  notAdmin: 'FORBIDDEN',
  notMember: 'FORBIDDEN',
  notAssignee: 'FORBIDDEN',
  cancelUnsettled: 'MOVE_REFUSED',
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
