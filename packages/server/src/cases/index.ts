/** Cases: what a decision opens and people resolve. Never runs a workflow itself. */

export { caseConsole } from './case-console.ts';
export { forecastCases } from './case-forecast.ts';
export { readRevision } from './case-read.ts';
export { decisionNode } from './decision.node.ts';
