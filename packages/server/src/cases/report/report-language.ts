import type { FlowLanguage, StatedField } from '@gatehouse/contract';
import { answerLabel, answerText, enLabels, type Labels } from '@gatehouse/contract/reference-labels';
import { arLabels } from '@gatehouse/contract/reference-labels/ar';
import { deLabels } from '@gatehouse/contract/reference-labels/de';
import { esLabels } from '@gatehouse/contract/reference-labels/es';
import { frLabels } from '@gatehouse/contract/reference-labels/fr';
import { zhLabels } from '@gatehouse/contract/reference-labels/zh';
import { listSources } from '@gatehouse/matching';
import { type PictureWords, pictureWords } from '@gatehouse/ownership/picture';
import { countryCode } from '../../lib/countries.ts';
import { isolated, withIsolatedValues } from '../../pdf/index.ts';
import { ReportSentences } from './report-sentences.ts';
import { arabic } from './words/ar.ts';
import { german } from './words/de.ts';
import { english } from './words/en.ts';
import { spanish } from './words/es.ts';
import { french } from './words/fr.ts';
import type { ReportCodes, ReportTexts } from './words/report-words.ts';
import { chinese } from './words/zh.ts';

/** Fields whose values are countries. */
const countryField = /country|nationalit/i;

interface ReportWords {
  /** As `Intl` takes it: figures are Latin in every language, as those of lists and documents are. */
  readonly locale: string;
  readonly texts: ReportTexts;
  readonly codes: ReportCodes;
}

const allWords: Readonly<Record<FlowLanguage, ReportWords>> = {
  en: { locale: 'en-GB', ...english },
  de: { locale: 'de', ...german },
  fr: { locale: 'fr', ...french },
  es: { locale: 'es', ...spanish },
  ar: { locale: 'ar-u-nu-latn', ...arabic },
  zh: { locale: 'zh-Hans', ...chinese },
};

/** Names of the reference configuration. */
const allLabels: Readonly<Record<FlowLanguage, Labels>> = {
  en: enLabels,
  de: deLabels,
  fr: frLabels,
  es: esLabels,
  ar: arLabels,
  zh: zhLabels,
};

interface ShownActor {
  readonly kind: string;
  readonly id: string;
  readonly name?: string | null;
}

/** One language of reports: its words, and how it writes instants, numbers, countries and codes. */
export class ReportLanguage {
  readonly code: FlowLanguage;
  readonly texts: ReportTexts;
  readonly picture: PictureWords;
  /** What the service states of hits and offers as reasons: it is stored in English. */
  readonly sentences: ReportSentences;
  readonly #isMirrored: boolean;
  readonly #codes: ReportCodes;
  readonly #labels: Labels;
  readonly #locale: string;
  readonly #instants: Intl.DateTimeFormat;
  readonly #regions: Intl.DisplayNames;

  constructor(code: FlowLanguage) {
    const { locale, texts, codes } = allWords[code];
    this.code = code;
    this.#isMirrored = code === 'ar';
    this.texts = withIsolatedValues(texts, (value) => this.isolated(value));
    this.picture = pictureWords[code];
    this.sentences = new ReportSentences(code, this);
    this.#codes = codes;
    this.#labels = allLabels[code];
    this.#locale = locale;
    this.#instants = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    this.#regions = new Intl.DisplayNames(locale, { type: 'region' });
  }

  /** A value that stands in a text of the report: it orders itself alone. */
  isolated(value: string): string {
    return isolated(value, this.#isMirrored);
  }

  /** Values beside one another, without those that are empty. */
  list(values: readonly (string | null | undefined)[]): string {
    return this.#joined(values, this.texts.marks.comma);
  }

  /** Parts of a sentence, or values that have commas themselves. */
  clauses(values: readonly (string | null | undefined)[]): string {
    return this.#joined(values, this.texts.marks.semicolon);
  }

  #joined(values: readonly (string | null | undefined)[], mark: string): string {
    const filled = values.filter((value) => value !== null && value !== undefined && value !== '');
    return filled.length === 1 ? filled[0]! : filled.map((value) => this.isolated(value!)).join(mark);
  }

  labelled(label: string, value: string): string {
    return this.texts.marks.labelled(label, value);
  }

  /** A text with what is said of it; alone where that is empty. */
  noted(text: string, note: string): string {
    return note === '' ? text : this.texts.marks.noted(text, note);
  }

  /** An instant to the second, with its time zone. */
  instant(at: number): string {
    return `${this.#instants.format(at)} UTC`;
  }

