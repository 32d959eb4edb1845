import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../gateway/keys.ts';
import { describeSign } from './signature-diagnosis.ts';

const secret = 'c2VjcmV0LW9mLXRoZS1jYWxsZXI';
const now = new Date('2026-11-20T12:00:00Z');
const key: KeyRecord = {
  apiKey: 'ak_test',
  tenantId: 'acme',
  tenantEnabled: true,
  enabled: true,
  secrets: [secret],
  secretNumber: 1,
  domains: new Set(['retail']),
  operations: '*',
  callsLimited: false,
};
const body = Buffer.from('{"data":{"name":"Zoë/Ann","age":3}}');
const value = { data: { name: 'Zoë/Ann', age: 3 } };
const hmac = (bytes: string | Buffer, by: string | Buffer = secret) =>
  createHmac('sha256', by).update(bytes).digest('hex');
const described = (submitted: string | undefined, sent = body) =>
  describeSign(key, {
    body: sent,
    given: submitted,
    query: '?api=quickscan.submit&sign=x&apiKey=ak_test',
    now,
  });
const describe_ = async (submitted: string | undefined, sent = body) =>
  (await described(submitted, sent)).signed;

describe('a signature that does not fit', () => {
  it('is of the body itself, or of nothing that comes to mind', async () => {
    expect(await describe_(hmac(body))).toMatchObject({
      madeWith: 'current',
      madeOf: null,
      sign: hmac(body),
    });
    expect(await describe_(hmac(body, 'some other secret'))).toMatchObject({ madeWith: null, madeOf: null });
    expect(await describe_(undefined)).toMatchObject({ madeWith: null, madeOf: null, given: null });
  });

  it('is told to be of the secret before, and whether that one is still taken', async () => {
    const by = (until: Date, of: Buffer | string) =>
      describeSign(
        { ...key, previous: { secret: 'the-one-before', number: 1, until } },
        { body, given: hmac(of, 'the-one-before'), query: '', now },
      );
    const later = new Date(now.getTime() + 1);
    expect((await by(later, body)).signed.madeWith).toBe('previous');
    expect((await by(now, body)).signed.madeWith).toBe('ended');
    // Where it is taken no more, what else it signed is of no use.
    const blanks = `${body.toString()}\n`;
    expect((await by(later, blanks)).signed.madeOf).toMatchObject({ differsAt: body.length });
    expect((await by(now, blanks)).signed.madeOf).toBeNull();
  });

  it.each<[string, string, RegExp, number | null]>([
    ['an indented body', hmac(JSON.stringify(value, null, 2)), /indentation of 2/, 1],
    ['what Python writes', hmac('{"data": {"name": "Zo\\u00eb/Ann", "age": 3}}'), /escaped/, 8],
    ['what PHP writes', hmac(body.toString().replace('/', '\\/')), /slashes/, 21],
    ['another order of members', hmac('{"data":{"age":3,"name":"Zoë/Ann"}}'), /sorted by name/, 10],
    ['data alone', hmac(JSON.stringify(value.data)), /only `data`/, 2],
    [
      'a line break that was not sent',
      hmac(`${body.toString()}\n`),
      /line break that was not sent/,
      body.length,
    ],
    ['Latin-1', hmac(Buffer.from(body.toString(), 'latin1')), /Latin-1/, 19],
    ['nothing', hmac(''), /empty text was signed/, 0],
    ['the query', hmac('api=quickscan.submit&apiKey=ak_test'), /the query was signed/, 0],
    ['a decoded secret', hmac(body, Buffer.from(secret, 'base64url')), /decoded as base64/, null],
    ['a secret with its line end', hmac(body, `${secret}\n`), /trailing line break/, null],
    ['capital digits', hmac(body).toUpperCase(), /lowercase/, null],
    ['base64', Buffer.from(hmac(body), 'hex').toString('base64'), /is base64/, null],
    ['a prefix', `sha256=${hmac(body)}`, /digits only/, null],
    ['SHA-512', createHmac('sha512', secret).update(body).digest('hex'), /HMAC-SHA512/, null],
    ['a plain hash', createHash('sha256').update(body).digest('hex'), /without the secret/, null],
    [
      'another hash',
      createHash('sha256').update(secret).update(body).digest('hex'),
      /secret and body joined/,
      null,
    ],
    ['no signature at all', 'TODO', /must be 64 lowercase/, null],
  ])('is told to be of %s', async (_, submitted, words, differsAt) => {
    const { madeWith, madeOf } = await describe_(submitted);
    expect(madeWith).toBeNull();
    expect(madeOf!.words).toMatch(words);
    expect(madeOf!.differsAt).toBe(differsAt);
  });

  it('names two mistakes at once', async () => {
    const { madeOf } = await describe_(hmac(`${body.toString()}\n`, `${secret}\n`).toUpperCase());
    expect(madeOf!.words).toMatch(/line break that was not sent; .*secret.*line break; .*lowercase/);
  });

  it('costs no more than one comparison of a large body', async () => {
    const large = Buffer.from(JSON.stringify({ data: 'x'.repeat(300_000) }));
    expect((await describe_(hmac(`${large.toString()}\n`), large)).madeOf).toBeNull();
    expect((await describe_(hmac(large).toUpperCase(), large)).madeOf!.words).toMatch(/lowercase/);
  });

  it('is not looked for beyond what a body may be blown up to, and holds nobody up', async () => {
    const stranger = hmac(body, 'some other secret');
    const deep = (depth: number, items: number) =>
      Buffer.from(`{"data":${'['.repeat(depth)}${'1,'.repeat(items)}1${']'.repeat(depth)}}`);
    const blownUp = [deep(1000, 5000), deep(3000, 0), deep(60, 30_000), Buffer.from('{"a":'.repeat(3000))];
    for (const sent of blownUp) {
      let [longest, last, isOver] = [0, performance.now(), false];
      const watch = async () => {
        while (!isOver) {
          await setImmediate();
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        }
      };
      const watching = watch();
      const began = process.cpuUsage();
      expect((await described(stranger, sent)).signed).toMatchObject({ madeWith: null, madeOf: null });
      isOver = true;
      await watching;
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1000, 'milliseconds of work').toBeLessThan(1000);
      expect(longest, 'milliseconds in one go').toBeLessThan(500);
    }
  });

  it('is said not to be looked for everywhere', async () => {
    const stranger = hmac(body, 'some other secret');
    expect((await described(stranger)).triedAll).toBe(true);
    const nested = Buffer.from(`{"data":${'['.repeat(60)}${'1,'.repeat(9000)}1${']'.repeat(60)}}`);
    expect((await described(stranger, nested)).triedAll).toBe(false);
    expect(
      (await described(hmac(nested.toString().replace('data', 'data ')), nested)).signed.madeOf,
    ).toBeNull();
    const [sent, signed] = [
      { data: { b: 1, a: 'x'.repeat(40_000) } },
      { data: { a: 'x'.repeat(40_000), b: 1 } },
    ];
    const other = await described(hmac(JSON.stringify(signed)), Buffer.from(JSON.stringify(sent)));
    expect(other.signed.madeOf!.words).toMatch(/sorted by name/);
    expect((await described(stranger, Buffer.alloc(300_000, 'x'))).triedAll).toBe(false);
  });
});
