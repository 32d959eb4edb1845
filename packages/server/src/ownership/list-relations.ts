import type { Regime } from '@gatehouse/contract';
import type { Designation, Holding, OwnershipStructure } from '@gatehouse/ownership';
import type { RelatedEnd, RelatedEntries, RelatedEntry, ScreenedHit } from '../screening/index.ts';
import { shareOf } from './holding-shares.ts';
import { type HoldingKey, JoinedHoldings } from './joined-holdings.ts';
import { regimeLists } from './regime-lists.ts';
import type { StoredStructure } from './stored-structure.ts';

/** A relation that a list states, as it counts in the structure. */
interface ListRelation {
  /** Ids of parties in the joined structure. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'owns' | 'directs' | 'linked';
  /** As published. */
  readonly role: string | null;
  readonly share: string | null;
  readonly source: string;
  /** The entry that states it. */
  readonly entityId: string;
  /** `share`: as a holding; `director`: as a position; `link`: "possibly" at most; `ended`: not on this day. */
  readonly counts: 'share' | 'director' | 'link' | 'ended';
}

/** A relation whose other end is no entry of its list for certain. */
interface UnresolvedRelation {
  readonly to: string;
  readonly name: string;
  readonly role: string | null;
  readonly source: string;
  /** Entries of this name. */
  readonly candidates: number;
}

export interface JoinedStructure extends StoredStructure {
  readonly relations: readonly ListRelation[];
  readonly unresolved: readonly UnresolvedRelation[];
  /** The list whose share of a holding counts; undefined where the structure's own does. */
  readonly shareSource: (holding: HoldingKey) => string | undefined;
  /** What parties from lists are listed under. */
  readonly designations: readonly Designation[];
  /** Regimes whose list was read for a party from a list. */
  readonly covered: ReadonlyMap<string, readonly Regime[]>;
  /** Where lists and the statements of the customer differ. */
  readonly findings: readonly string[];
}

interface Question {
  readonly hits: readonly ScreenedHit[];
  readonly related: RelatedEntries;
  readonly regimes: readonly Regime[];
  readonly day: string;
  readonly isConfirmed: (hit: ScreenedHit) => boolean;
}

/** A party that a hit says an entry is: for certain, or possibly. */
interface Match {
  readonly partyId: string;
  readonly isCertain: boolean;
}

/**
 * The structure with what lists state of its parties. Relations of an entry that a person confirmed count as they are; those
 * of a hit that nobody decided, and links, make an answer "possibly" at most.
 */
export function joinRelations(stored: StoredStructure, question: Question): JoinedStructure {
  const joining = new Joining(stored, question);
  for (const entry of question.related.entries) joining.add(entry);
  return joining.joined();
}

class Joining {
  readonly #stored: StoredStructure;
  readonly #question: Question;
  readonly #matches: ReadonlyMap<string, readonly Match[]>;
  readonly #entries: ReadonlyMap<string, RelatedEntry>;
  readonly #persons: Set<string>;
  readonly #added = new Map<string, { readonly name: string; readonly entry?: RelatedEntry | undefined }>();
  readonly #holdings: JoinedHoldings;
  readonly #officers: NonNullable<OwnershipStructure['officers']>[number][] = [];
  readonly #links: NonNullable<OwnershipStructure['links']>[number][] = [];
  readonly #relations = new Map<string, ListRelation>();
  readonly #unresolved: UnresolvedRelation[] = [];
  readonly #findings = new Set<string>();

