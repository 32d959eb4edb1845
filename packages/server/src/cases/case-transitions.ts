import {
  type AutomaticDecision,
  type CaseState,
  type CaseTransitionName,
  caseTransitionNames,
  decisionCaseStates,
} from '@gatehouse/contract';
import type { CaseHit } from './case-hits.ts';
import type { PendingDecision } from './case-hold.ts';
import {
  availableReasons,
  bindingMatches,
  type ResolutionRefusal,
  refuseReason,
  refuseResolution,
  secondPersonMatches,
} from './resolution-rules.ts';

/**
 * THE table of what people do to a case (interface specification 3.2, docs/interface.md 5). Guards, audit records and
 * the buttons of the console come from it. Pure: the case, the asked transition and the person come from the caller.
 */

/**
 * What can happen; approving in a group that is not the last passes the case on instead of concluding it. Under four
 * eyes, and for a true match that takes a second person, the first decision that would resolve it is a proposal.
 */
type CaseStepName = CaseTransitionName | 'passOn' | 'propose';

/**
 * Who may, beyond the right to work on cases:
 * - `member`: whoever belongs to the case's current group; everybody where the case has no groups
 * - `assignee`: the person who has the case
 * - `holder`: the assignee, or a member while nobody has the case
 * - `assigneeOrAdmin`, `holderOrAdmin`: these, or an admin, who belongs to every group
 * - `admin`: an admin alone
 */
type Entitlement = 'member' | 'assignee' | 'holder' | 'assigneeOrAdmin' | 'holderOrAdmin' | 'admin';

interface CaseStep {
  readonly name: CaseStepName;
  /** What is asked for to get here. */
  readonly move: CaseTransitionName;
  readonly from: readonly CaseState[];
  readonly to: CaseState;
  readonly who: Entitlement;
  readonly needsReason: boolean;
  /** Who has the case afterwards: the person who acts, the one who was named, nobody, or whoever had it. */
  readonly assignee: 'actor' | 'named' | 'nobody' | 'same';
  /** Where the current group goes. A case stays with its first group when it is sent back from there. */
  readonly group: 'same' | 'next' | 'previous';
  /** Only where the current group is, or is not, the last. */
  readonly inGroup?: 'last' | 'notLast';
  /** Where two people resolve: the first of them. */
  readonly proposes?: AutomaticDecision;
  /** How the execution ends with it. */
  readonly ends?: { readonly decision: AutomaticDecision } | 'cancelled';
}

const open: readonly CaseState[] = ['UNASSIGNED', 'UNDER_REVIEW', 'RETURNED', 'OTHER_GROUP'];
const inReview: readonly CaseState[] = ['UNDER_REVIEW', 'RETURNED', 'OTHER_GROUP'];

function resolution(decision: AutomaticDecision): Omit<CaseStep, 'inGroup'> {
  return {
    name: decision,
    move: decision,
    from: inReview,
    to: decisionCaseStates[decision],
    who: 'holder',
    needsReason: true,
    // Who resolved it is on the case, also where nobody had it.
    assignee: 'actor',
    group: 'same',
    ends: { decision },
  };
}

/** The case then waits for somebody else of the same group, who agrees, decides otherwise or returns it. */
function proposal(decision: AutomaticDecision): CaseStep {
  return {
    name: 'propose',
    move: decision,
    from: ['UNDER_REVIEW'],
    to: 'OTHER_GROUP',
    who: 'assignee',
    needsReason: true,
    assignee: 'nobody',
    group: 'same',
    ...(decision === 'approve' ? { inGroup: 'last' as const } : {}),
    proposes: decision,
  };
}

