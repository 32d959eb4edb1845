import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { type FlowCall, flowCalls } from './calls.ts';
import { type FlowProblemCode, flowProblems } from './problems.ts';
import {
  brandingView,
  choiceView,
  fieldFault,
  fieldView,
  flowFile,
  flowProblem,
  flowSession,
  flowView,
  stepView,
} from './view-schemas.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const components = new Map<z.ZodType, string>([
  [flowSession, 'Session'],
  [flowView, 'Flow'],
  [stepView, 'Step'],
  [flowFile, 'File'],
  [brandingView, 'Branding'],
  [choiceView, 'Choice'],
  [fieldView, 'Field'],
  [fieldFault, 'Fault'],
  [flowProblem, 'Problem'],
  [flowCalls['choices.search'].output, 'Choices'],
]);

const description = `What the hosted pages call; a page or an app of your own may do the same. Ours: the specification leaves it
open (4.11, 5.1).

**Session.** \`POST /session\` exchanges the token of a link for a token that all other calls carry. Keep it in memory;
it ends after its idle seconds, and the link is then exchanged again.

**Again.** Every call can be repeated after an answer that was lost. A step has the \`callbackKey\` of \`nextStep\`: the
same key and data have the same answer, however often they come. Only guesses of codes count.

**Bounds.** A session may make 240 calls and send 600 parts of files a minute; beyond, 429 with \`Retry-After\`.`;

/** The OpenAPI 3.1 document of the hosted pages' interface, derived from its calls; published as `docs/hosted-openapi.json`. */
export function flowOpenApi(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of components) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: address });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries<FlowCall>(flowCalls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: documentCall(name, call) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse hosted verification',
      version: manifest.version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/verify/api' }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The `sdkToken`.' } },
      responses: Object.fromEntries(
        Object.entries(flowProblems).map(([code, { meaning }]) => [code, problemResponse(meaning)]),
      ),
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema)])),
    },
  };
}

function documentCall(name: string, call: FlowCall): Record<string, unknown> {
  const { body, query, path, output } = call;
  return {
    operationId: name.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: [name.split('.')[0]],
    summary: call.title,
    ...(opensSession(call) && { security: [] }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(query),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      '200': {
        description: 'Done.',
        content: { 'application/json': { schema: { $ref: address(components.get(output)!) } } },
      },
      ...refusals(call),
    },
  };
}

function opensSession({ path }: FlowCall): boolean {
  return path === flowCalls['session.open'].path;
}

function contentOf(body: z.ZodType | 'bytes'): Record<string, unknown> {
  return body === 'bytes'
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: tidy(z.toJSONSchema(body, { io: 'input' })) } };
}

function queryParameters(query: z.ZodObject | undefined): unknown[] {
  if (query === undefined) return [];
  const { properties = {} } = tidy(z.toJSONSchema(query, { io: 'input' })) as JsonSchema;
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const { description: words, ...schema } = property;
    return { name, in: 'query', required: false, ...(words !== undefined && { description: words }), schema };
  });
}

/** Several refusals of one HTTP status share an entry. */
function refusals(call: FlowCall): Record<string, unknown> {
  const codes: FlowProblemCode[] = [
    ...call.problems,
    ...(opensSession(call) ? [] : (['UNAUTHENTICATED'] as const)),
    ...(call.body ? (['MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'TOO_MANY_CALLS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => String(flowProblems[code].status));
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      others.length === 0
        ? { $ref: `#/components/responses/${first}` }
        : problemResponse(
            [first!, ...others].map((code) => `${code}: ${flowProblems[code].meaning}`).join(' '),
          ),
    ]),
  );
}

function problemResponse(words: string): Record<string, unknown> {
  return { description: words, content: { 'application/json': { schema: { $ref: address('Problem') } } } };
}

/** Leaves out what the document says once itself. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => {
        if (key === '$id' || key === '$schema') return false;
        const limit = key === 'minimum' || key === 'maximum';
        return !(limit && Math.abs(member as number) === Number.MAX_SAFE_INTEGER);
      })
      .map(([key, member]) => [key, tidy(member)]),
  );
}

function address(id: string): string {
  return `#/components/schemas/${id}`;
}
