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
import { type FlowCall, flowCalls } from './calls.ts';
import { type FlowProblemCode, flowProblems } from './problems.ts';
import { flowProblem } from './view-schemas.ts';

/** The groups of calls, by the first part of their names. */
const tags = {
  session: 'The session of a link.',
  flow: 'State of the flow, consent and language.',
  steps: 'Steps that the person completes.',
  files: 'Files, in parts.',
  documents: 'Identity documents of a step.',
  choices: 'Choices of long lists.',
} as const;

const description = `The interface of the hosted pages. Your own page or app may call it too. The specification leaves it
open (4.11, 5.1).

**Session.** \`POST /session\` exchanges the token of a link for a token that all other calls carry. Keep it in memory;
it expires after its idle time; exchange the link again then.

**Retries.** Every call can be repeated if its answer was lost. A step has the \`callbackKey\` of \`nextStep\`: the
same key and data have the same answer, however often they are sent. Only attempts to enter a code count.

**Lengths** of texts count UTF-16 code units: a character beyond U+FFFF counts twice.

**Limits.** A session may make 240 calls and send 600 parts of files a minute; beyond, 429 with \`Retry-After\`.`;

/** The OpenAPI 3.1 document of the hosted pages' interface, derived from its calls; published as `docs/hosted-openapi.json`. */
export function flowOpenApi(): OpenApiDocument {
  return openApiDocument<FlowCall>({
    title: 'Gatehouse hosted verification',
    description,
    base: '/verify/api',
    calls: flowCalls,
    documentCall,
    tags,
    problems: flowProblems,
    problemSchema: flowProblem,
    session: { type: 'http', scheme: 'bearer', description: 'The `sdkToken`.' },
  });
}

function documentCall(name: string, call: FlowCall): ZodOpenApiOperationObject {
  const { body, query, path, output, title, furtherRules } = call;
  return {
    operationId: operationId(name),
    tags: [name.split('.')[0]!],
    summary: title,
    ...(furtherRules && ruleParts(furtherRules)),
    ...(opensSession(call) && { security: [] }),
    requestParams: { path: pathParameters(path), ...(query && { query }) },
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(name, body) } }),
    responses: {
      '200': {
        description: 'Done.',
        content: { 'application/json': { schema: asComponent(output, `flow.${name}.answer`) } },
      },
      ...refusalResponses(flowProblems, codesOf(call), flowProblem),
    },
  };
}

function ruleParts(rules: Readonly<Record<string, string>>) {
  const texts = Object.entries(rules).map(([place, rule]) => `\`${place}\` ${rule}`);
  return {
    description: `Beyond the schema: ${texts.join('; ')}.`,
    'x-further-rules': rules,
  };
}

function pathParameters(path: string): z.ZodObject {
  return z.object(
    Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, z.string()])),
  );
}

function opensSession({ path }: FlowCall): boolean {
  return path === flowCalls['session.open'].path;
}

function contentOf(name: string, body: z.ZodType | 'bytes') {
  if (body === 'bytes') return bytesContent;
  return { 'application/json': { schema: asComponent(body, `flow.${name}.body`) } };
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
