import type { Regime } from '@gatehouse/contract';
import type { Designation, Holding, OwnershipStructure } from '@gatehouse/ownership';
import type { IdentifiedEntry, RelatedEnd, RelatedEntry, ScreenedHit } from '../screening/index.ts';
import { boundsOf, shareOf } from './holding-shares.ts';
import { type HoldingKey, JoinedHoldings } from './joined-holdings.ts';
import { listPartyId, type Match, matchesOf } from './list-parties.ts';
import { regimeLists } from './regime-lists.ts';
import type { StoredStructure } from './stored-structure.ts';

/** A relation that a list states, as it counts in the structure. */
interface ListRelation {
  /** Ids of parties in the joined structure. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'owns' | 'controls' | 'directs' | 'linked';
  /** As published. */
  readonly role: string | null;
  readonly share: string | null;
  /** Votes, where the list states them apart. */
  readonly votes?: string;
  readonly source: string;
  /** The entry that states it. */
  readonly entityId: string;
  /**
   * `share`: as a holding; `control`; `director`: as a position; `link`: "possibly" at most; `indirect`: the chain that
   * leads there counts in its place; `ended`: not on this day.
   */
  readonly counts: 'share' | 'control' | 'director' | 'link' | 'indirect' | 'ended';
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

/** A party that only lists state. */
interface ListParty {
  readonly id: string;
  readonly name: string;
  readonly isPerson: boolean;
  /** Its entry; undefined where its list has none of it. */
  readonly entityId: string | undefined;
  readonly source: string;
}

export interface JoinedStructure extends StoredStructure {
  readonly relations: readonly ListRelation[];
  readonly unresolved: readonly UnresolvedRelation[];
  /** The list whose share of a holding counts; undefined where the structure's own does. */
  readonly shareSource: (holding: HoldingKey) => string | undefined;
  /** The list that states a control; undefined where the structure does. */
  readonly controlSource: (holderId: string, companyId: string) => string | undefined;
  /** Parties that a relation of a certain party states, and that hold on this day. */
  readonly listParties: readonly ListParty[];
  /** Pairs of holder and company of which a list says that the holder is a beneficial owner. */
  readonly declaredOwners: readonly { readonly holderId: string; readonly source: string }[];
  /** What parties from lists are listed under. */
  readonly designations: readonly Designation[];
  /** Regimes whose list was read for a party from a list. */
  readonly covered: ReadonlyMap<string, readonly Regime[]>;
  /** Where lists and the statements of the customer differ. */
  readonly findings: readonly string[];
}

interface Question {
  readonly hits: readonly ScreenedHit[];
  readonly identified: readonly IdentifiedEntry[];
  readonly related: readonly RelatedEntry[];
  readonly regimes: readonly Regime[];
  readonly day: string;
  readonly isConfirmed: (hit: ScreenedHit) => boolean;
}

/**
 * The structure with what lists state of its parties. Relations of an entry that a person confirmed, or that an identifier
 * proves, count as they are; those of a hit that nobody decided, and links, make an answer "possibly" at most.
 */
export function joinRelations(stored: StoredStructure, question: Question): JoinedStructure {
  const joining = new Joining(stored, question);
  for (const entry of question.related) joining.add(entry);
  return joining.joined();
}

interface Ends {
  readonly from: Match;
  readonly to: Match;
  readonly source: string;
}

/** A holding through others, which counts only where these are not known. */
interface Indirect {
  readonly holding: Holding;
  readonly relation: ListRelation;
}

class Joining {
  readonly #stored: StoredStructure;
  readonly #question: Question;
  readonly #matches: ReadonlyMap<string, readonly Match[]>;
  readonly #entries: ReadonlyMap<string, RelatedEntry>;
  readonly #persons: Set<string>;
  readonly #added = new Map<string, ListParty & { readonly entry?: RelatedEntry | undefined }>();
  /** Holders by the parties below them, of relations that count for certain. */
  readonly #above = new Map<string, string[]>();
  readonly #holdings: JoinedHoldings;
  readonly #controls: NonNullable<OwnershipStructure['controls']>[number][] = [];
  readonly #controlSources = new Map<string, string>();
  readonly #officers: NonNullable<OwnershipStructure['officers']>[number][] = [];
  readonly #links: NonNullable<OwnershipStructure['links']>[number][] = [];
  readonly #indirect: Indirect[] = [];
  readonly #declared = new Map<string, { readonly holderId: string; readonly source: string }>();
  readonly #counted = new Set<string>();
  readonly #relations = new Map<string, ListRelation>();
  readonly #unresolved: UnresolvedRelation[] = [];
  readonly #findings = new Set<string>();

