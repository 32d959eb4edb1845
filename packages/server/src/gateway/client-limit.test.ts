import { afterEach, describe, expect, it } from 'vitest';
import { type CallRequest, keyRecord, startTestGateway, type TestGateway } from './gateway.fixture.ts';

let testGateway: TestGateway;
afterEach(() => testGateway.close());

const limited = (calls: number, trustProxy?: number) =>
  startTestGateway({
    keys: [keyRecord(), keyRecord({ apiKey: 'ak_disabled', enabled: false })],
    settings: { bodyLimit: 1000, clientRate: { calls, seconds: 60 }, trustProxy },
  });
const forged: CallRequest = { secret: 'wrong' };

describe('the blind limit of a client address', () => {
  it('never counts signed calls, whatever becomes of them', async () => {
    testGateway = await limited(3);
    const refusedLater: CallRequest[] = [
      {},
      { query: { api: 'unknown' } },
      { query: { apiVersion: 'x' } },
      { headers: { 'x-domain': 'corporate' } },
      { headers: { 'content-type': 'text/plain' } },
      { body: '{broken' },
    ];
    for (let round = 0; round < 5; round++) {
      for (const request of refusedLater) {
        expect((await testGateway.call(request)).apiMsg).not.toBe('RATE_LIMIT_TRY_AGAIN');
      }
    }
  });

  it('never slows an honest client while forged calls from its address stay under the limit', async () => {
    testGateway = await limited(10);
    for (let round = 0; round < 9; round++) {
      expect((await testGateway.call(forged)).apiMsg).toBe('SIGN_ERROR');
      for (let call = 0; call < 5; call++) expect((await testGateway.call()).status).toBe(200);
    }
  });

  it.each<[string, CallRequest]>([
    ['1 method', { method: 'PUT' }],
    ['2 size', { body: 'x'.repeat(1001) }],
    ['3 query', { query: { api: undefined } }],
    ['3 form of sign', { query: { sign: 'x' } }],
    ['4 key', { query: { apiKey: 'ak_nobody' } }],
    ['4 disabled key', { query: { apiKey: 'ak_disabled' } }],
    ['5 signature', forged],
  ])('counts calls that failed check %s', async (_check, request) => {
    testGateway = await limited(3);
    for (let i = 0; i < 3; i++) {
      expect((await testGateway.call(request)).apiMsg).not.toBe('RATE_LIMIT_TRY_AGAIN');
    }
    const answer = await testGateway.call(forged);
    expect([answer.status, answer.apiCode, answer.apiMsg]).toEqual([429, 999304, 'RATE_LIMIT_TRY_AGAIN']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('answers before check 4 and after check 3', async () => {
    testGateway = await limited(1);
    await testGateway.call(forged);
    expect((await testGateway.call({ method: 'PUT' })).status).toBe(405);
    expect((await testGateway.call({ query: { sign: 'x' } })).status).toBe(403);
    expect((await testGateway.call({ query: { apiKey: 'ak_nobody' } })).status).toBe(429);
    expect((await testGateway.call(forged)).status).toBe(429);
  });

  it('is kept for each address behind a trusted proxy', async () => {
    testGateway = await limited(2, 1);
    const from = (address: string, request: CallRequest = forged) =>
      testGateway.call({ ...request, headers: { 'x-forwarded-for': address } });
    await from('198.51.100.7');
    await from('198.51.100.7');
    expect((await from('198.51.100.7')).status).toBe(429);
    expect((await from('203.0.113.9, 198.51.100.7')).status).toBe(429);
    expect((await from('198.51.100.8')).status).toBe(403);
    expect((await from('198.51.100.8', {})).status).toBe(200);
  });

  it('takes the neighbours in an IPv6 /64 for one client', async () => {
    testGateway = await limited(2, 1);
    const from = (address: string) =>
      testGateway.call({ ...forged, headers: { 'x-forwarded-for': address } });
    await from('2001:db8:1:2::1');
    await from('2001:db8:1:2:ffff::2');
    expect((await from('2001:db8:1:2:3:4:5:6')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(403);
  });

  it('does not believe a forwarded address when no proxy is trusted', async () => {
    testGateway = await limited(2);
    for (let i = 0; i < 2; i++) {
      await testGateway.call({ ...forged, headers: { 'x-forwarded-for': `198.51.100.${i}` } });
    }
    const answer = await testGateway.call({ ...forged, headers: { 'x-forwarded-for': '198.51.100.99' } });
    expect(answer.status).toBe(429);
  });

  it('ends with its window', async () => {
    testGateway = await startTestGateway({ settings: { clientRate: { calls: 1, seconds: 1 } } });
    await testGateway.call(forged);
    expect((await testGateway.call()).status).toBe(429);
    await expect.poll(async () => (await testGateway.call()).status, { timeout: 5000 }).toBe(200);
  });
});
