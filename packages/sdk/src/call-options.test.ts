import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setUp } from '../test/client-at-gateway.ts';
import { inTurn, ok, refusal } from '../test/tiny-gateway.ts';
import {
  isGatewayError,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
  sdkVersion,
} from './index.ts';
import { userAgentOf } from './user-agent.ts';

const status = () => ok('');

describe('options of one call', () => {
  it('are its domain and its further headers', async () => {
    const { client, gateway } = await setUp(
      { 'workflow.execution.status': status },
      { headers: { 'X-Team': 'a' } },
    );
    await client.workflow.status('e1', { domain: 'corporate', headers: { 'X-Trace': 't1' } });
    await client.workflow.status('e1');
    expect(gateway.calls.map(({ headers }) => headers)).toMatchObject([
      { 'x-domain': 'corporate', 'x-team': 'a', 'x-trace': 't1' },
      { 'x-domain': 'retail', 'x-team': 'a' },
    ]);
    expect(gateway.calls[1]?.headers).not.toHaveProperty('x-trace');
  });

  it('are how long its answer may take', async () => {
    const { client } = await setUp(
      { 'workflow.execution.status': () => ({ silence: true }) },
      { retry: false },
    );
    await expect(client.workflow.status('e1', { timeoutMs: 20 })).rejects.toMatchObject({ timedOut: true });
  });

  it.each(['X-Domain', 'content-type', 'Idempotency-Key'])('never are %s', async (name) => {
    const { client } = await setUp({ 'workflow.execution.status': status });
    await expect(client.workflow.status('e1', { headers: { [name]: 'x' } })).rejects.toThrow(
      `headers may not have ${name.toLowerCase()}`,
    );
    await expect(setUp({}, { headers: { [name]: 'x' } })).rejects.toThrow(TypeError);
  });

  it('reach every call of a method that makes several', async () => {
    const scripts = {
      'quickscan.submit': () => ok({ code: 200, id: 's1', status: 'RUNNING' }),
      'quickscan.detail': () => ok({ code: 200, id: 's1', status: 'FAILED' }),
    };
    const { client, gateway } = await setUp(scripts);
    await client.quickscan.run(
      { name: 'x', customerType: 1, providers: ['WATCHLIST'] },
      { domain: 'corporate' },
    );
    expect(gateway.calls.map(({ headers }) => headers['x-domain'])).toEqual(['corporate', 'corporate']);
  });
});

describe('User-Agent', () => {
  it('names the SDK with its version, what it runs on, and the program of the caller', async () => {
    const { client, gateway } = await setUp(
      { 'workflow.execution.status': status },
      { application: 'onboarding/3.1' },
    );
    await client.workflow.status('e1');
    expect(gateway.calls[0]?.headers['user-agent']).toMatch(
      /^onboarding\/3\.1 gatehouse-sdk\/\d+\.\d+\.\d+ Node\.js\/\d+/,
    );
    expect(userAgentOf(undefined, { process: { versions: { node: '20.3.0' } } })).toBe(
      `gatehouse-sdk/${sdkVersion} Node.js/20.3.0`,
    );
    expect(userAgentOf(undefined, { navigator: { userAgent: 'Cloudflare-Workers' } })).toContain(
      'Cloudflare-Workers',
    );
  });

  it('has the version of the package', () => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    expect(sdkVersion).toBe((JSON.parse(manifest) as { version: string }).version);
  });
});

describe('hooks', () => {
  it('see every request, its answer and what is repeated, and can add headers', async () => {
    const seen: (RequestEvent | ResponseEvent | RetryEvent)[] = [];
    const { client, gateway } = await setUp(
      { 'workflow.execution.status': inTurn(refusal('SERVICE_TIME_OUT'), ok('')) },
      {
        hooks: {
          onRequest: (event) => {
            event.headers.set('traceparent', `00-${event.attempt}`);
            seen.push(event);
          },
          onResponse: (event) => seen.push(event),
          onRetry: (event) => seen.push(event),
        },
      },
    );
    await client.workflow.status('e1');
    const operation = 'workflow.execution.status';
    expect(seen).toMatchObject([
      { operation, attempt: 1, domain: 'retail' },
      { operation, attempt: 1, httpStatus: 504, requestId: 'request-1', error: { name: 'SERVICE_TIME_OUT' } },
      { operation, attempt: 1, delayMs: 1000, error: { name: 'SERVICE_TIME_OUT' } },
      { operation, attempt: 2 },
      { operation, attempt: 2, httpStatus: 200, requestId: 'request-2', error: undefined },
    ]);
    expect(gateway.calls.map(({ headers }) => headers['traceparent'])).toEqual(['00-1', '00-2']);
    expect(JSON.stringify(seen)).not.toContain('sign=');
  });

  it('see a submit that is sent again', async () => {
    const retries: RetryEvent[] = [];
    const submission = { code: 200, executionId: 'e1', status: 'RUNNING', requestId: 'r', sync: false };
    const { client } = await setUp(
      { 'workflow.apply.submit': inTurn(refusal('SERVICE_NOT_FOUND'), ok(submission)) },
      { hooks: { onRetry: (event) => retries.push(event) } },
    );
    await client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId: 'c1' } });
    expect(retries).toMatchObject([{ operation: 'workflow.apply.submit', attempt: 1, delayMs: 1000 }]);
  });

  it('fail no call', async () => {
    const fail = () => {
      throw new Error('the log is full');
    };
    const hooks = { onRequest: fail, onResponse: fail };
    const { client } = await setUp({ 'workflow.execution.status': status }, { hooks });
    await expect(client.workflow.status('e1')).resolves.toBeUndefined();
  });
});

describe('isGatewayError', () => {
  it('tells errors of the catalogue apart by their names', async () => {
    const { client } = await setUp({ 'workflow.execution.status': () => refusal('API_NON_AUTHORIZED') });
    const error: unknown = await client.workflow.status('e1').catch((reason: unknown) => reason);
    expect(isGatewayError(error)).toBe(true);
    expect(isGatewayError(error, 'SIGN_ERROR', 'API_NON_AUTHORIZED')).toBe(true);
    expect(isGatewayError(error, 'SIGN_ERROR')).toBe(false);
    expect(isGatewayError(new Error('x'))).toBe(false);
  });
});
