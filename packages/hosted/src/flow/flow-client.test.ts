import { describe, expect, it } from 'vitest';
import { type Connection, FlowClient } from './flow-client.ts';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut';

/** A server that answers as the script says, call after call; what was asked is kept. */
function scripted(replies: Reply[]) {
  const asked: { path: string; token: string | null; body: string | null }[] = [];
  const paused: number[] = [];
  const connections: Connection[] = [];
  const client = new FlowClient({
    linkToken: 'link-token',
    onConnection: (connection) => {
      if (connection !== connections.at(-1)) connections.push(connection);
    },
    pause: async (ms) => {
      paused.push(ms);
    },
    fetch: async (path, init) => {
      asked.push({
        path: (path as string).replace('/verify/api', ''),
        token: new Headers(init?.headers).get('authorization'),
        body: typeof init?.body === 'string' ? init.body : null,
      });
      const reply = replies.shift();
      if (reply === undefined) throw new Error('asked more often than the script says');
      if (reply === 'cut') throw new TypeError('Failed to fetch');
      const { status, body = {}, headers = {} } = reply;
      return new Response(JSON.stringify(body), { status, headers });
    },
  });
  return { client, asked, paused, connections };
}

const session = { status: 200, body: { sdkToken: 'secret', idleSeconds: 900 } };
const view = { status: 200, body: { state: 'consent' } };

describe('a call', () => {
  it('is made under the session that the link gives', async () => {
    const { client, asked } = scripted([session, view]);
    await client.open();
    expect(await client.call('/flow')).toEqual({ kind: 'ok', value: { state: 'consent' } });
    expect(asked).toEqual([
      { path: '/session', token: null, body: '{"linkToken":"link-token"}' },
      { path: '/flow', token: 'Bearer secret', body: null },
    ]);
  });

  it('is repeated with the same body until the connection is back', async () => {
    const { client, asked, paused, connections } = scripted([
      'cut',
      { status: 502, body: 'a proxy' },
      { status: 503, body: { code: 'UNAVAILABLE' } },
      view,
    ]);
    const answer = await client.call('/steps/a', { method: 'POST', json: { callbackKey: 'k' } });
    expect(answer.kind).toBe('ok');
    expect(new Set(asked.map(({ body }) => body))).toEqual(new Set(['{"callbackKey":"k"}']));
    expect(paused).toEqual([1000, 2000, 4000]);
    expect(connections).toEqual(['lost', 'fine']);
  });

  it('waits as long as the service asks for', async () => {
    const { client, paused, connections } = scripted([
      { status: 429, body: { code: 'TOO_MANY_CALLS' }, headers: { 'retry-after': '7' } },
      view,
    ]);
    await client.call('/flow');
    expect(paused).toEqual([7000]);
    expect(connections).toEqual(['slowed', 'fine']);
  });

  it('opens a session anew that has ended, once', async () => {
    const ended = { status: 401, body: { code: 'UNAUTHENTICATED' } };
    const { client, asked } = scripted([ended, session, view]);
    expect((await client.call('/flow')).kind).toBe('ok');
    expect(asked.map(({ path }) => path)).toEqual(['/flow', '/session', '/flow']);
    const again = scripted([ended, session, ended]);
    expect(await again.client.call('/flow')).toMatchObject({ problem: { code: 'UNAUTHENTICATED' } });
  });

  it('hands a dead link on that shows when the session is opened anew', async () => {
    const { client } = scripted([
      { status: 401, body: { code: 'UNAUTHENTICATED' } },
      { status: 410, body: { code: 'LINK_SUPERSEDED' } },
    ]);
    expect(await client.call('/flow')).toMatchObject({
      kind: 'refused',
      problem: { code: 'LINK_SUPERSEDED' },
    });
  });

  it('gives up on a failure of the service after three tries, and hands refusals on at once', async () => {
    const failure = { status: 500, body: { code: 'INTERNAL' } };
    expect(await scripted([failure, failure, failure]).client.call('/flow')).toMatchObject({
      problem: { code: 'INTERNAL' },
    });
    const refusal = { status: 422, body: { code: 'CODE_WRONG', attemptsLeft: 3 } };
    expect(await scripted([refusal]).client.call('/flow')).toEqual({
      kind: 'refused',
      problem: { code: 'CODE_WRONG', attemptsLeft: 3 },
    });
  });
});
