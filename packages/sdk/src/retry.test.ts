import { describe, expect, it } from 'vitest';
import { setUp, openExecution as status } from '../test/client-at-gateway.ts';
import { inTurn, ok, refusal } from '../test/tiny-gateway.ts';
import { GatewayCallError } from './errors.ts';

describe('retries (interface specification 7.3)', () => {
  it('repeats a read after 1 s, 2 s, 4 s on HTTP 500, then throws', async () => {
    const { client, clock, gateway } = await setUp({
      'workflow.execution.status': () => refusal('GATEWAY_ERROR'),
    });
    await expect(client.workflow.status('e')).rejects.toMatchObject({ name: 'GATEWAY_ERROR' });
    expect(clock.pauses).toEqual([1000, 2000, 4000]);
    expect(gateway.calls).toHaveLength(4);
  });

  it('sends the same bytes and signature again', async () => {
    const { client, gateway } = await setUp({
      'quickscan.submit': inTurn(refusal('SERVICE_TIME_OUT'), ok({ code: 200, id: 's', status: 'RUNNING' })),
    });
    await client.quickscan.submit({ name: 'Jane', customerType: 1, providers: ['WATCHLIST'] });
    expect(gateway.calls[1]?.body).toEqual(gateway.calls[0]?.body);
  });

  it('repeats HTTP 500 even without an envelope', async () => {
    const { client } = await setUp({
      'workflow.execution.status': inTurn({ status: 500, body: 'oops' }, ok(status)),
    });
    await expect(client.workflow.status('e')).resolves.toEqual(status);
  });

  it('repeats a read that got no answer', async () => {
    const { client, clock } = await setUp({
      'quickscan.detail': inTurn({ hangUp: true }, ok({ code: 200, id: 's', status: 'RUNNING' })),
    });
    await expect(client.quickscan.detail('s')).resolves.toMatchObject({ status: 'RUNNING' });
    expect(clock.pauses).toEqual([1000]);
  });

  it('does not repeat a billed quick scan that got no answer', async () => {
    const { client, gateway } = await setUp({ 'quickscan.submit': () => ({ hangUp: true }) });
    const scan = client.quickscan.submit({ name: 'Jane', customerType: 1, providers: ['GLOBAL_CHECK'] });
    await expect(scan).rejects.toMatchObject({ name: 'NoAnswerError', mayHaveBeenAccepted: true });
    expect(gateway.calls).toHaveLength(1);
  });

  it('repeats a billed quick scan that never reached the gateway', async () => {
    const { client, clock, gateway } = await setUp({});
    await gateway.close();
    const scan = client.quickscan.submit({ name: 'Jane', customerType: 1, providers: ['GLOBAL_CHECK'] });
    await expect(scan).rejects.toMatchObject({ name: 'NoAnswerError', mayHaveBeenAccepted: false });
    expect(clock.pauses).toEqual([1000, 2000, 4000]);
  });

  it.each(['SIGN_ERROR', 'API_INVALID_REQUEST', 'TENANT_NOT_FOUND', 'REQUEST_API_EXCEED_LIMIT'] as const)(
    'never repeats %s',
    async (name) => {
      const { client, clock } = await setUp({ 'workflow.execution.status': () => refusal(name) });
      await expect(client.workflow.status('e')).rejects.toMatchObject({ name });
      expect(clock.pauses).toEqual([]);
    },
  );

  it('never repeats a business 403', async () => {
    const { client, gateway } = await setUp({
      'workflow.apply.submit': () => ok({ code: 403, message: 'quota of KYC_EVENT used up' }),
    });
    const submission = client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId: 'c' } });
    await expect(submission).rejects.toMatchObject({ name: 'BusinessError', code: 403 });
    expect(gateway.calls).toHaveLength(1);
  });

  it('waits for Retry-After once', async () => {
    const limit = refusal('RATE_LIMIT_TRY_AGAIN', { 'retry-after': '7' });
    const { client, clock, gateway } = await setUp({
      'workflow.execution.status': inTurn(limit, ok(status)),
    });
    await expect(client.workflow.status('e')).resolves.toEqual(status);
    expect(clock.pauses).toEqual([7000]);
    expect(gateway.calls).toHaveLength(2);
  });

  it('throws a second 429, and one whose wait is too long, with the wait in milliseconds', async () => {
    const { client, clock } = await setUp({
      'workflow.execution.status': () => refusal('RATE_LIMIT_TRY_AGAIN', { 'retry-after': '2' }),
      'workflow.apply.query': () => refusal('RATE_LIMIT_TRY_AGAIN', { 'retry-after': '86400' }),
    });
    await expect(client.workflow.status('e')).rejects.toMatchObject({
      retry: 'afterWait',
      retryAfterMs: 2000,
    });
    expect(clock.pauses).toEqual([2000]);
    const query = client.workflow.query({ eventType: 'KYC_EVENT', customerId: 'c' });
    await expect(query).rejects.toMatchObject({ retryAfterMs: 86_400_000 });
    expect(clock.pauses).toEqual([2000]);
  });

  it('sends everything once when retries are switched off', async () => {
    const { client, gateway } = await setUp(
      { 'workflow.execution.status': () => refusal('GATEWAY_ERROR') },
      { retry: false },
    );
    await expect(client.workflow.status('e')).rejects.toThrow(GatewayCallError);
    expect(gateway.calls).toHaveLength(1);
  });
});
