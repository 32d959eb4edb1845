import { type WebhookOutput, type WebhookOutputType, webhookDefinition } from '@gatehouse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWebhook } from '../definitions/webhook-check.ts';
import { compileJsonPath, newSearchBudget } from './json-path.ts';
import { convertOutput, findOutputs, readOutputs, readOutputsAside } from './webhook-outputs.ts';

function output(
  jsonPath: string,
  paramType: WebhookOutputType = 'string',
  defaultValue?: unknown,
): WebhookOutput {
  return { paramName: 'out', jsonPath, paramType, defaultValue };
}

/** The value of one output on a body. */
function read(of: WebhookOutput, body: unknown, truncated = false): unknown {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return readOutputs({ outputs: [of] }, { bytes, truncated })['out'];
}

/** What one path finds, on a budget of its own. */
function find(path: string, value: unknown): unknown[] {
  return compileJsonPath(path).find(value, newSearchBudget());
}

const body = {
  tier: 'gold',
  score: 7,
  ok: true,
  none: null,
  tags: ['a', 'b'],
  items: [{ id: 1 }, { id: 2 }],
};

describe('the outputs of a webhook', () => {
  it.each([
    ['$.tier', 'string', 'gold'],
    ['$.score', 'number', 7],
    ['$.ok', 'boolean', true],
    ['$.tags', 'array', ['a', 'b']],
    ['$.items[1]', 'object', { id: 2 }],
    ['$.items[-1].id', 'number', 2],
    ["$['tier']", 'string', 'gold'],
    ['$.items[?@.id > 1].id', 'number', 2],
    ['$.items[?count(@.*) == 1].id', 'array', [1, 2]],
    ['$.items[*].id', 'array', [1, 2]],
    ['$.items[*].id', 'number', 1],
    ['$..id', 'array', [1, 2]],
    ['$.nothing[*]', 'array', []],
    ['$', 'object', body],
  ] as [string, WebhookOutputType, unknown][])('read %s as %s', (path, type, value) => {
    expect(read(output(path, type), body)).toEqual(value);
  });

  it.each([
    [7, 'string', '7'],
    [true, 'string', 'true'],
    ['1.5e3', 'number', 1500],
    [' -2 ', 'number', -2],
    ['true', 'boolean', true],
    ['false', 'boolean', false],
    ['', 'string', ''],
    [0, 'number', 0],
    [false, 'boolean', false],
  ] as [unknown, WebhookOutputType, unknown][])('convert %j to %s', (value, type, expected) => {
    expect(convertOutput(value, type)).toBe(expected);
  });

  it.each([
    ['', 'number'],
    ['0x10', 'number'],
    ['01', 'number'],
    ['1e999', 'number'],
    ['Infinity', 'number'],
    [true, 'number'],
    [1, 'boolean'],
    ['TRUE', 'boolean'],
    [{}, 'string'],
    [[], 'string'],
    [[], 'object'],
    [{}, 'array'],
    ['a', 'array'],
    [null, 'object'],
    [Number.POSITIVE_INFINITY, 'number'],
    ['a\u0000b', 'string'],
    ['\ud800', 'string'],
    [{ 'a\u0000': 1 }, 'object'],
  ] as [unknown, WebhookOutputType][])('do not take %j for %s', (value, type) => {
    expect(convertOutput(value, type)).toBeUndefined();
  });

  it.each([
    ['a miss', output('$.absent'), body],
    ['null', output('$.none'), body],
    ['another type', output('$.items'), body],
    ['no JSON', output('$.tier'), '<html>gold</html>'],
    ['nothing', output('$.tier'), ''],
    ['two JSON texts', output('$.tier'), '{"tier":"a"}{"tier":"b"}'],
  ])('are null, or the default, for %s', (_, of, answer) => {
    expect(read(of, answer)).toBeNull();
    expect(read({ ...of, defaultValue: 'basic' }, answer)).toBe('basic');
  });

  it('are null for bytes that are not UTF-8 and for a body that was cut, even where the rest is JSON', () => {
    const outputs = [output('$', 'number')];
    expect(readOutputs({ outputs }, { bytes: Buffer.from('1234'), truncated: false })).toEqual({ out: 1234 });
    expect(readOutputs({ outputs }, { bytes: Buffer.from('123'), truncated: true })).toEqual({ out: null });
    expect(readOutputs({ outputs }, { bytes: Buffer.of(0x22, 0xff, 0x22), truncated: false })).toEqual({
      out: null,
    });
  });

  it('take names and members of every object for what they are', () => {
    const outputs = [{ ...output('$.__proto__.a', 'number'), paramName: '__proto__' }];
    const read = readOutputs({ outputs }, { bytes: Buffer.from('{"__proto__":{"a":1}}'), truncated: false });
    expect(Object.hasOwn(read, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    for (const path of ['$.constructor', '$.__proto__', '$.toString', '$.tags.length']) {
      expect(find(path, body)).toEqual([]);
    }
  });

  it('survive any body', () => {
    const paths = ['$.a', '$..a', '$[*]', '$[?@.a]', '$.a.b[0]'].map((path) => output(path, 'array'));
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.constantFrom(...paths), (text, of) => {
        const value = read(of, text);
        expect(value === null || Array.isArray(value)).toBe(true);
      }),
    );
  });

  it('survive a body that is nested without end', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(read(output('$..a'), text)).toBeNull();
    expect(read(output('$', 'array'), text)).toBeNull();
  });
});

