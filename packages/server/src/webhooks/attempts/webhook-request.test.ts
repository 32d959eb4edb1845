import { readFileSync } from 'node:fs';
import { type WebhookDefinition, webhookDefinition } from '@gatehouse/contract';
import { signWebhook } from '@gatehouse/contract/signature';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeholderNames, type WebhookInputs } from './webhook-placeholders.ts';
import { makeWebhookRequest, type WebhookRequest } from './webhook-request.ts';

type Parts = Partial<Omit<WebhookDefinition, 'headers'>> & { headers?: [string, string][] };

function define({ headers = [], ...rest }: Parts = {}): WebhookDefinition {
  return webhookDefinition.parse({
    id: 'wh',
    name: 'W',
    url: 'https://crm.test/hooks',
    headers: headers.map(([name, defaultValue]) => ({ name, defaultValue })),
    ...rest,
  });
}

const number = { webhookId: 'w1', attempt: 2 };

function make(definition: WebhookDefinition, inputs: WebhookInputs = {}): WebhookRequest {
  const result = makeWebhookRequest(definition, inputs, number);
  if (result.kind === 'fault') throw new Error(result.message);
  return result.request;
}

function faultOf(definition: WebhookDefinition, inputs: WebhookInputs = {}): string {
  const result = makeWebhookRequest(definition, inputs, number);
  return result.kind === 'fault' ? result.message : 'none';
}

function headerOf(request: WebhookRequest, name: string): string | undefined {
  return request.headers.find(([candidate]) => candidate === name)?.[1];
}

/** Text that fast-check makes of any letters, well-formed. */
const anyText = fc.string({ unit: 'binary' });

describe('the body of a webhook', () => {
  it('is the inputs map with the declared inputs as top-level keys', () => {
    const definition = define({ inputs: ['customerId', 'caseNo'] });
    const request = make(definition, { caseNo: 'C000001', customerId: 'c1' });
    expect(request.bodyText).toBe('{"customerId":"c1","caseNo":"C000001"}');
    expect(headerOf(request, 'Content-Type')).toBe('application/json; charset=utf-8');
  });

  it('keeps a declared input that the call lacks as null, and what the call gives beyond', () => {
    expect(make(define({ inputs: ['a', 'b'] }), { b: undefined, c: [1, { d: true }] }).bodyText).toBe(
      '{"a":null,"b":null,"c":[1,{"d":true}]}',
    );
    expect(make(define()).bodyText).toBe('{}');
  });

  it('is the same JSON as the inputs, whatever they are', () => {
    const inputs = fc.dictionary(anyText, fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(inputs, (map) => {
        expect(JSON.parse(make(define(), map).bodyText!)).toEqual(JSON.parse(JSON.stringify(map)));
      }),
    );
  });

  it('can have inputs named as members of every object', () => {
    const inputs = JSON.parse('{"__proto__":{"a":1},"constructor":"c"}') as WebhookInputs;
    const definition = define({ inputs: ['__proto__', 'toString'] });
    expect(make(definition, inputs).bodyText).toBe('{"__proto__":{"a":1},"toString":null,"constructor":"c"}');
  });

  it.each(['GET', 'DELETE'] as const)('is not sent with %s', (method) => {
    expect(make(define({ method, inputs: ['a'] }), { a: 1 })).toMatchObject({ method, bodyText: undefined });
  });

  it.each(['POST', 'PUT', 'PATCH'] as const)('is sent with %s', (method) => {
    expect(make(define({ method }), { a: 1 })).toMatchObject({ method, bodyText: '{"a":1}' });
  });
});