export const caseSteps: readonly CaseStep[] = [
  {
    name: 'claim',
    move: 'claim',
    from: ['UNASSIGNED', 'OTHER_GROUP'],
    to: 'UNDER_REVIEW',
    who: 'member',
    needsReason: false,
    assignee: 'actor',
    group: 'same',
  },
  {
    name: 'assign',
    move: 'assign',
    from: ['UNASSIGNED', 'RETURNED', 'OTHER_GROUP'],
    to: 'UNDER_REVIEW',
    who: 'admin',
    needsReason: false,
    assignee: 'named',
    group: 'same',
  },
  {
    name: 'release',
    move: 'release',
    from: ['UNDER_REVIEW'],
    to: 'UNASSIGNED',
    who: 'assigneeOrAdmin',
    needsReason: false,
    assignee: 'nobody',
    group: 'same',
  },
  {
    name: 'return',
    move: 'return',
    from: ['UNDER_REVIEW'],
    to: 'RETURNED',
    who: 'assignee',
    needsReason: true,
    assignee: 'nobody',
    group: 'previous',
  },
  {
    name: 'resume',
    move: 'resume',
    from: ['RETURNED'],
    to: 'UNDER_REVIEW',
    who: 'member',
    needsReason: false,
    assignee: 'actor',
    group: 'same',
  },
  {
    name: 'passOn',
    move: 'approve',
    from: ['UNDER_REVIEW'],
    to: 'OTHER_GROUP',
    who: 'assignee',
    needsReason: true,
    assignee: 'nobody',
    group: 'next',
    inGroup: 'notLast',
  },
  proposal('approve'),
  proposal('reject'),
  proposal('close'),
  { ...resolution('approve'), inGroup: 'last' },
  resolution('reject'),
  resolution('close'),
  {
    name: 'cancel',
    move: 'cancel',
    from: open,
    to: 'CLOSED',
    who: 'holderOrAdmin',
    needsReason: true,
    assignee: 'same',
    group: 'same',
    ends: 'cancelled',
  },
];

/** A case as far as transitions depend on it. */
export interface CaseProgress {
  readonly status: CaseState;
  /** Reviewed in this order. */
  readonly groups: readonly string[];
  readonly groupIndex: number;
  readonly assignee: string | null;
  /** Whether concluding it takes the same word of two people. */
  readonly fourEyes?: boolean;
  /** Where two people resolve: what was proposed last, and by whom. */
  readonly proposal?: Proposal | null;
  /** A decision that can still be taken back; until it takes effect nothing else is done to the case. */
  readonly pending?: PendingDecision | null;
}

/** What the first of two people decided; another person's same decision resolves the case. */
export interface Proposal {
  readonly decision: AutomaticDecision;
  readonly by: string;
  readonly reason?: string;
  /** The true matches that take a second person in spite of which it was made, by the keys of their hits. */
  readonly trueMatches?: readonly string[];
}

/** A person as far as transitions depend on them. */
export interface Reviewer {
  readonly email: string;
  readonly groups: readonly string[];
  /** Whether their roles let them work on cases. */
  readonly worksOnCases: boolean;
  readonly isAdmin: boolean;
}

export interface RequestedTransition {
  readonly move: CaseTransitionName;
  /** The person's own words; blank counts as none. */
  readonly reason?: string | undefined;
  /** Whom to assign to; undefined where there is no such person. */
  readonly assignee?: Reviewer | undefined;
}

/** What of the deployment and the person a decision needs. */
export interface TransitionContext {
  readonly actor: Reviewer;
  /** Whether the deployment has a wire value for a cancelled execution. */
  readonly isCancelConfigured: boolean;
}

/** The same with the hits of the case, as people have ruled on them. */
export interface DecisionContext extends TransitionContext {
  readonly hits: readonly CaseHit[];
}

export type TransitionRefusal =
  | ResolutionRefusal
  /** The person's roles do not let them work on cases. */
  | { readonly kind: 'readOnly' }
  /** A decision is about to take effect: who wants anything else takes it back first. */
  | { readonly kind: 'pending'; readonly decision: AutomaticDecision; readonly by: string }
  /** No decision is held: it took effect, was taken back or was never made. */
  | { readonly kind: 'nothingPending'; readonly status: CaseState }
  | { readonly kind: 'wrongState'; readonly status: CaseState; readonly from: readonly CaseState[] }
  /** Another group's turn follows: who wants to pass the case on has to take it up first. */
  | { readonly kind: 'groupsFollow'; readonly group: string }
  /** Where two people resolve, nobody decides without having taken the case up, unless to agree. */
  | { readonly kind: 'takeFirst' }
  /** Where two people resolve, the second one is another. */
  | { readonly kind: 'samePerson'; readonly email: string }
  | { readonly kind: 'notAdmin' }
  | { readonly kind: 'notMember'; readonly group: string }
  | { readonly kind: 'notAssignee'; readonly assignee: string | null }
  | { readonly kind: 'cancelNotConfigured' }
  /** Whom the hits are about: the key of the execution is gone. */
  | { readonly kind: 'subjectUnreadable' }
  | { readonly kind: 'reasonMissing' }
  | { readonly kind: 'assigneeUnknown' }
  | { readonly kind: 'assigneeUnfit'; readonly group: string | null };

