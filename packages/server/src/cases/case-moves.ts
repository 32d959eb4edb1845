import {
  type AutomaticDecision,
  type CaseMoveName,
  type CaseState,
  caseMoveNames,
  decisionCaseStates,
} from '@gatehouse/contract';

/**
 * THE table of what people do to a case (spec 3.2, wire-decisions 5). Guards, audit records and the buttons of
 * the console come from it. Pure: the case, the asked move and the person come from the caller.
 */

/**
 * What can happen; approving in a group that is not the last passes the case on instead of concluding it, and under
 * four eyes the first word that would conclude it is a proposal.
 */
export type CaseStepName = CaseMoveName | 'passOn' | 'propose';

/**
 * Who may, beyond the right to work on cases:
 * - `member`: whoever belongs to the case's current group; everybody where the case has no groups
 * - `assignee`: the person who has the case
 * - `holder`: the assignee, or a member while nobody has the case
 * - `assigneeOrAdmin`, `holderOrAdmin`: these, or an admin, who belongs to every group
 * - `admin`: an admin alone
 */
type Entitled = 'member' | 'assignee' | 'holder' | 'assigneeOrAdmin' | 'holderOrAdmin' | 'admin';

interface CaseStep {
  readonly name: CaseStepName;
  /** What is asked for to get here. */
  readonly move: CaseMoveName;
  readonly from: readonly CaseState[];
  readonly to: CaseState;
  readonly who: Entitled;
  readonly needsReason: boolean;
  /** Who has the case afterwards: the person who acts, the one who was named, nobody, or whoever had it. */
  readonly assignee: 'actor' | 'named' | 'nobody' | 'same';
  /** Where the current group goes. A case stays with its first group when it is sent back from there. */
  readonly group: 'same' | 'next' | 'previous';
  /** Only where the current group is, or is not, the last. */
  readonly inGroup?: 'last' | 'notLast';
  /** Under four eyes: the first of two people who say the same. */
  readonly proposes?: AutomaticDecision;
  /** How the execution ends with it. */
  readonly ends?: { readonly decision: AutomaticDecision } | 'cancelled';
}

const open: readonly CaseState[] = ['UNASSIGNED', 'UNDER_REVIEW', 'RETURNED', 'OTHER_GROUP'];
const inReview: readonly CaseState[] = ['UNDER_REVIEW', 'RETURNED', 'OTHER_GROUP'];