  number(value: number, digits?: number): string {
    const digitsOf = { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 2 };
    return new Intl.NumberFormat(this.#locale, digitsOf).format(value);
  }

  /** Of 100. */
  percent(value: number, decimals = 2): string {
    const digits = {
      style: 'percent',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    } as const;
    return new Intl.NumberFormat(this.#locale, digits).format(value / 100);
  }

  bytes(size: number): string {
    return size < 1024 * 1024
      ? `${this.number(Math.max(1, Math.round(size / 1024)))} kB`
      : `${this.number(size / 1024 / 1024, 1)} MB`;
  }

  /** Words for a code of the wire; without any `countryOfTaxation` is `Country of taxation`, and `TAX_EVENT` `Tax event`. */
  label(code: string): string {
    const { documents } = this.#labels;
    return (
      this.#wordsFor('labels', code) ?? (Object.hasOwn(documents, code) ? documents[code]! : readable(code))
    );
  }

  action(act: string): string {
    return this.#wordsFor('actions', act) ?? readable(act.replace('.', ' '));
  }

  actor(kind: string): string {
    return this.#wordsFor('actors', kind) ?? readable(kind);
  }

  /** Who did something: a person by name, a part of the service by what it does. */
  actorName({ kind, id, name }: ShownActor): string {
    if (kind === 'system') return this.#wordsFor('systems', id) ?? this.texts.actor.system(id);
    if (kind === 'operator') return this.#wordsFor('operators', id) ?? id;
    if (kind === 'end_user')
      return name ? this.texts.actor.endUser(name) : this.texts.actor.endUserOfLink(id);
    return kind === 'api_key' ? this.texts.actor.apiKey(id) : (name ?? id);
  }

  #wordsFor(table: keyof ReportCodes, code: string): string | undefined {
    const words: Readonly<Record<string, string>> = this.#codes[table];
    return Object.hasOwn(words, code) ? words[code] : undefined;
  }

  /** Its name in the language, and its code. */
  country({ code, name }: { readonly code: string; readonly name: string }): string {
    const shown = this.#regionName(code) ?? name;
    return shown === code ? shown : this.noted(shown, code);
  }

  codedCountry(code: string): string {
    return this.country({ code, name: code });
  }

  /** Answers come with their English words. */
  get #isEnglish(): boolean {
    return this.code === 'en';
  }

  /** The field of an answer, as it is called where a report has it elsewhere, else as the person was asked. */
  answerLabel(answer: StatedField): string {
    if (answer.isOwnLabel || this.#isEnglish) return answer.label;
    return this.#wordsFor('labels', answer.field) ?? answerLabel(answer, this.#labels);
  }

  /** What was answered: choices, countries and documents by name, texts as they were stated. */
  answerValue(answer: StatedField): string {
    const { field, value, coded } = answer;
    if (this.#isEnglish || coded === null) return this.statedCountry(field, value);
    const { yes, no } = this.texts;
    return answerText(answer, {
      labels: this.#labels,
      country: (code) => this.codedCountry(code),
      document: (type, country) => this.document(type, country),
      yesNo: (is) => (is ? yes : no),
      list: (values) => this.list(values),
    });
  }

  formTitle(of: { readonly form: string; readonly title: string; readonly isOwnTitle: boolean }): string {
    return of.isOwnTitle || this.#isEnglish ? of.title : (this.#labels.forms[of.form] ?? of.title);
  }

  /** A kind of document, with its country where it has one. */
  document(type: string, country: string | null): string {
    return country === null ? this.label(type) : this.list([this.label(type), this.codedCountry(country)]);
  }

  /** Of `NL` or `Netherlands (NL)` the country in the language, else the value as it was stated. */
  statedCountry(field: string, value: string): string {
    const [, code] = /^(?:.*\()?([A-Z]{2})\)?$/.exec(value) ?? [];
    const isNamed = countryField.test(field) && code !== undefined && this.#regionName(code) !== undefined;
    return isNamed ? this.codedCountry(code) : value;
  }

  #regionName(code: string): string | undefined {
    // Intl names the state that followed one that is no more: `SU` would be Russia.
    return countryCode(code) === code ? this.#regions.of(code) : undefined;
  }

  /** Title of a list by its source ID, as its publisher has it; the ID where it has none. */
  listTitle(source: string): string {
    return source === 'watchlist' ? this.texts.watchlist : (listSources[source]?.title ?? source);
  }

  /** A person by name with the address that the record has. */
  person(email: string, name: string | null | undefined): string {
    return name ? this.noted(name, email) : email;
  }

  /** Whatever JSON holds, in one text: nested members a line each. */
  value(value: unknown): string {
    const { none, yes, no } = this.texts;
    if (value === null || value === undefined || value === '') return none;
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value === 'string') return value;
    if (typeof value !== 'object') return JSON.stringify(value);
    if (Array.isArray(value)) {
      const isPlain = value.every((each) => typeof each !== 'object' || each === null);
      const texts = value.map((each) => this.value(each));
      if (texts.length === 0) return none;
      return isPlain ? this.list(texts) : texts.join('\n');
    }
    const members = Object.entries(value);
    return members.length === 0
      ? none
      : members
          .map(([name, each]) => this.labelled(this.label(name), this.clauses(this.value(each).split('\n'))))
          .join('\n');
  }

  /** Settings of engines: a line each, with words for what they choose from. */
  settings(settings: unknown): string {
    if (typeof settings !== 'object' || settings === null) return '';
    return Object.entries(settings)
      .map(([engine, chosen]) => {
        const each = Object.entries((chosen ?? {}) as object).map(([name, value]) =>
          this.labelled(this.label(name), typeof value === 'string' ? this.label(value) : this.value(value)),
        );
        return this.labelled(this.label(engine), this.clauses(each) || this.texts.none);
      })
      .join('\n');
  }

  /** A field as it was stated; the code of a country with its name, the type of a customer in words. */
  stated(field: string, value: unknown): string {
    if (field === 'customerType' && typeof value === 'string') return this.label(value);
    const isCountry = countryField.test(field) && typeof value === 'string';
    const name = isCountry ? this.#regionName(value) : undefined;
    return name === undefined ? this.value(value) : this.codedCountry(String(value));
  }
}

function readable(code: string): string {
  const plain = code
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(?:api|id|kyb|kyc|mrz|pep|url)\b/g, (word) => word.toUpperCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