describe('a JSONPath', () => {
  it('knows no regular expressions', () => {
    expect(() => compileJsonPath("$[?match(@.a, '(a+)+$')]")).toThrow(/is no JSONPath/);
    expect(() => compileJsonPath("$[?search(@.a, 'a')]")).toThrow(/is no JSONPath/);
  });

  it.each(['', 'tier', '$.', '$[', '$..', "$['a", '$[?]', '$.a.b()', '$[99999999999999999999]'])(
    '%j is refused',
    (path) => {
      expect(() => compileJsonPath(path)).toThrow(/is no JSONPath/);
    },
  );

  it('finds nothing when the search would cost too much', () => {
    const nested: unknown = JSON.parse(`${'['.repeat(40)}1${']'.repeat(40)}`);
    expect(find(`$${'[0,0]'.repeat(40)}`, nested)).toEqual([]);
    const wide = Array.from({ length: 10_000 }, (_, index) => ({ a: index }));
    expect(find('$[?@.a == $[-1].a].a', wide)).toEqual([9999]);
    expect(find('$[?count($[*]) == 1]', wide)).toEqual([]);
    expect(find('$..*..*..*', wide)).toEqual([]);
    expect(find('$[0].a', wide)).toEqual([0]);
  });

  it('pays for what its comparisons and functions look at, again for each element', () => {
    const large = Array.from({ length: 2000 }, (_, index) => ({ id: index }));
    const same = { all: large, rows: Array.from({ length: 100 }, () => ({ all: structuredClone(large) })) };
    expect(find('$.rows[?@.all == $.all]', same)).toEqual([]);
    expect(find('$.rows[?@.all == $.rows[0].none]', same)).toEqual([]);
    expect(find('$.rows[0:2][?@.all == $.all]', same)).toEqual([]);
    const text = { text: 'x'.repeat(100_000), rows: Array.from({ length: 100 }, () => 1) };
    expect(find('$.rows[?length($.text) > 1]', text)).toEqual([]);
    expect(find('$.rows[?@ == 1]', text)).toHaveLength(100);
  });

  it('that searches too long makes the outputs a fault, and not values that are missing', () => {
    const large = Array.from({ length: 2000 }, (_, index) => ({ id: index }));
    const answer = { all: large, rows: Array.from({ length: 100 }, () => ({ all: large })) };
    const bytes = Buffer.from(JSON.stringify(answer));
    const outputs = [output('$.rows[?@.all == $.all].all', 'array', [])];
    expect(findOutputs({ outputs }, { bytes, truncated: false })).toEqual({
      outputs: {},
      fault: expect.stringMatching(/more than 100000 steps in this answer/),
    });
  });

  it('finds in a thread what it finds here', async () => {
    const answer = { items: Array.from({ length: 1000 }, (_, id) => ({ id, __proto__: null })) };
    const bytes = Buffer.from(JSON.stringify(answer));
    const outputs = [
      output('$.items[?@.id > 990].id', 'array'),
      { ...output('$..id', 'number'), paramName: 'one' },
    ];
    const body = { bytes, truncated: false };
    expect(await readOutputsAside({ outputs }, body)).toEqual(findOutputs({ outputs }, body));
    expect(findOutputs({ outputs }, body).outputs['out']).toHaveLength(9);
  });

  it('shares one budget with the other outputs of an answer', () => {
    const budget = newSearchBudget();
    const wide = Array.from({ length: 30_000 }, (_, index) => index);
    const found = Array.from({ length: 100 }, () => compileJsonPath('$[*]').find(wide, budget).length);
    expect(found.filter((length) => length === 30_000)).toHaveLength(4);
    expect(found.at(-1)).toBe(0);
  });
});

describe('checkWebhook', () => {
  it('names outputs whose path is none and defaults of another type', () => {
    const definition = webhookDefinition.parse({
      id: 'wh',
      name: 'W',
      url: 'https://crm.test',
      outputs: [
        { paramName: 'a', jsonPath: '$.a', defaultValue: 'basic' },
        { paramName: 'b', jsonPath: 'b' },
        { paramName: 'c', jsonPath: '$.c', paramType: 'number', defaultValue: 'many' },
        { paramName: 'd', jsonPath: '$.d', paramType: 'number', defaultValue: '5' },
        { paramName: 'e', jsonPath: '$.e', paramType: 'object', defaultValue: null },
      ],
    });
    expect(checkWebhook(definition)).toMatchObject([
      { path: ['outputs', 1, 'jsonPath'], message: expect.stringMatching(/^is no JSONPath: /) },
      { path: ['outputs', 2, 'defaultValue'], message: 'is not of the type number' },
    ]);
  });
});
