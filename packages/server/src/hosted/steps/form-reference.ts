import {
  type Choice,
  type ConfigItems,
  type ConfigKey,
  configKeys,
  type FieldFault,
  type FieldRules,
  type FieldValue,
  type FieldValues,
  type FlowField,
  type FlowForm,
} from '@gatehouse/contract';
import { searchCountries } from '@gatehouse/contract/country-search';
import type { ReferenceDirectory } from '../../reference/index.ts';

type Field = ConfigItems['particular'];
type FormItem = ConfigItems['required-form'];

/** Lists of at most so many choices are sent with their field. */
const shortList = 40;
/** Most choices of one answer, and how many are answered whole where nothing was asked for. */
const maxChoices = 50;
const wholeList = 300;

/** Keys whose items are choices of fields. */
const choiceKeys: ReadonlySet<ConfigKey> = new Set(
  configKeys.filter(
    (key) => !['particular', 'required-form', 'platform_document_default_rule'].includes(key),
  ),
);

/** Keys whose items are countries, which people call by more than their names. */
const countryKeys: ReadonlySet<ConfigKey> = new Set(['platform_countries', 'platform_phone_code']);

/** What forms choose from, as one tenant has it, for a person or a company. */
export class FormReference {
  readonly #reference: ReferenceDirectory;
  readonly #tenantId: string;
  readonly #of: 'individual' | 'corporate';

  constructor(reference: ReferenceDirectory, tenantId: string, of: 'individual' | 'corporate') {
    this.#reference = reference;
    this.#tenantId = tenantId;
    this.#of = of;
  }

  items<Key extends ConfigKey>(key: Key): readonly ConfigItems[Key][] {
    return this.#reference.section(this.#tenantId, key).items as readonly ConfigItems[Key][];
  }

  settings(key: ConfigKey): Readonly<Record<string, unknown>> {
    return this.#reference.section(this.#tenantId, key).settings;
  }

  form(code: string): FormItem | undefined {
    return this.items('required-form').find((form) => form.code === code);
  }

  /** A form as it is asked for. */
  flowForm(form: FormItem): FlowForm {
    const { minItems = form.repeatable ? 0 : 1, maxItems = form.repeatable ? 100 : 1 } = form;
    return {
      code: form.code,
      name: form.name,
      ownName: this.#reference.isOwn(this.#tenantId, 'required-form', form.code),
      repeatable: form.repeatable,
      minItems,
      maxItems,
      fields: this.formFields(form),
    };
  }

