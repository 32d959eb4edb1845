import type { FlowLanguage } from '@gatehouse/contract';
import { sentences as english, findSentences, type SentenceFamily } from '@gatehouse/contract/sentences';
import { sentences as arabic } from '@gatehouse/contract/sentences/ar';
import { sentences as german } from '@gatehouse/contract/sentences/de';
import { sentences as spanish } from '@gatehouse/contract/sentences/es';
import { sentences as french } from '@gatehouse/contract/sentences/fr';
import { sentences as chinese } from '@gatehouse/contract/sentences/zh';

const allSentences: Readonly<Record<FlowLanguage, Readonly<Record<string, string>>>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
  zh: chinese,
};

/** Writes a value of a sentence by the name of its place; undefined where no sentence of the service has such a value there. */
type WriteValue = (name: string, value: string) => string | undefined;

/** How the language of the report writes values. */
interface ValueWriter {
  codedCountry(code: string): string;
  isolated(value: string): string;
  list(values: readonly string[]): string;
  clauses(values: readonly string[]): string;
}

/** Sentences that the service stores in English, in one language: each is found by its English text. */
export class ReportSentences {
  readonly #code: FlowLanguage;
  readonly #plural: Intl.PluralRules;
  readonly #writer: ValueWriter;

  constructor(code: FlowLanguage, writer: ValueWriter) {
    this.#code = code;
    this.#plural = new Intl.PluralRules(code);
    this.#writer = writer;
  }

  /** What a line of a score says, with countries in words; what no sentence is known of stays as it is. */
  scoreLine(feature: string, detail: string): string {
    // In English as stored, but for the codes of countries.
    if (this.#code === 'en' && !/^(?:nationality|country)$/.test(feature)) return detail;
    return this.#scoreLine(feature, detail) ?? detail;
  }

  /**
   * The reason of a ruling or a decision. The service offers reasons, and stores them in English: a whole sentence of
   * these is translated. A person's own words stay as they are. So does a reason with an identifier: a person may have
   * written the words beside it.
   */
  reason(reason: string): string {
    if (this.#code === 'en') return reason;
    return (
      this.#find('ruling', reason, (name, value) => this.#rulingValue(name, value)) ??
      this.#find('decision', reason) ??
      this.#agreement(reason) ??
      reason
    );
  }

  #scoreLine(feature: string, detail: string): string | undefined {
    switch (feature) {
      case 'date-of-birth':
        return this.#find('birth', detail, (_, date) => this.#date(date));
      case 'gender':
        return this.#find('gender', detail, (_, gender) => this.#gender(gender));
      case 'nationality':
      case 'country':
        return this.#find('country', detail, (_, countries) => this.#countries(countries));
      case 'identifier':
        return this.#identifier(detail);
      default:
        return feature === 'name' || feature.startsWith('name-') ? this.#name(detail) : undefined;
    }
  }

  #name(detail: string): string | undefined {
    return this.#find('name', detail, (_, word) => this.#find('reading', word) ?? word);
  }

  /** `1980-05-05`, `1980 to 1982`, `about 1980`. */
  #date(date: string): string | undefined {
    const [, about, from, to] = /^(about )?(\d{4}(?:-\d{2}){0,2})(?: to (\d{4}))?$/.exec(date) ?? [];
    if (from === undefined) return undefined;
    const range = to === undefined ? from : this.#fill('date-range', { from, to });
    return about === undefined ? range : this.#fill('date-about', { range });
  }

  #gender(gender: string): string | undefined {
    const word = gender.toLowerCase();
    return this.#find('sex', { f: 'female', m: 'male' }[word] ?? word);
  }

  #countries(codes: string): string | undefined {
    return /^[A-Z]{2}(?:, [A-Z]{2})*$/.test(codes)
      ? this.#writer.list(codes.split(', ').map((each) => this.#writer.codedCountry(each)))
      : undefined;
  }

  #identifier(detail: string): string | undefined {
    const parts = detail
      .replace(' and its checksum is wrong', '; its checksum is wrong')
      .split('; ')
      .map((part) => this.#find('identifier', part, (name, value) => this.#identifierValue(name, value)));
    return parts.every((part) => part !== undefined) ? this.#writer.clauses(parts) : undefined;
  }

  #identifierValue(name: string, value: string): string | undefined {
    return name === 'differing' ? this.#find('identifier', value) : value;
  }

  #rulingValue(name: string, value: string): string | undefined {
    if (name === 'identifier') return undefined;
    if (/gender$/i.test(name)) return this.#gender(value);
    return /countries$/i.test(name) ? this.#countries(value) : this.#date(value);
  }

  /** `Name agrees; year of birth agrees (1980)`: each clause by itself. */
  #agreement(reason: string): string | undefined {
    const [, said, common] = /^(.+ agrees) \(([\d-]+)\)$/.exec(reason) ?? [];
    if (said === undefined || common === undefined) return undefined;
    const clauses = said
      .split('; ')
      .map((clause) => this.#find('agreement', clause.charAt(0).toLowerCase() + clause.slice(1)));
    if (!clauses.every((clause) => clause !== undefined)) return undefined;
    const agreeing = clauses.reduce((first, next) => this.#fill('agreement-then', { first, next }));
    const written = this.#fill('agreement-all', { agreeing, common });
    return written.charAt(0).toLocaleUpperCase(this.#code) + written.slice(1);
  }

  #find(family: SentenceFamily, said: string, write: WriteValue = (_, value) => value): string | undefined {
    for (const { key, values } of findSentences(family, said)) {
      const written = Object.entries(values).map(([name, value]) => [
        name,
        name === 'count' ? value : write(name, value),
      ]);
      if (written.every(([, value]) => value !== undefined))
        return this.#fill(key, Object.fromEntries(written));
    }
    return undefined;
  }

  #fill(key: string, values: Readonly<Record<string, string>>): string {
    const texts = allSentences[this.#code];
    const form =
      values['count'] === undefined ? key : `${key}_${this.#plural.select(Number(values['count']))}`;
    const text = texts[form] ?? texts[key] ?? '';
    // Filled once, so that braces in a value are no placeholders.
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : this.#writer.isolated(value);
    });
  }
}
