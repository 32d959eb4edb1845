/**
 * Who owns and controls a company, and whether sanctions on its owners block it. Pure: structures, lists and the day come
 * from the caller; no clock, no input or output.
 */
export { assessOwnership, type OwnershipAssessment, type OwnershipInput } from './assess-ownership.ts';
export {
  type BeneficialOwner,
  beneficialOwners,
  defaultThreshold,
  type EffectiveOwnership,
  effectiveOwnership,
  type PartyShare,
} from './beneficial-owners.ts';
export {
  type BlockedAnswer,
  type BlockedStep,
  blockedOwnership,
  type Caution,
  type Designation,
} from './blocked.ts';
export {
  checkOwners,
  customerId,
  type ResolvedOwner,
  resolveOwnership,
  structureOfOwners,
} from './declared-owners.ts';
export { buildGraph, type OwnershipGraph } from './graph.ts';
export { graphAbove } from './graph-above.ts';
export { identityOf } from './identity.ts';
export { type RegimeRule, regimeRules, regimes, ruleOn } from './regimes.ts';
export { type StatedStructure, structureOfStated } from './stated-structure.ts';
export * from './structure.ts';
export { type NamedStructure, type StructureChange, structureChanges } from './structure-changes.ts';
