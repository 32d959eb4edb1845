/**
 * Who owns and controls a customer, and whether sanctions on its owners block it: the `ownership` and `blocked-ownership`
 * nodes. Asks nobody and searches no list.
 */
export { blockedOwnershipNode } from './blocked-ownership.node.ts';
export { ownershipNode, thresholdOf } from './ownership.node.ts';
export { ownershipOutput, type PartyFacts } from './ownership-output.ts';
