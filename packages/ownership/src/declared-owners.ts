import type { EffectiveOwner, FieldFault, Owner, OwnershipThreshold } from '@gatehouse/contract';
import { beneficialOwners, effectiveOwnership } from './beneficial-owners.ts';
import { buildGraph, tolerance as ofFraction, percent as rounded } from './graph.ts';
import { identityOf, isIdentified, namesakes, plainName } from './identity.ts';
import type { Finding, OwnershipStructure } from './structure.ts';

/** Owners as somebody declares them on the hosted pages; the same in browser and server, without a library. */

const tolerance = ofFraction * 100;

/**
 * What is wrong with owners as they were given; places are `owners[3].percent`, in the order of the list. Owners that
 * have none of these faults can be resolved.
 */
export function checkOwners(
  owners: readonly Owner[],
  { maxDepth }: { readonly maxDepth: number },
): FieldFault[] {
  const graph = graphOf(owners);
  const ids = new Set<string>();
  const faults = owners.flatMap((owner, index) => {
    const found: FieldFault[] = [];
    const at = (field: string, rule: string, params: FieldFault['params'] = {}) =>
      found.push({ field: `owners[${index}].${field}`, rule, params });
    if (ids.has(owner.ownerId)) at('ownerId', 'unique');
    ids.add(owner.ownerId);
    if (!/[\p{L}\p{N}]/u.test(owner.name)) at('name', 'required');
    const isWithoutShare = owner.percent === 0 && (owner.control != null || (owner.roles ?? []).length > 0);
    if (!(owner.percent > 0) && !isWithoutShare) at('percent', 'min', { min: 0 });
    else if (owner.percent > 100 + tolerance) at('percent', 'max', { max: 100 });
    const votes = owner.votingPercent ?? 0;
    if (!(votes >= 0)) at('votingPercent', 'min', { min: 0 });
    else if (votes > 100 + tolerance) at('votingPercent', 'max', { max: 100 });
    const parent = owner.parentId === null ? undefined : graph.byId.get(owner.parentId);
    if (owner.parentId !== null && parent === undefined) at('parentId', 'unknown');
    else if (parent?.kind === 'person') at('parentId', 'company');
    else if (isOnCycle(owner, graph)) at('parentId', 'cycle');
    else if (depthOf(owner, graph) > maxDepth) at('parentId', 'maxDepth', { maxDepth });
    return found;
  });
  faults.push(...repeatedCompanies(owners, graph));
  for (const [parentId, held] of graph.children) {
    const sum = held.reduce((total, { percent }) => total + (Number.isFinite(percent) ? percent : 0), 0);
    if (sum <= 100 + tolerance) continue;
    // The place is the company whose owners have too much; of the customer itself it is the list.
    const index = owners.findIndex(({ ownerId }) => ownerId === parentId);
    const field = parentId === null ? 'owners' : `owners[${index}]`;
    faults.push({ field, rule: 'sum', params: { max: 100, sum: rounded(sum / 100) } });
  }
  return faults;
}

/** Companies that are stated as one and cannot be: by a number that two names share, or with owners in two places. */
function repeatedCompanies(owners: readonly Owner[], graph: Graph): FieldFault[] {
  const faults: FieldFault[] = [];
  const first = new Map<string, Owner>();
  const withOwners = new Set<string>();
  for (const [index, owner] of owners.entries()) {
    if (owner.kind !== 'company') continue;
    const identity = identityOf(owner);
    const known = first.get(identity);
    if (known === undefined) first.set(identity, owner);
    // One of the two numbers is mistyped: taken as one company, nobody would look at the second name.
    if (known !== undefined && plainName(known.name) !== plainName(owner.name)) {
      const params = { name: known.name };
      faults.push({ field: `owners[${index}].registrationNumber`, rule: 'sameNumber', params });
      continue;
    }
    if (!graph.children.has(owner.ownerId)) continue;
    // Its owners count wherever it is, so they are stated once. Without a number nothing says that it is the same.
    if (isIdentified(owner) && withOwners.has(identity)) {
      faults.push({ field: `owners[${index}]`, rule: 'ownersAgain', params: { name: owner.name } });
    }
    withOwners.add(identity);
  }
  return faults;
}

/** An owner's share of the customer, with what identifies it over all the places where it is. */
export interface ResolvedOwner extends EffectiveOwner {
  readonly kind: Owner['kind'];
  /** The first of the places where it is, which has its facts. */
  readonly owner: Owner;
  /** How many ways lead from it to the customer. */
  readonly paths: number;
}

export interface Ownership {
  /** Every person and company once, by the sum of its shares over all ways, the largest first. */
  readonly owners: readonly ResolvedOwner[];
  /** Layers of owners above the customer. */
  readonly layers: number;
  /** The share whose holders were not stated, in percent. */
  readonly unknownPercent: number;
}

/**
 * Effective shares through all layers. The same person or company may be in several places: its shares add up, and
 * owners that are stated in one place count for all. Whoever holds shares or votes from the threshold on, or controls the
 * customer, is a beneficial owner. Takes owners that `checkOwners` has nothing against.
 */
