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
import type { NodeContext, NodeHandler } from '../interpreter/index.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { ownershipPartyWrites, readSubject, type Screening } from '../screening/index.ts';
import { readEarlierStructure } from './earlier-structure.ts';
import { joinRelations } from './list-relations.ts';
import {
  type KnownStructure,
  type ListedRelations,
  ownershipOutput,
  type PartyFacts,
  storedStructure,
} from './ownership-output.ts';

/** What the node reads beside the submit. */
interface OwnershipSources {
  readonly database: Pick<Database, 'transaction'>;
  readonly personalKeys: Pick<PersonalKeys, 'ofDomain'>;
  readonly screening: Pick<Screening, 'relatedEntries'>;
}

/**
 * Computes who owns and controls the customer from what `data` states, and what changed since it stated it before. Nothing
 * stated: everything is unknown. On request, what lists state of the same parties joins it.
 */
export function ownershipNode({
  database,
  personalKeys,
  screening,
}: OwnershipSources): NodeHandler<'ownership'> {
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
    const keys = isStated ? await personalKeys.ofDomain(scope) : undefined;
    const earlier = keys
      ? await database.transaction(scope, (tx) =>
          readEarlierStructure(tx, scope, { customerId: customer.customerId, executionId, keys, now }),
        )
      : undefined;
    const known = { structure, companyId, parties: facts, findings };
    const lists = node.listRelations === true ? await readListed(screening, context, known) : undefined;
    const output = ownershipOutput(known, {
      threshold: thresholdOf(node, defaultThreshold.percent),
      earlier,
      listed: lists?.listed,
    });
    return {
      kind: 'done',
      input: {
        field: node.field,
        parties: parsed.value.parties.length,
        ...(lists && { lists: lists.versions }),
      },
      output,
      // What is not stated anew stays as it was.
      writes: isStated ? ownershipPartyWrites(context, output.parties) : [],
    };
  };
}

/** What lists state of the customer and of its parties, wherever they find them by a number, or by a name and a birth. */
async function readListed(
  screening: OwnershipSources['screening'],
  { execution, now }: NodeContext,
  known: KnownStructure,
): Promise<{ readonly listed: ListedRelations; readonly versions: Readonly<Record<string, string>> }> {
  const { customerId } = execution.customer;
  const described = [[null, customerFacts(execution.data)] as const, ...known.parties];
  const parties = described.flatMap(([reference, facts]) => {
    const read = readSubject(facts, { customerId, now });
    return read.ok && read.subject.name !== '' ? [{ reference, subject: read.subject }] : [];
  });
  const { entries, identified, isCut, listVersions } = await screening.relatedEntries([], parties);
  const stored = { ...storedStructure(known), identified };
  const joined = joinRelations(stored, {
    hits: [],
    identified,
    related: entries,
    regimes: [],
    day: now.toISOString().slice(0, 10),
    isConfirmed: () => false,
  });
  return { listed: { joined, identified, isCut }, versions: listVersions };
}

/** The customer, by the fields of a submit that name it. */
function customerFacts(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { companyName, name = companyName, countryOfIncorporation, incorporationNumber, lei } = data;
  const facts = { name, countryOfIncorporation, incorporationNumber, lei };
  const stated = Object.entries(facts).filter(([, value]) => typeof value === 'string');
  return { customerType: 'corporate', ...Object.fromEntries(stated) };
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