  formFields(form: FormItem): FlowField[] {
    const ownForm = this.#reference.isOwn(this.#tenantId, 'required-form', form.code);
    return form.fields.map((field) => {
      const base = this.items('particular').find(({ code }) => code === field.field);
      const type = field.type ?? base?.type;
      // Provisioning refuses forms of which this is so.
      if (type === undefined) throw new Error(`${form.code} asks for ${field.field}, which has no type`);
      return this.#flowField({
        field: field.field,
        label: field.label ?? base?.name ?? field.field,
        ownLabel: field.label === undefined ? this.#isOwnField(field.field) : ownForm,
        type,
        required: field.required,
        rules: { ...base?.rules, ...field.rules },
        optionsKey: field.optionsKey ?? base?.optionsKey,
      });
    });
  }

  /** A field of `particular` by itself; undefined: there is none. */
  field(code: string): FlowField | undefined {
    const base = this.items('particular').find((item) => item.code === code);
    return base && this.#flowField(this.#particular(base));
  }

  #particular(base: Field) {
    return {
      field: base.code,
      label: base.name,
      ownLabel: this.#isOwnField(base.code),
      type: base.type,
      required: base.requirement === 'required',
      rules: base.rules,
      optionsKey: base.optionsKey,
    };
  }

  #isOwnField(code: string): boolean {
    return this.#reference.isOwn(this.#tenantId, 'particular', code);
  }

  #flowField({
    optionsKey,
    ...field
  }: Omit<FlowField, 'choices' | 'choicesKey'> & { readonly optionsKey: ConfigKey | undefined }): FlowField {
    const choices = optionsKey === undefined ? null : this.#choices(optionsKey, field.rules);
    return {
      ...field,
      choices: choices !== null && choices.length <= shortList ? choices : null,
      choicesKey: optionsKey ?? null,
    };
  }

  /** The choices of a key whose code or name holds `asked`, those that begin with it first; undefined: no such key. */
  search(key: string, requested: string): readonly Choice[] | undefined {
    const known = configKeys.find((name) => name === key);
    if (known === undefined || !choiceKeys.has(known)) return undefined;
    const rules = this.items('particular').find(
      (item) => item.optionsKey === known && item.rules.level,
    )?.rules;
    const choices = this.#choices(known, rules ?? {});
    const wanted = folded(requested);
    if (wanted !== '' && countryKeys.has(known)) {
      const shown = choices.map((choice) => {
        const { name, detail = '' } = choice;
        return { code: choice.code, names: [name, detail, detail.replace('+', '')], choice };
      });
      return searchCountries(requested, shown)
        .slice(0, maxChoices)
        .map(({ choice }) => choice);
    }
    if (wanted === '') return choices.length <= wholeList ? choices : choices.slice(0, maxChoices);
    const rank = ({ code, name, detail }: Choice) => {
      const texts = [code, name, detail ?? ''].map(folded);
      if (texts.some((text) => text.startsWith(wanted))) return 0;
      if (texts.some((text) => text.includes(` ${wanted}`))) return 1;
      return texts.some((text) => text.includes(wanted)) ? 2 : undefined;
    };
    return choices
      .map((choice) => ({ choice, rank: rank(choice) }))
      .filter((found) => found.rank !== undefined)
      .toSorted((a, b) => a.rank! - b.rank!)
      .slice(0, maxChoices)
      .map(({ choice }) => choice);
  }

  /** What a code stands for; the code itself where it is none. */
  nameOf(key: string, code: string): string {
    const item = (this.items(key as ConfigKey) as readonly Choice[]).find((found) => found.code === code);
    return item?.name ?? code;
  }

  #choices(key: ConfigKey, rules: FieldRules): Choice[] {
    const items = this.items(key) as readonly (Choice & {
      readonly level?: string;
      readonly parent?: string | null;
      readonly appliesTo?: string;
      readonly category?: string;
      readonly dialCode?: string;
    })[];
    const ofLevel = rules.level === undefined ? items : items.filter(({ level }) => level === rules.level);
    // Until an edition with that level is imported, the finest there is has to do.
    const parents = new Set(items.map(({ parent }) => parent));
    const finest = ofLevel.length > 0 ? ofLevel : items.filter(({ code }) => !parents.has(code));
    return finest
      .filter(({ appliesTo }) => appliesTo === undefined || appliesTo === 'both' || appliesTo === this.#of)
      .filter(({ category }) => key !== 'platform_document_master' || category === 'identity')
      .map(({ code, name, dialCode }) => ({
        code,
        name,
        ...(dialCode === undefined ? {} : { detail: dialCode }),
      }));
  }

  /** Codes that are no choice of their field; choices that are sent with the field were checked with its rules. */
  checkChoices(fields: readonly FlowField[], values: FieldValues): FieldFault[] {
    return fields.flatMap(({ field, choices, choicesKey, rules, type }) => {
      if (choicesKey === null || choices !== null) return [];
      if (!['code', 'codeList', 'country', 'countryList'].includes(type)) return [];
      const codes = new Set(this.#choices(choicesKey as ConfigKey, rules).map(({ code }) => code));
      const strange = listOf(values[field]).find((code) => !codes.has(code));
      return strange === undefined ? [] : [{ field, rule: 'values', params: { value: strange } }];
    });
  }
}

export function listOf(value: FieldValue | undefined): readonly string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object' ? value : [String(value)];
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
