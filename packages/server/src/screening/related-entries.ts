import { enginePolicies, type LayeredList, type Relation, screen, titleKey } from '@gatehouse/matching';

/** A relation of an entry, with the entries that its other end is. */
export interface RelatedEnd extends Relation {
  /** One where it is certain which; several of one name; none where no entry of the list is it. */
  readonly entityIds: readonly string[];
}

/** An entry of a list with what it is related to. */
export interface RelatedEntry {
  readonly entityId: string;
  readonly source: string;
  readonly name: string;
  readonly isPerson: boolean;
  readonly category: string;
  readonly relations: readonly RelatedEnd[];
}

export interface RelatedEntries {
  readonly entries: readonly RelatedEntry[];
  /** There are more than were read. */
  readonly isCut: boolean;
}

/** Bounds of one answer; banks owned by states have thousands of relations. */
const maxEntries = 500;
const maxRelations = 200;
const maxLayers = 10;
/** Names that are looked up for one answer. Each is a search of a list; a relation that names its end by id costs none. */
const maxNameLookups = 1000;

/** Owners, and those who control by other means: these are followed through all layers. */
const owning: ReadonlySet<Relation['kind']> = new Set(['owned-by', 'controlled-by']);
/** Relations that say who stands above an entry or beside it. Only those above are followed to further entries. */
const followed: ReadonlySet<Relation['kind']> = new Set([
  'owned-by',
  'controlled-by',
  'directed-by',
  'operated-by',
  'linked',
]);
const readOnly: ReadonlySet<Relation['kind']> = new Set(['owns', 'controls', 'directs']);

/**
 * Entries with their relations, and the entries above them through all layers of owners. A link is followed one step, since
 * it says no more than that there is one.
 */
export function relatedEntries(lists: readonly LayeredList[], entityIds: readonly string[]): RelatedEntries {
  const entries = new Map<string, RelatedEntry>();
  const budget = new ReadBudget();
  let layer = [...new Set(entityIds)];
  for (let depth = 0; layer.length > 0; depth++) {
    const next = new Set<string>();
    for (const entityId of layer) {
      if (entries.has(entityId)) continue;
      if (entries.size >= maxEntries || depth > maxLayers) {
        budget.isCut = true;
        continue;
      }
      const entry = readEntry(lists, entityId, budget);
      if (entry === undefined) continue;
      entries.set(entityId, entry);
      for (const id of aboveOf(entry, depth === 0)) next.add(id);
    }
    layer = [...next];
  }
  return { entries: [...entries.values()], isCut: budget.isCut };
}

/** Entries to read next. People have no owners; who is beside one of several layers is not asked. */
function aboveOf({ isPerson, relations }: RelatedEntry, isFirst: boolean): readonly string[] {
  if (isPerson) return [];
  return relations.flatMap(({ kind, entityIds }) =>
    entityIds.length === 1 && followed.has(kind) && (owning.has(kind) || isFirst) ? entityIds : [],
  );
}

/** What one answer may still read, and whether something was left out. */
class ReadBudget {
  isCut = false;
  readonly #found = new Map<string, readonly string[]>();

  /** Entries of a name, each name looked up once; undefined once too many were. */
  entriesOfName(list: LayeredList, name: string): readonly string[] | undefined {
    const key = `${list.source} ${titleKey(name)}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size >= maxNameLookups) {
      this.isCut = true;
      return undefined;
    }
    const found = entriesOfTitle(list, name);
    this.#found.set(key, found);
    return found;
  }
}

function readEntry(
  lists: readonly LayeredList[],
  entityId: string,
  budget: ReadBudget,
): RelatedEntry | undefined {
  const source = entityId.slice(0, entityId.indexOf(':'));
  const list = lists.find((each) => each.source === source);
  const entry = list?.entryWithId(entityId);
  if (list === undefined || entry === undefined) return undefined;
  const relations = (entry.details?.relations ?? []).filter(
    ({ kind }) => followed.has(kind) || readOnly.has(kind),
  );
  if (relations.length > maxRelations) budget.isCut = true;
  return {
    entityId,
    source,
    name: titleOf(entry.names),
    isPerson: entry.type === 'individual',
    category: entry.category,
    relations: relations.slice(0, maxRelations).flatMap((relation) => {
      const entityIds = endsOf(list, relation, budget);
      // Not looked up is not the same as found nowhere: such a relation is left out, and the answer says that it is cut.
      return entityIds === undefined ? [] : [{ ...relation, entityIds }];
    }),
  };
}

function titleOf(names: readonly { readonly text: string; readonly kind: string }[]): string {
  return (names.find(({ kind }) => kind === 'primary') ?? names[0])?.text ?? '';
}

/** Entries that a relation's other end is: the one it names by id, or those whose title is the name that it states. */
function endsOf(
  list: LayeredList,
  { id, name }: Relation,
  budget: ReadBudget,
): readonly string[] | undefined {
  if (id !== undefined) return [id];
  return name === undefined ? [] : budget.entriesOfName(list, name);
}

function entriesOfTitle(list: LayeredList, name: string): readonly string[] {
  const key = titleKey(name);
  const exact = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 50 });
  const { hits } = screen([list], { name, type: 'any' }, exact);
  return hits.filter(({ entry }) => titleKey(titleOf(entry.names)) === key).map(({ entityId }) => entityId);
}
