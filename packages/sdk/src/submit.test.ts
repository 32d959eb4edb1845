import { describe, expect, it } from 'vitest';
import { setUp } from '../test/client-at-gateway.ts';
import {
  idMadeAt,
  inTurn,
  ok,
  type ReceivedCall,
  refusal,
  type ScriptedAnswer,
} from '../test/tiny-gateway.ts';
import { GatewayCallError, SubmitOutcomeUnknownError } from './errors.ts';

const input = { eventType: 'KYC_EVENT', data: { customerId: 'c1' } } as const;
const started = {
  code: 200,
  message: null,
  executionId: 'e1',
  status: 'EXECUTING',
  requestId: 'r',
  sync: false,
};
const none = ok({ code: 200, executionId: '', status: '' });
const day = 24 * 3_600_000;
const [submit, query] = ['workflow.apply.submit', 'workflow.apply.query'];

/** The answer of a gateway that keeps keys: it repeats the call's. */
const keeping = (call: ReceivedCall, answer: ScriptedAnswer): ScriptedAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotency-key': String(call.headers['idempotency-key']) },
});

describe('workflow.submit', () => {
  it('returns what a first answer says, without asking', async () => {
    const { client, gateway } = await setUp({ [submit!]: () => ok(started) });
    await expect(client.workflow.submit(input)).resolves.toEqual({ ...started, recovered: false });
    expect(gateway.calls[0]?.input).toEqual({ source: 'API', ...input });
    expect(gateway.calls[0]?.version).toBe('2.0.0');
  });

  it('sends a new key with each submit, or the caller’s', async () => {
    const { client, gateway } = await setUp({ [submit!]: () => ok(started) });
    await client.workflow.submit(input);
    await client.workflow.submit(input);
    await client.workflow.submit(input, { idempotencyKey: 'order-17' });
    await client.call('workflow.apply.submit', { source: 'API', ...input }, { idempotencyKey: 'order-18' });
    await client.call('workflow.apply.submit', { source: 'API', ...input });
    const [one, other, ...rest] = gateway.calls.map(({ headers }) => headers['idempotency-key']);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).toMatch(/^[0-9a-f-]{36}$/);
    expect(one).not.toBe(other);
    expect(rest).toEqual(['order-17', 'order-18', undefined]);
  });

  it.each(['', ' ', 'a b', 'é', 'k'.repeat(256)])(
    'refuses the key %j before it sends anything',
    async (key) => {
      const { client, gateway } = await setUp({ [submit!]: () => ok(started) });
      await expect(client.workflow.submit(input, { idempotencyKey: key })).rejects.toThrow(TypeError);
      expect(gateway.calls).toEqual([]);
    },
  );

  it('sends a submit that was certainly not accepted again without asking', async () => {
    const { client, clock, gateway } = await setUp({
      [submit!]: inTurn(refusal('SERVICE_NOT_FOUND'), refusal('SERVICE_NOT_FOUND'), ok(started)),
      [query!]: () => ok({ code: 200, executionId: idMadeAt(Date.now() - day), status: 'APPROVED' }),
    });
    await expect(client.workflow.submit(input)).resolves.toEqual({ ...started, recovered: false });
    expect(gateway.operations()).toEqual([submit, submit, submit]);
    expect(clock.pauses).toEqual([1000, 2000]);
    const [first, ...others] = gateway.calls;
    for (const other of others) {
      expect(other.body).toEqual(first!.body);
      expect(other.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
    }
  });

  it('sends a submit that reached nobody again without asking', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    let attempts = 0;
    const { client, gateway } = await setUp(
      { [submit!]: () => ok(started) },
      {
        fetch: (url, init) => {
          attempts += 1;
          return attempts < 3 ? Promise.reject(refused) : fetch(url, init);
        },
      },
    );
    await expect(client.workflow.submit(input)).resolves.toEqual({ ...started, recovered: false });
    expect(gateway.operations()).toEqual([submit]);
  });

  it('repeats a submit that the rate limit refused without asking', async () => {
    const { client, gateway } = await setUp({
      [submit!]: inTurn(refusal('RATE_LIMIT_TRY_AGAIN', { 'retry-after': '1' }), ok(started)),
    });
    await client.workflow.submit(input);
    expect(gateway.operations()).toEqual([submit, submit]);
  });

  it('is not repeated by the plain call', async () => {
    const { client, gateway } = await setUp({ [submit!]: () => refusal('GATEWAY_ERROR') });
    await expect(client.call('workflow.apply.submit', { source: 'API', ...input })).rejects.toThrow(
      GatewayCallError,
    );
    expect(gateway.calls).toHaveLength(1);
  });

  it('gives up after three retries, with the key for a later one', async () => {
    const { client, clock, gateway } = await setUp({
      [submit!]: () => refusal('GATEWAY_ERROR'),
      [query!]: () => none,
    });
    const error = await client.workflow
      .submit(input, { idempotencyKey: 'order-17' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'GATEWAY_ERROR',
      mayHaveBeenAccepted: true,
      idempotencyKey: 'order-17',
    });
    expect(gateway.operations().filter((operation) => operation === submit)).toHaveLength(4);
    expect(clock.pauses).toEqual([1000, 2000, 4000]);
  });
});

