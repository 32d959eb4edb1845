import { businessCodes, gatewayErrors, type RetryClass } from '../errors.ts';

const retryWords: Readonly<Record<RetryClass, string>> = {
  never: 'no: the same request fails again',
  afterWait: 'after `Retry-After`',
  backoff: 'up to 3 times after 1 s, 2 s, 4 s; before a submit is repeated, `workflow.apply.query`',
};

const errorRows = Object.entries(gatewayErrors).map(
  ([name, { apiCode, httpStatus, meaning, retry }]) =>
    `| ${apiCode} | \`${name}\` | ${httpStatus} | ${meaning} | ${retryWords[retry]} |`,
);

const businessMeanings: Readonly<Record<keyof typeof businessCodes, string>> = {
  success: 'success',
  badParameter: 'a field is missing or has a value that is not acceptable; `message` names field and value',
  quotaExhausted:
    "the event type's quota or the quick scan credits are used up; an administrator raises them",
  notFound: 'the quick scan does not exist for this tenant and domain',
  internal: 'a failure inside an accepted call, after which nothing was kept',
};

const businessRows = Object.entries(businessCodes).map(
  ([name, code]) => `| ${code} | ${businessMeanings[name as keyof typeof businessCodes]} |`,
);

/** What a reader of the document needs beyond the operations themselves; Markdown. */
export const description = `Gatehouse answers every gateway operation at one address, \`POST /gateway\`, where the query parameter
\`api\` chooses the operation, or at an alias path of its own.

## How to read this document

The specification calls every operation at one address: \`POST /gateway?api=quickscan.submit&apiVersion=1.0.0&apiKey=…&sign=…\`.
OpenAPI keys an operation by its path, so here each has its alias, as \`POST /gateway/quickscan.submit?apiVersion=1.0.0&apiKey=…&sign=…\`.
Both are the same call. A generated client must sign the exact bytes of the body that it sends. Most generators have a
hook for it, such as a middleware or an interceptor; the SDK of this repository does it by itself.

"Interface specification 4.2" in a description names a section of the specification that the service implements.

## Signing

\`sign\` is the lowercase hexadecimal HMAC-SHA256 of the exact bytes of the request body, keyed by the API secret
as UTF-8. Serialise the body once, sign those bytes, send those bytes. The secret stays on a server.

Lengths of texts count UTF-16 code units: a character beyond U+FFFF counts twice.

## Reading an answer

1. The HTTP status. 4xx and 5xx mean that the gateway did not accept the call.
2. \`apiCode\`. Anything but 200 is a gateway error; \`apiMsg\` is its name, \`data\` is null, and the header
   \`x-error-detail\` tells what exactly was wrong.
3. \`data.code\`. 200 is success; anything else is a refusal by the operation itself, with HTTP 200 around it.

Every answer carries \`x-request-id\`. Fields may be added to any answer: ignore those that you do not know.

## Gateway errors

| apiCode | apiMsg | HTTP | meaning | send again? |
| --- | --- | --- | --- | --- |
${errorRows.join('\n')}

\`API_INVALID_REQUEST\` has another HTTP status where one says more: 404 unknown path, 405 method, 408 body too
slow, 413 body too large, 415 content type, 431 headers too large.

## Business codes

| data.code | meaning |
| --- | --- |
${businessRows.join('\n')}
`;
