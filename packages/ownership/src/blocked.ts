import type { Regime } from '@gatehouse/contract';
import { effectiveShares } from './effective-shares.ts';
import { type OwnershipGraph, percent } from './graph.ts';
import {
  findOwnedCompanies,
  type JoinedBy,
  meetsThreshold,
  type OwnedCompanies,
  type OwnershipRule,
} from './owned-companies.ts';
import type { RegimeRule } from './regimes.ts';
import { type Upstream, upstreamOf, upstreamWithControllers } from './upstream.ts';

/** A party that a regime's list names: `listed` for certain, `possible` while nobody has decided. */
export interface Designation {
  readonly partyId: string;
  readonly regime: Regime;
  readonly certainty: 'listed' | 'possible';
}

/** One company on the way from listed parties to the company that was asked for. */
export interface BlockedStep {
  readonly companyId: string;
  /** What makes it owned: shares or votes, control, a link, or owners who are not stated. */
  readonly by: Exclude<JoinedBy, 'seed'>;
  /** What these holders hold of it together, in percent, with what is not stated where the answer is "possibly". */
  readonly percent: number;
  /** What these holders are known to hold of it together, in percent. */
  readonly knownPercent: number;
  readonly holderIds: readonly string[];
}

/** What stands beside an answer: it changes nothing by the rule, and people should know it. */
export type Caution =
  /** A listed party, or a company owned by one, controls the company by other means. */
  | { readonly kind: 'controlled-by-listed'; readonly partyId: string }
  /** A listed party directs the company: what it signs may be prohibited. */
  | { readonly kind: 'listed-officer'; readonly partyId: string }
  /** Listed parties would reach the threshold together; no joint arrangement is stated. */
  | { readonly kind: 'together-above'; readonly percent: number };

export interface BlockedAnswer {
  readonly regime: Regime;
  readonly rule: RegimeRule;
  /** `clear` only where nothing unknown in the structure as stated could change it. */
  readonly status: 'blocked' | 'possibly' | 'clear';
  /** What listed parties hold of the company by this regime's way of counting. */
  readonly percent: { readonly atLeast: number; readonly atMost: number };
  /** From the company that was asked for back to listed parties; empty where it is clear, or itself listed. */
  readonly steps: readonly BlockedStep[];
  readonly cautions: readonly Caution[];
}

interface Question {
  readonly graph: OwnershipGraph;
  readonly upstream: Upstream;
  readonly rule: RegimeRule;
  readonly listed: readonly number[];
  readonly possible: readonly number[];
}

/**
 * Whether a regime takes a company for blocked by who owns or controls it.
 * @throws where the company is no party of the graph
 */
export function blockedOwnership(
  graph: OwnershipGraph,
  {
    companyId,
    rule,
    designations,
  }: {
    readonly companyId: string;
    readonly rule: RegimeRule;
    readonly designations: readonly Designation[];
  },
): BlockedAnswer {
  const root = graph.indexes.get(companyId);
  if (root === undefined) throw new Error(`${companyId} is no party of the structure`);
  const named = (certainty: Designation['certainty']) =>
    designations
      .filter((each) => each.regime === rule.regime && each.certainty === certainty)
      .flatMap(({ partyId }) => graph.indexes.get(partyId) ?? []);
  const question: Question = {
    graph,
    upstream: upstreamWithControllers(graph, root),
    rule,
    listed: named('listed'),
    possible: named('possible'),
  };
  const certain = mostOwned(question, 'certainly');
  const most = mostOwned(question, 'possibly');
  const answer = { regime: rule.regime, rule, cautions: cautionsOf(question, certain) };
  const atLeast = percent(certain.share(root));
  const atMost = Math.max(atLeast, percent(most.share(root)));
  if (certain.by.has(root)) {
    return { ...answer, status: 'blocked', percent: { atLeast, atMost }, steps: stepsOf(question, certain) };
  }
  if (most.by.has(root)) {
    return { ...answer, status: 'possibly', percent: { atLeast, atMost }, steps: stepsOf(question, most) };
  }
  const status = meetsThresholdByMinorities(question) ? 'possibly' : 'clear';
  return { ...answer, status, percent: { atLeast, atMost }, steps: [] };
}

function ownershipRule(rule: RegimeRule): OwnershipRule {
  return { ...rule, joint: rule.adds === 'jointly' };
}

/** What listed parties own; where each counts alone, what the one owns that comes closest to the root. */
function mostOwned(question: Question, bound: 'certainly' | 'possibly'): OwnedCompanies {
  const { rule, listed, possible, upstream, graph } = question;
  const isUpper = bound === 'possibly';
  // Whoever may be a listed party counts as one where the question is what could be.
  const withNamesakes = (party: number) => (isUpper ? (graph.possiblySame.get(party) ?? [party]) : [party]);
  const seeds = isUpper ? [...new Set([...listed, ...possible].flatMap(withNamesakes))] : listed;
  const owned = (from: readonly number[]) =>
    findOwnedCompanies(question, from.flatMap(withNamesakes), { rule: ownershipRule(rule), bound });
  if (rule.adds === 'all') return owned(seeds);
  // Nobody at all is a party too: somebody unknown may be behind what is not stated.
  let best = owned([]);
  for (const seed of seeds) {
    const each = owned([seed]);
    const isIn = [best, each].map(({ by }) => by.has(upstream.root));
    if (isIn[0] === isIn[1] ? each.share(upstream.root) > best.share(upstream.root) : isIn[1]) best = each;
  }
  return best;
}