export type TransitionDecision =
  | {
      readonly ok: true;
      readonly step: CaseStepName;
      readonly next: CaseProgress;
      readonly ends: CaseStep['ends'];
    }
  | { readonly ok: false; readonly refusal: TransitionRefusal };

/** Whether a person may make a transition on a case now, and what the case then is. */
export function decideTransition(
  state: CaseProgress,
  requested: RequestedTransition,
  situation: DecisionContext,
): TransitionDecision {
  const guarded = guardMove(state, requested.move, situation);
  if (!guarded.ok) return guarded;
  const { step } = guarded;
  const reason = (requested.reason ?? '').trim();
  if (step.needsReason && reason === '') return refuse({ kind: 'reasonMissing' });
  const decision = decisionOf(step);
  const unfit =
    decision && refuseReason({ decision, reason, first: agreedProposal(state, step) }, situation.hits);
  if (unfit !== undefined) return refuse(unfit);
  const next = nextState(state, step, { actor: situation.actor.email, reason, hits: situation.hits });
  if (step.assignee !== 'named') return { ok: true, step: step.name, next, ends: step.ends };
  const { assignee } = requested;
  if (assignee === undefined) return refuse({ kind: 'assigneeUnknown' });
  if (!assignee.worksOnCases || !isMember(state, assignee)) {
    return refuse({ kind: 'assigneeUnfit', group: currentGroup(state) });
  }
  if (hasProposed(state, assignee)) return refuse({ kind: 'samePerson', email: assignee.email });
  return { ok: true, step: step.name, next: { ...next, assignee: assignee.email }, ends: step.ends };
}

/** A transition as a button shows it. */
export interface AvailableTransition {
  readonly move: CaseTransitionName;
  readonly needsReason: boolean;
  /** Why it is not allowed now; undefined when it is. */
  readonly refusal: TransitionRefusal | undefined;
  /** Of a decision: what it comes to. Null of other transitions. */
  readonly effect: 'passOn' | 'propose' | 'conclude' | null;
  /** Whether the reason has to be the person's own words. */
  readonly ownWords: boolean;
  /** Reasons that are often given and that the hits bear out. */
  readonly reasons: readonly string[];
  /** Of a decision: the true matches in spite of which it would be made, and what each takes. */
  readonly trueMatches: readonly Pick<CaseHit, 'label' | 'category' | 'rule'>[];
}

/** Every transition with whether this person may make it now, before a reason or an assignee is asked for. */
export function availableTransitions(state: CaseProgress, situation: DecisionContext): AvailableTransition[] {
  const { hits } = situation;
  return caseTransitionNames.map((move) => {
    const guarded = guardMove(state, move, situation);
    const needsReason = caseSteps.some((step) => step.move === move && step.needsReason);
    const decision = isDecision(move) ? move : undefined;
    const effect = decision === undefined ? null : effectOf(state, decision, hits);
    const binding = decision === undefined || effect === 'passOn' ? [] : bindingMatches(decision, hits);
    return {
      move,
      needsReason,
      refusal: guarded.ok ? undefined : guarded.refusal,
      effect,
      ownWords: binding.length > 0,
      reasons: decision === undefined ? [] : availableReasons(effect === 'passOn' ? effect : decision, hits),
      trueMatches: binding.map(({ label, category, rule }) => ({ label, category, rule })),
    };
  });
}

function isDecision(move: CaseTransitionName): move is AutomaticDecision {
  return caseSteps.some((step) => step.move === move && typeof step.ends === 'object');
}

function effectOf(
  state: CaseProgress,
  decision: AutomaticDecision,
  hits: readonly CaseHit[],
): 'passOn' | 'propose' | 'conclude' {
  if (decision === 'approve' && placeOf(state) === 'notLast') return 'passOn';
  return needsTwoPeople(state, decision, hits) && !hasMatchingProposal(state, decision, hits)
    ? 'propose'
    : 'conclude';
}

/** The group whose turn it is; null where the case has no groups. */
export function currentGroup({ groups, groupIndex }: CaseProgress): string | null {
  return groups[groupIndex] ?? null;
}

