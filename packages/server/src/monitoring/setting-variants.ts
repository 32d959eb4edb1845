import type { ListEngine } from '@gatehouse/contract';
import {
  buildIndex,
  enginePolicies,
  type Hit,
  type ListEntry,
  type MatchPolicy,
  openIndex,
  type SearchedList,
  type Subject,
  screen,
} from '@gatehouse/matching';
import type { ListEngineChoice } from '../screening/index.ts';

/**
 * More than any engine shows: what is looked for must not be pushed out by other hits, and the workflow that a run starts
 * screens with the engine's own bound.
 */
const unboundedHits = 10_000;

/** One engine as it is set up somewhere. */
export interface EnginePolicy {
  readonly engine: ListEngine;
  /** Without a bound on the number of hits. */
  readonly policy: MatchPolicy;
  /** How many hits the engine shows. */
  readonly maxHits: number;
}

/** The policies of several screening nodes, each once. */
export function policiesOf(choices: readonly ListEngineChoice[]): EnginePolicy[] {
  const found = new Map<string, EnginePolicy>();
  const add = (engine: ListEngine, policy: MatchPolicy) => {
    const unbounded = { ...policy, maxHits: unboundedHits };
    const key = JSON.stringify([engine, unbounded]);
    const maxHits = Math.max(policy.maxHits, found.get(key)?.maxHits ?? 0);
    found.set(key, { engine, policy: unbounded, maxHits });
  };
  for (const choice of choices) {
    if (choice.GLOBAL_CHECK) add('GLOBAL_CHECK', enginePolicies.GLOBAL_CHECK(choice.GLOBAL_CHECK));
    if (choice.RISK_LISTS) add('RISK_LISTS', enginePolicies.RISK_LISTS(choice.RISK_LISTS));
    if (choice.COMPOSITE_SCAN) add('COMPOSITE_SCAN', enginePolicies.COMPOSITE_SCAN(choice.COMPOSITE_SCAN));
    if (choice.WATCHLIST) add('WATCHLIST', enginePolicies.WATCHLIST());
  }
  return [...found.values()];
}

/** From the strictest to the loosest: a looser one never loses a hit of a stricter one (`enginePolicies`). */
const strengths = ['EXACT', 'STRONG', 'WEAK'] as const;
const searchTypes = ['Precise', 'Near', 'Broad'] as const;

/** Each engine at the loosest of its settings: whatever one of them finds, this finds too. */
export function loosestOf(choices: readonly ListEngineChoice[]): ListEngineChoice {
  const loosest: ListEngineChoice = {};
  for (const { GLOBAL_CHECK: check, RISK_LISTS: lists, COMPOSITE_SCAN: scan, WATCHLIST: own } of choices) {
    const before = loosest.GLOBAL_CHECK?.matchStrength ?? 'EXACT';
    if (check && strengths.indexOf(check.matchStrength) >= strengths.indexOf(before)) {
      loosest.GLOBAL_CHECK = check;
    }
    const type = loosest.RISK_LISTS?.searchType ?? 'Precise';
    if (lists && searchTypes.indexOf(lists.searchType) >= searchTypes.indexOf(type)) {
      loosest.RISK_LISTS = lists;
    }
    if (scan && scan.sensitivity >= (loosest.COMPOSITE_SCAN?.sensitivity ?? 0)) loosest.COMPOSITE_SCAN = scan;
    if (own) loosest.WATCHLIST = own;
  }
  return loosest;
}

/** Entries of one search as a list of their own. */
export function searched(entries: readonly ListEntry[]): SearchedList[] {
  if (entries.length === 0) return [];
  return [openIndex(buildIndex(entries, { source: 'monitoring', version: '' }))];
}

/** A hit of the loosest settings, with the policy that found it. */
interface FoundHit extends Pick<EnginePolicy, 'engine' | 'policy'> {
  readonly hit: Pick<Hit, 'entityId' | 'score' | 'rank' | 'nameScore' | 'kind' | 'reasons'>;
}

/** Scores are compared unrounded, and hits have them rounded to four decimals. */
const rounding = 0.0002;

/**
 * Tells of hits that the loosest settings found which of several settings have them too. Most are told by their scores. Where
 * these leave a doubt, the subject is screened once more, against nothing but these entries.
 */
export class SettingVariants {
  readonly #variants: readonly (readonly EnginePolicy[])[];
  readonly #entryOf: (engine: ListEngine, entityId: string) => ListEntry | undefined;
  readonly #isBounded: boolean;

  /** @param options `isBounded`: each engine has no more hits than it shows, the best of them */
  constructor(
    variants: readonly (readonly ListEngineChoice[])[],
    entryOf: (engine: ListEngine, entityId: string) => ListEntry | undefined,
    { isBounded = false }: { readonly isBounded?: boolean } = {},
  ) {
    this.#variants = variants.map(policiesOf);
    this.#entryOf = entryOf;
    this.#isBounded = isBounded;
  }

