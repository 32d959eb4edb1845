import { signRequest, verifyRequest } from '@gatehouse/contract/signature';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyRecord, secret, startTestGateway, type TestGateway } from './gateway.fixture.ts';

/** Secrets and body sizes of every HMAC that ran, through the gateway's own option around the real check. */
const hmacs: { secret: string; bytes: number }[] = [];
const now = new Date('2026-11-20T12:00:00Z');

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({
    keys: [
      keyRecord(),
      keyRecord({ apiKey: 'ak_disabled', enabled: false }),
      keyRecord({ apiKey: 'ak_of_disabled_tenant', tenantEnabled: false }),
      keyRecord({ apiKey: 'ak_expired', expiresAt: now }),
      keyRecord({ apiKey: 'ak_expiring', expiresAt: new Date(now.getTime() + 1) }),
      keyRecord({ apiKey: 'ak_rotating', secrets: ['first secret', 'second secret', 'third secret'] }),
      keyRecord({
        apiKey: 'ak_in_overlap',
        previous: { secret: 'the one before', number: 1, until: new Date(now.getTime() + 1) },
      }),
      keyRecord({
        apiKey: 'ak_after_overlap',
        previous: { secret: 'the one before', number: 1, until: now },
      }),
      keyRecord({ apiKey: 'ak_without_secret', secrets: [] }),
      keyRecord({ apiKey: 'ak_ünicode', secrets: ['sécret 密'] }),
    ],
    settings: { clientRate: { calls: 1_000_000, seconds: 60 } },
    options: {
      clock: { now: () => now },
      verify: (secretTried, body, sign) => {
        hmacs.push({ secret: secretTried, bytes: body.length });
        return verifyRequest(secretTried, body, sign);
      },
    },
  });
});
beforeEach(() => {
  hmacs.length = 0;
});
afterAll(() => testGateway.close());

const body = '{"word":"good"}';
const sign = signRequest(secret, Buffer.from(body));

describe('the signature', () => {
  it.each([
    ['upper case', sign.toUpperCase()],
    ['one digit in upper case', sign.replace(/[a-f]/, (digit) => digit.toUpperCase())],
    ['one digit less', sign.slice(0, -1)],
    ['one digit more', `${sign}0`],
    ['a tail of other letters', `${sign}zz`],
    ['a space before', ` ${sign}`],
    ['a space behind', `${sign} `],
    ['a line end', `${sign}\n`],
    ['a NUL', `${sign}\0`],
    ['a prefix', `0x${sign}`],
    ['a scheme', `sha256=${sign}`],
    ['base64', Buffer.from(sign, 'hex').toString('base64')],
    ['base64url', Buffer.from(sign, 'hex').toString('base64url')],
    ['digits of another script', sign.replace(/\d/, '１')],
    ['a letter beyond f', `g${sign.slice(1)}`],
    ['nothing', ''],
  ])('is refused in another form: %s', async (_form, malleable) => {
    const answer = await testGateway.call({ body, query: { sign: malleable } });
    expect([answer.status, answer.apiCode, answer.apiMsg]).toEqual([403, 999001, 'SIGN_ERROR']);
    expect(hmacs).toEqual([]);
  });

  it('is over the bytes as received, not over what they mean', async () => {
    const spaced = await testGateway.call({ body: '{ "word":"good" }', query: { sign } });
    expect(spaced.apiMsg).toBe('SIGN_ERROR');
    const newline = await testGateway.call({ body: `${body}\n`, query: { sign } });
    expect(newline.apiMsg).toBe('SIGN_ERROR');
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    const binary = await testGateway.call({ body: bytes });
    expect([binary.apiMsg, binary.status]).toEqual(['API_INVALID_REQUEST', 400]);
  });

  it('is refused when one of its digits is another', async () => {
    const other = sign.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const answer = await testGateway.call({ body, query: { sign: other } });
    expect([answer.status, answer.apiMsg]).toEqual([403, 'SIGN_ERROR']);
  });

  it('of another secret, another body or no body is refused with the same words', async () => {
    const answers = [
      await testGateway.call({ body, secret: 'another secret' }),
      await testGateway.call({ body, query: { sign: signRequest(secret, Buffer.from('{}')) } }),
      await testGateway.call({ body: '', query: { sign } }),
    ];
    expect(new Set(answers.map(({ status, text, detail }) => `${status} ${text} ${detail}`)).size).toBe(1);
  });

  it('takes the secret as UTF-8 and not as hexadecimal digits', async () => {
    const answer = await testGateway.call({ secret: 'sécret 密', query: { apiKey: 'ak_ünicode' } });
    expect(answer.status).toBe(200);
  });
});

