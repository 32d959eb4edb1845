import type { z } from 'zod';
import {
  allPermissions,
  type ConsoleRoute,
  consoleRoutes,
  type Permission,
  type ProblemCode,
  problems,
  rolesWith,
} from '../console/index.ts';
import { consoleOpenApi } from '../console/openapi.ts';
import { problemCodesOf } from '../console/problem-codes.ts';
import { consoleTags } from '../console/tags.ts';
import { operationId } from '../openapi-parts.ts';
import { cell, linkTo, nameOf, tableOf, typeOf } from './schema-table.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** What the page reads of an operation of the OpenAPI document. */
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-further-rules'?: Readonly<Record<string, string>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** Refusals that any call can be answered with; they are not repeated at each. */
const everyCall = ['UNAUTHENTICATED', 'CROSS_SITE', 'INTERNAL', 'UNAVAILABLE'] as const;
const everyPermission = ['FORBIDDEN', 'SECOND_FACTOR_MISSING'] as const;
const everyBody = ['MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID'] as const;

/** `docs/console-routes.md`: the reference of all routes, from the table that the server registers them by. */
export function consolePage(): string {
  const document = consoleOpenApi() as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((calls) => Object.values(calls))
      .map((operation) => [operation.operationId, operation]),
  );
  const { schemas } = document.components;
  const groups = Object.entries(consoleTags).map(([tag, title]) => {
    const calls = Object.entries(consoleRoutes as Readonly<Record<string, ConsoleRoute>>)
      .filter(([name]) => name.split('.')[0] === tag)
      .map(([name, route]) => callSection(route, operations.get(operationId(name))!, schemas));
    return [`## ${title.slice(0, -1)}`, ...calls].join('\n\n');
  });
  const shared = Object.entries(schemas)
    .filter(([name]) => !isOfOneCall(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => schemaSection(name, schema));
  return `${[introduction, permissionTable(), problemTable(), ...groups, '## Schemas', ...shared].join('\n\n')}\n`;
}

const introduction = `# Routes of the console's interface

<!-- Written by \`npm run docs\` from packages/contract/src/console. Change it there. -->

Every call below \`/console/api\`. [The console's interface](console-api.md) says how sessions, roles, cases and settings
work. [console-openapi.json](console-openapi.json) has the same routes for programs.

Each call but those that need no session can be refused as ${codes(['UNAUTHENTICATED'])}. Each but \`GET\` needs the header
\`x-gatehouse-console\`, else ${codes(['CROSS_SITE'])}. A call that needs a permission can be refused as
${codes(everyPermission)}, one with a body as ${codes(everyBody)}. Any can be refused as
${codes(['INTERNAL', 'UNAVAILABLE'])}. Only further refusals are listed at each call.`;

function permissionTable(): string {
  const rows = allPermissions.map(
    (permission) =>
      `| \`${permission}\` | ${rolesWith(permission)
        .map((role) => `\`${role}\``)
        .join(', ')} |`,
  );
  return ['## Permissions', ['| permission | roles |', '| --- | --- |', ...rows].join('\n')].join('\n\n');
}

function problemTable(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${cell(meaning)} |`,
  );
  return [
    '## Refusals',
    `The body is a ${linkTo('Problem')}.`,
    ['| code | HTTP | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

/** Whether a component is the body or answer of one call, which is shown at the call. */
function isOfOneCall(name: string): boolean {
  return /(?:Body|Answer)$/.test(name);
}

function callSection(
  route: ConsoleRoute,
  operation: Operation,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const { method, path, title, details } = route;
  const refusals = furtherProblems(route);
  return [
    `### \`${method} ${path}\``,
    `${title}.${details === undefined ? '' : ` ${details}`}`,
    [
      `- Access: ${accessOf(route)}`,
      ...parameterLines(operation),
      ...bodyLine(route, operation, schemas),
      ...ruleLine(operation),
      `- Answer: ${answerOf(route, operation, schemas)}`,
      ...(refusals.length === 0 ? [] : [`- Refusals: ${codes(refusals)}`]),
    ].join('\n'),
    ...ownTable('body', operation.requestBody?.content, schemas),
    ...ownTable('answer', operation.responses['200']?.content, schemas),
  ].join('\n\n');
}

/** What values have to keep that no schema says. */
function ruleLine({ 'x-further-rules': rules }: Operation): string[] {
  const texts = Object.entries(rules ?? {}).map(([field, rule]) => `\`${field}\` ${rule}`);
  return texts.length === 0 ? [] : [`- Also required, else ${codes(['INVALID'])}: ${texts.join('; ')}`];
}

/** The table of a body or answer that only this call has. */
function ownTable(
  part: 'body' | 'answer',
  content: Content | undefined,
  schemas: Readonly<Record<string, Schema>>,
): string[] {
  const reference = content?.['application/json']?.schema.$ref;
  if (reference === undefined || !isOfOneCall(nameOf(reference))) return [];
  const table = tableOf(schemas[nameOf(reference)]!);
  return table === '' ? [] : [`The ${part}:`, table];
}

/** What a body or answer is: a link, or the type where the table below has the rest. */
function shapeOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): string {
  const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref);
  if (name === undefined || !isOfOneCall(name)) return typeOf(schema);
  const own = schemas[name]!;
  return tableOf(own) === '' ? typeOf(own) : 'an object, see below';
}