describe('workflow.submit without an answer, at a gateway that keeps keys', () => {
  it('sends the same bytes under the same key again, whatever the customer had before', async () => {
    const { client, gateway } = await setUp({
      [submit!]: (call, n) =>
        n === 0
          ? { hangUp: true }
          : keeping(call, { ...ok(started), headers: { 'idempotency-replayed': 'true' } }),
      [query!]: (call) =>
        keeping(call, ok({ code: 200, executionId: idMadeAt(Date.now() - day), status: 'APPROVED' })),
    });
    const submission = await client.workflow.submit(input);
    expect(submission).toEqual({ ...started, recovered: false, replayed: true });
    expect(gateway.operations()).toEqual([submit, query, submit]);
    const [first, asked, again] = gateway.calls;
    expect(again?.body).toEqual(first?.body);
    const key = first?.headers['idempotency-key'];
    expect([asked?.headers['idempotency-key'], again?.headers['idempotency-key']]).toEqual([key, key]);
  });
});

describe('workflow.submit without an answer, at a gateway that keeps no keys (interface specification 4.2 rule 2)', () => {
  it.each(['APPROVED', 'RUNNING'])('never takes an older execution: it is %s', async (status) => {
    const madeAt = Date.now() - day;
    const candidate = idMadeAt(madeAt);
    const { client, gateway } = await setUp({
      [submit!]: () => ({ hangUp: true }),
      [query!]: () => ok({ code: 200, executionId: candidate, status }),
    });
    const error = await client.workflow.submit(input).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SubmitOutcomeUnknownError);
    expect(error).toMatchObject({
      candidate: { executionId: candidate, status, startedAt: new Date(madeAt) },
      idempotencyKey: gateway.calls[0]?.headers['idempotency-key'],
      cause: { name: 'NoAnswerError' },
    });
    expect(String(error)).toContain(candidate);
    expect(gateway.operations()).toEqual([submit, query]);
  });

  it.each([
    ['an id without a time', { executionId: 'e7' }, {}],
    ['an answer without a clock', { executionId: idMadeAt(Date.now() + 5_000) }, { date: 'never' }],
  ])('never takes one whose age cannot be told: %s', async (_, found, headers) => {
    const { client } = await setUp({
      [submit!]: () => ({ hangUp: true }),
      [query!]: () => ({ ...ok({ code: 200, status: 'RUNNING', ...found }), headers }),
    });
    await expect(client.workflow.submit(input)).rejects.toThrow(SubmitOutcomeUnknownError);
  });

  it('tells older from newer by the milliseconds of the gateway’s own id for the question', async () => {
    // The clock of tests sleeps 1 s before the question: the submit was sent 1 s before it by the gateway's clock.
    const asked = Date.parse('2020-05-17T10:00:00.700Z');
    const headers = { 'x-request-id': idMadeAt(asked), date: 'Sun, 17 May 2020 10:00:00 GMT' };
    const answerWith = (madeAt: number) => ({
      [submit!]: () => ({ hangUp: true }),
      [query!]: () => ({
        ...ok({ code: 200, executionId: idMadeAt(madeAt), status: 'APPROVED' }),
        headers,
      }),
    });
    const before = await setUp(answerWith(asked - 1001));
    await expect(before.client.workflow.submit(input)).rejects.toThrow(SubmitOutcomeUnknownError);
    const since = await setUp(answerWith(asked - 999));
    await expect(since.client.workflow.submit(input)).resolves.toMatchObject({ recovered: true });
  });

  it('returns one that was started since as recovered, with the submit’s own event type, source and customer', async () => {
    const { client, clock, gateway } = await setUp({
      [submit!]: () => ({ hangUp: true }),
      [query!]: () => ok({ code: 200, executionId: idMadeAt(Date.now()), status: 'RUNNING' }),
    });
    const submission = await client.workflow.submit({ ...input, source: 'SCHEDULED' as never });
    const executionId = submission.executionId;
    expect(submission).toEqual({ recovered: true, code: 200, executionId, status: 'RUNNING', sync: false });
    expect(gateway.operations()).toEqual([submit, query]);
    expect(gateway.calls[1]?.input).toEqual({
      source: 'SCHEDULED',
      eventType: 'KYC_EVENT',
      customerId: 'c1',
    });
    expect(clock.pauses).toEqual([1000]);
  });

  it('submits again only when there is none, and asks before each time', async () => {
    const { client, clock, gateway } = await setUp({
      // The last refusal is certain, and says nothing of the two before it.
      [submit!]: inTurn(
        refusal('SERVICE_TIME_OUT'),
        { status: 503, body: '<html>' },
        refusal('SERVICE_NOT_FOUND'),
        ok(started),
      ),
      [query!]: () => none,
    });
    await expect(client.workflow.submit(input)).resolves.toMatchObject({
      executionId: 'e1',
      recovered: false,
    });
    expect(gateway.operations()).toEqual([submit, query, submit, query, submit, query, submit]);
    expect(clock.pauses).toEqual([1000, 2000, 4000]);
  });

  it("throws the submit's own error when the question fails too", async () => {
    const { client, gateway } = await setUp({
      [submit!]: () => refusal('SERVICE_TIME_OUT'),
      [query!]: () => refusal('API_NON_AUTHORIZED'),
    });
    await expect(client.workflow.submit(input)).rejects.toMatchObject({ name: 'SERVICE_TIME_OUT' });
    expect(gateway.operations()).toEqual([submit, query]);
  });
});
