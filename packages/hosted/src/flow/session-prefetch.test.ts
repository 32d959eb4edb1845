import { describe, expect, it } from 'vitest';
import { FlowClient } from './flow-client.ts';
import { consumeSessionPrefetch, fetchAfter, type SessionPrefetch } from './session-prefetch.ts';

const session = (sdkToken: string) => Response.json({ sdkToken, idleSeconds: 900 });

/** A client behind an exchange that was begun; what it asks the network for is kept. */
function clientAfter(begun: SessionPrefetch | undefined) {
  const asked: string[] = [];
  const send = async (address: unknown) => {
    asked.push(String(address));
    return session('asked for anew');
  };
  const fetch = fetchAfter(begun, send as typeof globalThis.fetch);
  return {
    asked,
    client: new FlowClient({ linkToken: 'link', fetch, onConnection: () => {}, pause: async () => {} }),
  };
}
const tokenOf = async (client: FlowClient) => {
  const opened = await client.open();
  return opened.kind === 'ok' ? opened.value.sdkToken : opened.problem.code;
};

describe('an exchange that the head of the page began', () => {
  it('is the client’s first, and no other', async () => {
    const { client, asked } = clientAfter({ linkToken: 'link', answer: Promise.resolve(session('begun')) });
    expect(await tokenOf(client)).toBe('begun');
    expect(asked).toEqual([]);
    expect(await tokenOf(client)).toBe('asked for anew');
    expect(asked).toEqual(['/verify/api/session']);
  });

  it('is asked for anew where the line was cut, it was of another link, or none was begun', async () => {
    const cut = Promise.reject(new TypeError('Failed to fetch'));
    const answer = Promise.resolve(session('of another link'));
    for (const begun of [{ linkToken: 'link', answer: cut }, { linkToken: 'other', answer }, undefined]) {
      expect(await tokenOf(clientAfter(begun).client)).toBe('asked for anew');
    }
  });

  it('is taken out of the window', () => {
    const begun = { linkToken: 'link', answer: Promise.resolve(session('begun')) };
    const window: Pick<Window, 'sessionPrefetch'> = { sessionPrefetch: begun };
    expect(consumeSessionPrefetch(window)).toBe(begun);
    expect(window).toEqual({});
    expect(consumeSessionPrefetch(window)).toBeUndefined();
  });
});
