/**
 * Writes `src/wire-types.ts`, and the schemas that the mock gateway checks inputs by, from the contract: `npm run docs`. The published SDK has no dependency, so its types may
 * not name the schema library that the contract infers them from.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import {
  articleSchema,
  configItems,
  configKeys,
  engines,
  eventTypes,
  hitSchema,
  linkEventTypes,
  type Operation,
  operations,
  sources,
} from '@gatehouse/contract';
import { z } from 'zod';

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
}

/** Types that have a name of their own, by their schema as text. */
const named = new Map<string, string>();

function schemaOf(type: z.ZodType): Schema {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(type, { io: 'output', reused: 'inline' });
  return inline(schema, $defs ?? {}) as Schema;
}

/** Puts what the contract names for its documents in the place of each reference. */
function inline(value: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => inline(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, id: _, ...members } = value as { $ref?: string; id?: string };
  if ($ref === undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inline(each, definitions)]));
  }
  const definition = inline(definitions[$ref.replace('#/$defs/', '')], definitions);
  return { ...(definition as object), ...members };
}

/** The same type whatever is said about it, and however its texts are restricted. */
function keyOf(schema: Schema): string {
  const { description: _, ...rest } = schema;
  return JSON.stringify(rest);
}

function typeOf(schema: Schema): string {
  return named.get(keyOf(schema)) ?? structureOf(schema);
}

function structureOf(schema: Schema): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(typeOf));
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => structureOf({ ...schema, type })).join(' | ');
  }
  switch (String(schema.type)) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return String(schema.type);
    default:
      return 'unknown';
  }
}

/** A text of one value beside any text says nothing more. */
function union(types: readonly string[]): string {
  return types.filter((type) => !(type.startsWith('"') && types.includes('string'))).join(' | ');
}

function objectOf({ properties, required = [], additionalProperties, propertyNames }: Schema): string {
  if (properties === undefined || Object.keys(properties).length === 0) {
    const value =
      typeof additionalProperties === 'object'
        ? typeOf(additionalProperties)
        : additionalProperties === false
          ? 'never'
          : 'unknown';
    if (propertyNames?.enum !== undefined) return `Partial<Record<${typeOf(propertyNames)}, ${value}>>`;
    return `Record<string, ${value}>`;
  }
  return membersOf(properties, required);
}

function membersOf(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const said =
      schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '* /')} */\n`;
    return `${said}${literal(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`;
  });
  return `{\n${members.join('')}}`;
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

function choice(name: string, said: string, values: readonly string[]): string {
  const text = values.map(literal).join(' | ');
  named.set(keyOf(schemaOf(z.enum(values as [string, ...string[]]))), name);
  return `/** ${said} */\nexport type ${name} = ${text};\n`;
}

function declaration(name: string, said: string, type: z.ZodType): string {
  const schema = schemaOf(type);
  const same = named.get(keyOf(schema));
  if (same !== undefined) return `/** ${said} */\nexport type ${name} = ${same};\n`;
  named.set(keyOf(schema), name);
  return `/** ${said} */\nexport interface ${name} ${structureOf(schema)}\n`;
}

/** What the sections of the reference configuration have in common; each is then named by its items. */
function configSection(): string {
  const { data } = schemaOf(operations['prepare.platform.config'].output).properties!;
  const sections = Object.values(data!.properties!);
  for (const section of sections) {
    named.set(keyOf(section), `ConfigSection<${typeOf(section.properties!['items']!.items!)}>`);
  }
  const { items: _, ...common } = sections[0]!.properties!;
  const members = membersOf(common, sections[0]!.required!);
  return `/** One key of the reference configuration. */\nexport interface ConfigSection<Item> ${members.replace(/}$/, 'items: Array<Item>;\n}')}\n`;
}

function itemName(key: string): string {
  const words = key.replace(/^platform_/, '').split(/[_-]/);
  return `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Item`;
}

/** The whole file, before it is formatted. */
function wireTypes(): string {
  const parts = [
    '/** What crosses the wire, by its names there. Written by `npm run docs` from the contract: change it there. */\n',
    choice('OperationName', 'The operations of the gateway.', Object.keys(operations)),
    choice('EventType', 'Events that start workflows.', eventTypes),
    choice('LinkEventType', 'Events that a link can be for.', linkEventTypes),
    choice('Source', 'Where a submission comes from.', sources),
    choice('Engine', 'Engines of a quick scan.', engines),
    choice('ConfigKey', 'Keys of the reference configuration.', configKeys),
    declaration('Article', 'What a hit of `INTERNET_SEARCH` was found in.', articleSchema),
    declaration('WireHit', 'One hit of any engine.', hitSchema),
    ...Object.entries(configItems).map(([key, item]) =>
      declaration(itemName(key), `An item of the reference configuration \`${key}\`.`, item),
    ),
    configSection(),
    '/** `data` of an accepted call, by its operation. */\nexport interface CallData {\n',
    ...Object.values(operations).map(
      ({ name, output }) => `${literal(name)}: ${typeOf(schemaOf(output))};\n`,
    ),
    '}\n',
  ];
  return parts.join('\n');
}

