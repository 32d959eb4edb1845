/**
 * Most steps of all expressions of one segment together: every visited part, list element, compared member and some
 * characters of a text is one. Steps are counted, never timed, so that a repeated run comes to the same end.
 */
export const maxSegmentSteps = 250_000;

/** Most steps that the expressions of one node take on the main thread, some milliseconds; more run beside it. */
export const maxMainSteps = 20_000;

/** How many steps the expressions of a segment may still take; all of them pay from it. */
export interface StepBudget {
  left: number;
}

/** What a segment begins with. */
export function newStepBudget(): StepBudget {
  return { left: maxSegmentSteps };
}

/** Ends an evaluation whose budget does not suffice. */
export class StepsSpent extends Error {
  override readonly name = 'StepsSpent';
}
