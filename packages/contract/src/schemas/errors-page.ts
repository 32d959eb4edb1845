import { problems } from '../console/index.ts';
import { type BusinessCode, businessCodes, type GatewayErrorName, gatewayErrors } from '../errors.ts';
import { flowProblems } from '../flow/index.ts';
import { statusesOfInvalidRequest } from './openapi-errors.ts';

/** What a caller does about each error of the gateway. */
export const whatToDo: Readonly<Record<GatewayErrorName, string>> = {
  GATEWAY_ERROR:
    'The service failed, or does not know whether it did what was asked. Look into its log with `x-request-id`. Before you repeat a submit, ask `workflow.apply.query`, or send it under the same `Idempotency-Key`.',
  SIGN_ERROR:
    'Sign the exact bytes that you send, with the secret of this key, by HMAC-SHA256, as 64 lowercase hexadecimal digits. Most often a body was serialised a second time, or a newline was added at the end.',
  API_INVALID_REQUEST:
    'Correct the request: `x-error-detail` names the part, such as a header that is missing, a field of the wrong type or the byte at which the JSON ends to be valid.',
  API_NOT_FOUND:
    'Correct `api` or `apiVersion`: `x-error-detail` says which one, and which version there is.',
  API_NON_AUTHORIZED:
    'Use a domain and an operation that the key may use, or change the key: `domains` and `operations` in the tenant file or in the console.',
  RATE_LIMIT_TRY_AGAIN:
    'Wait as long as `Retry-After` says, then send it again. The limit belongs to the key, or to an address from which too many calls failed before the signature was checked.',
  TENANT_NOT_FOUND: 'Check the key: it is unknown, disabled or expired, or its tenant is disabled.',
  SERVICE_TIME_OUT:
    'The operation took longer than its timeout. Before you repeat a submit, ask `workflow.apply.query`, or send it under the same `Idempotency-Key`.',
  SERVICE_INVOKE_ERROR:
    'A remote part failed, such as the object store. Repeat the call; if it stays, see the log of the service.',
  SERVICE_NOT_FOUND:
    'A part is not up: lists that are loading, a database that does not answer, a node that is stopping. Nothing was done, so repeat the call.',
  SERVICE_RESPONSE_FORMAT_ERROR:
    'A remote part gave an answer that cannot be read. See the log of the service.',
  REQUEST_API_EXCEED_LIMIT:
    'The total call limit of the key is used up, or, at an upload, the storage of the tenant is full. Raise `calls` or `maxStoredBytes`.',
};

const repeated = {
  never: 'The same call fails again.',
  afterWait: 'Wait, then send the call again.',
  backoff: 'Repeat up to three times, after 1, 2 and 4 seconds.',
} as const;

export const businessMeanings: Readonly<Record<BusinessCode, string>> = {
  200: 'The operation did what was asked.',
  400: 'A value is missing or not acceptable. `data.message`, at links `data.msg`, names field and value. The same call fails again.',
  403: 'Units, credits or billing of the tenant do not allow it. The message says which. Nothing was done and nothing was charged.',
  404: 'What the call names is not there, for this tenant and domain.',
  500: 'The operation failed inside. Look into the log of the service with `x-request-id`.',
};

/** `docs/errors.md`: every code with which the service refuses, by code. */
export function errorsPage(): string {
  const gateway = Object.entries(gatewayErrors).map(([name, error]) => {
    const statuses =
      name === 'API_INVALID_REQUEST'
        ? [error.httpStatus, 404, 405, ...statusesOfInvalidRequest].join(', ')
        : error.httpStatus;
    return [
      `### ${error.apiCode}`,
      `\`${name}\`, HTTP ${statuses}: ${error.meaning}.`,
      `${whatToDo[name as GatewayErrorName]} ${repeated[error.retry]}`,
    ].join('\n\n');
  });
  const business = Object.values(businessCodes).map((code) => `### ${code}\n\n${businessMeanings[code]}`);
  return `${[introduction, ...gateway, businessIntroduction, ...business, consoleIntroduction, ...problemSections(problems), flowIntroduction, ...problemSections(flowProblems)].join('\n\n')}\n`;
}

function problemSections(
  catalogue: Readonly<Record<string, { readonly status: number; readonly meaning: string }>>,
): string[] {
  return Object.entries(catalogue).map(
    ([code, { status, meaning }]) => `### ${code}\n\nHTTP ${status}: ${meaning}`,
  );
}

const introduction = `# Errors by code

<!-- Written by \`npm run docs\` from packages/contract/src/errors.ts and packages/contract/src/console. Change it there. -->

Read the HTTP status first, then \`apiCode\`, then \`data.code\`. Each answer carries \`x-request-id\`, which the log of the service has too.
[The interface](interface.md#2-the-request-pipeline-order-of-checks-one-error-each) has the order in which calls are checked.

## Gateway: \`apiCode\`

The call was not accepted: \`data\` is null, and the header \`x-error-detail\` says what was wrong. \`npx --no gatehouse call\` prints it.`;

const businessIntroduction = `## Results: \`data.code\`

The call was accepted (\`apiCode\` 200), and the operation answered. [Which operation answers what](interface.md#3-bad-parameters-gateway-error-or-business-code)
is in the interface.`;

const consoleIntroduction = `## Console: \`code\` of a Problem

Calls of the [console's interface](console-api.md) are refused with one of these. The pages show the message in the person's language.`;

const flowIntroduction = `## Hosted pages: \`code\` of a Problem

The [hosted pages](hosted.md#the-interface-of-the-pages) call their own interface, which refuses with one of these.`;
