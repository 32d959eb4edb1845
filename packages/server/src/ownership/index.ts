/**
 * Who owns and controls a customer, and whether sanctions on its owners block it: the `ownership` and `blocked-ownership`
 * nodes. It asks nobody; of lists it reads only how entries are related.
 */
export { blockedOwnershipNode } from './blocked-ownership.node.ts';
export { readEarlierStructure } from './earlier-structure.ts';
export { ownershipNode, thresholdOf } from './ownership.node.ts';
export { ownershipOutput, type PartyFacts } from './ownership-output.ts';