  constructor(stored: StoredStructure, question: Question) {
    this.#stored = stored;
    this.#question = question;
    this.#matches = matchesOf(stored, question);
    this.#entries = new Map(question.related.entries.map((entry) => [entry.entityId, entry]));
    this.#holdings = new JoinedHoldings(stored.structure.holdings);
    this.#persons = new Set(
      stored.structure.parties.filter(({ kind }) => kind === 'person').map(({ id }) => id),
    );
  }

  /** Adds what an entry states of itself. */
  add(entry: RelatedEntry): void {
    for (const self of this.#partiesOf(entry.entityId, entry.name)) {
      for (const relation of entry.relations) this.#addRelation(entry, self, relation);
    }
  }

  #addRelation(entry: RelatedEntry, self: Match, relation: RelatedEnd): void {
    const isDownward = relation.kind === 'owns' || relation.kind === 'directs';
    const [id] = relation.entityIds;
    const isKnown = relation.entityIds.length === 1 && this.#matches.has(id!);
    // What a party holds elsewhere says nothing of the customer, and people have no owners.
    if ((isDownward || entry.isPerson) && !isKnown) return;
    const ends =
      relation.entityIds.length === 1
        ? this.#partiesOf(id!, relation.name ?? id!)
        : [this.#unresolvedEnd(entry, self, relation)];
    for (const end of ends) this.#addPair(entry, relation, { self, end });
  }

  #addPair(
    entry: RelatedEntry,
    relation: RelatedEnd,
    { self, end }: { readonly self: Match; readonly end: Match },
  ): void {
    const isDownward = relation.kind === 'owns' || relation.kind === 'directs';
    const [from, to] = isDownward || entry.isPerson ? [self, end] : [end, self];
    if (from.partyId === to.partyId || this.#persons.has(to.partyId)) return;
    const kind = kindOf(relation);
    const counts = this.#count(relation, kind, { from, to, source: entry.source });
    const shown = {
      from: from.partyId,
      to: to.partyId,
      kind,
      role: relation.role ?? null,
      share: relation.share ?? null,
      source: entry.source,
      counts,
    };
    // Both ends may state one relation. What differs in share, or in whether it counts, is shown beside it.
    const key = JSON.stringify(shown);
    if (!this.#relations.has(key)) this.#relations.set(key, { ...shown, entityId: entry.entityId });
  }

  #count(
    relation: RelatedEnd,
    kind: ListRelation['kind'],
    { from, to, source }: { readonly from: Match; readonly to: Match; readonly source: string },
  ): ListRelation['counts'] {
    if (!holdsOn(relation, this.#question.day)) return 'ended';
    const isCertain = from.isCertain && to.isCertain;
    const shares = shareOf(relation.share);
    const isStated = this.#holdings.has(from.partyId, to.partyId);
    // Without a share it says no more than that somebody owns something, whatever the customer states of others.
    if (kind === 'owns' && isCertain && (shares !== null || isStated)) {
      this.#hold({ holderId: from.partyId, companyId: to.partyId, shares }, source);
      return 'share';
    }
    if (kind === 'directs' && isCertain) {
      this.#officers.push({ partyId: from.partyId, companyId: to.partyId, role: 'director' });
      return 'director';
    }
    this.#links.push({ partyId: from.partyId, companyId: to.partyId });
    return 'link';
  }

  #hold(holding: Holding, source: string): void {
    const conflict = this.#holdings.add(holding, source);
    if (conflict === undefined) return;
    const [holder, company] = [this.#nameOf(holding.holderId), this.#nameOf(holding.companyId)];
    this.#findings.add(
      `${source} states ${conflict.listed} of ${company} for ${holder}, stated otherwise: ${conflict.stated}; the larger share counts`,
    );
  }

  /** The parties that an entry may be; without a hit it is a party of its own. */
  #partiesOf(entityId: string, name: string): readonly Match[] {
    const matches = this.#matches.get(entityId);
    if (matches !== undefined) return matches;
    const partyId = `list ${entityId}`;
    const entry = this.#entries.get(entityId);
    if (!this.#added.has(partyId)) this.#added.set(partyId, { name: entry?.name ?? name, entry });
    if (entry?.isPerson === true) this.#persons.add(partyId);
    return [{ partyId, isCertain: true }];
  }

  #unresolvedEnd(entry: RelatedEntry, self: Match, { name = '', role, entityIds }: RelatedEnd): Match {
    const partyId = `list ${entry.source} ${name}`;
    this.#added.set(partyId, { name });
    this.#unresolved.push({
      to: self.partyId,
      name,
      role: role ?? null,
      source: entry.source,
      candidates: entityIds.length,
    });
    return { partyId, isCertain: true };
  }

  #nameOf(id: string): string {
    return this.#added.get(id)?.name ?? this.#stored.names[id] ?? 'the customer';
  }

  joined(): JoinedStructure {
    const { structure, companyId, names } = this.#stored;
    const used = new Set([...this.#relations.values()].flatMap(({ from, to }) => [from, to]));
    const added = [...this.#added].filter(([id]) => used.has(id));
    return {
      companyId,
      names: { ...names, ...Object.fromEntries(added.map(([id, { name }]) => [id, name])) },
      structure: {
        ...structure,
        parties: [
          ...structure.parties,
          ...added.map(([id]) => ({ id, kind: this.#persons.has(id) ? 'person' : 'company' }) as const),
        ],
        holdings: this.#holdings.all(),
        officers: [...(structure.officers ?? []), ...this.#officers],
        links: [...(structure.links ?? []), ...this.#links],
      },
      relations: [...this.#relations.values()],
      unresolved: this.#unresolved,
      shareSource: (key) => this.#holdings.sourceOf(key),
      designations: added.flatMap(([id, { entry }]) =>
        entry === undefined ? [] : designationsOf(id, entry, this.#question.regimes),
      ),
      covered: new Map(
        added.map(([id, { entry }]) => [
          id,
          entry === undefined ? [] : (regimeLists[entry.source]?.covers ?? []),
        ]),
      ),
      findings: [...this.#findings],
    };
  }
}

/** Parties by the entry that hits name for them. Of several hits on one party, one that a person confirmed decides. */
function matchesOf(
  { companyId }: StoredStructure,
  { hits, isConfirmed }: Question,
): Map<string, readonly Match[]> {
  const matches = new Map<string, Map<string, Match>>();
  for (const hit of hits) {
    const partyId = hit.reference ?? companyId;
    const ofEntry = matches.get(hit.entityId) ?? new Map<string, Match>();
    matches.set(hit.entityId, ofEntry);
    if (ofEntry.get(partyId)?.isCertain === true) continue;
    ofEntry.set(partyId, { partyId, isCertain: isConfirmed(hit) });
  }
  return new Map([...matches].map(([entityId, ofEntry]) => [entityId, [...ofEntry.values()]]));
}

/** A party that is an entry is listed by what the entry is; nobody has to decide whether it is the same. */
function designationsOf(partyId: string, entry: RelatedEntry, regimes: readonly Regime[]): Designation[] {
  if (entry.category !== 'sanctions') return [];
  const blocksBy = regimeLists[entry.source]?.blocksBy ?? null;
  return regimes
    .filter((regime) => blocksBy === null || blocksBy === regime)
    .map((regime) => ({ partyId, regime, certainty: blocksBy === regime ? 'listed' : 'possible' }));
}

function kindOf({ kind }: RelatedEnd): ListRelation['kind'] {
  if (kind === 'owned-by' || kind === 'owns') return 'owns';
  return kind === 'directed-by' || kind === 'directs' ? 'directs' : 'linked';
}

/** Dates may be years or months: only one that is over for certain has ended. */
function holdsOn({ from, to }: RelatedEnd, day: string): boolean {
  const isOver = to !== undefined && to < day.slice(0, to.length);
  return !isOver && !(from !== undefined && from > day.slice(0, from.length));
}
