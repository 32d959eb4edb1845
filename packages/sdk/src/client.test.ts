import { describe, expect, it } from 'vitest';
import { setUp, openExecution as status } from '../test/client-at-gateway.ts';
import { inputOfNewest, operations } from '../test/contract-operations.ts';
import { apiKey, domain, inTurn, ok, secret } from '../test/tiny-gateway.ts';
import { createClient } from './client.ts';
import { BusinessError, GatewayCallError, NoAnswerError } from './errors.ts';
import { callDefinitions } from './operations.ts';

describe('call', () => {
  it('signs the very bytes it sends and names operation, version, key and domain', async () => {
    const { client, gateway } = await setUp({ 'workflow.execution.status': () => ok(status) });
    const data = await client.call('workflow.execution.status', { executionId: 'è1 😀' });
    expect(data).toEqual(status);
    const [call] = gateway.calls;
    expect(call).toMatchObject({ operation: 'workflow.execution.status', version: '1.0.0' });
    expect(call?.headers).toMatchObject({ 'x-domain': domain, 'content-type': 'application/json' });
    expect(call?.body.toString('utf8')).toBe('{"executionId":"è1 😀"}');
  });

  it('sends the version it is given', async () => {
    const { client, gateway } = await setUp({
      'workflow.apply.query': () => ok({ code: 200, executionId: '', status: '' }),
    });
    const input = { eventType: 'KYC_EVENT', source: 'API', customerId: 'c' } as const;
    await client.call('workflow.apply.query', input, { version: '9.9.9' });
    expect(gateway.calls[0]?.version).toBe('9.9.9');
  });

  it('keeps parameters that the base address already has', async () => {
    const { gateway } = await setUp({ 'workflow.execution.status': () => ok('') });
    const client = createClient({ baseUrl: `${gateway.baseUrl}?tenant=blue`, apiKey, secret, domain });
    await expect(client.workflow.status('e')).resolves.toBeUndefined();
  });

  it('tells a refusal by name, code, HTTP status, detail, request and retry class', async () => {
    const { client } = await setUp({}, { secret: 'another' });
    const error = await client.workflow.status('e1').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GatewayCallError);
    expect(error).toMatchObject({
      name: 'SIGN_ERROR',
      apiCode: 999001,
      httpStatus: 403,
      detail: 'sign is not the signature of the body',
      requestId: 'request-1',
      retry: 'never',
      mayHaveBeenAccepted: false,
    });
    expect(String(error)).toBe(
      'SIGN_ERROR: workflow.execution.status: SIGN_ERROR 999001 (HTTP 403): sign is not the signature of the body',
    );
  });

  it('throws the business error of data.code with its message and data', async () => {
    const data = { code: 404, message: 'no such scan' };
    const { client } = await setUp({ 'quickscan.detail': () => ok(data) });
    const error = await client.quickscan.detail('s').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BusinessError);
    expect(error).toMatchObject({
      code: 404,
      message: 'quickscan.detail: 404 no such scan',
      data,
      requestId: 'request-1',
    });
  });

  it('takes an answer without code for a success, as the interface specification lists it for screening submits', async () => {
    const answer = { executionId: 'e1', requestId: 'r1', status: 'RUNNING' };
    const { client } = await setUp({ 'workflow.apply.submit': () => ok(answer) });
    const submission = await client.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'c', name: 'Jane Example', customerType: 'individual' },
    });
    expect(submission).toEqual({ ...answer, recovered: false });
  });

  it('says so when something other than a gateway answers', async () => {
    const { client } = await setUp({ 'workflow.execution.status': () => ({ status: 404, body: '<html>' }) });
    await expect(client.workflow.status('e')).rejects.toMatchObject({
      name: 'UNREADABLE_ANSWER',
      httpStatus: 404,
    });
  });

  it('does not follow redirects with a signed body', async () => {
    const { client, gateway } = await setUp({
      'workflow.execution.status': () => ({ status: 307, headers: { location: '/elsewhere' }, body: '' }),
    });
    await expect(client.workflow.status('e')).rejects.toMatchObject({ httpStatus: 307, retry: 'never' });
    expect(gateway.calls).toHaveLength(1);
  });

  it('gives up on a silent gateway after the timeout', async () => {
    const { client } = await setUp(
      { 'workflow.execution.status': () => ({ silence: true }) },
      { timeouts: { 'workflow.execution.status': 30 }, retry: false },
    );
    const error = await client.workflow.status('e').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({
      timedOut: true,
      message: 'workflow.execution.status: no answer within 30 ms',
    });
  });

  it("rejects with the signal's reason when it is aborted", async () => {
    const { client } = await setUp({ 'workflow.execution.status': () => ({ silence: true }) });
    const controller = new AbortController();
    const reading = client.workflow.status('e', { signal: controller.signal });
    controller.abort(new Error('changed my mind'));
    await expect(reading).rejects.toThrow('changed my mind');
  });
});

describe('createClient', () => {
  const right = { baseUrl: 'https://host/gateway', apiKey, secret, domain };

  it.each([
    [{ baseUrl: 'gateway' }, /baseUrl/],
    [{ baseUrl: 'ftp://host/' }, /baseUrl/],
    [{ apiKey: 'key' }, /apiKey/],
    [{ secret: '' }, /secret/],
    [{ domain: '' }, /domain/],
  ])('refuses %j', (wrong, message) => {
    expect(() => createClient({ ...right, ...wrong })).toThrow(message);
  });

  it('has the newest version and the timeout of every operation of the contract', () => {
    const expected = Object.fromEntries(
      Object.values(operations).map((operation) => [
        operation.name,
        {
          version: operation.versions === 'open' ? '1.0.0' : operation.versions.at(-1),
          timeoutMs: operation.timeoutMs,
        },
      ]),
    );
    const actual = Object.fromEntries(
      Object.entries(callDefinitions).map(([name, { version, timeoutMs }]) => [name, { version, timeoutMs }]),
    );
    expect(actual).toEqual(expected);
  });

  it('takes inputs that the contract accepts', () => {
    for (const [name, example] of Object.entries(inputOfNewest)) {
      expect(
        operations[name as keyof typeof operations]
          .input(callDefinitions[name as keyof typeof operations].version)
          .safeParse(example).error,
        name,
      ).toBeUndefined();
    }
  });
});

describe('workflow.waitForCase', () => {
  it('reads until the case is ruled', async () => {
    const ruled = { ...status, status: 'COMPLETED', caseStatus: 'APPROVED', resolvedAt: 1 };
    const { client, clock } = await setUp({ 'workflow.execution.status': inTurn(ok(status), ok(ruled)) });
    const outcome = await client.workflow.waitForCase('e1');
    expect(outcome).toEqual({ kind: 'concluded', caseStatus: 'APPROVED', execution: ruled });
    expect(clock.pauses).toEqual([30_000]);
  });

  it('knows the cancelled status only from its setting', async () => {
    const cancelled = { ...status, status: 'STOPPED', caseStatus: '' };
    const scripts = { 'workflow.execution.status': () => ok(cancelled) };
    const { client } = await setUp(scripts, { cancelledStatus: 'STOPPED' });
    await expect(client.workflow.waitForCase('e1')).resolves.toMatchObject({ kind: 'cancelled' });
    const { client: unset } = await setUp(scripts);
    await expect(unset.workflow.waitForCase('e1', { timeoutMs: 10_000 })).resolves.toMatchObject({
      kind: 'stillOpen',
    });
  });
});
