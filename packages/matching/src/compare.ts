/** Scores two names or two subjects against each other, without a list. */
import type { Reason } from './features/feature.ts';
import {
  COMPATIBLE_NAME,
  IDENTIFIER_ALONE,
  IDENTIFIER_AND_NAME,
  identifierReason,
  identifiersOf,
} from './features/identifier.ts';
import { corroborate } from './features/table.ts';
import { prepareName } from './names/prepare.ts';
import { readingsOf } from './names/readings.ts';
import type { Family } from './names/roles.ts';
import type { Alignment } from './scoring/alignment.ts';
import { comparePrepared } from './scoring/compare-names.ts';
import { explainAlignment } from './scoring/explain.ts';
import type { Subject } from './subject.ts';

export interface CompareOptions {
  /** How both names are read; by default as whatever fits best. */
  type?: 'individual' | 'corporate' | 'vessel' | 'any';
}

export interface Comparison {
  /** 0..1, four decimals. */
  score: number;
  reasons: Reason[];
}

interface Best {
  score: number;
  names: [string, string];
  family: Family;
  alignment: Alignment;
}

function round(value: number): number {
  return Math.round(value * 10000) / 10000;
}

function familiesOf(type: CompareOptions['type']): Family[] {
  if (type === undefined || type === 'any') return ['person', 'organisation'];
  return [type === 'individual' ? 'person' : 'organisation'];
}

function asSubject(side: string | Subject): Subject {
  return typeof side === 'string' ? { name: side, type: 'any' } : side;
}

/** Readings of a part of a name count a little less than the name itself. */
const READING_FACTOR = 0.98;

function bestOf(a: Subject, b: Subject, families: readonly Family[]): Best | undefined {
  let best: Best | undefined;
  for (const family of families) {
    for (const own of [a.name, ...(a.aliases ?? [])]) {
      for (const other of [b.name, ...(b.aliases ?? [])]) {
        readingsOf(own).forEach((left, i) => {
          readingsOf(other).forEach((right, j) => {
            const alignment = comparePrepared(prepareName(left, family), prepareName(right, family));
            const score = alignment.score * (i > 0 || j > 0 ? READING_FACTOR : 1);
            if (!best || score > best.score) best = { score, names: [left, right], family, alignment };
          });
        });
      }
    }
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
  const best = bestOf(own, other, familiesOf(type));
  if (!best) return { score: 0, reasons: [] };
  const entity = {
    type: type === 'individual' ? ('individual' as const) : ('corporate' as const),
    births: other.births ?? [],
    nationalities: other.nationalities ?? [],
    countries: other.countries ?? [],
    identifiers: identifiersOf(other).map(({ kind, value }) => ({ kind: kind ?? 'identifier', value })),
    ...(other.gender ? { gender: other.gender } : {}),
  };
  const facts = corroborate(own, entity);
  const identity = identifierReason(own, entity.identifiers);
  let score = best.score;
  if (identity)
    score = best.score >= COMPATIBLE_NAME ? IDENTIFIER_AND_NAME : Math.max(IDENTIFIER_ALONE, best.score);
  const [left, right] = best.names;
  const parts = explainAlignment(
    prepareName(left, best.family),
    prepareName(right, best.family),
    best.alignment,
  );
  const nameReason: Reason = { feature: 'name', score: round(best.score), detail: `${left} and ${right}` };
  return {
    score: round(Math.min(1, Math.max(0, score + facts.adjustment))),
    reasons: [nameReason, ...(identity ? [identity] : []), ...parts, ...facts.reasons],
  };
}
