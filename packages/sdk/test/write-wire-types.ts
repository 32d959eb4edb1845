/**
 * Writes `src/wire-types.ts` from the contract: `npm run docs`. The published SDK has no dependency, so its types may
 * not name the schema library that the contract infers them from.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

export const wireTypesFile = fileURLToPath(new URL('../src/wire-types.ts', import.meta.url));

/** The file as it should be. */
export function renderWireTypes(): string {
  return format(wireTypes(), 'packages/sdk/src/wire-types.ts');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = renderWireTypes();
  const isCurrent = text === readFileSync(wireTypesFile, { encoding: 'utf8', flag: 'a+' });
  if (!isCurrent) writeFileSync(wireTypesFile, text);
  process.stdout.write(`packages/sdk/src/wire-types.ts ${isCurrent ? 'is up to date' : 'is written'}\n`);
}
