import { blockedOwnershipNode } from './blocked-ownership.ts';
import { branchNode } from './branch.ts';
import { decisionNode } from './decision.ts';
import { documentsNode } from './documents.ts';
import { emailVerificationNode } from './email-verification.ts';
import { ownershipNode } from './ownership.ts';
import { ownershipStructureNode } from './ownership-structure.ts';
import { particularsNode } from './particulars.ts';
import { phoneVerificationNode } from './phone-verification.ts';
import { requiredFormsNode } from './required-forms.ts';
import { reviewAndSubmitNode } from './review-and-submit.ts';
import { riskScoreNode } from './risk-score.ts';
import { screeningNode } from './screening.ts';
import { waitNode } from './wait.ts';
import { webhookNode } from './webhook.ts';

/** Every workflow node type by its name in a file. */
export const nodeTypes = {
  screening: screeningNode,
  'risk-score': riskScoreNode,
  ownership: ownershipNode,
  'blocked-ownership': blockedOwnershipNode,
  branch: branchNode,
  webhook: webhookNode,
  wait: waitNode,
  particulars: particularsNode,
  'required-forms': requiredFormsNode,
  documents: documentsNode,
  'phone-verification': phoneVerificationNode,
  'email-verification': emailVerificationNode,
  'ownership-structure': ownershipStructureNode,
  'review-and-submit': reviewAndSubmitNode,
  decision: decisionNode,
} as const;

export type NodeTypes = typeof nodeTypes;
export type NodeType = keyof NodeTypes;
