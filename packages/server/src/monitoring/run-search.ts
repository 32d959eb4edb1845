import type { ListEngine } from '@gatehouse/contract';
import {
  type Hit,
  type LayeredList,
  type ListEntry,
  type MatchPolicy,
  openVersion,
  type SearchedList,
  type Subject,
  screen,
  watchlistEntry,
} from '@gatehouse/matching';
import { entityFacts, subjectFacts } from '../screening/index.ts';
import type { MonitoredHit, RunSearch, ScreenedSubject } from './monitoring-protocol.ts';
import { type EnginePolicy, loosestOf, policiesOf, SettingVariants, searched } from './setting-variants.ts';

/** Entries from which on every customer is screened against all of them: turning the search round then costs more. */
const maxLookedUp = 20_000;

interface EngineSearch extends EnginePolicy {
  readonly lists: readonly SearchedList[];
}

/** What one run looks for: opened lists of nothing else, and the policies that decide what a hit is. */
export class OpenSearch {
  readonly #engines: readonly EngineSearch[];
  readonly #published: readonly ListEntry[];
  readonly #own: readonly ListEntry[];
  /** Undefined where the lists that are searched hold nothing else. */
  readonly #isLookedFor: ((entityId: string, source: string) => boolean) | undefined;
  readonly #isEveryone: boolean;
  readonly #variants: SettingVariants | undefined;
  /** Entries that are looked for, of which the own list gives all that it has; null is all of all lists. */
  readonly entries: number | null;

  constructor(search: RunSearch) {
    const lists = search.lists.map((list) => openVersion(list));
    this.#own = search.watchlist.map(watchlistEntry);
    const own = searched(this.#own);
    const { changed } = search;
    const count = changed && changed.entryIds.length + countOf(lists, changed.sources);
    this.entries = count === null ? null : count + this.#own.length;
    this.#isEveryone = count === null || count > maxLookedUp;
    this.#published = changed === null || this.#isEveryone ? [] : entriesOf(lists, changed);
    const published = this.#isEveryone ? lists : searched(this.#published);
    this.#isLookedFor = this.#isEveryone && changed !== null ? lookedFor(changed) : undefined;
    const { variants } = search;
    const policies = policiesOf(variants === undefined ? search.engines : [loosestOf(variants.flat())]);
    this.#engines = policies
      .map((one) => ({ ...one, lists: one.engine === 'WATCHLIST' ? own : published }))
      .filter((one) => one.lists.length > 0);
    this.#variants = variants && new SettingVariants(variants, this.#entryFinder(lists), search);
  }

  #entryFinder(lists: readonly LayeredList[]) {
    const own = new Map(this.#own.map((entry) => [entry.id, entry]));
    return (engine: ListEngine, entityId: string): ListEntry | undefined => {
      if (engine === 'WATCHLIST') return own.get(entityId);
      for (const list of lists) {
        const entry = list.entryWithId(entityId);
        if (entry) return entry;
      }
      return undefined;
    };
  }

  /** Entries to look customers up by, with the policies that decide; undefined: everybody is concerned. */
  lookUps():
    | readonly { readonly entries: readonly ListEntry[]; readonly policies: readonly MatchPolicy[] }[]
    | undefined {
    if (this.#isEveryone) return undefined;
    const policies = (isOwn: boolean) =>
      this.#engines.filter(({ engine }) => (engine === 'WATCHLIST') === isOwn).map(({ policy }) => policy);
    return [
      { entries: this.#published, policies: policies(false) },
      { entries: this.#own, policies: policies(true) },
    ].filter((one) => one.entries.length > 0 && one.policies.length > 0);
  }

  /** Every hit of a subject on what is looked for. One whom screening fails on does not take the others along. */
  screen(subject: Subject): Omit<ScreenedSubject, 'key'> {
    try {
      const found = this.#engines.flatMap(({ engine, policy, lists }) =>
        screen(lists, subject, policy)
          .hits.filter(
            (hit) => engine === 'WATCHLIST' || this.#isLookedFor?.(hit.entityId, hit.source) !== false,
          )
          .map((hit) => ({ engine, policy, hit })),
      );
      const variants = this.#variants?.of(subject, found);
      const hits = found.map(({ engine, hit }, index) => ({
        ...monitoredHit(engine, hit),
        ...(variants && { variants: variants[index]! }),
      }));
      return { hits, subjectFacts: hits.length > 0 ? subjectFacts(subject) : null };
    } catch (error) {
      return { hits: [], subjectFacts: null, failure: (error as Error).message };
    }
  }
}

type Changed = NonNullable<RunSearch['changed']>;

function countOf(lists: readonly LayeredList[], sources: readonly string[]): number {
  return lists.reduce((sum, list) => sum + (sources.includes(list.source) ? list.entityCount : 0), 0);
}

/** The entries as they are now; those that are gone are left out. */
function entriesOf(lists: readonly LayeredList[], { entryIds, sources }: Changed): ListEntry[] {
  const found = new Map<string, ListEntry>();
  for (const list of lists) {
    if (!sources.includes(list.source)) continue;
    for (const entry of list.entries()) found.set(entry.id, entry);
  }
  for (const id of entryIds) {
    for (const list of lists) {
      const entry = found.has(id) ? undefined : list.entryWithId(id);
      if (entry) found.set(id, entry);
    }
  }
  return [...found.values()];
}

function lookedFor({ entryIds, sources }: Changed): (entityId: string, source: string) => boolean {
  const ids = new Set(entryIds);
  return (entityId, source) => ids.has(entityId) || sources.includes(source);
}

function monitoredHit(engine: ListEngine, { entityId, source, entry }: Hit): MonitoredHit {
  const { category, subCategory } = entry;
  const name = [entry.firstName, entry.lastName].filter((part) => part !== '').join(' ');
  return { engine, entityId, source, category, subCategory, entityFacts: entityFacts(entry), name };
}
