import { decisionNode } from '../cases/index.ts';
import type { Database } from '../database/index.ts';
import { endUserStepNode } from '../hosted/steps/index.ts';
import type { NodeHandlers } from '../interpreter/index.ts';
import { blockedOwnershipNode, ownershipNode } from '../ownership/index.ts';
import { type Screening, type ScreeningWatch, screeningNode } from '../screening/index.ts';
import { type SendingTools, webhookNode } from '../webhooks/deliveries/index.ts';
import { branchNode, riskScoreNode, waitNode } from '../workflows/index.ts';

/** Table of contents: every workflow node type with what executes it. */
export function createNodes(services: {
  database: Database;
  screening: Screening;
  watch?: ScreeningWatch;
  sending: SendingTools;
}): NodeHandlers {
  return {
    screening: screeningNode(services),
    'risk-score': riskScoreNode,
    ownership: ownershipNode({ ...services, personalKeys: services.sending.keys }),
    'blocked-ownership': blockedOwnershipNode(services.screening),
    branch: branchNode,
    webhook: webhookNode(services.sending),
    wait: waitNode,
    decision: decisionNode,
    particulars: endUserStepNode,
    'required-forms': endUserStepNode,
    documents: endUserStepNode,
    'phone-verification': endUserStepNode,
    'email-verification': endUserStepNode,
    'ownership-structure': endUserStepNode,
    'review-and-submit': endUserStepNode,
  };
}
