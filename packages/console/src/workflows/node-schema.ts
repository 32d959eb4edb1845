import type { WorkflowVocabulary } from '@gatehouse/contract';
import { currentLanguage } from '../messages/text.ts';
import { fieldHint, fieldTitle, unknownCode, withOptionLabels } from '../ui/field-labels.ts';
import { isRecord, type NodeDraft } from './draft.ts';

type Schema = Readonly<Record<string, unknown>>;
/** What forms offer for choosing. */
export type AvailableNames = Pick<
  WorkflowVocabulary,
  'webhooks' | 'groups' | 'forms' | 'fields' | 'documentRules'
>;

/**
 * The schema of a node's keys as a form shows it: keys as words, and what the tenant has. A key `webhook` offers its
 * webhooks, `inputs` beside it asks for what the chosen one declares, `groups` offers its groups.
 * @param owner the type of node whose keys these are, or the form; without one, only the schema says what they mean
 */
export function formSchema(
  schema: Schema,
  value: unknown,
  vocabulary: AvailableNames,
  owner?: string,
): Schema {
  const { properties, items } = schema;
  if (isRecord(schema['additionalProperties'])) {
    return { ...schema, additionalProperties: textWhereAny(schema['additionalProperties']) };
  }
  if (isRecord(items)) {
    // Some out of a few words are chosen, not listed one by one.
    const uniqueItems = Array.isArray(items['enum']) ? { uniqueItems: true } : {};
    return { ...schema, ...uniqueItems, items: formSchema(items, undefined, vocabulary, owner) };
  }
  if (!isRecord(properties)) return withOptionLabels(textWhereAny(oneOfValues(schema)));
  const given = isRecord(value) ? value : {};
  const shown = Object.entries(properties).map(([key, member]) => {
    const own = formSchema(isRecord(member) ? member : {}, given[key], vocabulary, owner);
    return [key, { title: fieldTitle(key, owner), ...described(key, special(key, own, given)) }];
  });
  const form = { ...schema, properties: Object.fromEntries(shown) as Schema };
  const asked = requestedFields(properties, given, vocabulary);
  return asked.length === 0 ? form : { ...form, required: [...required(schema), ...asked] };

  function special(key: string, own: Schema, siblings: Schema): Schema {
    const offered = availableChoices(key, vocabulary);
    if (offered !== undefined && own['type'] === 'array')
      return { ...own, items: choices({ type: 'string' }, offered, siblings[key]) };
    if (offered !== undefined && own['type'] === 'string') return choices(own, offered, siblings[key]);
    return key === 'inputs' ? inputsOf(own, siblings['webhook'], vocabulary) : own;
  }

  /** What a key means, without the marks of code, which a form does not draw. */
  function described(key: string, own: Schema): Schema {
    const { description } = own;
    if (typeof description !== 'string') return own;
    const known = owner === undefined ? undefined : fieldHint(key, owner);
    if (known !== undefined) return { ...own, description: known };
    // The contract's own sentence is in English.
    if (owner !== undefined && currentLanguage() !== 'en') return withoutDescription(own);
    return { ...own, description: description.replaceAll('`', '') };
  }
}

function withoutDescription(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'description'));
}

/** Keys that may be left out and yet are asked for at once: what the chosen webhook wants, and who decides. */
function requestedFields(properties: Schema, given: Schema, { webhooks }: AvailableNames): string[] {
  const declared = webhooks.find(({ id }) => id === given['webhook'])?.inputs ?? [];
  const wanted = [
    ...(declared.length > 0 ? ['inputs'] : []),
    ...(given['outcome'] === 'manual' ? ['groups'] : []),
  ];
  return wanted.filter((key) => key in properties);
}

function required(schema: Schema): readonly string[] {
  return Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
}

/** A schema of any value is a text to a form. */
function textWhereAny(schema: Schema): Schema {
  const isAny = ['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref'].every((key) => !(key in schema));
  return isAny ? { ...schema, type: 'string' } : schema;
}

/** One of some numbers is a choice, as one of some words is. */
function oneOfValues(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const values = anyOf.flatMap((one: Schema) => ('const' in one ? one['const'] : []));
  return values.length === anyOf.length ? { ...rest, type: typeof values[0], enum: values } : schema;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What a key of a node names, where the tenant has a list of it. */
function availableChoices(key: string, names: AvailableNames): readonly Choice[] | undefined {
  if (key === 'webhook')
    return names.webhooks.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  return availableCodes(key, names)?.map((value) => ({ value, label: value }));
}

function availableCodes(key: string, names: AvailableNames): readonly string[] | undefined {
  switch (key) {
    case 'groups':
      return names.groups;
    case 'form':
    case 'forms':
      return names.forms;
    case 'fields':
    case 'required':
      return names.fields;
    case 'rule':
      return names.documentRules;
    default:
      return undefined;
  }
}

/** A choice by label; what is kept is the value. What the draft names and nobody knows stays in sight. */
function choices(schema: Schema, offered: readonly Choice[], chosen: unknown): Schema {
  if (offered.length === 0) return schema;
  const { minLength: _, maxLength: __, pattern: ___, ...rest } = schema;
  const known = new Set(offered.map(({ value }) => value));
  const unknown = [chosen]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '' && !known.has(value))
    .map((value) => ({ value, label: unknownCode(value) }));
  const all = [...offered, ...new Map(unknown.map((one) => [one.value, one])).values()];
  return {
    ...rest,
    enum: all.map(({ value }) => value),
    enumNames: Object.fromEntries(all.map(({ value, label }) => [value, label])),
  };
}

function inputsOf(schema: Schema, webhook: unknown, vocabulary: AvailableNames): Schema {
  const declared = vocabulary.webhooks.find(({ id }) => id === webhook)?.inputs;
  if (declared === undefined) return schema;
  const { propertyNames: _, default: __, ...rest } = schema;
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(declared.map((name) => [name, { type: 'string', title: name }])),
    required: [...declared],
    additionalProperties: false,
  };
}

const ownKeys = new Set(['id', 'type', 'title', 'position']);

/** The keys that a node's type gives it. */
export function configOf(node: NodeDraft): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !ownKeys.has(key)));
}

export function withConfig(node: NodeDraft, config: Readonly<Record<string, unknown>>): NodeDraft {
  const own = Object.entries(node).filter(([key]) => ownKeys.has(key));
  return { ...(Object.fromEntries(own) as unknown as NodeDraft), ...config };
}