  /** For each hit the numbers of the variants that have it. */
  of(subject: Subject, found: readonly FoundHit[]): number[][] {
    const told = found.map((one) =>
      this.#variants.map((policies) =>
        policies.filter(({ engine }) => engine === one.engine).map((of) => isHitOf(one, of.policy)),
      ),
    );
    const doubted = found.filter((_, index) =>
      told[index]!.some((verdicts) => !verdicts.includes(true) && verdicts.includes(undefined)),
    );
    const screened = this.#screen(subject, doubted);
    const having = found.map((one, index) =>
      told[index]!.flatMap((verdicts, variant) => {
        const isHit = verdicts.includes(true) || screened[variant]!.has(keyOf(one.engine, one.hit.entityId));
        return isHit ? [variant] : [];
      }),
    );
    return this.#isBounded ? this.#bounded(subject, found, having) : having;
  }

  /** Takes from the variants what their engines would not show. */
  #bounded(subject: Subject, found: readonly FoundHit[], having: readonly number[][]): number[][] {
    const cut = this.#variants.map((policies, variant) => {
      const own = found.filter((_, index) => having[index]!.includes(variant));
      const ofEngines = Map.groupBy(policies, ({ engine }) => engine);
      const hidden = Array.from(ofEngines, ([engine, nodes]) => {
        const hits = own.filter((one) => one.engine === engine);
        if (nodes.every(({ maxHits }) => hits.length <= maxHits)) return [];
        // What one node with the engine shows is shown.
        const shown = new Set(nodes.flatMap((node) => this.#best(subject, hits, node)));
        return hits.filter(({ hit }) => !shown.has(hit.entityId));
      });
      return new Set(hidden.flat());
    });
    return found.map((one, index) => having[index]!.filter((variant) => !cut[variant]!.has(one)));
  }

  /**
   * The entities that an engine shows of its hits. Among a few entries a name is rarer than in the whole lists, which orders hits
   * of one score: so their rank is that of the loosest settings.
   */
  #best(subject: Subject, hits: readonly FoundHit[], { policy, maxHits }: EnginePolicy): string[] {
    const ranks = new Map(hits.map(({ hit }) => [hit.entityId, hit.rank]));
    const rankOf = (entityId: string) => ranks.get(entityId) ?? 0;
    return screen(searched(this.#entriesOf(hits)), subject, policy)
      .hits.toSorted(
        (one, other) =>
          other.score - one.score ||
          rankOf(other.entityId) - rankOf(one.entityId) ||
          (one.entityId < other.entityId ? -1 : 1),
      )
      .slice(0, maxHits)
      .map(({ entityId }) => entityId);
  }

  /** What each of the variants finds among the entries of some hits. */
  #screen(subject: Subject, hits: readonly FoundHit[]): readonly ReadonlySet<string>[] {
    if (hits.length === 0) return this.#variants.map(() => new Set());
    const own = searched(this.#entriesOf(hits.filter(({ engine }) => engine === 'WATCHLIST')));
    const published = searched(this.#entriesOf(hits.filter(({ engine }) => engine !== 'WATCHLIST')));
    return this.#variants.map((policies) => {
      const keys = policies.flatMap(({ engine, policy }) =>
        screen(engine === 'WATCHLIST' ? own : published, subject, policy).hits.map(({ entityId }) =>
          keyOf(engine, entityId),
        ),
      );
      return new Set(keys);
    });
  }

  #entriesOf(hits: readonly FoundHit[]): ListEntry[] {
    const entries = new Map<string, ListEntry>();
    for (const { engine, hit } of hits) {
      const entry = entries.has(hit.entityId) ? undefined : this.#entryOf(engine, hit.entityId);
      if (entry) entries.set(hit.entityId, entry);
    }
    return [...entries.values()];
  }
}

/**
 * Whether a hit is one of a policy that is as strict or stricter; undefined where its scores do not tell. A stricter policy takes
 * fewer names of an entity, so its score is the same or lower.
 */
function isHitOf({ hit, policy: loosest }: FoundHit, policy: MatchPolicy): boolean | undefined {
  // Equal identifiers are hits of every policy, similar ones of some.
  if (hit.nameScore === 0 || hit.reasons.some(({ feature }) => identifying.has(feature))) return undefined;
  if (hit.score < policy.minScore || hit.nameScore < policy.minNameScore - rounding) return false;
  const isSameName = hit.kind !== 'weak' || policy.weakAliases === loosest.weakAliases;
  if (policy.exactOnly !== loosest.exactOnly || !isSameName) return undefined;
  // In between, other facts decide whether the name is enough.
  return hit.nameScore >= policy.minScore + rounding ? true : undefined;
}

const identifying: ReadonlySet<string> = new Set(['identifier', 'similar-wallet']);

function keyOf(engine: ListEngine, entityId: string): string {
  return `${engine} ${entityId}`;
}