export function resolveOwnership(owners: readonly Owner[], threshold: OwnershipThreshold): Ownership {
  const { structure, stated } = structureOfOwners(owners);
  const { graph } = buildGraph(structure);
  const ownership = effectiveOwnership(graph, customerId);
  const { shares, layers, unknownPercent } = ownership;
  const beneficial = new Set(
    beneficialOwners(graph, { companyId: customerId, ownership, structure, threshold })
      .filter(({ isCertain, basis }) => isCertain && basis !== 'senior-managing-official')
      .map(({ partyId }) => partyId),
  );
  const resolved = shares.map(({ partyId, kind, percent, paths }): ResolvedOwner => {
    const owner = stated.get(partyId)!;
    return {
      name: owner.name,
      kind,
      percent: percent.atLeast,
      beneficialOwner: beneficial.has(partyId),
      owner,
      paths,
    };
  });
  const holders = new Set(shares.map(({ partyId }) => partyId));
  // Who has a role or control alone holds nothing, and is shown all the same.
  const others = [...stated].filter(([id]) => !holders.has(id));
  for (const [id, owner] of others) {
    const { name, kind } = owner;
    resolved.push({ name, kind, percent: 0, beneficialOwner: beneficial.has(id), owner, paths: 0 });
  }
  return {
    owners: resolved.toSorted((a, b) => b.percent - a.percent || (a.name < b.name ? -1 : 1)),
    layers,
    unknownPercent,
  };
}

/** The customer in a structure that is made of its declared owners. */
export const customerId = 'customer';

/**
 * Declared owners as a structure. A person with a full date of birth, or a company with a number, that is in several places
 * is one party. The id of a party is its identity, so that the same party has the same id in every declaration of the customer.
 */
export function structureOfOwners<Declared extends Owner>(
  owners: readonly Declared[],
): {
  readonly structure: OwnershipStructure;
  /** The first of the places where each party is. */
  readonly stated: ReadonlyMap<string, Declared>;
  readonly findings: readonly Finding[];
} {
  const { ids, stated } = partiesOf(owners);
  const idOf = ({ ownerId }: Owner) => ids.get(ownerId)!;
  const companyOf = ({ parentId }: Owner) =>
    parentId === null ? customerId : (ids.get(parentId) ?? parentId);
  const possiblySame = namesakes([...stated].map(([id, owner]) => ({ ...owner, id })));
  return {
    stated,
    findings: possiblySame.map((partyIds) => ({ kind: 'same-name', partyIds })),
    structure: {
      parties: [{ id: customerId, kind: 'company' }, ...[...stated].map(([id, { kind }]) => ({ id, kind }))],
      holdings: owners
        .filter(({ percent, votingPercent }) => percent !== 0 || (votingPercent ?? 0) > 0)
        .map((owner) => ({
          holderId: idOf(owner),
          companyId: companyOf(owner),
          shares: owner.percent,
          ...(owner.votingPercent != null && { votes: owner.votingPercent }),
        })),
      controls: owners.flatMap((owner) =>
        owner.control == null
          ? []
          : [{ holderId: idOf(owner), companyId: companyOf(owner), means: owner.control }],
      ),
      officers: owners.flatMap((owner) =>
        (owner.roles ?? []).map((role) => ({ partyId: idOf(owner), companyId: companyOf(owner), role })),
      ),
      possiblySame,
    },
  };
}

/** The parties that owners are, and which of them each owner is. */
function partiesOf<Declared extends Owner>(owners: readonly Declared[]) {
  const ids = new Map<string, string>();
  const stated = new Map<string, Declared>();
  for (const owner of owners) {
    const identity = identityOf(owner);
    let id = identity;
    if (!isIdentified(owner)) {
      for (let place = 2; stated.has(id); place++) id = `${identity} ${place}`;
    }
    ids.set(owner.ownerId, id);
    if (!stated.has(id)) stated.set(id, owner);
  }
  return { ids, stated };
}

interface Graph {
  readonly byId: ReadonlyMap<string, Owner>;
  /** Owners by where they hold their share; null: in the customer. */
  readonly children: ReadonlyMap<string | null, readonly Owner[]>;
  /** Owners of a company, wherever they were stated. */
  readonly ownersOf: ReadonlyMap<string, readonly Owner[]>;
}

function graphOf(owners: readonly Owner[]): Graph {
  const children = Map.groupBy(owners, ({ parentId }) => parentId);
  const ownersOf = new Map<string, readonly Owner[]>();
  for (const owner of owners) {
    const held = children.get(owner.ownerId);
    if (owner.kind === 'company' && held !== undefined) ownersOf.set(identityOf(owner), held);
  }
  return { byId: new Map(owners.map((owner) => [owner.ownerId, owner])), children, ownersOf };
}

/** Whether the owners of an owner lead back to it: by its places in the list, or as the same company elsewhere. */
function isOnCycle(owner: Owner, graph: Graph): boolean {
  const trail = new Set([owner.ownerId]);
  for (let at = owner.parentId; at !== null; at = graph.byId.get(at)?.parentId ?? null) {
    if (trail.has(at)) return true;
    trail.add(at);
  }
  if (owner.kind !== 'company') return false;
  const identity = identityOf(owner);
  const seen = new Set<string>();
  const open = [...(graph.ownersOf.get(identity) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind !== 'company') continue;
    const other = identityOf(next);
    if (other === identity) return true;
    if (seen.has(other)) continue;
    seen.add(other);
    open.push(...(graph.ownersOf.get(other) ?? []));
  }
  return false;
}

function depthOf(owner: Owner, graph: Graph): number {
  let depth = 1;
  for (let at = owner.parentId; at !== null; at = graph.byId.get(at)?.parentId ?? null) depth += 1;
  return depth;
}
