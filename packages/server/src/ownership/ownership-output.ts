import type { OwnershipThreshold } from '@gatehouse/contract';
import {
  type BeneficialOwner,
  beneficialOwners,
  buildGraph,
  effectiveOwnership,
  type Finding,
  type OwnershipStructure,
  type PartyShare,
  structureChanges,
} from '@gatehouse/ownership';
import type { IdentifiedEntry } from '../screening/index.ts';
import { changeText } from './change-text.ts';
import type { EarlierStructure } from './earlier-structure.ts';
import { findingText } from './finding-text.ts';
import type { JoinedStructure } from './list-relations.ts';
import { relationViews } from './relation-views.ts';
import type { StoredStructure } from './stored-structure.ts';

/** Facts of a party, by the names of a screening subject; with `partyId` where the caller gave one. */
export type PartyFacts = Readonly<Record<string, unknown>> & { readonly name: string };

export interface KnownStructure {
  readonly structure: OwnershipStructure;
  /** The customer's id in it. */
  readonly companyId: string;
  readonly parties: ReadonlyMap<string, PartyFacts>;
  /** Faults that are known before anything is computed. */
  readonly findings?: readonly Finding[];
}

/** What lists state of the parties. */
export interface ListedRelations {
  readonly joined: JoinedStructure;
  readonly identified: readonly IdentifiedEntry[];
  /** Lists state more than was read. */
  readonly isCut: boolean;
}

/** A party as screening nodes take it from a list. */
interface PartySubject extends PartyFacts {
  readonly customerType: 'individual' | 'corporate';
  /** Its id in the structure, by which a `blocked-ownership` node finds its hits. */
  readonly reference: string;
  /** `stated`, or the list that states it. */
  readonly source: string;
  readonly role: string;
  readonly roles: readonly string[];
  /** Share of the customer through all layers: known, and at most; null of who holds nothing. */
  readonly percent: number | null;
  readonly percentAtMost: number | null;
  /** Votes, where the structure has votes that differ from shares; else null. */
  readonly votingPercent: number | null;
  readonly votingPercentAtMost: number | null;
  readonly paths: number;
  /** Names along the largest path, of votes where these make it a beneficial owner, down to the customer's own holder. */
  readonly path: readonly string[];
  readonly beneficialOwner: boolean;
  /** Why it is one, or may be one. */
  readonly basis: BeneficialOwner['basis'] | null;
}

/** Everybody stated, and lists and figures made of them. */
export type OwnershipOutput = Readonly<Record<string, unknown>> & {
  readonly parties: readonly PartySubject[];
};

/** The structure as it is kept for later nodes. */
export function storedStructure({ structure, companyId, parties }: KnownStructure): StoredStructure {
  return {
    companyId,
    structure,
    names: Object.fromEntries([...parties].map(([id, { name }]) => [id, name])),
  };
}

/** The output of the nodes `ownership` and `ownership-structure`: lists of subjects, and figures. */
export function ownershipOutput(
  stated: KnownStructure,
  {
    threshold,
    earlier,
    listed,
  }: {
    readonly threshold: OwnershipThreshold;
    readonly earlier?: EarlierStructure | undefined;
    readonly listed?: ListedRelations | undefined;
  },
): OwnershipOutput {
  const known = withListParties(stated, listed);
  const { structure, companyId } = known;
  const stored = storedStructure(stated);
  const changes = earlier === undefined ? [] : structureChanges(earlier.stored, stored);
  const { graph, findings } = buildGraph(structure);
  const ownership = effectiveOwnership(graph, companyId);
  const beneficial = beneficialOwners(graph, { companyId, ownership, structure, threshold });
  const subjects = subjectsOf(known, ownership.shares, beneficial);
  const having = (role: string) => subjects.filter(({ roles }) => roles.includes(role));
  const certain = new Set(beneficial.filter(({ isCertain }) => isCertain).map(({ partyId }) => partyId));
  const possible = new Set(beneficial.filter(({ isCertain }) => !isCertain).map(({ partyId }) => partyId));
  const nameOf = (id: string) => (id === companyId ? 'the customer' : (known.parties.get(id)?.name ?? id));
  return {
    parties: subjects,
    owners: having('owner'),
    beneficialOwners: subjects.filter(({ reference }) => certain.has(reference)),
    possibleBeneficialOwners: subjects.filter(({ reference }) => possible.has(reference)),
    controllers: having('controller'),
    directors: subjects.filter(
      ({ roles }) => roles.includes('director') || roles.includes('senior-managing-official'),
    ),
    companies: subjects.filter(({ customerType }) => customerType === 'corporate'),
    layers: ownership.layers,
    unknownPercent: ownership.unknownPercent,
    findings: [
      ...[...(known.findings ?? []), ...findings, ...ownership.findings].map((finding) =>
        findingText(finding, nameOf),
      ),
      ...listFindings(listed, { certain, nameOf }),
    ],
    ...relationViews(listed?.joined),
    // Against what the customer stated before; nothing is overwritten silently.
    changes: changes.map((change) => ({ ...change, text: changeText(change) })),
    comparedWith: earlier?.executionId ?? '',
    comparedAt: earlier?.at.toISOString() ?? '',
    structure:
      listed === undefined
        ? stored
        : {
            ...stored,
            joined: listed.joined.structure,
            names: namesOf(stored, listed),
            identified: listed.identified,
          },
  };
}