/**
 * Whether a person may rule on the hits of a case: while it is open whoever has it, afterwards, to put a ruling
 * right, any member of one of its groups.
 */
export function checkRulingPermission(state: CaseProgress, actor: Reviewer): TransitionRefusal | undefined {
  if (!actor.worksOnCases) return { kind: 'readOnly' };
  if (state.pending) return pendingRefusal(state.pending);
  if (open.includes(state.status)) {
    const has = state.status === 'UNDER_REVIEW' && state.assignee === actor.email;
    return has ? undefined : { kind: 'notAssignee', assignee: state.assignee };
  }
  const { groups } = state;
  if (groups.length === 0 || actor.isAdmin || groups.some((group) => actor.groups.includes(group)))
    return undefined;
  return { kind: 'notMember', group: groups.join(', ') };
}

/** Whether a person may take back the decision that is held: whoever could work on the case in its group. */
export function checkTakeBack(state: CaseProgress, actor: Reviewer): TransitionRefusal | undefined {
  if (!actor.worksOnCases) return { kind: 'readOnly' };
  if (!state.pending) return { kind: 'nothingPending', status: state.status };
  const isTheirs = state.pending.by === actor.email || isMember(state, actor);
  return isTheirs ? undefined : { kind: 'notMember', group: currentGroup(state) ?? '' };
}

function pendingRefusal({ decision, by }: PendingDecision): TransitionRefusal {
  return { kind: 'pending', decision, by };
}

/** Whether a person may write notes and attach files: whoever belongs to one of the case's groups, at any time. */
export function checkNotePermission(state: CaseProgress, actor: Reviewer): TransitionRefusal | undefined {
  if (!actor.worksOnCases) return { kind: 'readOnly' };
  const { groups } = state;
  const isMember = actor.isAdmin || groups.some((group) => actor.groups.includes(group));
  return groups.length === 0 || isMember ? undefined : { kind: 'notMember', group: groups.join(', ') };
}

type Guarded =
  | { readonly ok: true; readonly step: CaseStep }
  | { readonly ok: false; readonly refusal: TransitionRefusal };

/** State before person: whoever sees the case sees its state, and the reason should name what would help. */
function guardMove(state: CaseProgress, move: CaseTransitionName, situation: DecisionContext): Guarded {
  const { actor, hits } = situation;
  if (!actor.worksOnCases) return refuse({ kind: 'readOnly' });
  if (state.pending) return refuse(pendingRefusal(state.pending));
  const steps = caseSteps.filter((step) => step.move === move);
  const fromHere = steps.filter((step) => step.from.includes(state.status));
  if (fromHere.length === 0) {
    return refuse({ kind: 'wrongState', status: state.status, from: steps.flatMap((step) => step.from) });
  }
  const place = placeOf(state);
  const here = fromHere.filter(({ inGroup }) => inGroup === undefined || inGroup === place);
  if (here.length === 0) return refuse({ kind: 'groupsFollow', group: currentGroup(state) ?? '' });
  const step = here.find((one) => matchesApprovalMode(state, one, hits));
  if (step === undefined) return refuse({ kind: 'takeFirst' });
  const refusal = refusePerson(state, step, actor);
  if (refusal !== undefined) return refuse(refusal);
  if (needsOtherPerson(state, step, hits) && hasProposed(state, actor)) {
    return refuse({ kind: 'samePerson', email: actor.email });
  }
  if (step.ends === 'cancelled' && !situation.isCancelConfigured)
    return refuse({ kind: 'cancelNotConfigured' });
  const decision = decisionOf(step);
  const open = decision && refuseResolution(decision, hits);
  return open === undefined ? { ok: true, step } : refuse(open);
}

function placeOf({ groupIndex, groups }: CaseProgress): 'last' | 'notLast' {
  return groupIndex >= groups.length - 1 ? 'last' : 'notLast';
}

/** The decision that a step makes, alone or as the first of two people; undefined where it makes none. */
function decisionOf(step: CaseStep): AutomaticDecision | undefined {
  return typeof step.ends === 'object' ? step.ends.decision : step.proposes;
}

/** Whether a decision takes two people: as the workflow wants it, or because of true matches. */
function needsTwoPeople(
  { fourEyes }: CaseProgress,
  decision: AutomaticDecision,
  hits: readonly CaseHit[],
): boolean {
  return fourEyes === true || secondPersonMatches(decision, hits).length > 0;
}