function conclusion(decision: AutomaticDecision): Omit<CaseStep, 'inGroup'> {
  return {
    name: decision,
    move: decision,
    from: inReview,
    to: decisionCaseStates[decision],
    who: 'holder',
    needsReason: true,
    // Who concluded it stands on the case, also where nobody had it.
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
  { ...conclusion('approve'), inGroup: 'last' },
  conclusion('reject'),
  conclusion('close'),
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

/** A case as far as moves depend on it. */
export interface CaseStanding {
  readonly status: CaseState;
  /** Reviewed in this order. */
  readonly groups: readonly string[];
  readonly groupIndex: number;
  readonly assignee: string | null;
  /** Whether concluding it takes the same word of two people. */
  readonly fourEyes?: boolean;
  /** Under four eyes: the last word that was said, and by whom. */
  readonly proposal?: Proposal | null;
}

/** What somebody decided under four eyes; another person's same word concludes the case. */
export interface Proposal {
  readonly decision: AutomaticDecision;
  readonly by: string;
}

/** A person as far as moves depend on them. */
export interface Reviewer {
  readonly email: string;
  readonly groups: readonly string[];
  /** Whether their roles let them work on cases. */
  readonly worksOnCases: boolean;
  readonly isAdmin: boolean;
}

export interface AskedMove {
  readonly move: CaseMoveName;
  /** The person's own words; blank counts as none. */
  readonly reason?: string | undefined;
  /** Whom to assign to; undefined where there is no such person. */
  readonly assignee?: Reviewer | undefined;
}

/** What of the deployment and the person a decision needs. */
export interface MoveSituation {
  readonly actor: Reviewer;
  /** Whether the deployment has settled the wire value of a cancelled execution. */
  readonly cancelSettled: boolean;
}

export type MoveRefusal =
  /** The person's roles do not let them work on cases. */
  | { readonly kind: 'readOnly' }
  | { readonly kind: 'wrongState'; readonly status: CaseState; readonly from: readonly CaseState[] }
  /** Another group's turn follows: who wants to pass the case on has to take it up first. */
  | { readonly kind: 'groupsFollow'; readonly group: string }
  /** Under four eyes nobody decides without having taken the case up, unless to agree. */
  | { readonly kind: 'takeFirst' }
  /** Under four eyes the second person is another. */
  | { readonly kind: 'samePerson'; readonly email: string }
  | { readonly kind: 'notAdmin' }
  | { readonly kind: 'notMember'; readonly group: string }
  | { readonly kind: 'notAssignee'; readonly assignee: string | null }
  | { readonly kind: 'cancelUnsettled' }
  | { readonly kind: 'reasonMissing' }
  | { readonly kind: 'assigneeUnknown' }
  | { readonly kind: 'assigneeUnfit'; readonly group: string | null };

export type MoveDecision =
  | {
      readonly ok: true;
      readonly step: CaseStepName;
      readonly next: CaseStanding;
      readonly ends: CaseStep['ends'];
    }
  | { readonly ok: false; readonly refusal: MoveRefusal };

/** Whether a person may make a move on a case now, and what the case then is. */
export function decideMove(standing: CaseStanding, asked: AskedMove, situation: MoveSituation): MoveDecision {
  const guarded = guardMove(standing, asked.move, situation);
  if (!guarded.ok) return guarded;
  const { step } = guarded;
  if (step.needsReason && (asked.reason ?? '').trim() === '') return refuse({ kind: 'reasonMissing' });
  const next = nextStanding(standing, step, situation.actor.email);
  if (step.assignee !== 'named') return { ok: true, step: step.name, next, ends: step.ends };
  const { assignee } = asked;
  if (assignee === undefined) return refuse({ kind: 'assigneeUnknown' });
  if (!assignee.worksOnCases || !isMember(standing, assignee)) {
    return refuse({ kind: 'assigneeUnfit', group: currentGroup(standing) });
  }
  if (hasSpoken(standing, assignee)) return refuse({ kind: 'samePerson', email: assignee.email });
  return { ok: true, step: step.name, next: { ...next, assignee: assignee.email }, ends: step.ends };
}

/** A move as a button shows it. */
export interface OfferedMove {
  readonly move: CaseMoveName;
  readonly needsReason: boolean;
  /** Why it is not allowed now; undefined when it is. */
  readonly refusal: MoveRefusal | undefined;
}

/** Every move with whether this person may make it now, before a reason or an assignee is asked for. */
export function offeredMoves(standing: CaseStanding, situation: MoveSituation): OfferedMove[] {
  return caseMoveNames.map((move) => {
    const guarded = guardMove(standing, move, situation);
    const needsReason = caseSteps.some((step) => step.move === move && step.needsReason);
    return { move, needsReason, refusal: guarded.ok ? undefined : guarded.refusal };
  });
}

/** The group whose turn it is; null where the case has no groups. */
export function currentGroup({ groups, groupIndex }: CaseStanding): string | null {
  return groups[groupIndex] ?? null;
}

/**
 * Whether a person may rule on the hits of a case: while it is open whoever has it, afterwards, to put a ruling
 * right, any member of one of its groups.
 */
export function decideRulingRight(standing: CaseStanding, actor: Reviewer): MoveRefusal | undefined {
  if (!actor.worksOnCases) return { kind: 'readOnly' };
  if (open.includes(standing.status)) {
    const has = standing.status === 'UNDER_REVIEW' && standing.assignee === actor.email;
    return has ? undefined : { kind: 'notAssignee', assignee: standing.assignee };
  }
  const { groups } = standing;
  if (groups.length === 0 || actor.isAdmin || groups.some((group) => actor.groups.includes(group)))
    return undefined;
  return { kind: 'notMember', group: groups.join(', ') };
}

/** Whether a person may write notes and attach files: whoever belongs to one of the case's groups, at any time. */
export function decideNoteRight(standing: CaseStanding, actor: Reviewer): MoveRefusal | undefined {
  if (!actor.worksOnCases) return { kind: 'readOnly' };
  const { groups } = standing;
  const isMember = actor.isAdmin || groups.some((group) => actor.groups.includes(group));
  return groups.length === 0 || isMember ? undefined : { kind: 'notMember', group: groups.join(', ') };
}

type Guarded =
  | { readonly ok: true; readonly step: CaseStep }
  | { readonly ok: false; readonly refusal: MoveRefusal };

/** State before person: whoever sees the case sees its state, and the reason should name what would help. */
function guardMove(standing: CaseStanding, move: CaseMoveName, situation: MoveSituation): Guarded {
  if (!situation.actor.worksOnCases) return refuse({ kind: 'readOnly' });
  const steps = caseSteps.filter((step) => step.move === move);
  const fromHere = steps.filter((step) => step.from.includes(standing.status));
  if (fromHere.length === 0) {
    return refuse({ kind: 'wrongState', status: standing.status, from: steps.flatMap((step) => step.from) });
  }
  const place = standing.groupIndex >= standing.groups.length - 1 ? 'last' : 'notLast';
  const here = fromHere.filter(({ inGroup }) => inGroup === undefined || inGroup === place);
  if (here.length === 0) return refuse({ kind: 'groupsFollow', group: currentGroup(standing) ?? '' });
  const step = here.find((one) => fitsEyes(standing, one));
  if (step === undefined) return refuse({ kind: 'takeFirst' });
  const refusal = refusePerson(standing, step, situation.actor);
  if (refusal !== undefined) return refuse(refusal);
  const isSecond = typeof step.ends === 'object' || step.assignee === 'actor';
  if (isSecond && hasSpoken(standing, situation.actor)) {
    return refuse({ kind: 'samePerson', email: situation.actor.email });
  }
  if (step.ends === 'cancelled' && !situation.cancelSettled) return refuse({ kind: 'cancelUnsettled' });
  return { ok: true, step };
}

/** Whether a step is the one of this word: under four eyes a proposal, until somebody has said the same. */
function fitsEyes({ fourEyes, proposal: said }: CaseStanding, step: CaseStep): boolean {
  const isFirst = fourEyes === true && typeof step.ends === 'object' && said?.decision !== step.ends.decision;
  const isAlone = step.proposes !== undefined && (fourEyes !== true || said?.decision === step.proposes);
  return !isFirst && !isAlone;
}

function hasSpoken({ fourEyes, proposal: said }: CaseStanding, person: Reviewer): boolean {
  return fourEyes === true && said?.by === person.email;
}

function refusePerson(standing: CaseStanding, step: CaseStep, actor: Reviewer): MoveRefusal | undefined {
  const notMember: MoveRefusal = { kind: 'notMember', group: currentGroup(standing) ?? '' };
  const notAssignee: MoveRefusal = { kind: 'notAssignee', assignee: standing.assignee };
  const isAssignee = standing.assignee === actor.email;
  switch (step.who) {
    case 'member':
      return isMember(standing, actor) ? undefined : notMember;
    case 'assignee':
      return isAssignee ? undefined : notAssignee;
    case 'assigneeOrAdmin':
      return isAssignee || actor.isAdmin ? undefined : notAssignee;
    case 'holder':
    case 'holderOrAdmin':
      if (step.who === 'holderOrAdmin' && actor.isAdmin) return undefined;
      if (standing.assignee === null) return isMember(standing, actor) ? undefined : notMember;
      return isAssignee ? undefined : notAssignee;
    case 'admin':
      return actor.isAdmin ? undefined : { kind: 'notAdmin' };
  }
}

function isMember(standing: CaseStanding, person: Reviewer): boolean {
  const group = currentGroup(standing);
  return group === null || person.isAdmin || person.groups.includes(group);
}

function nextStanding(standing: CaseStanding, step: CaseStep, actor: string): CaseStanding {
  const moved = { same: 0, next: 1, previous: -1 }[step.group];
  const assignees = { actor, named: null, nobody: null, same: standing.assignee };
  return {
    status: step.to,
    groups: standing.groups,
    groupIndex: Math.max(0, standing.groupIndex + moved),
    assignee: assignees[step.assignee],
    ...(standing.fourEyes === true ? { fourEyes: true, proposal: nextProposal(standing, step, actor) } : {}),
  };
}

/** Passing on is a first word too; a case that is sent back is decided anew. */
function nextProposal(standing: CaseStanding, step: CaseStep, actor: string): Proposal | null {
  if (step.name === 'passOn') return { decision: 'approve', by: actor };
  if (step.proposes !== undefined) return { decision: step.proposes, by: actor };
  return step.name === 'return' ? null : (standing.proposal ?? null);
}

function refuse(refusal: MoveRefusal): { readonly ok: false; readonly refusal: MoveRefusal } {
  return { ok: false, refusal };
}