describe('the URL of a webhook', () => {
  it.each([
    ['https://crm.test/{id}?n={n}&b={b}', 'https://crm.test/a%2Fb%20%3F%23%26%C3%BC?n=1.5&b=true'],
    ['{base}/hooks/{id}', 'https://crm.test/v1/hooks/a%2Fb%20%3F%23%26%C3%BC'],
    [' {base}/x ', 'https://crm.test/v1/x'],
    ['https://crm.test/{empty}', 'https://crm.test/'],
    ['https://crm.test/{}', 'https://crm.test/{}'],
  ])('takes inputs at %s', (url, expected) => {
    const inputs = { id: 'a/b ?#&ü', n: 1.5, b: true, base: 'https://crm.test/v1', empty: '' };
    expect(make(define({ url }), inputs).url).toBe(expected);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'missing', 'nothing', 'undefined'])(
    'does not resolve {%s}',
    (name) => {
      const definition = define({ url: `https://crm.test/{${name}}` });
      expect(faultOf(definition, { nothing: null, undefined: undefined })).toBe(
        `the placeholder {${name}} has no value: there is no such input`,
      );
    },
  );

  it('is a fault when it is blank, or when a value would lead elsewhere', () => {
    expect(faultOf(define({ url: '{url}' }), { url: ' ' })).toBe('the URL is blank');
    expect(faultOf(define({ url: '{url}' }), { url: '' })).toBe('the URL is blank');
    const path = define({ url: 'https://crm.test/a/{x}{y}/delete' });
    for (const [x, y] of [
      ['..', ''],
      ['.', '.'],
      ['.', ''],
    ]) {
      expect(faultOf(path, { x, y })).toBe('the URL has a path segment . or ..');
    }
    expect(faultOf(define({ url: 'https://crm.test/{x}' }), { x: '..' })).toMatch(/path segment/);
    expect(faultOf(define({ url: 'https://crm.test/{x}?q=1' }), { x: '..' })).toMatch(/path segment/);
    expect(faultOf(define({ url: '{base}/x' }), { base: 'https://crm.test/\r\n' })).toMatch(/control/);
    expect(faultOf(define({ url: 'https://crm.test/{x}' }), { x: '\ud800' })).toMatch(/well-formed/);
    expect(faultOf(define({ url: 'https://crm.test/{x}' }), { x: ['a'] })).toMatch(/list or an object/);
  });

  it('gives back every value, and lets none change host, path or query of the definition', () => {
    const definition = define({ url: 'https://crm.test/hooks/{a}/end?q={b}' });
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        fc.pre(a !== '.' && a !== '..');
        const url = new URL(make(definition, { a, b }).url);
        expect(url.origin).toBe('https://crm.test');
        expect(url.hash).toBe('');
        const segments = url.pathname.split('/');
        expect([segments.length, segments[1], segments[3]]).toEqual([4, 'hooks', 'end']);
        expect(decodeURIComponent(segments[2]!)).toBe(a);
        expect([...url.searchParams.entries()]).toEqual([['q', b]]);
      }),
    );
  });
});