  constructor(stored: StoredStructure, question: Question) {
    this.#stored = stored;
    this.#question = question;
    this.#matches = matchesOf(stored.companyId, question);
    this.#entries = new Map(question.related.map((entry) => [entry.entityId, entry]));
    this.#holdings = new JoinedHoldings(stored.structure.holdings);
    this.#persons = new Set(
      stored.structure.parties.filter(({ kind }) => kind === 'person').map(({ id }) => id),
    );
  }

  /** Adds what an entry states of itself. */
  add(entry: RelatedEntry): void {
    for (const self of this.#partiesOf(entry.entityId, { name: entry.name, source: entry.source })) {
      for (const relation of entry.relations) this.#addRelation(entry, self, relation);
    }
  }

  #addRelation(entry: RelatedEntry, self: Match, relation: RelatedEnd): void {
    const [id] = relation.entityIds;
    const isKnown = relation.entityIds.length === 1 && this.#matches.has(id!);
    // What a party holds elsewhere says nothing of the customer, and people have no owners.
    if ((isDownward(relation) || entry.isPerson) && !isKnown) return;
    const ends =
      relation.entityIds.length === 1
        ? this.#partiesOf(id!, { name: relation.name ?? id!, source: entry.source })
        : [this.#unresolvedEnd(entry, self, relation)];
    for (const end of ends) this.#addPair(entry, relation, { self, end });
  }

