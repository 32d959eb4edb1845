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
  readonly policy: MatchPolicy;
}

/** The policies of several screening nodes, each once and without a bound on the number of hits. */
export function policiesOf(choices: readonly ListEngineChoice[]): EnginePolicy[] {
  const found = new Map<string, EnginePolicy>();
  const add = (engine: ListEngine, policy: MatchPolicy) => {
    const unbounded = { ...policy, maxHits: unboundedHits };
    found.set(JSON.stringify([engine, unbounded]), { engine, policy: unbounded });
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
interface FoundHit extends EnginePolicy {
  readonly hit: Pick<Hit, 'entityId' | 'score' | 'nameScore' | 'kind' | 'reasons'>;
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

  constructor(
    variants: readonly (readonly ListEngineChoice[])[],
    entryOf: (engine: ListEngine, entityId: string) => ListEntry | undefined,
  ) {
    this.#variants = variants.map(policiesOf);
    this.#entryOf = entryOf;
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
    return found.map((one, index) =>
      told[index]!.flatMap((verdicts, variant) => {
        const isHit = verdicts.includes(true) || screened[variant]!.has(keyOf(one.engine, one.hit.entityId));
        return isHit ? [variant] : [];
      }),
    );
  }

  /** What each of the variants finds among the entries of some hits. */
  #screen(subject: Subject, doubted: readonly FoundHit[]): readonly ReadonlySet<string>[] {
    if (doubted.length === 0) return this.#variants.map(() => new Set());
    const own = searched(this.#entriesOf(doubted.filter(({ engine }) => engine === 'WATCHLIST')));
    const published = searched(this.#entriesOf(doubted.filter(({ engine }) => engine !== 'WATCHLIST')));
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
