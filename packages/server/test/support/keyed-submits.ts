import { request } from 'node:http';
import { signRequest } from '@gatehouse/contract/signature';

export interface SubmitAnswer {
  readonly status: number;
  readonly apiCode: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** `Idempotency-Replayed`. */
  readonly replayed: string | null;
  /** `Idempotency-Key`. */
  readonly repeated: string | null;
  /** `x-error-detail`. */
  readonly detail: string | null;
}

interface KeyedSubmit {
  readonly credentials: { readonly apiKey: string; readonly secret: string };
  readonly key: string | undefined;
  /** A text is sent as it is. */
  readonly body: object | string;
  readonly version?: string;
  readonly domain?: string;
  /** Further ones, as often as they are. */
  readonly headers?: readonly (readonly [string, string])[];
}

/** One submit over plain HTTP with the headers of `Idempotency-Key`, which fetch would fold together. */
export function submitUnderKey(baseUrl: string, submit: KeyedSubmit): Promise<SubmitAnswer> {
  const { credentials, key, version = '2.0.0', domain = 'retail', headers = [] } = submit;
  const body = Buffer.from(typeof submit.body === 'string' ? submit.body : JSON.stringify(submit.body));
  const query = new URLSearchParams({
    api: 'workflow.apply.submit',
    apiVersion: version,
    apiKey: credentials.apiKey,
    sign: signRequest(credentials.secret, body),
  });
  const sent = [
    ['Host', new URL(baseUrl).host],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['x-domain', domain],
    ...(key === undefined ? [] : [['Idempotency-Key', key]]),
    ...headers,
  ].flat() as string[];
  return new Promise((resolve, reject) => {
    const call = request(`${baseUrl}?${query.toString()}`, { method: 'POST', headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const answer = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
          apiCode: number;
          data: Record<string, unknown>;
        };
        const header = (name: string) => (response.headers[name] as string | undefined) ?? null;
        resolve({
          status: response.statusCode ?? 0,
          ...answer,
          replayed: header('idempotency-replayed'),
          repeated: header('idempotency-key'),
          detail: header('x-error-detail'),
        });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Bodies of submits. */
export const kyc = { eventType: 'KYC_EVENT', source: 'API', data: { customerId: 'c-1' } };
export const transaction = { ...kyc, eventType: 'TRANSACTION_EVENT' };

/** Pauses, so that it decides long after its budget, or at once. */
export const syncWorkflow = (duration: string | undefined) => ({
  id: 'wf_sync',
  name: 'Sync',
  eventType: 'TRANSACTION_EVENT',
  mode: 'sync',
  budgetMs: duration === undefined ? 20_000 : 500,
  nodes: [
    duration === undefined ? { id: 'pause', type: 'branch' } : { id: 'pause', type: 'wait', for: duration },
    { id: 'fine', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'fine', otherwise: true },
  ],
});
