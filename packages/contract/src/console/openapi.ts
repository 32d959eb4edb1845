import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import {
  asComponent,
  bytesContent,
  type OpenApiDocument,
  openApiDocument,
  operationId,
  refusalResponses,
} from '../openapi-parts.ts';
import { liveEvent } from './live.ts';
import { problemCodesOf } from './problem-codes.ts';
import { problemSchema, problems } from './problems.ts';
import type { ConsoleRoute } from './route.ts';
import { consoleRoutes } from './routes.ts';
import { consoleTags } from './tags.ts';

const routes: Readonly<Record<string, ConsoleRoute>> = consoleRoutes as never;

const description = `What the management console calls. For people's browsers and for tools of the tenant's own people; systems
submit and poll over the signed gateway instead.

**Session.** \`POST /session\` sets the cookie; it is \`HttpOnly\` and \`SameSite=Strict\`, and \`Secure\` where the
service is reached over https. It ends 30 minutes after its last use and 12 hours after signing in.

**Changing requests** (everything but GET) carry the header \`x-gatehouse-console: 1\`, which pages of other sites
cannot send, and a body, where there is one, as \`application/json\`.

**JSON** is read strictly: no member twice, no U+0000, no integer beyond 2^53. Anything else is 400 \`MALFORMED\`. Query and path
hold no U+0000 either.

**Lengths** of texts count UTF-16 code units: a character beyond U+FFFF counts twice.

**Refusals** have one shape, see \`Problem\`. What belongs to another tenant answers exactly as what does not exist.

**Acting on a case** takes the \`revision\` that was read. If the case changed since, nothing is changed and the
answer is 409 \`REVISION_CONFLICT\` with the current state of the case.`;

/** The OpenAPI 3.1 document of the console's interface, derived from its routes; published as `docs/console-openapi.json`. */
export function consoleOpenApi(): OpenApiDocument {
  return openApiDocument<ConsoleRoute>({
    title: 'Gatehouse console',
    description,
    base: '/console/api',
    calls: routes,
    documentCall: documentRoute,
    tags: consoleTags,
    problems,
    problemSchema,
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'gatehouse_session',
      description: 'Over https its name is `__Host-gatehouse_session`.',
    },
    parameters: {
      console: {
        name: 'x-gatehouse-console',
        in: 'header',
        required: true,
        description: 'Any value; its presence shows that no other site sent the request.',
        schema: { type: 'string' },
        example: '1',
      },
    },
  });
}

function documentRoute(name: string, route: ConsoleRoute): ZodOpenApiOperationObject {
  const { title, details, access, method, params, query, body, takes, example } = route;
  const rules = furtherRulesOf(route);
  return {
    operationId: operationId(name),
    tags: [name.split('.')[0]!],
    summary: title,
    description: [
      `Access: ${accessLabel(route)}.`,
      ...(details === undefined ? [] : [details]),
      ...ruleSentences(route, rules),
    ].join(' '),
    ...(Object.keys(rules).length > 0 && { 'x-further-rules': rules }),
    ...(access === 'anyone' && { security: [] }),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
    },
    ...(method !== 'GET' && { parameters: [{ $ref: '#/components/parameters/console' }] }),
    ...(takes === 'file' && { requestBody: { required: true, content: bytesContent } }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: asComponent(body, `${name}.body`),
            ...(example !== undefined && { example: example as object }),
          },
        },
      },
    }),
    responses: {
      ...successOf(name, route),
      ...refusalResponses(problems, problemCodesOf(route), problemSchema),
    },
  };
}

/** What no schema says of the members of a call; a cursor is always one that the same list answered. */
function furtherRulesOf({ query, furtherRules }: ConsoleRoute): Readonly<Record<string, string>> {
  const isPaged = query instanceof z.ZodObject && 'cursor' in query.shape;
  return { ...(isPaged && { cursor: 'is `nextCursor` of this list' }), ...furtherRules };
}

function ruleSentences({ problems }: ConsoleRoute, rules: Readonly<Record<string, string>>): string[] {
  const members = Object.entries(rules).map(([field, rule]) => `\`${field}\` ${rule}`);
  return [
    ...(members.length > 0
      ? [`Beyond the schema (else 422 \`INVALID\` with \`field\`): ${members.join('; ')}.`]
      : []),
    ...(problems.includes('DEFINITION_FAULTS')
      ? ['What the schema cannot say of a definition is refused with 422 `DEFINITION_FAULTS`.']
      : []),
  ];
}

function successOf(name: string, { output, answers }: ConsoleRoute): ZodOpenApiOperationObject['responses'] {
  if (answers === 'file') {
    // No schema: a file can be JSON, and what reads it takes that for an object.
    return { '200': { description: 'The bytes, as an attachment.', content: { '*/*': {} } } };
  }
  if (answers === 'events') {
    const description =
      'Server-sent events; `data` of each is one object in JSON, send `id` as `Last-Event-ID` to continue.';
    return { '200': { description, content: { 'text/event-stream': { schema: liveEvent } } } };
  }
  if (output === undefined) return { '204': { description: 'Done.' } };
  return {
    '200': {
      description: 'Done.',
      content: { 'application/json': { schema: asComponent(output, `${name}.answer`) } },
    },
  };
}

function accessLabel({ access }: ConsoleRoute): string {
  if (access === 'anyone') return 'nobody needs to be signed in';
  return access === 'signedIn' ? 'any signed-in user' : `the permission \`${access}\``;
}