/** From the root back to those it started from, each company once. */
function stepsOf({ graph, upstream }: Question, owned: OwnedCompanies): BlockedStep[] {
  const place = new Map(owned.joined.map((party, index) => [party, index]));
  const steps: BlockedStep[] = [];
  const open = [upstream.root];
  const seen = new Set(open);
  for (let company = open.shift(); company !== undefined; company = open.shift()) {
    const by = owned.by.get(company);
    if (by === undefined || by === 'seed') continue;
    const before = (party: number) => (place.get(party) ?? Infinity) < place.get(company!)!;
    const holders = holdersOf(graph, company, by).filter(before);
    steps.push({
      companyId: graph.ids[company]!,
      by,
      percent: percent(owned.share(company)),
      knownPercent: percent(knownShare(graph, company, { holders, by })),
      holderIds: holders.map((holder) => graph.ids[holder]!),
    });
    for (const holder of holders) {
      if (seen.has(holder)) continue;
      seen.add(holder);
      open.push(holder);
    }
  }
  return steps;
}

/** Shares, or votes where they make the step, that some holders are known to hold of a company, as a fraction. */
function knownShare(
  graph: OwnershipGraph,
  company: number,
  { holders, by }: { readonly holders: readonly number[]; readonly by: JoinedBy },
): number {
  const isIn = new Set(holders);
  const low = by === 'votes' ? graph.voteLow : graph.low;
  let sum = 0;
  for (let edge = graph.start[company]!; edge < graph.start[company + 1]!; edge++) {
    if (isIn.has(graph.holder[edge]!)) sum += low[edge]!;
  }
  return Math.min(1, sum);
}

function holdersOf(graph: OwnershipGraph, company: number, by: JoinedBy): number[] {
  if (by === 'control' || by === 'link') {
    const edges = by === 'control' ? graph.controlled : graph.linked;
    return [...edges].filter(([, companies]) => companies.includes(company)).map(([party]) => party);
  }
  const holders = graph.holder.subarray(graph.start[company], graph.start[company + 1]);
  return [...new Set(holders)];
}

/**
 * Shares through companies that listed parties do not own, multiplied, with what is not known of the company. Where a
 * regime does not add the shares of several parties, each counts alone, unless some act together in any company.
 */
function meetsThresholdByMinorities({ graph, upstream, rule, listed, possible }: Question): boolean {
  if (rule.minorityChains === 'none') return false;
  const groups = [...listed, ...possible]
    .map((party) => graph.possiblySame.get(party) ?? [party])
    .filter((group) => group.some((party) => upstream.isIn[party] === 1));
  const isAdded = rule.adds === 'all' || graph.jointly.size > 0;
  // Nobody at all is a party too: somebody unknown may hold what is not known.
  const counted = isAdded ? [[...new Set(groups.flat())]] : [[], ...groups];
  return counted.some((parties) => {
    // What one of them holds is not divided: it would count again for an owner among them, or as unknown.
    const stopAt = new Uint8Array(graph.ids.length);
    for (const party of parties) stopAt[party] = 1;
    const { held, unknown } = effectiveShares(graph, upstreamOf(graph, upstream.root, stopAt), stopAt);
    const most = parties.reduce((sum, party) => sum + held[party]!, unknown);
    return meetsThreshold(Math.min(1, most), rule.threshold);
  });
}

function cautionsOf(question: Question, certain: OwnedCompanies): Caution[] {
  const { graph, upstream, rule, listed, possible } = question;
  const cautions: Caution[] = [];
  const isNamed = new Set([...listed, ...possible, ...certain.joined]);
  const acting = (edges: ReadonlyMap<number, readonly number[]>) =>
    [...edges]
      .filter(([party, companies]) => isNamed.has(party) && companies.includes(upstream.root))
      .map(([party]) => graph.ids[party]!);
  if (rule.control === 'caution') {
    cautions.push(
      ...acting(graph.controlled).map((partyId) => ({ kind: 'controlled-by-listed', partyId }) as const),
    );
  }
  cautions.push(...acting(graph.directed).map((partyId) => ({ kind: 'listed-officer', partyId }) as const));
  if (rule.adds === 'jointly' && !certain.by.has(upstream.root)) {
    const together = findOwnedCompanies(question, [...listed, ...possible], {
      rule: ownershipRule(rule),
      bound: 'certainly',
    });
    if (together.by.has(upstream.root)) {
      cautions.push({ kind: 'together-above', percent: percent(together.share(upstream.root)) });
    }
  }
  return cautions;
}
