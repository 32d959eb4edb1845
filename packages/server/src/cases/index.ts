/** Cases: what a decision opens and people resolve. Never runs a workflow itself. */

export { reviewerOf } from './case-commands.ts';
export { caseConsoleHandlers } from './case-console-handlers.ts';
export { readRevision } from './case-read.ts';
export { refuseTransition } from './case-refusals.ts';
export { previewCaseRules } from './case-rules-preview.ts';
export { decisionNode } from './decision.node.ts';
export {
  type AskableDocument,
  type AskableResult,
  type AskedDocument,
  findAskableDocument,
  returnForDocument,
  takeRequestedDocument,
} from './document-requests.ts';
export { documentReviewHandlers } from './document-review-handlers.ts';
export { releaseDueDecisions } from './release-decisions.ts';
export { readReviewPace } from './review-pace.ts';
export { submittedInStep } from './submitted-information.ts';