  #addPair(
    entry: RelatedEntry,
    relation: RelatedEnd,
    { self, end }: { readonly self: Match; readonly end: Match },
  ): void {
    const [from, to] = isDownward(relation) || entry.isPerson ? [self, end] : [end, self];
    if (from.partyId === to.partyId || this.#persons.has(to.partyId)) return;
    const kind = kindOf(relation);
    const ends = { from, to, source: entry.source };
    const shown = {
      from: from.partyId,
      to: to.partyId,
      kind,
      role: relation.role ?? null,
      share: relation.share ?? null,
      ...(relation.votes !== undefined && { votes: relation.votes }),
      source: entry.source,
      entityId: entry.entityId,
    };
    const counts = this.#count(relation, kind, { ...ends, shown });
    if (counts === undefined) return;
    const isCertain = from.isCertain && to.isCertain;
    if (isCertain && counts !== 'ended') {
      this.#certain(from.partyId, to.partyId);
      if (relation.beneficial === true) {
        this.#declared.set(from.partyId, { holderId: from.partyId, source: entry.source });
      }
    }
    this.#show({ ...shown, counts });
  }

  /** Both ends may state one relation. What differs in share, or in whether it counts, is shown beside it. */
  #show(relation: ListRelation): void {
    const { entityId: _entityId, ...facts } = relation;
    const key = JSON.stringify(facts);
    if (!this.#relations.has(key)) this.#relations.set(key, relation);
  }

  /** Adds the relation to the structure; undefined where the other end stated it before, or where it is decided later. */
  #count(
    relation: RelatedEnd,
    kind: ListRelation['kind'],
    { from, to, source, shown }: Ends & { readonly shown: Omit<ListRelation, 'counts'> },
  ): ListRelation['counts'] | undefined {
    if (!holdsOn(relation, this.#question.day)) return 'ended';
    const isCertain = from.isCertain && to.isCertain;
    const { entityId: _entityId, ...facts } = shown;
    const key = JSON.stringify({
      ...facts,
      from: from.partyId,
      to: to.partyId,
      isCertain,
      at: relation.from,
    });
    if (this.#counted.has(key)) return undefined;
    this.#counted.add(key);
    if (!isCertain) return this.#link(from, to);
    switch (kind) {
      case 'owns':
        return this.#countHolding(relation, { from, to, source, shown });
      case 'controls': {
        const isMajority =
          relation.role === 'appointmentOfBoard' && boundsOf(shareOf(relation.share)).atLeast > 50;
        const means = isMajority ? 'appoints-board-majority' : 'other';
        this.#control({ holderId: from.partyId, companyId: to.partyId, means }, source);
        return 'control';
      }
      case 'directs': {
        const role = relation.role === 'seniorManagingOfficial' ? 'senior-managing-official' : 'director';
        this.#officers.push({ partyId: from.partyId, companyId: to.partyId, role });
        return 'director';
      }
      case 'linked':
        return this.#link(from, to);
    }
  }

  #countHolding(
    relation: RelatedEnd,
    { from, to, source, shown }: Ends & { readonly shown: Omit<ListRelation, 'counts'> },
  ): ListRelation['counts'] | undefined {
    const [holderId, companyId] = [from.partyId, to.partyId];
    const [shares, votes] = [shareOf(relation.share), shareOf(relation.votes)];
    // Without a share it says no more than that somebody owns something, whatever the customer states of others.
    if (shares === null && votes === null && !this.#holdings.has(holderId, companyId)) {
      return this.#link(from, to);
    }
    const holding = { holderId, companyId, shares, ...(votes !== null && { votes }) };
    if (relation.indirect === true) {
      this.#indirect.push({ holding, relation: { ...shown, counts: 'indirect' } });
      this.#certain(holderId, companyId);
      if (relation.beneficial === true) this.#declared.set(holderId, { holderId, source });
      return undefined;
    }
    this.#hold(holding, source);
    return 'share';
  }

  #control(control: NonNullable<OwnershipStructure['controls']>[number], source: string): void {
    const key = JSON.stringify([control.holderId, control.companyId]);
    const stated = this.#stored.structure.controls ?? [];
    const isStated = stated.some((each) => JSON.stringify([each.holderId, each.companyId]) === key);
    if (isStated || this.#controlSources.has(key)) return;
    this.#controlSources.set(key, source);
    this.#controls.push(control);
  }

  #certain(holderId: string, companyId: string): void {
    const known = this.#above.get(companyId);
    if (known === undefined) this.#above.set(companyId, [holderId]);
    else known.push(holderId);
  }

  /** Parties that relations which count for certain lead to. What lists state above a mere namesake is not of the customer. */
  #reached(): ReadonlySet<string> {
    const reached = new Set(this.#stored.structure.parties.map(({ id }) => id));
    for (const id of reached) for (const holderId of this.#above.get(id) ?? []) reached.add(holderId);
    return reached;
  }

  #link(from: Match, to: Match): 'link' {
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

  /**
   * What is held through others counts only where no chain leads there: it would be counted twice. All are decided before
   * any is added, so that their order says nothing.
   */
  #countIndirect(): void {
    const holdings = this.#indirect.map(({ holding }) => holding);
    const mayBeChained = this.#holdings.chainsWith(holdings);
    // In a circle, each of two may lead to the other alone: a chain must do without those that it would replace.
    const isChained = this.#holdings.chainsWith(holdings.filter((holding) => !mayBeChained(holding)));
    const decided = this.#indirect.map(({ holding, relation }) => {
      const { holderId, companyId } = holding;
      if (isChained(holding)) return { holding, relation };
      // How much of it is the direct holding is not known.
      const counts = this.#holdings.has(holderId, companyId) ? ('link' as const) : ('share' as const);
      return { holding, relation: { ...relation, counts } };
    });
    for (const { holding, relation } of decided) {
      const { holderId, companyId } = holding;
      if (relation.counts === 'link') this.#links.push({ partyId: holderId, companyId });
      if (relation.counts === 'share') this.#hold(holding, relation.source);
      this.#show(relation);
    }
  }

  /** The parties that an entry may be; without a match it is a party of its own. */
  #partiesOf(entityId: string, { name, source }: { name: string; source: string }): readonly Match[] {
    const matches = this.#matches.get(entityId);
    if (matches !== undefined) return matches;
    const id = listPartyId(entityId);
    const entry = this.#entries.get(entityId);
    const isPerson = entry?.isPerson === true;
    if (!this.#added.has(id)) {
      this.#added.set(id, { id, name: entry?.name ?? name, isPerson, entityId, source, entry });
    }
    if (isPerson) this.#persons.add(id);
    return [{ partyId: id, isCertain: true }];
  }

  #unresolvedEnd({ source }: RelatedEntry, self: Match, { name = '', role, entityIds }: RelatedEnd): Match {
    const id = listPartyId(`${source} ${name}`);
    this.#added.set(id, { id, name, isPerson: false, entityId: undefined, source });
    this.#unresolved.push({
      to: self.partyId,
      name,
      role: role ?? null,
      source,
      candidates: entityIds.length,
    });
    return { partyId: id, isCertain: true };
  }

  #nameOf(id: string): string {
    return this.#added.get(id)?.name ?? this.#stored.names[id] ?? 'the customer';
  }

  joined(): JoinedStructure {
    this.#countIndirect();
    const { structure, companyId, names } = this.#stored;
    const used = new Set([...this.#relations.values()].flatMap(({ from, to }) => [from, to]));
    const added = [...this.#added.values()].filter(({ id }) => used.has(id));
    const reached = this.#reached();
    return {
      companyId,
      names: { ...names, ...Object.fromEntries(added.map(({ id, name }) => [id, name])) },
      structure: {
        ...structure,
        parties: [
          ...structure.parties,
          ...added.map(({ id }) => ({ id, kind: this.#persons.has(id) ? 'person' : 'company' }) as const),
        ],
        holdings: this.#holdings.all(),
        controls: [...(structure.controls ?? []), ...this.#controls],
        officers: [...(structure.officers ?? []), ...this.#officers],
        links: [...(structure.links ?? []), ...this.#links],
      },
      relations: [...this.#relations.values()],
      unresolved: this.#unresolved,
      shareSource: (key) => this.#holdings.sourceOf(key),
      controlSource: (holderId, company) => this.#controlSources.get(JSON.stringify([holderId, company])),
      listParties: added.filter(({ id }) => reached.has(id)),
      declaredOwners: [...this.#declared.values()].filter(({ holderId }) => reached.has(holderId)),
      ...regimesOf(added, this.#question.regimes),
      findings: [...this.#findings],
    };
  }
}

/** What parties from lists are listed under, and by which lists each was read. */
function regimesOf(
  added: readonly { readonly id: string; readonly entry?: RelatedEntry | undefined }[],
  regimes: readonly Regime[],
): Pick<JoinedStructure, 'designations' | 'covered'> {
  return {
    designations: added.flatMap(({ id, entry }) =>
      entry === undefined ? [] : designationsOf(id, entry, regimes),
    ),
    covered: new Map(
      added.map(({ id, entry }) => [
        id,
        entry === undefined ? [] : (regimeLists[entry.source]?.covers ?? []),
      ]),
    ),
  };
}

/** A party that is an entry is listed by what the entry is; nobody has to decide whether it is the same. */
function designationsOf(partyId: string, entry: RelatedEntry, regimes: readonly Regime[]): Designation[] {
  if (entry.category !== 'sanctions') return [];
  const blocksBy = regimeLists[entry.source]?.blocksBy ?? null;
  return regimes
    .filter((regime) => blocksBy === null || blocksBy === regime)
    .map((regime) => ({ partyId, regime, certainty: blocksBy === regime ? 'listed' : 'possible' }));
}

const kinds: Readonly<Partial<Record<RelatedEnd['kind'], ListRelation['kind']>>> = {
  'owned-by': 'owns',
  owns: 'owns',
  'controlled-by': 'controls',
  controls: 'controls',
  'directed-by': 'directs',
  directs: 'directs',
};

function kindOf({ kind }: RelatedEnd): ListRelation['kind'] {
  return kinds[kind] ?? 'linked';
}

/** Whether the entry that states it is the one above. */
function isDownward({ kind }: RelatedEnd): boolean {
  return kind === 'owns' || kind === 'controls' || kind === 'directs';
}

/** Dates may be years or months: only one that is over for certain has ended. */
function holdsOn({ from, to }: RelatedEnd, day: string): boolean {
  const isOver = to !== undefined && to < day.slice(0, to.length);
  return !isOver && !(from !== undefined && from > day.slice(0, from.length));
}
