import { z } from 'zod';
import { identifier, secret } from './file-values.ts';
import { formSchema } from './form-schema.ts';
import { type Phrase, phrase, wordPhrases } from './phrases/phrase.ts';
import { ruleText } from './phrases/rule-text.ts';
import {
  defaultSignatureHeaders,
  rotationSuffixes,
  webhookAttemptHeader,
  webhookIdHeader,
  webhookTestHeader,
} from './webhook-headers.ts';

/** HTTP methods of a webhook; GET and DELETE send no body (interface specification 2.8). */
export const webhookMethods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;
export type WebhookMethod = (typeof webhookMethods)[number];

/** Types that an output of a webhook can have (interface specification 2.8). */
export const webhookOutputTypes = ['string', 'number', 'boolean', 'object', 'array'] as const;
export type WebhookOutputType = (typeof webhookOutputTypes)[number];

/** Attempts and waits of a webhook that names none (interface specification 8). */
export const defaultWebhookRetry = { maxAttempts: 1, backoffMs: 500, retryOnStatus: [] } as const;

const headerName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, ruleText('rules.headerName'));

const header = z
  .strictObject({
    name: headerName,
    defaultValue: z
      .string()
      .max(4000)
      .regex(/^[\t\P{Cc}]*$/u, ruleText('rules.noControlCharacters'))
      // The same for tools that know no properties of Unicode.
      .meta({ pattern: '^[^\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]*$' })
      .default('')
      .describe('May contain {var} placeholders.'),
  })
  .meta({ id: 'WebhookHeader' });

const output = z
  .strictObject({
    paramName: z.string().min(1).max(200).describe('What later expressions read it by.'),
    jsonPath: z.string().min(1).max(500).describe('JSONPath (RFC 9535) of the value in the answer.'),
    paramType: z
      .enum(webhookOutputTypes)
      .default('string')
      .describe('A value of another type counts as not found.'),
    defaultValue: z.unknown().optional(),
  })
  .meta({ id: 'WebhookOutputParameter' });
export type WebhookOutput = z.infer<typeof output>;

const signatureFields = {
  type: z.enum(['NONE', 'HMAC_SHA256']).default('NONE').describe('Whether attempts are signed.'),
  payloadFormat: z
    .enum(['TIMESTAMP_BODY', 'BODY'])
    .default('TIMESTAMP_BODY')
    .describe('What is signed: timestamp, newline and body (default), or the body alone.'),
  signatureHeader: headerName
    .default(defaultSignatureHeaders.signatureHeader)
    .describe(`Default: ${defaultSignatureHeaders.signatureHeader}.`),
  timestampHeader: headerName
    .default(defaultSignatureHeaders.timestampHeader)
    .describe(`Default: ${defaultSignatureHeaders.timestampHeader}.`),
};

const signature = z
  .strictObject({ ...signatureFields, secret: secret(1).optional() })
  .refine((value) => value.type === 'NONE' || value.secret !== undefined, {
    path: ['secret'],
    error: ruleText('rules.secretMissing'),
  });
/** How a webhook signs (interface specification 5.3), without the secret. */
export type WebhookSignature = Omit<z.infer<typeof signature>, 'secret'>;
export type WebhookPayloadFormat = WebhookSignature['payloadFormat'];

/** A shared secret as people type it: the text itself, never a name of the server's environment. */
export const typedWebhookSecret = z
  .string()
  .min(16)
  .max(1000)
  .describe('Never shown again. Rotate the secret to replace it.');