describe('the headers of a webhook', () => {
  it('tell what the request is, and keep those of the definition', () => {
    expect(make(define({ headers: [['X-Source', 'gatehouse {a}']] }), { a: 7 }).headers).toEqual([
      ['Content-Type', 'application/json; charset=utf-8'],
      ['User-Agent', 'Gatehouse'],
      ['X-Webhook-Id', 'w1'],
      ['X-Webhook-Attempt', '2'],
      ['X-Source', 'gatehouse 7'],
    ]);
    const named = make(define({ headers: [['user-agent', 'ours']] }));
    expect(named.headers.filter(([name]) => name.toLowerCase() === 'user-agent')).toEqual([
      ['user-agent', 'ours'],
    ]);
  });

  it('may hold JSON, whose braces are no placeholders', () => {
    const value = '{"a":"{b}","c":{}}';
    expect(headerOf(make(define({ headers: [['X-Json', value]] }), { b: 'x' }), 'X-Json')).toBe(
      '{"a":"x","c":{}}',
    );
  });

  it('carry other letters percent-encoded as UTF-8, and ASCII as it is', () => {
    const definition = define({ headers: [['X-Name', '名 {name} 50%']] });
    expect(headerOf(make(definition, { name: '中文 é~' }), 'X-Name')).toBe(
      '%E5%90%8D %E4%B8%AD%E6%96%87 %C3%A9~ 50%',
    );
  });

  it('fail cleanly on values that would begin a header of their own, and on absent ones', () => {
    const definition = define({ headers: [['X-Name', '{name}']] });
    for (const name of ['a\r\nX-Evil: 1', 'a\n', 'a\r', '\u0000', '\u007f', '\u0085']) {
      expect(faultOf(definition, { name })).toBe('the header X-Name would contain control characters');
    }
    expect(faultOf(definition, { name: '\udc00' })).toMatch(/well-formed/);
    expect(faultOf(definition, { name: {} })).toMatch(/list or an object/);
    expect(faultOf(definition)).toMatch(/has no value/);
    expect(headerOf(make(definition, { name: 'a\tb' }), 'X-Name')).toBe('a\tb');
  });

  it('are either sendable or a fault, whatever the input', () => {
    const definition = define({ headers: [['X-Name', 'a{name}z']] });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const result = makeWebhookRequest(definition, { name }, number);
        if (result.kind === 'fault') return;
        const value = headerOf(result.request, 'X-Name')!;
        expect(value).toMatch(/^a[\t\x20-\x7e]*z$/);
        if (!name.includes('%')) expect(decodeURIComponent(value)).toBe(`a${name}z`);
      }),
    );
  });

  it('that are reserved are refused, also in a definition that nobody checked', () => {
    for (const name of ['Host', 'content-length', 'Expect', 'X-Webhook-Signature', 'x-webhook-id']) {
      const definition = { ...define(), headers: [{ name, defaultValue: 'x' }] };
      expect(faultOf(definition)).toMatch(/is reserved/);
    }
  });
});

describe('placeholderNames', () => {
  it('lists what URL and headers need', () => {
    const definition = define({ url: '{base}/{id}', headers: [['X-A', '{a}{id}']] });
    expect([...placeholderNames(definition)]).toEqual(['base', 'id', 'a']);
  });
});

describe('the examples of webhook-payloads.md', () => {
  const text = readFileSync(new URL('../../../../../docs/webhook-payloads.md', import.meta.url), 'utf8');
  const definition = webhookDefinition.parse(JSON.parse(/^```json\n(.*?)^```$/ms.exec(text)![1]!));
  const examples = [...text.matchAll(/^### (.+?)\n.*?^```http\n(.*?)\n\n(.*?)\n```$/gms)].map(
    ([, kind = '', head = '', body = '']) => ({
      kind,
      body,
      headers: head
        .split('\n')
        .slice(2)
        .map((line) => line.split(': ') as [string, string]),
    }),
  );

  it('are of every kind of delivery', () => {
    expect(examples.map(({ kind }) => kind)).toEqual(['Webhook node', 'Decision hook', 'Test', 'Replay']);
  });

  it.each(examples)('show a $kind as it is sent and signed', ({ kind, headers, body }) => {
    const of = (name: string) => headers.find(([candidate]) => candidate === name)![1];
    const made = makeWebhookRequest(definition, JSON.parse(body) as Record<string, unknown>, {
      webhookId: of('X-Webhook-Id'),
      attempt: Number(of('X-Webhook-Attempt')),
      isTest: kind === 'Test',
    });
    const { request } = made as Extract<typeof made, { kind: 'request' }>;
    expect(body).toBe(request.bodyText);
    expect(headers.slice(0, -2)).toEqual(request.headers);
    const secret = (definition.signature as { secret: string }).secret;
    const timestamp = of('X-Webhook-Timestamp');
    expect(of('X-Webhook-Signature')).toBe(signWebhook(secret, { body: Buffer.from(body), timestamp }));
  });
});
