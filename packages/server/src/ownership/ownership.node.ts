import {
  type OwnershipThreshold,
  parseInput,
  type StatedOwnership,
  type StatedParty,
  statedOwnership,
  type ThresholdConfig,
} from '@gatehouse/contract';
import { defaultThreshold, structureOfStated } from '@gatehouse/ownership';
import type { NodeHandler } from '../interpreter/index.ts';
import { ownershipOutput, type PartyFacts } from './ownership-output.ts';

/** Computes who owns and controls the customer from what `data` states. Nothing stated: everything is unknown. */
export const ownershipNode: NodeHandler<'ownership'> = async ({ execution }, node) => {
  const stated = execution.data[node.field] ?? { parties: [] };
  const parsed = parseInput<StatedOwnership>(statedOwnership, stated);
  // The submit was checked by the same schema; a replay may have data of an older workflow.
  if (!parsed.ok) return { kind: 'failed', reason: `data.${node.field}: ${parsed.bad.message}` };
  const { structure, companyId, parties, findings } = structureOfStated(parsed.value);
  const facts = new Map([...parties].map(([id, party]) => [id, factsOf(party)]));
  return {
    kind: 'done',
    input: { field: node.field, parties: parsed.value.parties.length },
    output: ownershipOutput(
      { structure, companyId, parties: facts, findings },
      thresholdOf(node, defaultThreshold.percent),
    ),
  };
};

/** The share from which on a person is a beneficial owner. */
export function thresholdOf(config: ThresholdConfig, defaultPercent: number): OwnershipThreshold {
  const { beneficialOwnerAbovePercent: above, beneficialOwnerFromPercent: from } = config;
  if (above !== undefined) return { percent: above, isInclusive: false };
  return { percent: from ?? defaultPercent, isInclusive: true };
}

/** What a screening takes of a party, and the caller's id of it. */
function factsOf({
  holdings: _holdings,
  control: _control,
  roles: _roles,
  ...facts
}: StatedParty): PartyFacts {
  return facts;
}
