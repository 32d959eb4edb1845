import type { z } from 'zod';

/** JSON Schemas of the OpenAPI documents as tables of Markdown. */

type Schema = z.core.JSONSchema.JSONSchema;

/** A member of an object. */
export interface MemberRow {
  /** Path in the object: `proposal.by`, `hits[].score`. */
  readonly member: string;
  /** In words, with values in backticks. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Its type names the default. */
  readonly hasDefault: boolean;
  readonly description: string;
}

/** A table of the members of an object, with those of objects inside it; empty where there are none. */
export function tableOf(schema: Schema): string {
  const rows = membersOf(schema);
  if (rows.length === 0) return '';
  return [
    '| member | type | meaning |',
    '| --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| \`${row.member}\` | ${row.isRequired || row.hasDefault ? row.type : `${row.type}; optional`} | ${cell(row.description)} |`,
    ),
  ].join('\n');
}

/** Text for a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** The type of a schema in words; components are links to their section. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(nameOf(schema.$ref));
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return unique(options.map((option) => typeOf(option as Schema))).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (Array.isArray(schema.type)) return (schema.type as string[]).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Schema)}`;
  return `${mapOf(schema) ?? schema.type ?? 'any'}${boundsOf(schema)}`;
}

function mapOf({ type, properties, additionalProperties }: Schema): string | undefined {
  if (type !== 'object' || properties !== undefined || typeof additionalProperties !== 'object') {
    return undefined;
  }
  return Object.keys(additionalProperties).length === 0
    ? 'object'
    : `map of ${typeOf(additionalProperties as Schema)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength, format }: Schema): string {
  // The largest and the smallest integer that a double holds exactly say nothing of the member.
  const [from, to] = [
    minimum === Number.MIN_SAFE_INTEGER ? undefined : (minimum ?? minLength),
    maximum === Number.MAX_SAFE_INTEGER ? undefined : (maximum ?? maxLength),
  ];
  const unit = maxLength !== undefined || minLength !== undefined ? ' characters' : '';
  const bounds =
    from !== undefined && to !== undefined
      ? `${from} to ${to}${unit}`
      : to !== undefined
        ? `at most ${to}${unit}`
        : from !== undefined
          ? `${from}${unit} or more`
          : undefined;
  const parts = [format, bounds].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The members of an object, each followed by those of objects inside it. */
export function membersOf(schema: Schema, prefix = ''): MemberRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, member]) => {
    const inside = insideOf(member);
    const path = `${prefix}${name}`;
    return [
      {
        member: path,
        type: describeType(member),
        isRequired: required.includes(name) && member.default === undefined,
        hasDefault: member.default !== undefined,
        description: member.description ?? '',
      },
      ...(inside === undefined ? [] : membersOf(inside.schema, `${path}${inside.separator}`)),
    ];
  });
}

function describeType(schema: Schema): string {
  const type = typeOf(schema);
  return schema.default === undefined ? type : `${type}; default ${code(schema.default)}`;
}

/** The object in a member whose own members are shown below it: the member itself, or what its list or map holds. */
function insideOf(schema: Schema): { schema: Schema; separator: string } | undefined {
  if (schema.properties !== undefined) return { schema, separator: '.' };
  const { items, additionalProperties } = schema;
  if (typeof items === 'object') return below(insideOf(items as Schema), '[]');
  if (typeof additionalProperties === 'object') {
    return below(insideOf(additionalProperties as Schema), '.*');
  }
  const objects = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (option) => insideOf(option as Schema) !== undefined,
  );
  return objects.length === 1 ? insideOf(objects[0] as Schema) : undefined;
}

function below(inside: ReturnType<typeof insideOf>, step: string): ReturnType<typeof insideOf> {
  return inside && { schema: inside.schema, separator: `${step}${inside.separator}` };
}

/** The name of the component that a reference leads to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** A link to the section of a component. */
export function linkTo(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

function code(value: unknown): string {
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  return `\`${text}\``.replaceAll('|', '\\|');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