function accessOf({ access, needsProof }: ConsoleRoute): string {
  if (access === 'anyone') return 'no session needed';
  const who =
    access === 'signedIn'
      ? 'anybody who is signed in'
      : `permission \`${access}\` (${rolesWith(access satisfies Permission).join(', ')})`;
  return needsProof ? `${who}; needs a [fresh proof](console-api.md#what-is-demanded)` : who;
}

function parameterLines({ parameters = [] }: Operation): string[] {
  return parameters.flatMap((parameter) => {
    // The header that every change carries is a reference.
    if (!('schema' in parameter)) return [];
    const { schema, description = '' } = parameter;
    const type = typeOf(schema);
    const presence =
      schema.default !== undefined
        ? `; default \`${JSON.stringify(schema.default)}\``
        : parameter.required
          ? ''
          : '; optional';
    const meaning = description === '' ? '' : `. ${description}`;
    return [
      `- ${parameter.in === 'path' ? 'Path' : 'Query'} \`${parameter.name}\`: ${type}${presence}${meaning}`,
    ];
  });
}

function bodyLine(
  { takes, bodyLimit }: ConsoleRoute,
  { requestBody }: Operation,
  schemas: Readonly<Record<string, Schema>>,
): string[] {
  if (takes === 'file') return ['- Body: the bytes of a file, as `application/octet-stream`'];
  if (requestBody === undefined) return [];
  const limit = bodyLimit === undefined ? '' : `, at most ${bodyLimit} bytes`;
  return [`- Body: ${shapeOf(requestBody.content['application/json']!.schema, schemas)}${limit}`];
}

function answerOf(
  { answers, output }: ConsoleRoute,
  { responses }: Operation,
  schemas: Readonly<Record<string, Schema>>,
): string {
  if (answers === 'file') return '200, a file as an attachment';
  if (answers === 'events') return `200, server-sent events; \`data\` of each is a ${linkTo('LiveEvent')}`;
  if (output === undefined) return '204';
  return `200, ${shapeOf(responses['200']!.content!['application/json']!.schema, schemas)}`;
}

/** Refusals of a call that the introduction does not name for all calls of its kind. */
function furtherProblems(route: ConsoleRoute): ProblemCode[] {
  const known = new Set<ProblemCode>([
    ...everyCall,
    ...(route.access === 'anyone' || route.access === 'signedIn' ? [] : everyPermission),
    ...(route.body ? everyBody : []),
  ]);
  return problemCodesOf(route).filter((code) => !known.has(code) || route.problems.includes(code));
}

function schemaSection(name: string, schema: Schema): string {
  const table = tableOf(schema);
  const description = schema.description === undefined ? [] : [schema.description];
  const shape = table === '' ? [`${upperFirst(typeOf(schema))}.`] : [table];
  return [`### ${name}`, ...description, ...shape].join('\n\n');
}

function codes(all: readonly string[]): string {
  return all.map((code) => `\`${code}\``).join(', ');
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
