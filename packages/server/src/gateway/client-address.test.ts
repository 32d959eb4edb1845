import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientKeyReader, type TrustProxy } from './client-address.ts';

function keyOf(peer: string, forwarded?: string, trustProxy?: TrustProxy): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return clientKeyReader(trustProxy)(request);
}

describe('the key of a client', () => {
  it.each<[string, string, string | undefined, TrustProxy | undefined]>([
    ['203.0.113.9', '203.0.113.9', undefined, undefined],
    ['203.0.113.9', '203.0.113.9', '198.51.100.1', undefined],
    ['203.0.113.9', '203.0.113.9', '198.51.100.1', 0],
    ['203.0.113.9', '::ffff:203.0.113.9', undefined, undefined],
    ['2001:db8:0:1::/64', '2001:db8:0:1:2:3:4:5', undefined, undefined],
    ['198.51.100.1', '10.0.0.1', '198.51.100.1', 1],
    ['198.51.100.1', '10.0.0.1', '1.1.1.1, 198.51.100.1', 1],
    ['198.51.100.1', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', 2],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1', 2],
    ['10.0.0.1', '10.0.0.1', undefined, 1],
    ['198.51.100.1', '10.0.0.1', '198.51.100.1', ['10.0.0.0/8']],
    ['198.51.100.1', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', ['10.0.0.0/8']],
    ['203.0.113.9', '203.0.113.9', '198.51.100.1', ['10.0.0.0/8']],
    ['198.51.100.1', 'fd00::1', '198.51.100.1', ['fd00::/8']],
    ['198.51.100.1', '127.0.0.1', '198.51.100.1', ['127.0.0.1']],
    ['198.51.100.1', '127.0.0.1', '198.51.100.1:4711', 1],
    ['2001:db8:0:0::/64', '127.0.0.1', '[2001:db8::1]:4711', 1],
    ['127.0.0.1', '127.0.0.1', 'unknown', 1],
    ['127.0.0.1', '127.0.0.1', 'x'.repeat(5000), 1],
    ['127.0.0.1', '127.0.0.1', '1', 1],
    ['127.0.0.1', '127.0.0.1', '', 1],
    ['unknown', '', undefined, undefined],
  ])('is %s from %s with %j behind %j', (key, peer, forwarded, trustProxy) => {
    expect(keyOf(peer, forwarded, trustProxy)).toBe(key);
  });

  it.each<TrustProxy>([-1, 1.5, Number.NaN, ['nonsense'], ['10.0.0.0/33'], ['']])(
    'cannot be read behind %j',
    (trustProxy) => {
      expect(() => clientKeyReader(trustProxy)).toThrow(RangeError);
    },
  );
});
