import type { FlowLanguage } from '@gatehouse/contract';
import { ReportLanguage } from '../../cases/report/index.ts';
import { withIsolatedValues } from '../../pdf/index.ts';
import type { Share } from '../run/wilson.ts';
import { arabic } from './words/ar.ts';
import type { AssuranceWords } from './words/assurance-words.ts';
import { german } from './words/de.ts';
import { english } from './words/en.ts';
import { spanish } from './words/es.ts';
import { french } from './words/fr.ts';
import { chinese } from './words/zh.ts';

const allWords: Readonly<Record<FlowLanguage, AssuranceWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
  zh: chinese,
};

/** One language of the report: its words, and how the case report writes numbers, lists and settings in it. */
export class AssuranceLanguage {
  readonly words: AssuranceWords;
  readonly general: ReportLanguage;

  constructor(code: FlowLanguage) {
    this.general = new ReportLanguage(code);
    this.words = withIsolatedValues(allWords[code], (value) => this.general.isolated(value));
  }

  /** A score from 0 to 1. */
  score(value: number): string {
    return this.general.number(value, 2);
  }

  percent(value: number | null): string {
    return value === null ? this.general.texts.none : this.general.percent(value);
  }

  bounds({ lower, upper }: Share): string {
    return lower === null || upper === null
      ? ''
      : this.words.bounds({ lower: this.percent(lower), upper: this.percent(upper) });
  }

  counts({ count, of }: Share): string {
    return this.words.countOf({ count: this.general.number(count), of: this.general.number(of) });
  }

  /** A share in a sentence, with its bounds. */
  share(share: Share): string {
    const { percent, count, of, lower, upper } = share;
    return percent === null
      ? this.words.result.none
      : this.words.result.share({
          percent: this.percent(percent),
          count: this.general.number(count),
          of: this.general.number(of),
          lower: this.percent(lower),
          upper: this.percent(upper),
        });
  }

  fact(fact: string): string {
    return this.words.factNames[fact as keyof AssuranceWords['factNames']] ?? fact;
  }

  way(way: string): string {
    return this.words.ways[`way-${way}` as keyof AssuranceWords['ways']] ?? way;
  }

  /** The place of an alteration among those of its kind. */
  wayOrder(way: string): number {
    const at = Object.keys(this.words.ways).indexOf(`way-${way}`);
    return at === -1 ? Number.MAX_SAFE_INTEGER : at;
  }

  type(type: string): string {
    return this.words.types[type as keyof AssuranceWords['types']] ?? type;
  }
}
