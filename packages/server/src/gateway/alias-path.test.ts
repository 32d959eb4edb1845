import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secret, startTestGateway, type TestGateway } from './gateway.fixture.ts';

let testGateway: TestGateway;
beforeEach(async () => {
  testGateway = await startTestGateway();
});
afterEach(() => testGateway.close());

const path = '/gateway/open.operation';
const withoutApi = { api: undefined };

/** The same call by the query and by the path. */
async function bothWays(request: Parameters<TestGateway['call']>[0] = {}) {
  const byQuery = await testGateway.call(request);
  const byPath = await testGateway.call({ ...request, path, query: { ...request.query, ...withoutApi } });
  return [byQuery, byPath].map(({ status, apiCode, data, detail }) => ({ status, apiCode, data, detail }));
}

describe('an operation named by the path', () => {
  it.each([
    ['a call that passes', {}, 200],
    ['another method', { method: 'GET' }, 405],
    ['a method that HTTP libraries do not route', { method: 'PROPFIND' }, 405],
    ['no version', { query: { apiVersion: undefined } }, 400],
    ['a signature in another form', { query: { sign: 'ABC' } }, 403],
    ['an unknown key', { query: { apiKey: 'ak_nobody' } }, 401],
    ['another secret', { secret: `${secret}x` }, 403],
    ['a version that it has not', { query: { apiVersion: '1' } }, 404],
    ['another media type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['no domain', { headers: { 'x-domain': undefined } }, 400],
    ['a domain of others', { headers: { 'x-domain': 'wholesale' } }, 403],
    ['a body that is no JSON', { body: '{' }, 400],
    ['a bad field', { body: '{}' }, 200],
  ])('is the same call as by the query: %s', async (_what, request, status) => {
    const [byQuery, byPath] = await bothWays(request);
    expect(byPath).toEqual(byQuery);
    expect(byPath?.status).toBe(status);
  });

  it('may be in the query too, where it is the same', async () => {
    expect((await testGateway.call({ path })).status).toBe(200);
    expect((await testGateway.call({ path, query: { api: '' } })).status).toBe(200);
    const other = await testGateway.call({ path, query: { api: 'free.operation' } });
    expect([other.status, other.apiCode, other.detail]).toEqual([
      400,
      999301,
      'api is not the operation that the path names',
    ]);
    const twice = await testGateway.call({ path, moreQuery: '&api=open.operation' });
    expect([twice.status, twice.detail]).toEqual([400, 'api appears more than once']);
  });

  it('is unknown after the signature, as in the query', async () => {
    const unknown = { path: '/gateway/no.operation', query: withoutApi };
    const answer = await testGateway.call(unknown);
    expect([answer.status, answer.apiCode, answer.detail]).toEqual([404, 999302, 'api is not an operation']);
    expect((await testGateway.call({ ...unknown, secret: `${secret}x` })).apiCode).toBe(999001);
  });

  it.each([
    '/gateway/',
    '/gateway/open.operation/',
    '/gateway/open.operation/more',
    '/gateways/open.operation',
  ])('is not named by %s', async (unknown) => {
    const answer = await testGateway.call({ path: unknown });
    expect([answer.status, answer.apiCode, answer.detail]).toEqual([404, 999301, 'unknown path']);
  });
});