describe('a key with several live secrets', () => {
  it.each(['first secret', 'second secret', 'third secret'])(
    'accepts the %s and tries them all',
    async (one) => {
      const answer = await testGateway.call({ secret: one, query: { apiKey: 'ak_rotating' } });
      expect(answer.status).toBe(200);
      expect(hmacs.map((hmac) => hmac.secret)).toEqual(['first secret', 'second secret', 'third secret']);
    },
  );

  it('refuses any other secret', async () => {
    const answer = await testGateway.call({ query: { apiKey: 'ak_rotating' } });
    expect(answer.apiMsg).toBe('SIGN_ERROR');
  });

  it('refuses everything when no secret is live', async () => {
    const answer = await testGateway.call({ secret: '', query: { apiKey: 'ak_without_secret' } });
    expect(answer.apiMsg).toBe('SIGN_ERROR');
  });
});

describe('a key whose secret is being changed', () => {
  it.each(['ak_acme', 'ak_in_overlap', 'ak_after_overlap'])(
    'costs as many HMACs as any other where the signature is wrong: %s',
    async (apiKey) => {
      const answer = await testGateway.call({ body, secret: 'neither of them', query: { apiKey } });
      expect([answer.status, answer.apiMsg]).toEqual([403, 'SIGN_ERROR']);
      expect(hmacs.map((hmac) => hmac.bytes)).toEqual([body.length, body.length]);
    },
  );

  it.each(['ak_acme', 'ak_in_overlap', 'ak_after_overlap'])(
    'costs one HMAC where the active secret signed: %s',
    async (apiKey) => {
      expect((await testGateway.call({ body, query: { apiKey } })).status).toBe(200);
      expect(hmacs.map((hmac) => hmac.secret)).toEqual([secret]);
    },
  );

  it('takes the secret before until the overlap ends', async () => {
    const by = (apiKey: string) => testGateway.call({ secret: 'the one before', query: { apiKey } });
    expect((await by('ak_in_overlap')).status).toBe(200);
    expect((await by('ak_after_overlap')).apiMsg).toBe('SIGN_ERROR');
    expect((await by('ak_acme')).apiMsg).toBe('SIGN_ERROR');
  });
});

describe('a key that may not be used', () => {
  it.each(['ak_nobody', 'ak_disabled', 'ak_of_disabled_tenant', 'ak_expired', '__proto__', 'x'.repeat(4000)])(
    'is refused alike after one HMAC over the whole body: %s',
    async (apiKey) => {
      const answer = await testGateway.call({ body, query: { apiKey } });
      expect([answer.status, answer.apiCode, answer.apiMsg]).toEqual([401, 999305, 'TENANT_NOT_FOUND']);
      expect(answer.detail).toBe('apiKey is unknown, disabled or expired');
      expect(hmacs.map((hmac) => hmac.bytes)).toEqual([body.length]);
      expect(hmacs[0]?.secret).not.toBe(secret);
    },
  );

  it('is told from one that expires in the next millisecond', async () => {
    const answer = await testGateway.call({ query: { apiKey: 'ak_expiring' } });
    expect(answer.status).toBe(200);
  });
});