/** Names of parties from lists too: a later screening may find hits on them. */
function namesOf({ names }: StoredStructure, { joined }: ListedRelations): StoredStructure['names'] {
  return { ...names, ...Object.fromEntries(joined.listParties.map(({ id, name }) => [id, name])) };
}

/** The structure and its parties with those that lists state for certain. */
function withListParties(stated: KnownStructure, listed: ListedRelations | undefined): KnownStructure {
  if (listed === undefined) return stated;
  const { joined } = listed;
  const parties = new Map(stated.parties);
  for (const { id, name, entityId, source } of joined.listParties) {
    // Rulings find the party again by its entry.
    parties.set(id, { name, source, ...(entityId !== undefined && { partyId: entityId }) });
  }
  return { ...stated, structure: joined.structure, parties };
}

/** What lists state otherwise, and whom they call a beneficial owner where the shares do not. */
function listFindings(
  listed: ListedRelations | undefined,
  { certain, nameOf }: { readonly certain: ReadonlySet<string>; readonly nameOf: (id: string) => string },
): readonly string[] {
  if (listed === undefined) return [];
  const undeclared = listed.joined.declaredOwners.filter(({ holderId }) => !certain.has(holderId));
  return [
    ...listed.joined.findings,
    ...undeclared.map(
      ({ holderId, source }) =>
        `${source} states that ${nameOf(holderId)} is a beneficial owner of a company of the structure; the shares and control that are known do not make one of the customer certain`,
    ),
    ...(listed.isCut ? ['lists state more of these parties than was read'] : []),
  ];
}

/** Everybody stated, by share, the largest first; then those who hold nothing. */
function subjectsOf(
  { structure, companyId, parties }: KnownStructure,
  shares: readonly PartyShare[],
  beneficial: readonly BeneficialOwner[],
): PartySubject[] {
  const roles = rolesOf(structure);
  const beneficialById = new Map(beneficial.map((owner) => [owner.partyId, owner]));
  const sharesById = new Map(shares.map((share) => [share.partyId, share]));
  const order = [...new Set([...sharesById.keys(), ...parties.keys()])];
  const kinds = new Map(structure.parties.map(({ id, kind }) => [id, kind]));
  return order.flatMap((id) => {
    const facts = parties.get(id);
    if (facts === undefined) return [];
    const basis = beneficialById.get(id);
    const share = sharesById.get(id);
    const own = [...(roles.get(id) ?? [])];
    const byVotes = basis?.basis === 'voting-rights' ? basis.votes?.path : undefined;
    const path = byVotes ?? (share ?? basis)?.path ?? [id];
    return [
      {
        source: 'stated',
        ...facts,
        customerType: kinds.get(id) === 'person' ? 'individual' : 'corporate',
        reference: id,
        role: mainRole(own, basis?.isCertain === true),
        roles: own,
        percent: share?.percent.atLeast ?? null,
        percentAtMost: share?.percent.atMost ?? null,
        votingPercent: share?.votes?.percent.atLeast ?? null,
        votingPercentAtMost: share?.votes?.percent.atMost ?? null,
        paths: share?.paths ?? 0,
        path: path.flatMap((each) => (each === companyId ? [] : (parties.get(each)?.name ?? each))),
        beneficialOwner: basis?.isCertain === true,
        basis: basis?.basis ?? null,
      },
    ];
  });
}

function rolesOf(structure: OwnershipStructure): Map<string, Set<string>> {
  const roles = new Map<string, Set<string>>();
  const add = (id: string, role: string) => {
    const known = roles.get(id);
    if (known) known.add(role);
    else roles.set(id, new Set([role]));
  };
  for (const { holderId } of structure.holdings) add(holderId, 'owner');
  for (const { holderId } of structure.controls ?? []) add(holderId, 'controller');
  for (const { partyId, role } of structure.officers ?? []) add(partyId, role);
  return roles;
}

/** One word for people and rulings: it is the same in every list that a party is in. */
function mainRole(roles: readonly string[], isBeneficialOwner: boolean): string {
  if (isBeneficialOwner) return 'beneficial-owner';
  const order = ['owner', 'controller', 'director', 'senior-managing-official'];
  return order.find((role) => roles.includes(role)) ?? 'related-party';
}
