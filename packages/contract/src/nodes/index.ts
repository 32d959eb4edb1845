import { branchNode } from './branch.ts';
import { decisionNode } from './decision.ts';
import { riskScoreNode } from './risk-score.ts';
import { screeningNode } from './screening.ts';
import { waitNode } from './wait.ts';
import { webhookNode } from './webhook.ts';

/** Every workflow node type by its name in a file. */
export const nodeTypes = {
  screening: screeningNode,
  'risk-score': riskScoreNode,
  branch: branchNode,
  webhook: webhookNode,
  wait: waitNode,
  decision: decisionNode,
} as const;

export type NodeTypes = typeof nodeTypes;
export type NodeType = keyof NodeTypes;
