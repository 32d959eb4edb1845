import type { Egress } from '../lib/egress.ts';
import type { SmsSettings } from '../lib/message-settings.ts';
import {
  type MessageProvider,
  type OutgoingMessage,
  type SendResult,
  sendDeadlineMs,
} from './message-provider.ts';

/** The body of one message and its type. */
interface SmsBody {
  readonly type: string;
  readonly text: string;
}

/** Sends SMS by one POST each; the address is the operator's, and goes through the egress filter anyway. */
export function smsProvider(
  settings: SmsSettings,
  egress: Egress,
  deadlineMs = sendDeadlineMs,
): MessageProvider {
  const makeBody = settings.api === 'twilio' ? twilioBody : jsonBody;
  return {
    name: settings.api,
    send: async (message) => {
      const { type, text } = makeBody(settings, message);
      const result = await egress.send({
        method: 'POST',
        url: settings.url,
        headers: headersOf(settings, { type, messageId: message.messageId }),
        body: Buffer.from(text, 'utf8'),
        // Not every provider heeds the key, and a person would get two messages.
        isIdempotent: false,
        deadlineMs,
        maxResponseBytes: 64 * 1024,
      });
      if (result.kind === 'failure') {
        const isFinal = result.class === 'blockedAddress' || result.class === 'badRequest';
        return { kind: isFinal ? 'refused' : 'retry', failure: result.class };
      }
      return evaluateResponse(result.status, result.body);
    },
  };
}

function twilioBody({ from = '' }: SmsSettings, { address, sms }: OutgoingMessage): SmsBody {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From';
  const form = new URLSearchParams({ To: address, [sender]: from, Body: sms });
  return { type: 'application/x-www-form-urlencoded; charset=utf-8', text: form.toString() };
}

function jsonBody({ template, from = '' }: SmsSettings, message: OutgoingMessage): SmsBody {
  const values = { to: message.address, from, text: message.sms, id: message.messageId };
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(fillTemplate(template, values)) };
}

/** Fills the texts of a JSON value; its names stay as they are. */
function fillTemplate(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(to|from|text|id)\}/g, (_, name: string) => values[name]!);
  if (Array.isArray(value)) return value.map((member) => fillTemplate(member, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fillTemplate(member, values)]),
  );
}

function headersOf(
  { user, token, headers }: SmsSettings,
  { type, messageId }: { readonly type: string; readonly messageId: string },
): (readonly [string, string])[] {
  const all = new Map<string, readonly [string, string]>();
  const put = (name: string, value: string) => all.set(name.toLowerCase(), [name, value]);
  put('Content-Type', type);
  put('User-Agent', 'Gatehouse');
  put('Idempotency-Key', messageId);
  if (token !== undefined) put('Authorization', authorization(user, token));
  for (const [name, value] of Object.entries(headers)) put(name, value);
  return [...all.values()];
}

function authorization(user: string | undefined, token: string): string {
  return user === undefined
    ? `Bearer ${token}`
    : `Basic ${Buffer.from(`${user}:${token}`, 'utf8').toString('base64')}`;
}

/** Statuses that another attempt may change, beside those of a failing server. */
const transientStatuses = new Set([408, 425, 429]);

function evaluateResponse(status: number, body: Buffer): SendResult {
  const answer = readAnswer(body);
  if (status >= 200 && status <= 299) return { kind: 'sent', reference: referenceIn(answer) };
  const code = numberIn(answer);
  const failure = `HTTP ${status}${code === undefined ? '' : `, code ${code}`}`;
  return { kind: status >= 500 || transientStatuses.has(status) ? 'retry' : 'refused', failure };
}

function readAnswer(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What the provider calls the message, where it tells so under a usual name and it can be nothing else. */
function referenceIn(answer: Readonly<Record<string, unknown>>): string | null {
  const found = ['sid', 'id', 'messageId', 'message_id'].map((name) => answer[name]).find(isReference);
  return found ?? null;
}

/** With a letter, so that it is no phone number. */
function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^(?=.*[A-Za-z])[\w.:-]{4,100}$/.test(value);
}

/** The provider's number of the failure, as its documentation lists it. */
function numberIn(answer: Readonly<Record<string, unknown>>): number | undefined {
  const code = answer['code'] ?? answer['error_code'];
  return Number.isInteger(code) && Math.abs(code as number) < 1_000_000 ? (code as number) : undefined;
}
