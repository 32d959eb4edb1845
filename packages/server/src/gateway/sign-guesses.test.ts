import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KeyRecord } from './keys.ts';
import { describeSign } from './sign-guesses.ts';

const secret = 'c2VjcmV0LW9mLXRoZS1jYWxsZXI';
const key: KeyRecord = {
  apiKey: 'ak_test',
  tenantId: 'acme',
  tenantEnabled: true,
  enabled: true,
  secrets: [secret],
  domains: new Set(['retail']),
  operations: '*',
  callsLimited: false,
};
const body = Buffer.from('{"data":{"name":"Zoë/Ann","age":3}}');
const value = { data: { name: 'Zoë/Ann', age: 3 } };
const hmac = (bytes: string | Buffer, by: string | Buffer = secret) =>
  createHmac('sha256', by).update(bytes).digest('hex');
const describe_ = (given: string | undefined, sent = body) =>
  describeSign(key, { body: sent, given, query: '?api=quickscan.submit&sign=x&apiKey=ak_test' });

describe('a signature that does not fit', () => {
  it('is of the body itself, or of nothing that comes to mind', () => {
    expect(describe_(hmac(body))).toMatchObject({ madeWith: 'current', madeOf: null, sign: hmac(body) });
    expect(describe_(hmac(body, 'some other secret'))).toMatchObject({ madeWith: null, madeOf: null });
    expect(describe_(undefined)).toMatchObject({ madeWith: null, madeOf: null, given: null });
  });

  it('is told to be of the secret before', () => {
    const previous = { secret: 'the-one-before', until: new Date() };
    const told = describeSign({ ...key, previous }, { body, given: hmac(body, 'the-one-before'), query: '' });
    expect(told.madeWith).toBe('previous');
  });

  it.each<[string, string, RegExp, number | null]>([
    ['an indented body', hmac(JSON.stringify(value, null, 2)), /indentation of 2/, 1],
    ['what Python writes', hmac('{"data": {"name": "Zo\\u00eb/Ann", "age": 3}}'), /escaped/, 8],
    ['what PHP writes', hmac(body.toString().replace('/', '\\/')), /slashes/, 21],
    ['another order of members', hmac('{"data":{"age":3,"name":"Zoë/Ann"}}'), /order of their names/, 10],
    ['data alone', hmac(JSON.stringify(value.data)), /`data` alone/, 2],
    ['a line end that was not sent', hmac(`${body.toString()}\n`), /line end that was not sent/, body.length],
    ['Latin-1', hmac(Buffer.from(body.toString(), 'latin1')), /Latin-1/, 19],
    ['nothing', hmac(''), /nothing was signed/, 0],
    ['the query', hmac('api=quickscan.submit&apiKey=ak_test'), /the query was signed/, 0],
    ['a decoded secret', hmac(body, Buffer.from(secret, 'base64url')), /decoded as base64/, null],
    ['a secret with its line end', hmac(body, `${secret}\n`), /with a line end/, null],
    ['capital digits', hmac(body).toUpperCase(), /small letters/, null],
    ['base64', Buffer.from(hmac(body), 'hex').toString('base64'), /is base64/, null],
    ['a prefix', `sha256=${hmac(body)}`, /digits alone/, null],
    ['SHA-512', createHmac('sha512', secret).update(body).digest('hex'), /HMAC-SHA512/, null],
    ['a plain hash', createHash('sha256').update(body).digest('hex'), /without the secret/, null],
    ['another hash', createHash('sha256').update(secret).update(body).digest('hex'), /in a row/, null],
    ['no signature at all', 'TODO', /must be 64 lowercase/, null],
  ])('is told to be of %s', (_, given, words, differsAt) => {
    const { madeWith, madeOf } = describe_(given);
    expect(madeWith).toBeNull();
    expect(madeOf!.words).toMatch(words);
    expect(madeOf!.differsAt).toBe(differsAt);
  });

  it('names two mistakes at once', () => {
    const { madeOf } = describe_(hmac(`${body.toString()}\n`, `${secret}\n`).toUpperCase());
    expect(madeOf!.words).toMatch(/line end that was not sent; .*secret.*line end; .*small letters/);
  });

  it('costs no more than one comparison of a large body', () => {
    const large = Buffer.from(JSON.stringify({ data: 'x'.repeat(300_000) }));
    expect(describe_(hmac(`${large.toString()}\n`), large).madeOf).toBeNull();
    expect(describe_(hmac(large).toUpperCase(), large).madeOf!.words).toMatch(/small letters/);
  });
});
