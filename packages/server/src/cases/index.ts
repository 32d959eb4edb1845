/** Cases: what a decision opens and people resolve. Never runs a workflow itself. */

export { caseConsoleHandlers } from './case-console-handlers.ts';
export { readRevision } from './case-read.ts';
export { previewCaseRules } from './case-rules-preview.ts';
export { decisionNode } from './decision.node.ts';
export { documentReviewHandlers } from './document-review-handlers.ts';