/** As the repository formats its sources. */
function format(text: string, path: string): string {
  const packageJson = createRequire(import.meta.url).resolve('@biomejs/biome/package.json');
  const biome = join(dirname(packageJson), 'bin', 'biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', `--stdin-file-path=${path}`],
    { input: text, encoding: 'utf8', cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  );
  if (status !== 0) throw new Error(`the types of the SDK cannot be formatted: ${stderr}`);
  return stdout;
}

export const inputSchemasFile = fileURLToPath(new URL('../src/mock/input-schemas.ts', import.meta.url));

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: { readonly requestBody: RequestBody } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
interface RequestBody {
  readonly content: { readonly 'application/json': { readonly schema: unknown } };
}

/** Members of schemas that only say something, or that no check needs. */
const said = new Set(['description', 'default', 'example', 'examples', 'discriminator']);

/** What a schema of the document checks, with what it refers to in its place. */
function checkedBy(value: unknown, { components }: Document): unknown {
  if (Array.isArray(value)) return value.map((each) => checkedBy(each, { components } as Document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...members } = value as { $ref?: string };
  if ($ref !== undefined) {
    const name = $ref.slice('#/components/schemas/'.length);
    return checkedBy({ ...(components.schemas[name] as object), ...members }, { components } as Document);
  }
  return Object.fromEntries(
    Object.entries(members)
      .filter(([key, each]) => !key.startsWith('x-') && !(said.has(key) && !isSchema(each)))
      .map(([key, each]) => [key, checkedBy(each, { components } as Document)]),
  );
}

/** Tells a property that has the name of a keyword, such as `description`, from the keyword. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Schemas of inputs at the newest version, as `docs/openapi.json` has them, with nothing that is said about them. */
export function renderInputSchemas(): string {
  const file = new URL('../../../docs/openapi.json', import.meta.url);
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  const rows = Object.values(operations).map(({ name, versions, missingField }: Operation) => {
    const version = versions === 'open' ? '1.0.0' : versions.at(-1)!;
    const { content } = document.paths[`/gateway/${name}`]!.post.requestBody;
    const schema = literal(checkedBy(content['application/json'].schema, document));
    return `${literal(name)}: { version: ${literal(version)}, missingField: ${literal(missingField)}, schema: ${schema} },\n`;
  });
  const text = `import type { OperationName } from '../wire-types.ts';
import type { InputSchema } from './check-input.ts';

/** How an operation treats a missing or wrongly typed field, and what it takes. */
interface CheckedInput {
  readonly version: string;
  readonly missingField: 'gateway' | 'data';
  readonly schema: InputSchema;
}

/** The inputs of the operations at their newest versions. Written by \`npm run docs\` from the contract: change it there. */
export const inputSchemas: { readonly [N in OperationName]: CheckedInput } = {
${rows.join('')}};
`;
  return format(text, 'packages/sdk/src/mock/input-schemas.ts');
}

export const wireTypesFile = fileURLToPath(new URL('../src/wire-types.ts', import.meta.url));

/** The file as it should be. */
export function renderWireTypes(): string {
  return format(wireTypes(), 'packages/sdk/src/wire-types.ts');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of [
    [wireTypesFile, renderWireTypes()],
    [inputSchemasFile, renderInputSchemas()],
  ] as const) {
    const isCurrent = text === readFileSync(file, { encoding: 'utf8', flag: 'a+' });
    if (!isCurrent) writeFileSync(file, text);
    process.stdout.write(`${basename(file)} of packages/sdk ${isCurrent ? 'is up to date' : 'is written'}\n`);
  }
}
