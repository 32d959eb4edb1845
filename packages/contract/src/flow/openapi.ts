import type { z } from 'zod';
import {
  bytesContent,
  inputSchema,
  openApiDocument,
  operationId,
  parametersOf,
  refusalResponses,
  schemaAddress,
} from '../openapi-parts.ts';
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
  [flowCalls['steps.check'].output, 'Faults'],
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
  return openApiDocument<FlowCall>({
    title: 'Gatehouse hosted verification',
    description,
    base: '/verify/api',
    calls: flowCalls,
    documentCall,
    schemas: components,
    problems: flowProblems,
    session: { type: 'http', scheme: 'bearer', description: 'The `sdkToken`.' },
  });
}

function documentCall(name: string, call: FlowCall): Record<string, unknown> {
  const { body, query, path, output } = call;
  return {
    operationId: operationId(name),
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
      ...parametersOf('query', query),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      '200': {
        description: 'Done.',
        content: { 'application/json': { schema: { $ref: schemaAddress(components.get(output)!) } } },
      },
      ...refusalResponses(flowProblems, codesOf(call)),
    },
  };
}

function opensSession({ path }: FlowCall): boolean {
  return path === flowCalls['session.open'].path;
}

function contentOf(body: z.ZodType | 'bytes'): Record<string, unknown> {
  return body === 'bytes' ? bytesContent : { 'application/json': { schema: inputSchema(body) } };
}

function codesOf(call: FlowCall): FlowProblemCode[] {
  return [
    ...call.problems,
    ...(opensSession(call) ? [] : (['UNAUTHENTICATED'] as const)),
    ...(call.body ? (['MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'TOO_MANY_CALLS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
}
