import { decisionNode } from './cases/index.ts';
import type { Database } from './database/index.ts';
import type { NodeHandlers } from './interpreter/index.ts';
import { type Screening, screeningNode } from './screening/index.ts';
import { branchNode, riskScoreNode } from './workflows/index.ts';

/** Table of contents: every workflow node type with what executes it. */
export function createNodes(services: { database: Database; screening: Screening }): NodeHandlers {
  return {
    screening: screeningNode(services),
    'risk-score': riskScoreNode,
    branch: branchNode,
    decision: decisionNode,
  };
}
