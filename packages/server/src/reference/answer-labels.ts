import type { ConfigItems, ConfigKey } from '@gatehouse/contract';
import { readableTitle } from './readable-title.ts';
import type { ReferenceDirectory } from './reference-directory.ts';

/** Keys whose items are countries. */
const countryKeys: ReadonlySet<string> = new Set(['platform_countries', 'platform_phone_code']);

/** An answer to a field, for people. */
interface LabelledAnswer {
  readonly field: string;
  readonly label: string;
  readonly value: string;
}

interface FieldMeaning {
  readonly label: string;
  readonly optionsKey: ConfigKey | undefined;
}

/** Labels of fields, forms and documents of the reference configuration, as one tenant has it now. */
export class AnswerLabels {
  readonly #reference: ReferenceDirectory;
  readonly #tenantId: string;

  constructor(reference: ReferenceDirectory, tenantId: string) {
    this.#reference = reference;
    this.#tenantId = tenantId;
  }

  /** Name of a form; its code made readable where there is none by now. */
  formTitle(code: string): string {
    return this.#form(code)?.name ?? readableCode(code);
  }

  /** Answers to a form in the order of its fields, then answers to fields that it no longer has; those without a value are left out. */
  formAnswers(code: string, values: Readonly<Record<string, unknown>>): LabelledAnswer[] {
    const fields = this.#form(code)?.fields.map(({ field }) => field) ?? [];
    const order = [...new Set([...fields, ...Object.keys(values)])];
    return order.flatMap((field) => this.answer(field, values[field], code) ?? []);
  }

  /** One answer in words, by the field's meaning in a form where one is given; undefined where nothing was answered. */
  answer(field: string, value: unknown, form?: string): LabelledAnswer | undefined {
    const { label, optionsKey } = this.#meaningOf(field, form);
    const text = this.#textOf(value, optionsKey);
    return text === '' ? undefined : { field, label, value: text };
  }

  /** Name of a kind of document for a country, such as `Passport of Germany`. */
  documentTitle(type: string, country: string | null): string {
    const items = this.#items('platform_document_master').filter((item) => item.type === type);
    const item = items.find((one) => one.country === country) ?? items.find((one) => one.country === null);
    if (item === undefined) return readableCode(type);
    return item.country === null && country !== null ? `${item.name}, ${this.country(country)}` : item.name;
  }

  /** The kind and country of a document that a person named by its code; undefined where there is none. */
  documentKind(code: unknown): { readonly type: string; readonly country: string | null } | undefined {
    const found = this.#items('platform_document_master').find((item) => item.code === code);
    return found && { type: found.type, country: found.country };
  }

  /** `Germany (DE)`; other texts as they are. */
  country(code: string): string {
    const item = this.#items('platform_countries').find((one) => one.code === code);
    return item === undefined ? code : `${item.name} (${code})`;
  }

  #items<Key extends ConfigKey>(key: Key): readonly ConfigItems[Key][] {
    return this.#reference.section(this.#tenantId, key).items as readonly ConfigItems[Key][];
  }

  #form(code: string): ConfigItems['required-form'] | undefined {
    return this.#items('required-form').find((form) => form.code === code);
  }

  #meaningOf(field: string, form: string | undefined): FieldMeaning {
    const base = this.#items('particular').find(({ code }) => code === field);
    const own = form === undefined ? undefined : this.#form(form)?.fields.find((one) => one.field === field);
    return {
      label: own?.label ?? base?.name ?? readableCode(field),
      optionsKey: own?.optionsKey ?? base?.optionsKey,
    };
  }

  #textOf(value: unknown, optionsKey: ConfigKey | undefined): string {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (Array.isArray(value)) return value.map((one) => this.#textOf(one, optionsKey)).join(', ');
    if (typeof value !== 'string') return JSON.stringify(value);
    if (optionsKey === undefined) return /^[A-Z]+(?:_[A-Z]+)+$/.test(value) ? readableCode(value) : value;
    if (countryKeys.has(optionsKey)) return this.country(value);
    const choices: readonly { readonly code: string; readonly name: string }[] = this.#items(optionsKey);
    return choices.find(({ code }) => code === value)?.name ?? value;
  }
}

/** `BENEFICIAL_OWNER` as `Beneficial owner`, `sourceOfFunds` as `Source of funds`. */
function readableCode(code: string): string {
  const words = code
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toUpperCase();
  return readableTitle(words);
}
