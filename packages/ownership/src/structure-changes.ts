import { plainName } from './identity.ts';
import type { Holding, OwnershipStructure, Share } from './structure.ts';

/** A structure with the names of its parties, as it was stated at one time. */
export interface NamedStructure {
  readonly companyId: string;
  readonly structure: OwnershipStructure;
  readonly names: Readonly<Record<string, string>>;
}

/** What one statement of a customer's ownership says otherwise than the one before. */
export interface StructureChange {
  readonly kind:
    | 'new-owner'
    | 'owner-gone'
    | 'share-changed'
    | 'new-control'
    | 'control-gone'
    | 'new-role'
    | 'role-gone'
    | 'renamed';
  /** The party by its id: in the later structure, or in the earlier one where it is gone. */
  readonly partyId: string;
  readonly party: string;
  /** The company in which it holds something, that it controls or directs; null: the party itself changed. */
  readonly company: string | null;
  /** A share, a means of control, a role or a name, before and after. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Relations of one structure, by holder, company and sort. */
type Relations = ReadonlyMap<string, Relation>;

interface Relation {
  readonly sort: 'owner' | 'control' | 'role';
  readonly partyId: string;
  readonly companyId: string;
  readonly text: string;
}

/**
 * What changed between two structures of one customer. A party is the same by its id, else by a name that no other party of its
 * kind has; one id with another name is a change too.
 */
export function structureChanges(before: NamedStructure, after: NamedStructure): StructureChange[] {
  const ids = sameParties(before, after);
  const earlier = relationsOf(before, (id) => ids.get(id) ?? id);
  const later = relationsOf(after, (id) => id);
  const nameOf = (id: string) =>
    id === after.companyId ? 'the customer' : (after.names[id] ?? before.names[id] ?? id);
  const changes: StructureChange[] = [];
  const add = (
    kind: StructureChange['kind'],
    { partyId, companyId }: Relation,
    texts: readonly (string | null)[],
  ) => {
    const [was = null, is = null] = texts;
    changes.push({
      kind,
      partyId,
      party: nameOf(partyId),
      company: nameOf(companyId),
      before: was,
      after: is,
    });
  };
  for (const [id, name] of Object.entries(after.names)) {
    const was = before.names[id];
    if (was === undefined || plainName(was) === plainName(name)) continue;
    changes.push({ kind: 'renamed', partyId: id, party: name, company: null, before: was, after: name });
  }
  for (const [key, relation] of later) {
    const was = earlier.get(key);
    if (was === undefined) add(kinds[relation.sort].added, relation, [null, relation.text]);
    else if (was.text !== relation.text) add('share-changed', relation, [was.text, relation.text]);
  }
  for (const [key, relation] of earlier) {
    if (!later.has(key)) add(kinds[relation.sort].gone, relation, [relation.text, null]);
  }
  return changes;
}

const kinds = {
  owner: { added: 'new-owner', gone: 'owner-gone' },
  control: { added: 'new-control', gone: 'control-gone' },
  role: { added: 'new-role', gone: 'role-gone' },
} as const;

/** Ids of the later structure by those of the earlier one. */
function sameParties(before: NamedStructure, after: NamedStructure): Map<string, string> {
  const ids = new Map([[before.companyId, after.companyId]]);
  const byName = Map.groupBy(namedParties(after), ({ key }) => key);
  const earlier = Map.groupBy(namedParties(before), ({ key }) => key);
  for (const { id } of before.structure.parties) {
    if (after.names[id] !== undefined) ids.set(id, id);
  }
  for (const [key, parties] of earlier) {
    const [one, ...others] = parties.filter(({ id }) => !ids.has(id));
    const same = byName.get(key)?.filter(({ id }) => before.names[id] === undefined) ?? [];
    if (one !== undefined && others.length === 0 && same.length === 1) ids.set(one.id, same[0]!.id);
  }
  return ids;
}

function namedParties({ structure, names }: NamedStructure) {
  return structure.parties.flatMap(({ id, kind }) =>
    names[id] === undefined ? [] : [{ id, key: `${kind} ${plainName(names[id])}` }],
  );
}

function relationsOf({ structure }: NamedStructure, idOf: (id: string) => string): Relations {
  const relations = new Map<string, Relation>();
  const holdings = Map.groupBy(structure.holdings, ({ holderId, companyId }) =>
    JSON.stringify([holderId, companyId]),
  );
  const add = (sort: Relation['sort'], ends: readonly [string, string], text: string) => {
    const [partyId, companyId] = [idOf(ends[0]), idOf(ends[1])];
    // Several roles of one party in one company are apart; several holdings are added.
    const key = JSON.stringify([sort, partyId, companyId, sort === 'owner' ? null : text]);
    relations.set(key, { sort, partyId, companyId, text });
  };
  for (const same of holdings.values()) {
    const { holderId, companyId } = same[0]!;
    add('owner', [holderId, companyId], holdingText(same));
  }
  for (const { holderId, companyId, means } of structure.controls ?? []) {
    add('control', [holderId, companyId], means);
  }
  for (const { partyId, companyId, role } of structure.officers ?? [])
    add('role', [partyId, companyId], role);
  return relations;
}

function holdingText(holdings: readonly Holding[]): string {
  const shares = sumOf(holdings.map((holding) => holding.shares));
  const isVoting = holdings.some(({ votes }) => votes !== undefined);
  const votes = isVoting ? sumOf(holdings.map((holding) => holding.votes ?? holding.shares)) : undefined;
  return votes === undefined || votes === shares ? shares : `${shares}, votes ${votes}`;
}

function sumOf(shares: readonly Share[]): string {
  if (shares.includes(null)) return 'not known';
  const bounds = shares.map((share) =>
    typeof share === 'number' ? [share, share] : [share!.atLeast, share!.atMost],
  );
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  const [least, most] = [0, 1].map((at) => round(bounds.reduce((sum, each) => sum + each[at]!, 0)));
  return least === most ? `${least} %` : `${least} to ${most} %`;
}
