import type { ReferenceSetting } from '@gatehouse/contract';
import { fieldHint, fieldTitle, withOptionLabels } from '../ui/field-labels.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema of an item as a form shows it: members as words, members that name something else as choices. The code of
 * an item that is there stays: another code would be another item.
 */
export function itemForm(
  { schema, choices }: Pick<ReferenceSetting, 'schema' | 'choices'>,
  isNew: boolean,
): Schema {
  const shown = readable(schema, choices);
  if (isNew) return shown;
  const { code: _, ...properties } = (shown['properties'] ?? {}) as Record<string, unknown>;
  const required = ((shown['required'] ?? []) as string[]).filter((name) => name !== 'code');
  return { ...shown, properties, required };
}

function readable(schema: Schema, choices: ReferenceSetting['choices']): Schema {
  const { properties, items, anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.every((one: Schema) => isSchema(one['properties'])))
    return { ...schema, anyOf: anyOf.map((one: Schema) => readable(one, choices)) };
  if (isSchema(items)) return { ...schema, items: readable(items, choices) };
  if (!isSchema(properties)) return withOptionLabels(textOfForms(schema));
  const members = Object.entries(properties).map(([name, member]) => {
    const own = readable(isSchema(member) ? member : {}, choices);
    return [
      name,
      { ...withChoices(own, choices[name]), title: fieldTitle(name, form), ...described(name, own) },
    ];
  });
  return { ...schema, properties: Object.fromEntries(members) as Schema };
}

const form = 'reference';

/** Descriptions of the schema are written for the document of the interface, where code is between backticks. */
function described(name: string, { description }: Schema): Schema {
  if (typeof description !== 'string') return {};
  return { description: fieldHint(name, form) ?? description.replaceAll('`', '') };
}

/** A list of words has its choices at its items. */
function withChoices(schema: Schema, words: readonly string[] | undefined): Schema {
  if (words === undefined) return schema;
  if (schema['type'] !== 'array') return { ...schema, examples: words };
  return { ...schema, items: { type: 'string', enum: words }, uniqueItems: true };
}

/** A text of one form or another is one text to a form; which forms there are, its description says. */
function textOfForms(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const isText = Array.isArray(anyOf) && anyOf.every((one: Schema) => one['type'] === 'string');
  return isText ? { ...rest, type: 'string' } : schema;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
