import {
  reservedHeaderFault,
  type WebhookDefinition,
  webhookAttemptHeader,
  webhookIdHeader,
  webhookTestHeader,
  wordPhrases,
} from '@gatehouse/contract';
import { fillHeaderValue, fillUrl, PlaceholderFault, type WebhookInputs } from './webhook-placeholders.ts';

/** Which attempt of which delivery a request is. */
export interface AttemptNumber {
  /** The same for all attempts and replays of one delivery, so that receivers can recognise repeats. */
  readonly webhookId: string;
  /** From 1. */
  readonly attempt: number;
  /** Marks a test send, whose inputs are samples. */
  readonly isTest?: boolean;
  /** Of the attempt's span: the receiver's part belongs to it. */
  readonly traceparent?: string | undefined;
}

/** One attempt as it will be sent, before its signature. */
export interface WebhookRequest {
  readonly method: WebhookDefinition['method'];
  readonly url: string;
  /** Those of the service first, then the definition's. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON; undefined for GET and DELETE, which send none. */
  readonly bodyText: string | undefined;
}

export type RequestResult =
  | { readonly kind: 'request'; readonly request: WebhookRequest }
  | { readonly kind: 'fault'; readonly message: string };

/**
 * Makes a request from a definition and a call's inputs (interface specification 2.8, 6.2). A fault is one of
 * definition or inputs: the attempt fails, and repeating it would not help. Its message never tells a value.
 */
export function makeWebhookRequest(
  definition: WebhookDefinition,
  inputs: WebhookInputs,
  { webhookId, attempt, isTest, traceparent }: AttemptNumber,
): RequestResult {
  try {
    const url = fillUrl(definition.url, inputs);
    const own: (readonly [string, string])[] = definition.headers.map((header) => {
      const reserved = reservedHeaderFault(header.name, definition.signature);
      if (reserved !== undefined) throw new PlaceholderFault(`the header ${wordPhrases(reserved)}`);
      return [header.name, fillHeaderValue(header, inputs)];
    });
    const names = new Set(own.map(([name]) => name.toLowerCase()));
    const headers: (readonly [string, string])[] = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ...(names.has('user-agent') ? [] : [['User-Agent', 'Gatehouse'] as const]),
      [webhookIdHeader, webhookId],
      [webhookAttemptHeader, String(attempt)],
      ...(isTest === true ? [[webhookTestHeader, 'true'] as const] : []),
      ...(traceparent === undefined || names.has('traceparent')
        ? []
        : [['traceparent', traceparent] as const]),
      ...own,
    ];
    const bodyText = webhookBody(definition, inputs);
    return { kind: 'request', request: { method: definition.method, url, headers, bodyText } };
  } catch (error) {
    if (error instanceof PlaceholderFault) return { kind: 'fault', message: error.message };
    throw error;
  }
}

function sendsBody(method: WebhookDefinition['method']): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/**
 * The inputs map as JSON (interface specification 6.2); undefined where the method sends no body. Every declared input
 * is a top-level key, in the declared order and null when the call has none (interface specification 2.8); what else
 * the call gives follows.
 */
export function webhookBody(
  definition: Pick<WebhookDefinition, 'method' | 'inputs'>,
  inputs: WebhookInputs,
): string | undefined {
  if (!sendsBody(definition.method)) return undefined;
  const declared = definition.inputs.map((name) => [
    name,
    Object.hasOwn(inputs, name) ? (inputs[name] ?? null) : null,
  ]);
  const rest = Object.entries(inputs).filter(([name]) => !definition.inputs.includes(name));
  // Defines members, also one named __proto__, where an assignment would not.
  return JSON.stringify(Object.fromEntries([...declared, ...rest]));
}
