/** Cases: what a decision opens and people conclude. Never runs a workflow itself. */
export { caseConsole } from './case-console.ts';
export { decisionNode } from './decision.node.ts';
