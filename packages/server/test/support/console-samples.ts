import { z } from 'zod';

/** Bodies and queries that a route's schema takes, made from the schema alone: no story has to know the route. */

type Schema = z.core.JSONSchema.JSONSchema;

/** Texts of the forms that fields ask for, tried in turn. */
const texts = [
  'sample',
  'wf_sample',
  'C000001',
  '01890000-0000-7000-8000-000000000001',
  '2026-01-02T03:04:05Z',
  '2026-01-02',
  'sample@example.test',
  'https://example.test',
  '123456',
  'P1Y',
  '1.0.0',
  'sample-text-that-is-long-enough-for-a-secret',
];

/**
 * A value that the schema takes, with what it demands and nothing else; a member called as something in `known` has
 * that value. @throws where no text of ours fits: then one is added here.
 */
export function sampleOf(schema: z.ZodType, known: ReadonlyMap<string, unknown> = new Map()): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return make(root, { root, known, numbers: 0 });
}

/** Whether a member is a free text, as ids are, and no number or word out of a few. */
export function isText(schema: z.ZodType, member: string): boolean {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const { type, enum: words } = (properties?.[member] ?? {}) as Schema;
  return type === 'string' && words === undefined;
}

/** Where a text, a number or anything at all may be in what a schema takes. */
export interface MemberPlace {
  /** From the outside in: names of members, 0 for the first of a list. */
  readonly path: readonly (string | 0)[];
  readonly type: 'string' | 'number' | 'any';
  /** A sample with another value at this place. */
  readonly put: (value: unknown) => unknown;
}

/** Every such place of a schema, optional ones too. */
export function placesOf(schema: z.ZodType, known: ReadonlyMap<string, unknown> = new Map()): MemberPlace[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const whole = { path: [], put: (value: unknown) => value };
  return [...walk(root, { root, known, numbers: 0 }, whole)];
}

function* walk(
  schema: Schema,
  making: Making,
  at: Pick<MemberPlace, 'path' | 'put'>,
): Generator<MemberPlace> {
  if (at.path.length > 8) return;
  if (schema.$ref !== undefined) return yield* walk(resolve(making.root, schema.$ref), making, at);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Schema[];
  for (const part of parts) yield* walk(part, making, at);
  const below = (step: string | 0, put: (value: unknown) => unknown) => ({
    path: [...at.path, step],
    put: (value: unknown) => at.put(put(value)),
  });
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string' && schema.enum === undefined) yield { ...at, type };
  else if (type === 'number' || type === 'integer') yield { ...at, type: 'number' };
  else if (type === 'array')
    yield* walk(
      schema.items as Schema,
      making,
      below(0, (value) => [value]),
    );
  else if (type === 'object') {
    const sample = make(schema, making) as object;
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      yield* walk(
        member as Schema,
        making,
        below(name, (value) => ({ ...sample, [name]: value })),
      );
    }
    const others = schema.additionalProperties;
    if (typeof others === 'object') {
      yield* walk(
        others as Schema,
        making,
        below('sample', (value) => ({ ...sample, sample: value })),
      );
    }
  } else if (type === undefined && parts.length === 0 && schema.const === undefined)
    yield { ...at, type: 'any' };
}

interface Making {
  readonly root: Schema;
  readonly known: ReadonlyMap<string, unknown>;
  /** Numbers so far: each is larger than the previous one, as the ends of a range are. */
  numbers: number;
}

function make(schema: Schema, making: Making, name = ''): unknown {
  if (making.known.has(name)) return making.known.get(name);
  if (schema.$ref !== undefined) return make(resolve(making.root, schema.$ref), making, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return make(first as Schema, making, name);
  const whole = Object.assign({}, ...((schema.allOf ?? []) as Schema[]), schema) as Schema;
  switch (Array.isArray(whole.type) ? whole.type[0] : whole.type) {
    case 'object':
      return Object.fromEntries(
        (whole.required ?? []).map((member) => [
          member,
          make((whole.properties?.[member] ?? {}) as Schema, making, member),
        ]),
      );
    case 'array':
      return Array.from({ length: whole.minItems ?? 0 }, () => make(whole.items as Schema, making, name));
    case 'string':
      return textFor(whole, name);
    case 'integer':
    case 'number':
      making.numbers += 1;
      return Math.max(making.numbers, whole.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case undefined:
      return {};
    default:
      throw new Error(`no sample of type ${String(whole.type)}`);
  }
}

function textFor({ pattern, minLength = 0, maxLength = Infinity }: Schema, name: string): string {
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const found = texts.find(fits);
  if (found === undefined) throw new Error(`no sample fits ${name || 'a text'} (${pattern ?? minLength})`);
  return found;
}

function resolve(root: Schema, reference: string): Schema {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], root) as Schema;
}