describe('the signed query', () => {
  it.each(['api', 'apiVersion', 'apiKey', 'sign'] as const)('is refused without %s', async (name) => {
    const answer = await testGateway.call({ query: { [name]: undefined } });
    expect([answer.status, answer.apiCode, answer.detail]).toEqual([400, 999301, `${name} is missing`]);
  });

  it.each(['api', 'apiVersion', 'apiKey'] as const)('is refused with an empty %s', async (name) => {
    const answer = await testGateway.call({ query: { [name]: '' } });
    expect([answer.status, answer.detail]).toEqual([400, `${name} is missing`]);
  });

  it.each([
    ['&api=open.operation', 'api'],
    ['&%61pi=open.operation', 'api'],
    ['&apiVersion=1.0.0', 'apiVersion'],
    ['&apiKey', 'apiKey'],
    [`&sign=${sign}`, 'sign'],
    [`&s%69gn=`, 'sign'],
  ])('is refused with a parameter that occurs twice: %s', async (moreQuery, name) => {
    const answer = await testGateway.call({ body, moreQuery });
    expect([answer.status, answer.apiCode]).toEqual([400, 999301]);
    expect(answer.detail).toBe(`${name} appears more than once`);
  });

  it.each(['&api2=x', '&Api=x', '&a%70i2=x', '&=x', '&', '&&', '&x=%', '&%=1', '&trace=%00'])(
    'may carry parameters that mean nothing: %s',
    async (moreQuery) => {
      expect((await testGateway.call({ moreQuery })).status).toBe(200);
    },
  );

  it('is read percent-decoded', async () => {
    const path = `/gateway?%61pi=open%2Eoperation&apiVersion=1.0.0&apiKey=ak%5facme&sign=${sign}`;
    const answer = await testGateway.talk(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nX-Domain: retail\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it.each([
    ['api', '%ff', 404, 'API_NOT_FOUND'],
    ['apiVersion', '1.0.0%', 404, 'API_NOT_FOUND'],
    ['apiKey', '%c3%28', 401, 'TENANT_NOT_FOUND'],
    ['sign', '%zz', 403, 'SIGN_ERROR'],
  ])(
    'takes %s=%s, which is not percent-encoded UTF-8, for an unknown one',
    async (name, value, status, apiMsg) => {
      const query = { api: 'open.operation', apiVersion: '1.0.0', apiKey: 'ak_acme', sign, [name]: value };
      const parameters = Object.entries(query).map(([key, text]) => `${key}=${text}`);
      const answer = await testGateway.talk(
        `POST /gateway?${parameters.join('&')} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(answer).toContain(`HTTP/1.1 ${status} `);
      expect(answer).toContain(apiMsg);
    },
  );
});

describe('the headers of a call', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
  ])('may say %s', async (contentType) => {
    expect((await testGateway.call({ headers: { 'content-type': contentType } })).status).toBe(200);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; x=1',
    'application/json; version=1',
    'application/json, text/plain',
    'application/json;',
    'application /json',
    'json',
    '*/*',
    ';',
  ])('may not say Content-Type %s', async (contentType) => {
    const answer = await testGateway.call({ headers: { 'content-type': contentType } });
    expect([answer.status, answer.apiCode]).toEqual([415, 999301]);
  });

  it.each(['gzip', 'identity', 'br', 'x'])('may not say Content-Encoding %s', async (encoding) => {
    const answer = await testGateway.call({ headers: { 'content-encoding': encoding } });
    expect([answer.status, answer.apiCode, answer.detail]).toEqual([
      415,
      999301,
      'Content-Encoding is not supported',
    ]);
  });

  const raw = (headers: string) =>
    testGateway.talk(
      `POST /gateway?api=open.operation&apiVersion=1.0.0&apiKey=ak_acme&sign=${sign} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
    );

  it.each([
    ['no Content-Type', 'X-Domain: retail\r\n', 415, 'Content-Type is missing'],
    [
      'two Content-Types',
      'Content-Type: application/json\r\ncontent-type: application/json\r\nX-Domain: retail\r\n',
      415,
      'Content-Type appears more than once',
    ],
    [
      'an empty Content-Encoding',
      'Content-Type: application/json\r\nContent-Encoding:\r\nX-Domain: retail\r\n',
      415,
      'Content-Encoding is not supported',
    ],
    ['no x-domain', 'Content-Type: application/json\r\n', 400, 'x-domain is missing'],
    ['a blank x-domain', 'Content-Type: application/json\r\nX-Domain: \t \r\n', 400, 'x-domain is missing'],
    [
      'x-domain twice',
      'Content-Type: application/json\r\nX-Domain: retail\r\nx-domain: retail\r\n',
      400,
      'x-domain appears more than once',
    ],
    [
      'x-domain and a blank one',
      'Content-Type: application/json\r\nX-Domain: retail\r\nX-DOMAIN:\r\n',
      400,
      'x-domain appears more than once',
    ],
    [
      'two domains in one x-domain',
      'Content-Type: application/json\r\nX-Domain: retail, retail\r\n',
      403,
      'the key may not use this x-domain',
    ],
  ])('are refused with %s', async (_title, headers, status, detail) => {
    const answer = await raw(headers);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`x-error-detail: ${detail}\r\n`);
  });

  it('cannot choose the request id', async () => {
    const answer = await testGateway.call({ headers: { 'x-request-id': 'chosen', 'request-id': 'chosen' } });
    expect(answer.headers.get('x-request-id')).not.toBe('chosen');
  });
});