const fields = {
  name: z.string().min(1).max(200).describe('Shown in the node editor.'),
  method: z.enum(webhookMethods).default('POST').describe('GET and DELETE send no body.'),
  url: z
    .string()
    .max(2000)
    .regex(/^\s*(https?:\/\/|\{)/i, ruleText('rules.httpOrPlaceholder'))
    .describe('Absolute URL. {var} placeholders are replaced by the inputs of the call.'),
  headers: z.array(header).max(50).default([]).describe('Sent with each call.'),
  inputs: z
    .array(z.string().min(1).max(200))
    .max(200)
    .default([])
    .describe('The top-level keys of the JSON body.'),
  sampleInputs: z
    .record(z.string().min(1).max(200), z.unknown())
    .optional()
    .describe('Values of the inputs for a test send.'),
  outputs: z
    .array(output)
    .max(100)
    .default([])
    .describe('Values that are read from the JSON answer, for later nodes.'),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe('How long one attempt may take. Default: 10000.'),
  retry: z
    .strictObject({
      maxAttempts: z
        .number()
        .int()
        .min(1)
        .max(5)
        .default(defaultWebhookRetry.maxAttempts)
        .describe('Attempts in all, the first one included.'),
      backoffMs: z
        .number()
        .int()
        .min(0)
        .max(60_000)
        .default(defaultWebhookRetry.backoffMs)
        .describe('Pause before the second attempt; it doubles before each further one.'),
      retryOnStatus: z
        .array(z.number().int().min(400).max(599))
        .default([])
        .describe('Statuses below 500 that are tried again; from 500 on each is.'),
    })
    .meta({ id: 'WebhookRetry', description: 'Further attempts after a failure. Default: none.' })
    .optional(),
};

/** One webhook as files write it (interface specification 2.8). */
export const webhookDefinition = z
  .strictObject({ id: identifier, ...fields, signature: signature.optional() })
  .superRefine(refineWebhook);
export type WebhookFile = z.infer<typeof webhookDefinition>;

const typedSignature = z
  .strictObject({ ...signatureFields, secret: typedWebhookSecret.optional() })
  .meta({ id: 'WebhookSignatureInput' });

/** One webhook as the console writes it: the same, with the id beside it and the secret as text. */
export const typedWebhook = z
  .strictObject({ ...fields, signature: typedSignature.optional() })
  .superRefine(refineWebhook)
  .meta({ id: 'WebhookInput' });
export type TypedWebhook = z.infer<typeof typedWebhook>;

/** JSON Schema of a webhook as the console writes it, for forms. */
export function webhookFormSchema(): Record<string, unknown> {
  return formSchema(typedWebhook);
}

/** One webhook as it is stored and shown (interface specification 2.8): everything but the secret. */
export const shownWebhook = z
  .object({
    id: identifier.describe('What workflows name; it never changes.'),
    ...fields,
    signature: z
      .object(signatureFields)
      .meta({ id: 'WebhookSignature' })
      .optional()
      .describe('How attempts are signed; absent: not.'),
  })
  .meta({ id: 'WebhookDefinition' });

type Refined = Pick<WebhookFile, 'headers' | 'inputs' | 'outputs' | 'sampleInputs'> & {
  readonly signature?: WebhookSignature | undefined;
};

function refineWebhook(webhook: Refined, context: z.RefinementCtx): void {
  for (const find of [headerFaults, repeatedNames, sampleFaults]) {
    for (const { path, said } of find(webhook)) {
      context.addIssue({ code: 'custom', path: [...path], message: wordPhrases(said), params: { said } });
    }
  }
}

export type WebhookRetry = NonNullable<WebhookFile['retry']>;
/** A webhook as it is stored, shown and sent; the signature's secret is stored apart, encrypted. */
export type WebhookDefinition = Omit<WebhookFile, 'signature'> & {
  readonly signature?: WebhookSignature | undefined;
};

const reservedHeader =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|expect|upgrade|te|trailer|proxy-.*|accept-encoding)$/;

type HeaderNames = Pick<WebhookSignature, 'signatureHeader' | 'timestampHeader'>;

/**
 * Why a webhook may not set a header of this name itself: the service or the protocol does (docs/webhooks.md).
 * Undefined when it may.
 */
export function reservedHeaderFault(name: string, names: HeaderNames | undefined): Phrase | undefined {
  const lowerCase = name.toLowerCase();
  if (reservedHeader.test(lowerCase)) return phrase('findings.headerOfConnection', { name });
  const { signatureHeader, timestampHeader } = names ?? defaultSignatureHeaders;
  const own = [...countingHeaders, timestampHeader, ...signatureHeaders(signatureHeader)];
  return own.some((header) => header.toLowerCase() === lowerCase)
    ? phrase('findings.headerOfService', { name })
    : undefined;
}

const countingHeaders = [webhookIdHeader, webhookAttemptHeader, webhookTestHeader];

function signatureHeaders(signatureHeader: string): string[] {
  return [signatureHeader, ...Object.values(rotationSuffixes).map((suffix) => signatureHeader + suffix)];
}

interface Fault {
  readonly path: readonly (string | number)[];
  readonly said: Phrase;
}

function* headerFaults(webhook: Refined): Generator<Fault> {
  for (const [index, { name }] of webhook.headers.entries()) {
    const said = reservedHeaderFault(name, webhook.signature);
    if (said !== undefined) yield { path: ['headers', index, 'name'], said };
  }
  if (webhook.signature === undefined) return;
  const { signatureHeader, timestampHeader } = webhook.signature;
  const isTaken = (name: string) =>
    reservedHeader.test(name) || countingHeaders.some((header) => header.toLowerCase() === name);
  for (const [key, name] of Object.entries({ signatureHeader, timestampHeader })) {
    if (isTaken(name.toLowerCase())) {
      yield { path: ['signature', key], said: phrase('findings.headerForElse', { name }) };
    }
  }
  if (
    signatureHeaders(signatureHeader).some((name) => name.toLowerCase() === timestampHeader.toLowerCase())
  ) {
    yield { path: ['signature', 'timestampHeader'], said: phrase('findings.timestampHeaderDiffers') };
  }
}

function* repeatedNames(webhook: Refined): Generator<Fault> {
  const lists = {
    headers: webhook.headers.map(({ name }) => ({ key: 'name', name: name.toLowerCase() })),
    inputs: webhook.inputs.map((name) => ({ key: undefined, name })),
    outputs: webhook.outputs.map(({ paramName }) => ({ key: 'paramName', name: paramName })),
  };
  for (const [list, entries] of Object.entries(lists)) {
    const seen = new Set<string>();
    for (const [index, { key, name }] of entries.entries()) {
      const path = key === undefined ? [list, index] : [list, index, key];
      if (seen.has(name)) yield { path, said: phrase('findings.occursTwice') };
      seen.add(name);
    }
  }
}

function* sampleFaults({ inputs, sampleInputs = {} }: Refined): Generator<Fault> {
  for (const name of Object.keys(sampleInputs)) {
    if (!inputs.includes(name)) yield { path: ['sampleInputs', name], said: phrase('findings.notAnInput') };
  }
}
