import type { StatedOwnership, StatedParty } from '@gatehouse/contract';
import { identityOf } from './declared-owners.ts';
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
 * The ownership that a submit states, as a structure. Two parties with the same name and birth, or the same number and
 * country, are one party: its holdings are added, and the finding `repeated-party` says so.
 */
export function structureOfStated(stated: StatedOwnership): StatedStructure {
  const { ids, parties, findings } = mergeParties(stated.parties);
  const idOf = (partyId: string | undefined) => (partyId === undefined ? rootId : ids.get(partyId)!);
  return {
    companyId: rootId,
    parties,
    findings: [...findings, ...sameNames(parties)],
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

/** Parties that are one by name and birth or by number and country, under the id of the first. */
function mergeParties(stated: readonly StatedParty[]) {
  const ids = new Map<string, string>();
  const parties = new Map<string, StatedParty>();
  const first = new Map<string, string>();
  const findings: Finding[] = [];
  for (const party of stated) {
    const identity = isIdentified(party) ? identityKey(party) : undefined;
    const known = identity === undefined ? undefined : first.get(identity);
    ids.set(party.partyId, known ?? party.partyId);
    if (known !== undefined) {
      findings.push({ kind: 'repeated-party', partyId: party.partyId });
      continue;
    }
    if (identity !== undefined) first.set(identity, party.partyId);
    parties.set(party.partyId, party);
  }
  return { ids, parties, findings };
}

/** Whether anything beside the name says who it is. */
function isIdentified(party: StatedParty): boolean {
  const fact = party.customerType === 'individual' ? party.dateOfBirth : party.incorporationNumber;
  return fact !== undefined;
}

function identityKey(party: StatedParty): string {
  const { idType = '', idNumber = '' } = party;
  return JSON.stringify([identityOf(factsOf(party)), idType, idNumber]);
}

function factsOf(party: StatedParty): Parameters<typeof identityOf>[0] {
  return {
    kind: kindOf(party),
    name: party.name,
    dateOfBirth: party.dateOfBirth ?? null,
    registrationNumber: party.incorporationNumber ?? null,
    countryOfIncorporation: party.countryOfIncorporation ?? party.countryOfResidence ?? null,
  };
}

/** Parties of one name of which one at least says nothing else of who it is. */
function sameNames(parties: ReadonlyMap<string, StatedParty>): Finding[] {
  const byName = Map.groupBy(parties, ([, party]) => {
    const { kind, name } = factsOf(party);
    return identityOf({
      kind,
      name,
      dateOfBirth: null,
      registrationNumber: null,
      countryOfIncorporation: null,
    });
  });
  return [...byName.values()]
    .filter((same) => same.length > 1 && same.some(([, party]) => !isIdentified(party)))
    .map((same) => ({ kind: 'same-name', partyIds: same.map(([id]) => id) }));
}
