import type { OwnershipThreshold, Regime } from '@gatehouse/contract';
import {
  type BeneficialOwner,
  beneficialOwners,
  type EffectiveOwnership,
  effectiveOwnership,
} from './beneficial-owners.ts';
import { type BlockedAnswer, blockedOwnership, type Designation } from './blocked.ts';
import { buildGraph } from './graph.ts';
import { regimes, ruleOn } from './regimes.ts';
import type { Finding, OwnershipStructure } from './structure.ts';

export interface OwnershipInput {
  readonly structure: OwnershipStructure;
  readonly companyId: string;
  readonly designations: readonly Designation[];
  /** The day whose law applies, `YYYY-MM-DD`. */
  readonly day: string;
  readonly threshold?: OwnershipThreshold;
}

export interface OwnershipAssessment extends Omit<EffectiveOwnership, 'findings'> {
  readonly beneficialOwners: readonly BeneficialOwner[];
  /** One answer for each regime that has a rule for the day. */
  readonly blocked: readonly BlockedAnswer[];
  /** Regimes without a rule for the day: nothing is said of them. */
  readonly withoutRule: readonly Regime[];
  readonly findings: readonly Finding[];
}

/** Everything about the ownership of one company. Bad input is a finding and makes no answer less cautious. */
export function assessOwnership(question: OwnershipInput): OwnershipAssessment {
  const { structure, companyId, designations, day, threshold } = question;
  const isStated = structure.parties.some(({ id }) => id === companyId);
  // Without it nobody is known to own the company: all answers come out as unknown.
  const parties: OwnershipStructure['parties'] = isStated
    ? structure.parties
    : [...structure.parties, { id: companyId, kind: 'company' }];
  const whole = { ...structure, parties };
  const { graph, findings } = buildGraph(whole);
  const ownership = effectiveOwnership(graph, companyId);
  return {
    ...ownership,
    beneficialOwners: beneficialOwners(graph, {
      companyId,
      ownership,
      structure: whole,
      ...(threshold === undefined ? {} : { threshold }),
    }),
    blocked: regimes.flatMap((regime) => {
      const rule = ruleOn(regime, day);
      return rule === undefined ? [] : [blockedOwnership(graph, { companyId, rule, designations })];
    }),
    withoutRule: regimes.filter((regime) => ruleOn(regime, day) === undefined),
    findings: [
      ...(isStated ? [] : [{ kind: 'no-root', companyId } as const]),
      ...findings,
      ...ownership.findings,
    ],
  };
}
