/**
 * States of executions, cases, quick scans and links, with their allowed transitions (interface specification 3,
 * docs/interface.md 4 and 5).
 */

/**
 * Execution states as the service keeps them. CANCELLED is a symbol of ours: its wire value is open in the
 * interface specification (3.1) and is therefore a deployment setting, see `wireExecutionStatus`.
 */
export const executionStates = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type ExecutionState = (typeof executionStates)[number];

/** What `workflow.apply.submit` answers as the first status (interface specification 3.1). */
export type SubmitStatus = 'EXECUTING' | 'SUBMITTED' | 'RUNNING';

export const executionTransitions: Readonly<Record<ExecutionState, readonly ExecutionState[]>> = {
  RUNNING: ['WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'],
  WAITING: ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'],
  COMPLETED: [],
  // By a person's action or an operator's command, once the cause is gone (docs/workflows.md).
  FAILED: ['RUNNING'],
  CANCELLED: [],
};

/** Whether polling stops at this state (interface specification 3.3): nothing but a resumption leaves FAILED. */
export function isFinalExecution(state: ExecutionState): boolean {
  return state === 'COMPLETED' || state === 'FAILED' || state === 'CANCELLED';
}

/**
 * Why an execution failed. `webhook`: its attempts are spent; `node`: a node could not do its work; `edge`: no edge
 * could be taken; `internal`: an error of the service at every attempt; `crash`: processes died with it in progress;
 * `abandoned`: its end user came no more.
 */
export const executionFailureClasses = ['webhook', 'node', 'edge', 'internal', 'crash', 'abandoned'] as const;
export type ExecutionFailureClass = (typeof executionFailureClasses)[number];

/**
 * The value of `status` on the wire. The cancelled one is whatever the deployment configures; without that
 * setting no execution can be cancelled, so reaching this point without it is a bug.
 */
export function wireExecutionStatus(state: ExecutionState, cancelledStatus: string | undefined): string {
  if (state !== 'CANCELLED') return state;
  if (cancelledStatus === undefined) {
    throw new Error('an execution is cancelled although the setting wire.cancelledStatus is unset');
  }
  return cancelledStatus;
}

export const caseStates = [
  'UNASSIGNED',
  'UNDER_REVIEW',
  'RETURNED',
  'OTHER_GROUP',
  'APPROVED',
  'REJECTED',
  'CLOSED',
] as const;
export type CaseState = (typeof caseStates)[number];

/** Transitions of a case (interface specification 3.2; those that it leaves open from docs/interface.md 5). */
export const caseTransitions: Readonly<Record<CaseState, readonly CaseState[]>> = {
  UNASSIGNED: ['UNDER_REVIEW', 'CLOSED'],
  UNDER_REVIEW: ['UNASSIGNED', 'RETURNED', 'OTHER_GROUP', 'APPROVED', 'REJECTED', 'CLOSED'],
  RETURNED: ['UNDER_REVIEW', 'APPROVED', 'REJECTED', 'CLOSED'],
  OTHER_GROUP: ['UNDER_REVIEW', 'APPROVED', 'REJECTED', 'CLOSED'],
  APPROVED: [],
  REJECTED: [],
  CLOSED: [],
};

export function isFinalCase(state: CaseState): boolean {
  return caseTransitions[state].length === 0;
}

/** How a decision node can decide, and the final case state each leads to (interface specification 3.1). */
export const decisionCaseStates = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  close: 'CLOSED',
} as const satisfies Record<string, CaseState>;
export type AutomaticDecision = keyof typeof decisionCaseStates;
export type DecisionOutcome = AutomaticDecision | 'manual';

export const scanStates = ['RUNNING', 'DONE', 'FAILED'] as const;
export type ScanState = (typeof scanStates)[number];
