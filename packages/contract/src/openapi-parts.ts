import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };

/** Pieces that the OpenAPI documents of our own interfaces share, the console's and the hosted pages'. */

export type JsonSchema = z.core.JSONSchema.JSONSchema;

interface CallToDocument {
  readonly path: string;
  readonly method: string;
}

interface DocumentParts<Call extends CallToDocument> {
  readonly title: string;
  readonly description: string;
  /** Path on the server below which the calls are. */
  readonly base: string;
  readonly calls: Readonly<Record<string, Call>>;
  readonly documentCall: (name: string, call: Call) => Record<string, unknown>;
  /** What answers hold, by component name. */
  readonly schemas: ReadonlyMap<z.ZodType, string>;
  readonly problems: Problems;
  /** The scheme that calls are made under. */
  readonly session: Record<string, unknown>;
  readonly parameters?: Record<string, unknown>;
}

type Problems = Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;

/** An OpenAPI 3.1 document of an interface whose calls are made under a session. */
export function openApiDocument<Call extends CallToDocument>(
  parts: DocumentParts<Call>,
): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of parts.schemas) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: schemaAddress });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(parts.calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: parts.documentCall(name, call) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: parts.title,
      version: manifest.version,
      description: parts.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: parts.base }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: parts.session },
      ...(parts.parameters && { parameters: parts.parameters }),
      responses: Object.fromEntries(
        Object.entries(parts.problems).map(([code, { meaning }]) => [code, problemResponse(meaning)]),
      ),
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema)])),
    },
  };
}

/** Entries of `responses`; several refusals of one HTTP status share one. */
export function refusalResponses(problems: Problems, codes: readonly string[]): Record<string, unknown> {
  const byStatus = Map.groupBy(new Set(codes), (code) => String(problems[code]!.status));
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      others.length === 0
        ? { $ref: `#/components/responses/${first}` }
        : problemResponse([first!, ...others].map((code) => `${code}: ${problems[code]!.meaning}`).join(' ')),
    ]),
  );
}

function problemResponse(words: string): Record<string, unknown> {
  return {
    description: words,
    content: { 'application/json': { schema: { $ref: schemaAddress('Problem') } } },
  };
}

/** Entries of `parameters`, one for each member of the schema. */
export function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const { description: words, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(words === undefined ? {} : { description: words }),
      schema: rest,
    };
  });
}

/** What a call takes, before anything is filled in. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return tidy(z.toJSONSchema(schema, { io: 'input' })) as JsonSchema;
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

/** Where a component is in its document. */
export function schemaAddress(id: string): string {
  return `#/components/schemas/${id}`;
}

/** Bytes that are sent or answered. */
export const bytesContent = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
} as const;

/** `cases.read` as `casesRead`. */
export function operationId(name: string): string {
  return name.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}
