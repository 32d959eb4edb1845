import {
  type OwnershipThreshold,
  parseInput,
  type StatedOwnership,
  type StatedParty,
  statedOwnership,
  type ThresholdConfig,
} from '@gatehouse/contract';
import { defaultThreshold, structureOfStated } from '@gatehouse/ownership';
import type { Database } from '../database/database.ts';
import type { NodeHandler } from '../interpreter/index.ts';
import { ownershipPartyWrites } from '../screening/index.ts';
import { readEarlierStructure } from './earlier-structure.ts';
import { ownershipOutput, type PartyFacts } from './ownership-output.ts';

/**
 * Computes who owns and controls the customer from what `data` states, and what changed since it stated it before. Nothing
 * stated: everything is unknown.
 */
export function ownershipNode(database: Pick<Database, 'transaction'>): NodeHandler<'ownership'> {
  return async (context, node) => {
    const { execution, now } = context;
    const isStated = execution.data[node.field] != null;
    const stated = isStated ? execution.data[node.field] : { parties: [] };
    const parsed = parseInput<StatedOwnership>(statedOwnership, stated);
    // The submit was checked by the same schema; a replay may have data of an older workflow.
    if (!parsed.ok) return { kind: 'failed', reason: `data.${node.field}: ${parsed.bad.message}` };
    const { structure, companyId, parties, findings } = structureOfStated(parsed.value);
    const facts = new Map([...parties].map(([id, party]) => [id, factsOf(party)]));
    const { scope, executionId, customer } = execution;
    // A submit that states no ownership contradicts none.
    const earlier = isStated
      ? await database.transaction(scope, (tx) =>
          readEarlierStructure(tx, scope, { customerId: customer.customerId, executionId, now }),
        )
      : undefined;
    const output = ownershipOutput(
      { structure, companyId, parties: facts, findings },
      { threshold: thresholdOf(node, defaultThreshold.percent), earlier },
    );
    return {
      kind: 'done',
      input: { field: node.field, parties: parsed.value.parties.length },
      output,
      // What is not stated anew stays as it was.
      writes: isStated ? ownershipPartyWrites(context, output.parties) : [],
    };
  };
}

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
