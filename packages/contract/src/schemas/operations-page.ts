import type { z } from 'zod';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { gatewayOpenApi } from './openapi.ts';
import { cell, linkTo, nameOf, tableOf, typeOf } from './schema-table.ts';

type Schema = z.core.JSONSchema.JSONSchema;
type Schemas = Readonly<Record<string, Schema>>;

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface DocumentedCall {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly requestBody: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

/** `docs/operations.md`: every call of the signed endpoint with its fields and an example. */
export function operationsPage(): string {
  const { paths, components } = gatewayOpenApi as unknown as {
    readonly paths: Readonly<Record<string, { readonly post?: DocumentedCall }>>;
    readonly components: { readonly schemas: Schemas };
  };
  const { schemas } = components;
  const calls = (Object.values(operations) as Operation[]).map((operation) => ({
    operation,
    call: paths[`/gateway/${operation.name}`]!.post!,
  }));
  const shown = calls.map((one) => section(one.operation, one.call, schemas));
  const shared = sharedSchemas(shown.join('\n'), schemas);
  return `${[introduction, overview(calls), ...shown, '## Schemas', ...shared].join('\n\n')}\n`;
}

const introduction = `# Gateway operations

<!-- Written by \`npm run docs\` from packages/contract/src/operations. Change it there. -->

Every operation of the signed endpoint: \`POST /gateway?api=NAME&apiVersion=N.N.N&apiKey=…&sign=…\` with the header \`x-domain\`.
[The interface](interface.md) explains signing, the order of checks and what a call does; [errors by code](errors.md) has every
refusal. [openapi.json](openapi.json) has the same for programs. An answer may get further members: ignore those that you do
not know.`;

interface Described {
  readonly operation: Operation;
  readonly call: DocumentedCall;
}

function overview(calls: readonly Described[]): string {
  const rows = calls.map(
    ({ operation: { name }, call }) =>
      `| [${name}](#${name.replaceAll('.', '')}) | ${cell(call.summary)} | ${call.tags.join(', ')} |`,
  );
  return ['| operation | what it does | group |', '| --- | --- | --- |', ...rows].join('\n');
}

function section(operation: Operation, call: DocumentedCall, schemas: Schemas): string {
  const request = call.requestBody.content['application/json']!;
  const answer = call.responses['200']!.content!['application/json']!;
  return [
    `## ${operation.name}`,
    `${call.summary}. ${call.description}`,
    `Version: ${versionsOf(operation)}.`,
    `The body${shapeOf(resolve(request.schema, schemas))}`,
    'An example:',
    `\`\`\`json\n${JSON.stringify(request.example, null, 2)}\n\`\`\``,
    `\`data\` of the answer${shapeOf(resolve(dataOf(resolve(answer.schema, schemas)), schemas))}`,
    'Its example:',
    `\`\`\`json\n${JSON.stringify(answer.example, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

function versionsOf({ versions }: Operation): string {
  return versions === 'open'
    ? 'any `N.N.N`, unless `GATEHOUSE_WIRE_API_VERSIONS` pins one'
    : versions.map((version) => `\`${version}\``).join(', ');
}

function dataOf(answer: Schema): Schema {
  return (answer.properties?.['data'] ?? {}) as Schema;
}

/** The members of an object as a table; else what it is. */
function shapeOf(schema: Schema): string {
  const table = tableOf(schema);
  if (table !== '') return `:\n\n${table}`;
  const isEmpty = schema.anyOf === undefined && schema.oneOf === undefined;
  return isEmpty ? ' is an empty object.' : `: ${typeOf(schema)}.`;
}

/** What a reference leads to. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : schemas[nameOf(schema.$ref)]!;
}

/** Components that the sections link to, and those that these link to in turn. */
function sharedSchemas(text: string, schemas: Schemas): string[] {
  const shown = new Map<string, string>();
  const waiting = linksIn(text, schemas);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (shown.has(name)) continue;
    const section = schemaSection(name, schemas[name]!);
    shown.set(name, section);
    waiting.push(...linksIn(section, schemas));
  }
  return [...shown].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, section]) => section);
}

function linksIn(text: string, schemas: Schemas): string[] {
  return Object.keys(schemas).filter((name) => text.includes(linkTo(name)));
}

function schemaSection(name: string, schema: Schema): string {
  const table = tableOf(schema);
  return [
    `### ${name}`,
    ...(schema.description === undefined ? [] : [schema.description]),
    table === '' ? `${typeOf(schema)}.` : table,
  ].join('\n\n');
}
