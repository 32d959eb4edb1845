import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, PreparedResponse } from './prepared-response.ts';

describe('takesGzip', () => {
  it.each([
    ['gzip', true],
    ['GZIP;q=0.1', true],
    ['deflate, gzip;q=1.0, *;q=0.5', true],
    ['*', true],
    ['br, *;q=0.1', true],
    ['x-gzip', true],
    [undefined, false],
    ['', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['*;q=1, gzip;q=0', false],
    ['gzip;q=nonsense', false],
  ])('reads %s', (header, takes) => {
    expect(acceptsGzip(header)).toBe(takes);
  });
});

describe('a prepared answer', () => {
  it('is the same in both forms, and compressed once for all who ask at the same time', async () => {
    const answer = new PreparedResponse('{"code":200,"data":{"name":"Åland Islands"}}');
    expect(JSON.parse(answer.body.toString())).toEqual({
      apiCode: 200,
      apiMsg: 'OK',
      data: { code: 200, data: { name: 'Åland Islands' } },
    });
    const [first, second] = await Promise.all([answer.gzipped(), answer.gzipped()]);
    expect(first).toBe(second);
    expect(gunzipSync(first)).toEqual(answer.body);
    expect(answer.read()).toEqual({ code: 200, data: { name: 'Åland Islands' } });
  });
});
