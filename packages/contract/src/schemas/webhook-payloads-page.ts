import { z } from 'zod';
import { withoutIds } from '../form-schema.ts';
import { webhookSignatureHeaders } from '../signature.ts';
import { shownWebhook, webhookDefinition } from '../webhook.ts';
import {
  defaultSignatureHeaders,
  rotationSuffixes,
  webhookAttemptHeader,
  webhookIdHeader,
  webhookTestHeader,
} from '../webhook-headers.ts';
import { tableOf } from './schema-table.ts';

/** The webhook of the examples, as a tenant file writes it. */
const definition = {
  id: 'wh_crm',
  name: 'CRM',
  url: 'https://crm.acme.test/hooks',
  inputs: ['customerId', 'caseNo', 'caseStatus', 'riskScore'],
  sampleInputs: { customerId: 'c-1', caseNo: 'C000001', caseStatus: 'APPROVED', riskScore: 20 },
  outputs: [{ paramName: 'tier', jsonPath: '$.tier' }],
  signature: { type: 'HMAC_SHA256', secret: 'the secret of the examples' },
} as const;

interface Delivery {
  readonly heading: string;
  readonly text: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  readonly isTest?: boolean;
}

const { sampleInputs } = definition;

const deliveries: readonly Delivery[] = [
  {
    heading: 'Webhook node',
    text: 'A workflow sends it, and waits for the answer. No case exists yet here, so what the expressions read of it is null.',
    inputs: { customerId: 'customer-17', caseNo: null, caseStatus: null, riskScore: 60 },
    attempt: 1,
  },
  {
    heading: 'Decision hook',
    text: 'The `hook` of a decision sends it once after the outcome `approve` or `reject`, if `triggerOn` names it. Its expressions see the case as it was resolved: `case.caseNo`, `case.caseStatus`, `case.riskScore` and `case.resolvedAt`.',
    inputs: { customerId: 'customer-17', caseNo: 'C000042', caseStatus: 'APPROVED', riskScore: 60 },
    attempt: 1,
  },
  {
    heading: 'Test',
    text: 'Somebody sends it in the console, with `sampleInputs` or values of their own. Do not take it for a customer’s.',
    inputs: sampleInputs,
    attempt: 1,
    isTest: true,
  },
  {
    heading: 'Replay',
    text: 'Somebody sends a finished delivery again: the same id and inputs, the next attempt.',
    inputs: { customerId: 'customer-17', caseNo: 'C000042', caseStatus: 'APPROVED', riskScore: 60 },
    attempt: 2,
  },
];

/** `docs/webhook-payloads.md`: what each kind of delivery sends, with examples that are signed as the service signs. */
export function webhookPayloadsPage(): string {
  webhookDefinition.parse(definition);
  return `${[
    introduction,
    kinds,
    headerTable(),
    bodyText,
    exampleText(),
    ...deliveries.map((delivery) => `### ${delivery.heading}\n\n${delivery.text}\n\n${request(delivery)}`),
    definitionText(),
  ].join('\n\n')}\n`;
}

const introduction = `# Webhook payloads

<!-- Written by \`npm run docs\` from packages/contract/src/webhook.ts and packages/contract/src/webhook-headers.ts. Change it there. -->

What a receiver gets, header by header. [Webhooks](webhooks.md) explains answers, retries, changing the secret, and how to
receive in several languages. A test makes each example again by the code of the service; the header Accept-Encoding is added on sending.`;

const kinds = `| kind | sent when | attempts |
| --- | --- | --- |
| [webhook node](#webhook-node) | an execution reaches the node | \`retry.maxAttempts\` of the definition |
| [decision hook](#decision-hook) | an execution ends with a decision that \`triggerOn\` names | one |
| [test](#test) | a person tests the definition | one |
| [replay](#replay) | a person replays a finished delivery | one |`;

function headerTable(): string {
  const { signatureHeader, timestampHeader } = defaultSignatureHeaders;
  const rows = [
    ['Content-Type', '`application/json; charset=utf-8`, also where there is no body'],
    ['User-Agent', '`Gatehouse`, unless the definition sets its own'],
    ['Accept-Encoding', '`identity`'],
    [webhookIdHeader, 'the id of the delivery, the same for its attempts and replays'],
    [webhookAttemptHeader, 'the number of the attempt, from 1'],
    [webhookTestHeader, '`true`, on a test alone'],
    ['traceparent', 'the trace of the attempt, where the deployment [keeps traces](tracing.md)'],
    [timestampHeader, 'milliseconds since 1970; of a signed webhook, under the name that it sets'],
    [
      signatureHeader,
      'HMAC-SHA256 of timestamp, newline and body as 64 lowercase hexadecimal digits; of a signed webhook, under the name that it sets',
    ],
    [signatureHeader + rotationSuffixes.next, 'the same by the staged secret, while there is one'],
    [
      signatureHeader + rotationSuffixes.previous,
      'the same by the secret before, for 24 hours after a change',
    ],
  ].map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return `## Headers

The headers of the definition are sent too.

${['| header | value |', '| --- | --- |', ...rows].join('\n')}`;
}

const bodyText = `## Body

One JSON object. Its members are the \`inputs\` that the definition declares, in that order; one that the call lacks is null. There
is no envelope and no fixed event type: the workflow's expressions choose what leaves the service. What a call gives beyond the
declared inputs follows them. \`GET\` and \`DELETE\` have no body.`;

function exampleText(): string {
  return `## Examples

Of this definition:

\`\`\`json
${JSON.stringify(definition, null, 2)}
\`\`\``;
}

function request({ inputs, attempt, isTest }: Delivery): string {
  const body = JSON.stringify(inputs);
  const timestamp = '1795172039445';
  const bytes = new TextEncoder().encode(body);
  const payload = { body: bytes, timestamp };
  const headers = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['User-Agent', 'Gatehouse'],
    [webhookIdHeader, '01900000-0000-7000-8000-000000000004'],
    [webhookAttemptHeader, String(attempt)],
    ...(isTest === true ? [[webhookTestHeader, 'true']] : []),
    ...webhookSignatureHeaders({ current: definition.signature.secret }, payload, defaultSignatureHeaders),
  ].map(([name, value]) => `${name}: ${value}`);
  return `\`\`\`http
POST /hooks HTTP/1.1
Host: crm.acme.test
${headers.join('\n')}

${body}
\`\`\``;
}

function definitionText(): string {
  const { $schema: _, ...schema } = z.toJSONSchema(shownWebhook, { io: 'input', metadata: withoutIds });
  return `## The definition

Every member of a webhook as files write it and the console shows it; \`signature.secret\` is only written, never shown.

${tableOf(schema)}`;
}