/** Whether somebody proposed this decision, knowing of each true match that takes a second person. */
function hasMatchingProposal(
  { proposal: first }: CaseProgress,
  decision: AutomaticDecision,
  hits: readonly CaseHit[],
): boolean {
  if (first?.decision !== decision) return false;
  return secondPersonMatches(decision, hits).every((key) => first.trueMatches?.includes(key) === true);
}

/** Whether a step is the one of this decision: a proposal where two people resolve, until one has proposed the same. */
function matchesApprovalMode(state: CaseProgress, step: CaseStep, hits: readonly CaseHit[]): boolean {
  const decision = decisionOf(step);
  if (decision === undefined) return true;
  const isFirst = needsTwoPeople(state, decision, hits) && !hasMatchingProposal(state, decision, hits);
  return isFirst === (step.proposes !== undefined);
}

/** Whether whoever decided last may not make this step. Rejecting alone undoes one's own proposal. */
function needsOtherPerson(state: CaseProgress, step: CaseStep, hits: readonly CaseHit[]): boolean {
  return typeof step.ends === 'object'
    ? needsTwoPeople(state, step.ends.decision, hits)
    : step.assignee === 'actor';
}

function hasProposed({ proposal: first }: CaseProgress, person: Reviewer): boolean {
  return first?.by === person.email;
}

/** Whose proposal a step agrees with. */
function agreedProposal({ proposal: first }: CaseProgress, step: CaseStep): Proposal | undefined {
  return typeof step.ends === 'object' && first?.decision === step.ends.decision ? first : undefined;
}

function refusePerson(state: CaseProgress, step: CaseStep, actor: Reviewer): TransitionRefusal | undefined {
  const notMember: TransitionRefusal = { kind: 'notMember', group: currentGroup(state) ?? '' };
  const notAssignee: TransitionRefusal = { kind: 'notAssignee', assignee: state.assignee };
  const isAssignee = state.assignee === actor.email;
  switch (step.who) {
    case 'member':
      return isMember(state, actor) ? undefined : notMember;
    case 'assignee':
      return isAssignee ? undefined : notAssignee;
    case 'assigneeOrAdmin':
      return isAssignee || actor.isAdmin ? undefined : notAssignee;
    case 'holder':
    case 'holderOrAdmin':
      if (step.who === 'holderOrAdmin' && actor.isAdmin) return undefined;
      if (state.assignee === null) return isMember(state, actor) ? undefined : notMember;
      return isAssignee ? undefined : notAssignee;
    case 'admin':
      return actor.isAdmin ? undefined : { kind: 'notAdmin' };
  }
}

function isMember(state: CaseProgress, person: Reviewer): boolean {
  const group = currentGroup(state);
  return group === null || person.isAdmin || person.groups.includes(group);
}

interface MadeDecision {
  readonly actor: string;
  readonly reason: string;
  readonly hits: readonly CaseHit[];
}

function nextState(state: CaseProgress, step: CaseStep, made: MadeDecision): CaseProgress {
  const moved = { same: 0, next: 1, previous: -1 }[step.group];
  const assignees = { actor: made.actor, named: null, nobody: null, same: state.assignee };
  const proposal = nextProposal(state, step, made);
  return {
    status: step.to,
    groups: state.groups,
    groupIndex: Math.max(0, state.groupIndex + moved),
    assignee: assignees[step.assignee],
    ...(state.fourEyes === true ? { fourEyes: true, proposal } : proposal === null ? {} : { proposal }),
  };
}

/** Under four eyes passing on is a first decision too; a case that is sent back is decided anew. */
function nextProposal(
  state: CaseProgress,
  step: CaseStep,
  { actor, reason, hits }: MadeDecision,
): Proposal | null {
  // Passing on confirms no true match: whoever decides in spite of one proposes that anew.
  if (step.name === 'passOn') return state.fourEyes === true ? { decision: 'approve', by: actor } : null;
  if (step.proposes !== undefined) {
    const trueMatches = secondPersonMatches(step.proposes, hits);
    return { decision: step.proposes, by: actor, reason, trueMatches };
  }
  return step.name === 'return' ? null : (state.proposal ?? null);
}

function refuse(refusal: TransitionRefusal): { readonly ok: false; readonly refusal: TransitionRefusal } {
  return { ok: false, refusal };
}
