import { branchNode } from './branch.ts';
import { decisionNode } from './decision.ts';
import { riskScoreNode } from './risk-score.ts';
import { screeningNode } from './screening.ts';

/** Every workflow node type by its name in a file. */
export const nodeTypes = {
  screening: screeningNode,
  'risk-score': riskScoreNode,
  branch: branchNode,
  decision: decisionNode,
} as const;

export type NodeTypes = typeof nodeTypes;
export type NodeType = keyof NodeTypes;
