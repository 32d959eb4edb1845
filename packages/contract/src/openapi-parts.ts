import { z } from 'zod';
import { type CreateDocumentOptions, createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import manifest from '../package.json' with { type: 'json' };

/**
 * What the three OpenAPI documents share. A schema that has an id (`.meta({ id })`) is a component under it wherever it
 * occurs.
 */

export type OpenApiDocument = ReturnType<typeof createDocument>;

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
  readonly documentCall: (name: string, call: Call) => ZodOpenApiOperationObject;
  /** One sentence for each group of calls, the first part of their names. */
  readonly tags: Readonly<Record<string, string>>;
  readonly problems: Problems;
  /** The body of every refusal. */
  readonly problemSchema: z.ZodType;
  /** The scheme that calls are made under. */
  readonly session: OpenApiSecurityScheme;
  readonly parameters?: NonNullable<OpenApiComponents['parameters']>;
}

type OpenApiComponents = NonNullable<Parameters<typeof createDocument>[0]['components']>;
type OpenApiSecurityScheme = NonNullable<OpenApiComponents['securitySchemes']>[string];
type OpenApiResponses = ZodOpenApiOperationObject['responses'];

export type Problems = Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;

/** An OpenAPI 3.1 document of an interface whose calls are made under a session. */
export function openApiDocument<Call extends CallToDocument>(parts: DocumentParts<Call>): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, call] of Object.entries(parts.calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: parts.documentCall(name, call) };
  }
  return assembleDocument({
    openapi: '3.1.1',
    info: {
      title: parts.title,
      version: manifest.version,
      description: parts.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: `{origin}${parts.base}`,
        description: 'The origin of the deployment.',
        variables: { origin: { default: 'http://127.0.0.1:8080' } },
      },
    ],
    tags: Object.entries(parts.tags).map(([name, description]) => ({ name, description })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: parts.session },
      ...(parts.parameters && { parameters: parts.parameters }),
      responses: Object.fromEntries(
        Object.entries(parts.problems)
          .filter(([code]) => usesResponse(paths, code))
          .map(([code, { meaning }]) => [code, problemResponse(meaning, parts.problemSchema)]),
      ),
    },
  });
}

/** Whether a refusal is the only one of its status at some call. */
function usesResponse(
  paths: Readonly<Record<string, Readonly<Record<string, ZodOpenApiOperationObject>>>>,
  code: string,
): boolean {
  const address = `#/components/responses/${code}`;
  return Object.values(paths).some((calls) =>
    Object.values(calls).some(({ responses }) =>
      Object.values(responses).some((response) => '$ref' in response && response.$ref === address),
    ),
  );
}

const named = new WeakMap<z.ZodType, z.ZodType>();

/** The schema as a component: under its own id, or where it has none under this name. */
export function asComponent(schema: z.ZodType, name: string): z.ZodType {
  if (schema.meta()?.id !== undefined) return schema;
  const known = named.get(schema) ?? schema.meta({ id: pascalCase(name) });
  named.set(schema, known);
  return known;
}

/** Entries of `responses`; several refusals of one HTTP status share one. */
export function refusalResponses(
  problems: Problems,
  codes: readonly string[],
  problemSchema: z.ZodType,
): OpenApiResponses {
  const byStatus = Map.groupBy(new Set(codes), (code) => String(problems[code]!.status));
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      others.length === 0
        ? { $ref: `#/components/responses/${first}` }
        : problemResponse(
            [first!, ...others].map((code) => `${code}: ${problems[code]!.meaning}`).join(' '),
            problemSchema,
          ),
    ]),
  );
}

function problemResponse(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}

/** An OpenAPI document of zod's schemas. */
export function assembleDocument(parts: Parameters<typeof createDocument>[0]): OpenApiDocument {
  return withPlainReferences(createDocument(parts, documentOptions)) as OpenApiDocument;
}

/** A reference with a description of its own would also repeat what its component says, or contradict it. */
function withPlainReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainReferences);
  if (typeof value !== 'object' || value === null) return value;
  const isReference = '$ref' in value && typeof value.$ref === 'string';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isReference || ['$ref', 'description', 'default'].includes(key))
      .map(([key, member]) => [key, withPlainReferences(member)]),
  );
}

/** How zod's schemas become those of a document. */
const documentOptions: CreateDocumentOptions = {
  override: ({ jsonSchema, zodSchema, io }) => {
    if (io === 'output') dropExactBounds(jsonSchema);
    // Members may be added to any answer.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (zodSchema instanceof z.ZodTuple) asListOfOneType(jsonSchema);
    if (zodSchema instanceof z.ZodRecord) asObjectOfKeys(jsonSchema, io);
    if (zodSchema instanceof z.ZodPipe && io === 'input') asWhatIsTaken(jsonSchema, zodSchema);
  },
};

/** No answer has an integer that JavaScript cannot hold exactly; a body or a query that has one is refused. */
function dropExactBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A text of a list, and a number that a query spells, are documented as what they have to be. */
function asWhatIsTaken(schema: z.core.JSONSchema.BaseSchema, pipe: z.ZodPipe): void {
  if (pipe.out instanceof z.ZodEnum) schema.enum = [...pipe.out.options];
  if (!(pipe.in instanceof z.ZodNumber && pipe.out instanceof z.ZodNumber)) return;
  const { $schema: _, ...taken } = z.toJSONSchema(pipe.out, { io: 'input' });
  Object.assign(schema, taken);
}

/** A tuple whose parts are all alike, in words that generators of clients know. */
function asListOfOneType(schema: z.core.JSONSchema.BaseSchema): void {
  const { prefixItems = [] } = schema;
  const [first, ...others] = prefixItems;
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return;
  delete schema.prefixItems;
  Object.assign(schema, { items: first, minItems: prefixItems.length, maxItems: prefixItems.length });
}

/** A map whose keys are known is an object with these members. */
function asObjectOfKeys(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  const { propertyNames, additionalProperties } = schema;
  const keys = (propertyNames as z.core.JSONSchema.BaseSchema | undefined)?.enum;
  // Names of a form of their own, such as identifiers, are no types to a generator; what is sent is held to them.
  if (io === 'output' || keys !== undefined) delete schema.propertyNames;
  if (keys === undefined || typeof additionalProperties !== 'object') return;
  delete schema.additionalProperties;
  schema.properties = Object.fromEntries(keys.map((key) => [String(key), additionalProperties]));
  if (io === 'input') schema.additionalProperties = false;
}

/** Bytes that are sent or answered. */
export const bytesContent = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
} as const;

/** `cases.read` as `casesRead`. */
export function operationId(name: string): string {
  return name.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `cases.read` as `CasesRead`. */
export function pascalCase(name: string): string {
  const camel = operationId(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
