import type { StatedOwnership, StatedParty } from '@gatehouse/contract';
import { type Identity, identityOf, isIdentified, namesakes } from './identity.ts';
import type { Finding, OwnershipStructure, Share } from './structure.ts';

/** The customer in a structure that is made of a submit's `data`: no party can have this id. */
const rootId = '';

export interface StatedStructure {
  readonly structure: OwnershipStructure;
  /** The customer's id in it. */
  readonly companyId: string;
  /** What is stated of each party of the structure, by its id there. */
  readonly parties: ReadonlyMap<string, StatedParty>;
  readonly findings: readonly Finding[];
}

/**
 * The ownership that a submit states, as a structure. Two parties with the same name and full date of birth, or the same
 * number, are one party: its holdings are added, and the finding `repeated-party` says so. Others of one name stay apart, and
 * the structure says that they may be one.
 */
export function structureOfStated(stated: StatedOwnership): StatedStructure {
  const { ids, parties, findings } = mergeParties(stated.parties);
  const idOf = (partyId: string | undefined) => (partyId === undefined ? rootId : ids.get(partyId)!);
  const possiblySame = namesakes([...parties].map(([id, party]) => ({ id, ...factsOf(party) })));
  return {
    companyId: rootId,
    parties,
    findings: [...findings, ...possiblySame.map((partyIds) => ({ kind: 'same-name', partyIds }) as const)],
    structure: {
      parties: [
        { id: rootId, kind: 'company' },
        ...[...parties].map(([id, party]) => ({ id, kind: kindOf(party) })),
      ],
      holdings: stated.parties.flatMap(({ partyId, holdings = [] }) =>
        holdings.map((holding) => ({
          holderId: idOf(partyId),
          companyId: idOf(holding.companyId),
          shares: shareOf(holding.percent, holding.percentFrom, holding.percentTo),
          ...votesOf(holding),
        })),
      ),
      controls: stated.parties.flatMap(({ partyId, control = [] }) =>
        control.map(({ companyId, means }) => ({
          holderId: idOf(partyId),
          companyId: idOf(companyId),
          means,
        })),
      ),
      officers: stated.parties.flatMap(({ partyId, roles = [] }) =>
        roles.map(({ companyId, role }) => ({ partyId: idOf(partyId), companyId: idOf(companyId), role })),
      ),
      jointArrangements: (stated.jointArrangements ?? []).map(({ companyId, partyIds }) => ({
        companyId: idOf(companyId),
        holderIds: partyIds.map((partyId) => idOf(partyId)),
      })),
      possiblySame,
    },
  };
}

type Holding = NonNullable<StatedParty['holdings']>[number];

function votesOf(holding: Holding): { readonly votes: Share } | Record<never, never> {
  const { votingPercent, votingPercentFrom, votingPercentTo } = holding;
  const isStated = [votingPercent, votingPercentFrom, votingPercentTo].some((each) => each !== undefined);
  return isStated ? { votes: shareOf(votingPercent, votingPercentFrom, votingPercentTo) } : {};
}

function shareOf(percent: number | undefined, from: number | undefined, to: number | undefined): Share {
  if (percent !== undefined) return percent;
  return from === undefined && to === undefined ? null : { atLeast: from ?? 0, atMost: to ?? 100 };
}

function kindOf({ customerType }: StatedParty): 'person' | 'company' {
  return customerType === 'individual' ? 'person' : 'company';
}

/** Parties that are one by what identifies them, under the id of the first. */
function mergeParties(stated: readonly StatedParty[]) {
  const ids = new Map<string, string>();
  const parties = new Map<string, StatedParty>();
  const first = new Map<string, string>();
  const findings: Finding[] = [];
  for (const party of stated) {
    const key = identityKey(party);
    const known = key === undefined ? undefined : first.get(key);
    ids.set(party.partyId, known ?? party.partyId);
    if (known !== undefined) {
      findings.push({ kind: 'repeated-party', partyId: party.partyId });
      continue;
    }
    if (key !== undefined) first.set(key, party.partyId);
    parties.set(party.partyId, party);
  }
  return { ids, parties, findings };
}

/** What proves that two parties are one; undefined where nothing does. A document that differs keeps them apart. */
function identityKey(party: StatedParty): string | undefined {
  const { idType = '', idNumber = '' } = party;
  const facts = factsOf(party);
  return isIdentified(facts) ? JSON.stringify([identityOf(facts), idType, idNumber]) : undefined;
}

function factsOf(party: StatedParty): Identity {
  return {
    kind: kindOf(party),
    name: party.name,
    dateOfBirth: party.dateOfBirth ?? null,
    registrationNumber: party.incorporationNumber ?? null,
    countryOfIncorporation: party.countryOfIncorporation ?? party.countryOfResidence ?? null,
  };
}
