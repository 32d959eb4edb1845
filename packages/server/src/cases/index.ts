/** Cases: what a decision opens and people conclude. Never runs a workflow itself. */
export { decisionNode } from './decision.node.ts';
