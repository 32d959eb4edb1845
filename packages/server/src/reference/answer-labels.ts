import type { ConfigItems, ConfigKey, StatedField } from '@gatehouse/contract';
import { readableTitle } from './readable-title.ts';
import type { ReferenceDirectory } from './reference-directory.ts';

/** Keys whose items are countries. */
const countryKeys: ReadonlySet<string> = new Set(['platform_countries', 'platform_phone_code']);

interface FieldMeaning {
  readonly label: string;
  readonly isOwnLabel: boolean;
  readonly optionsKey: ConfigKey | undefined;
  /** The codes that a field without such a list may have. */
  readonly values: readonly string[];
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

  /** Whether the tenant has the form in its own words. */
  isOwnForm(code: string): boolean {
    return this.#reference.isOwn(this.#tenantId, 'required-form', code);
  }

  /** Answers to a form in the order of its fields, then answers to fields that it no longer has; those without a value are left out. */
  formAnswers(code: string, values: Readonly<Record<string, unknown>>): StatedField[] {
    const fields = this.#form(code)?.fields.map(({ field }) => field) ?? [];
    const order = [...new Set([...fields, ...Object.keys(values)])];
    return order.flatMap((field) => this.answer(field, values[field], code) ?? []);
  }

  /** One answer in words, by the field's meaning in a form where one is given; undefined where nothing was answered. */
  answer(field: string, value: unknown, form?: string): StatedField | undefined {
    const { label, isOwnLabel, ...codes } = this.#meaningOf(field, form);
    const coded = this.#codedOf(field, value, codes);
    const text = coded === null ? textOf(value) : coded.choices.map(({ name }) => name).join(', ');
    return text === '' ? undefined : { field, label, isOwnLabel, value: text, coded };
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
      isOwnLabel:
        form !== undefined && own?.label !== undefined
          ? this.isOwnForm(form)
          : this.#reference.isOwn(this.#tenantId, 'particular', field),
      optionsKey: own?.optionsKey ?? base?.optionsKey,
      values: own?.rules?.values ?? base?.rules?.values ?? [],
    };
  }

  /** The codes of a value with their names; null where it is a text. */
  #codedOf(
    field: string,
    value: unknown,
    { optionsKey, values }: Pick<FieldMeaning, 'optionsKey' | 'values'>,
  ): StatedField['coded'] {
    if (typeof value === 'boolean') {
      return { list: 'boolean', choices: [{ code: String(value), name: value ? 'Yes' : 'No' }] };
    }
    const codes = textsIn(value);
    if (codes === undefined) return null;
    if (optionsKey === undefined) {
      const isCode = (one: string) => values.includes(one) || shoutedCode.test(one);
      const name = (code: string) => (/^[A-Z_]{2,}$/.test(code) ? readableCode(code) : code);
      return codes.every(isCode)
        ? { list: field, choices: codes.map((code) => ({ code, name: name(code) })) }
        : null;
    }
    return {
      list: optionsKey,
      choices: codes.map((code) => ({ code, name: this.#choiceName(optionsKey, code) })),
    };
  }

  #choiceName(optionsKey: ConfigKey, code: string): string {
    if (countryKeys.has(optionsKey)) return this.country(code);
    const choices: readonly { readonly code: string; readonly name: string }[] = this.#items(optionsKey);
    return choices.find((one) => one.code === code)?.name ?? code;
  }
}

/** A text, or a list of some; undefined for everything else. */
function textsIn(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.filter((one) => typeof one === 'string' && one !== '');
  return texts.length > 0 && texts.length === all.length ? (texts as readonly string[]) : undefined;
}

const shoutedCode = /^[A-Z]+(?:_[A-Z]+)+$/;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `BENEFICIAL_OWNER` as `Beneficial owner`, `sourceOfFunds` as `Source of funds`. */
function readableCode(code: string): string {
  const words = code
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toUpperCase();
  return readableTitle(words);
}
