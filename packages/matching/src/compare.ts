/** Scores two names or two subjects against each other, without a list. */

import type { Reason } from './features/feature.ts';
import { identifierMatch, identifiersOf, namesOf, withIdentity } from './features/identifier.ts';
import { corroborate } from './features/table.ts';
import { boundedScore, nameScoreOf } from './name-score.ts';
import { guessedReadings, type NameReading, pairFactor, plainReadings } from './names/all-readings.ts';
import type { PreparedName } from './names/prepare.ts';
import { type Family, ROLE, type Role } from './names/roles.ts';
import { haveSameLetters } from './names/same-letters.ts';
import { roundScore } from './round-score.ts';
import type { Alignment } from './scoring/alignment.ts';
import { comparePrepared } from './scoring/compare-names.ts';
import { explainAlignment, writtenName } from './scoring/explain.ts';
import type { Subject } from './subject.ts';
import { GUESS_FACTOR } from './weights.ts';

export interface CompareOptions {
  /** How both names are read; by default as whatever fits best. */
  type?: 'individual' | 'corporate' | 'vessel' | 'any';
}

export interface Comparison {
  /** 0..1, four decimals. */
  score: number;
  /** Computed on first use. */
  readonly reasons: Reason[];
}

interface Best {
  score: number;
  names: [string, string];
  query: PreparedName;
  list: PreparedName;
  alignment: Alignment;
}

/** Whether a whole name has roles that only organisations' names have. */
function readsAsOrganisation({ prepared }: NameReading): boolean {
  const isOrganisations = (role: Role) => role === ROLE.legalForm || role === ROLE.generic;
  return !prepared.isPart && prepared.roles.some(isOrganisations);
}

/**
 * How names are read when nobody says: as organisations when one shows that it is one, else both ways.
 * @param readings of both as organisations
 */
function familiesOf(type: CompareOptions['type'], readings: readonly NameReading[]): Family[] {
  if (type !== undefined && type !== 'any') return [type === 'individual' ? 'person' : 'organisation'];
  return readings.some(readsAsOrganisation) ? ['organisation'] : ['person', 'organisation'];
}

function asSubject(side: string | Subject): Subject {
  return typeof side === 'string' ? { name: side, type: 'any' } : side;
}

function readingsAs(
  names: readonly string[],
  read: (text: string, family: Family) => NameReading[],
  { family, isCraft = false }: { family: Family; isCraft?: boolean },
): NameReading[] {
  const readings = names.flatMap((text) => read(text, family));
  for (const { prepared } of readings) prepared.isCraft = isCraft;
  return readings;
}

/** The better of `best` and what any of `own` and any of `listed` score. */
function betterOf(
  best: Best | undefined,
  own: readonly NameReading[],
  listed: readonly NameReading[],
): Best | undefined {
  let better = best;
  for (const left of own) {
    for (const right of listed) {
      const factor = pairFactor(left.prepared, right.prepared);
      if (better && factor <= better.score) continue;
      const alignment = comparePrepared(left.prepared, right.prepared);
      const score = nameScoreOf(alignment.score, factor, () => haveSameLetters(left.text, right.text));
      if (better && score <= better.score) continue;
      better = {
        score,
        names: [left.text, right.text],
        query: left.prepared,
        list: right.prepared,
        alignment,
      };
    }
  }
  return better;
}

function bestOf(
  own: readonly string[],
  other: readonly string[],
  type: CompareOptions['type'],
): Best | undefined {
  const plainOf = (family: Family) =>
    [
      readingsAs(own, plainReadings, { family }),
      readingsAs(other, plainReadings, { family, isCraft: type === 'vessel' }),
    ] as const;
  const organisations = type === 'individual' ? undefined : plainOf('organisation');
  let best: Best | undefined;
  for (const family of familiesOf(type, organisations?.flat() ?? [])) {
    const listed = { family, isCraft: type === 'vessel' };
    const [left, right] = family === 'organisation' && organisations ? organisations : plainOf(family);
    best = betterOf(best, left, right);
    if (best && best.score >= GUESS_FACTOR) continue;
    best = betterOf(best, readingsAs(own, guessedReadings, { family }), right);
    best = betterOf(best, left, readingsAs(other, guessedReadings, listed));
  }
  return best;
}

/**
 * Compares two names, or two subjects with their facts: the second in the role of the listed one, whose extra
 * parts cost less than the first's.
 */
export function compare(a: string | Subject, b: string | Subject, options: CompareOptions = {}): Comparison {
  const [own, other] = [asSubject(a), asSubject(b)];
  const type = options.type ?? (own.type !== 'any' ? own.type : other.type);
  const best = bestOf(namesOf(own), namesOf(other), type);
  if (!best) return { score: 0, reasons: [] };
  if (typeof a === 'string' && typeof b === 'string') return new LazyComparison(best, best.score);
  const entity = {
    type: type === 'individual' ? ('individual' as const) : ('corporate' as const),
    births: other.births ?? [],
    nationalities: other.nationalities ?? [],
    countries: other.countries ?? [],
    identifiers: identifiersOf(other).map(({ kind = 'identifier', value, type, chain, country }) => ({
      kind,
      value,
      ...(type ? { type } : {}),
      ...(chain ? { chain } : {}),
      ...(country ? { country } : {}),
    })),
    ...(other.gender ? { gender: other.gender } : {}),
  };
  const facts = corroborate(own, entity);
  const identity = identifierMatch(identifiersOf(own), {
    identifiers: entity.identifiers,
    title: other.name,
  });
  const score = withIdentity(best.score, identity);
  const all = [...(identity ? [identity.reason] : []), ...facts.reasons];
  return new LazyComparison(best, boundedScore(score + facts.adjustment, score), all);
}

/**
 * A comparison that explains itself when asked: that takes as long as comparing, and many only want the score. A class,
 * for an object with a getter of its own has a hidden class of its own, which keeps all that was compared alive for long.
 */
class LazyComparison implements Comparison {
  readonly score: number;
  readonly #best: Best;
  readonly #facts: readonly Reason[];
  #reasons: Reason[] | undefined;

  /** @param facts reasons besides the name */
  constructor(best: Best, score: number, facts: readonly Reason[] = []) {
    this.score = roundScore(score);
    this.#best = best;
    this.#facts = facts;
  }

  get reasons(): Reason[] {
    this.#reasons ??= reasonsOf(this.#best, this.#facts);
    return this.#reasons;
  }

  toJSON(): { score: number; reasons: Reason[] } {
    return { score: this.score, reasons: this.reasons };
  }
}

function reasonsOf(best: Best, facts: readonly Reason[]): Reason[] {
  const [left, right] = best.names;
  const parts = explainAlignment(
    writtenName(best.query, left),
    writtenName(best.list, right),
    best.alignment,
  );
  const name: Reason = { feature: 'name', score: roundScore(best.score), detail: `${left} and ${right}` };
  return [name, ...parts, ...facts];
}
